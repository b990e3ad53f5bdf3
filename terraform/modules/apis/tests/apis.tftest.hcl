# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

mock_provider "google" {}

mock_provider "time" {}

variables {
  project_id       = "my-project"
  enable           = true
  apis             = ["secretmanager.googleapis.com", "run.googleapis.com"]
  propagation_wait = "90s"
}

run "enabled" {
  assert {
    condition     = output.ready == "run.googleapis.com secretmanager.googleapis.com"
    error_message = "other APIs are enabled than asked for"
  }

  assert {
    condition     = alltrue([for s in google_project_service.this : !s.disable_on_destroy])
    error_message = "an API would be disabled under others"
  }

  assert {
    condition     = time_sleep.this.create_duration == "90s"
    error_message = "nothing waits until the APIs are known everywhere"
  }
}

run "left_alone" {
  command = plan

  variables {
    enable = false
  }

  assert {
    condition     = length(google_project_service.this) == 0 && time_sleep.this.create_duration == "0s"
    error_message = "APIs are enabled against the choice, or waited for"
  }
}

run "api_by_short_name" {
  command = plan

  variables {
    apis = ["run"]
  }

  expect_failures = [var.apis]
}
