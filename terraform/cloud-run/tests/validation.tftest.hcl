# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# Wrong values of the variables that only this module has.

mock_provider "google" {
  source = "./tests/mocks"
}

mock_provider "random" {
  source = "./tests/mocks"
}

mock_provider "time" {}

run "image_by_tag" {
  command = plan

  variables {
    image = "europe-west1-docker.pkg.dev/my-project/interpreter/knative:v1.0.0"
  }

  expect_failures = [var.image]
}

run "image_with_short_digest" {
  command = plan

  variables {
    image = "europe-west1-docker.pkg.dev/my-project/interpreter/knative@sha256:abc"
  }

  expect_failures = [var.image]
}

run "image_with_scheme" {
  command = plan

  variables {
    image          = "https://example.com/interpreter"
    require_digest = false
  }

  expect_failures = [var.image]
}

run "image_by_tag_where_that_is_allowed" {
  command = plan

  variables {
    image          = "europe-west1-docker.pkg.dev/my-project/interpreter/knative:v1.0.0"
    require_digest = false
  }

  assert {
    condition     = google_cloud_run_v2_service.this.template[0].containers[0].image == var.image
    error_message = "the image is not the one given"
  }
}

run "egress_subnetwork_by_name" {
  command = plan

  variables {
    egress_subnetwork = "closed"
  }

  expect_failures = [var.egress_subnetwork]
}
