# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# The example as it stands in the README.

mock_provider "google" {
  source = "../../cloud-function/tests/mocks"
}

mock_provider "random" {
  source = "../../cloud-function/tests/mocks"
}

mock_provider "time" {}

mock_provider "archive" {}

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
}
