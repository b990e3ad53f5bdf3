# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# The example as it stands in the README.

mock_provider "google" {
  source = "../../cloud-run/tests/mocks"
}

mock_provider "random" {
  source = "../../cloud-run/tests/mocks"
}

mock_provider "time" {}

mock_provider "ko" {
  mock_resource "ko_build" {
    defaults = {
      image_ref = "europe-west1-docker.pkg.dev/my-project/workload-interpreter/knative@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
    }
  }
}

variables {
  project_id = "my-project"
}

run "outputs" {
  assert {
    condition     = output.url == "https://workload-interpreter-abc123-ew.a.run.app"
    error_message = "url is not the service's"
  }

  assert {
    condition     = startswith(yamldecode(output.webhook_configuration).webhooks[0].clientConfig.url, "${output.url}/")
    error_message = "the configuration does not lead to the endpoint"
  }

  assert {
    condition     = startswith(output.apply_command, "terraform output -raw webhook_configuration | kubectl ")
    error_message = "apply_command does not read this example's output"
  }

  assert {
    condition     = startswith(output.image, "europe-west1-docker.pkg.dev/my-project/workload-interpreter/knative@sha256:")
    error_message = "what runs is not what was built"
  }
}

run "an_image_that_there_is" {
  command = plan

  variables {
    image = "europe-west1-docker.pkg.dev/my-project/interpreter/knative@sha256:fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210"
  }

  assert {
    condition     = output.image == var.image && length(module.image) == 0
    error_message = "an image is built although there is one"
  }
}
