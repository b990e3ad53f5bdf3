# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# Where images are kept. Cloud Run keeps a copy of its own for as long as a revision runs an image, so old ones can go.

resource "google_artifact_registry_repository" "this" {
  project       = var.project_id
  location      = var.region
  repository_id = var.name
  description   = "Images of the Karmada resource interpreter ${var.name}."
  format        = "DOCKER"
  labels        = var.labels
  kms_key_name  = var.kms_key

  cleanup_policies {
    id     = "keep-the-newest"
    action = "KEEP"
    most_recent_versions {
      keep_count = 5
    }
  }

  cleanup_policies {
    id     = "delete-after-a-month"
    action = "DELETE"
    condition {
      tag_state  = "UNTAGGED"
      older_than = "2592000s"
    }
  }
}
