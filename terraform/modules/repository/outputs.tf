# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

output "id" {
  description = "Full name of the repository, like `projects/my-project/locations/europe-west1/repositories/workload-interpreter`."
  value       = google_artifact_registry_repository.this.id
}

output "host_path" {
  description = "What an image's name begins with, like `europe-west1-docker.pkg.dev/my-project/workload-interpreter`."
  value       = "${google_artifact_registry_repository.this.location}-docker.pkg.dev/${google_artifact_registry_repository.this.project}/${google_artifact_registry_repository.this.repository_id}"
}
