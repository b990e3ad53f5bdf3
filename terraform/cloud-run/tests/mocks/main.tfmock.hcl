# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

mock_resource "google_cloud_run_v2_service" {
  defaults = {
    uri = "https://workload-interpreter-abc123-ew.a.run.app"
  }
}

mock_resource "google_service_account" {
  defaults = {
    email = "workload-interpreter@my-project.iam.gserviceaccount.com"
    name  = "projects/my-project/serviceAccounts/workload-interpreter@my-project.iam.gserviceaccount.com"
  }
}

mock_resource "google_secret_manager_secret_version" {
  defaults = {
    version = "7"
  }
}

mock_resource "random_bytes" {
  defaults = {
    hex = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
  }
}
