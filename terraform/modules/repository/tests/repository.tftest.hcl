# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

mock_provider "google" {
  mock_resource "google_artifact_registry_repository" {
    defaults = { id = "projects/my-project/locations/europe-west1/repositories/workload-interpreter" }
  }
}

variables {
  project_id = "my-project"
  region     = "europe-west1"
  name       = "workload-interpreter"
  labels     = { team = "platform" }
  kms_key    = "projects/my-project/locations/europe-west1/keyRings/ring/cryptoKeys/key"
}

run "repository" {
  assert {
    condition     = output.host_path == "europe-west1-docker.pkg.dev/my-project/workload-interpreter"
    error_message = "images would be pushed elsewhere"
  }

  assert {
    condition     = output.id == "projects/my-project/locations/europe-west1/repositories/workload-interpreter"
    error_message = "id is not the repository's full name"
  }

  assert {
    condition     = google_artifact_registry_repository.this.format == "DOCKER" && google_artifact_registry_repository.this.kms_key_name == var.kms_key && google_artifact_registry_repository.this.labels.team == "platform"
    error_message = "format, key or labels are not the ones given"
  }

  assert {
    condition     = { for p in google_artifact_registry_repository.this.cleanup_policies : p.id => p.action } == { "keep-the-newest" = "KEEP", "delete-after-a-month" = "DELETE" }
    error_message = "old images stay for ever, or the newest go"
  }
}
