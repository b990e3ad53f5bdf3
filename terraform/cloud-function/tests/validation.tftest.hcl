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

mock_provider "archive" {}

run "runtime_with_a_dot" {
  command = plan

  variables {
    runtime = "go1.26"
  }

  expect_failures = [var.runtime]
}

run "runtime_too_old" {
  command = plan

  variables {
    runtime = "go125"
  }

  expect_failures = [var.runtime]
}

run "runtime_of_another_language" {
  command = plan

  variables {
    runtime = "nodejs22"
  }

  expect_failures = [var.runtime]
}

run "source_root_without_go_mod" {
  command = plan

  variables {
    source_root = "./tests"
  }

  expect_failures = [var.source_root]
}

run "source_root_of_another_module" {
  command = plan

  variables {
    source_root = "./tests/other-module"
  }

  expect_failures = [var.source_root]
}

run "archive_path_no_zip" {
  command = plan

  variables {
    archive_path = "/tmp/upload.tar"
  }

  expect_failures = [var.archive_path]
}

run "build_service_account_by_address" {
  command = plan

  variables {
    build_service_account = "build@my-project.iam.gserviceaccount.com"
  }

  expect_failures = [var.build_service_account]
}
