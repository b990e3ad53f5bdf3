# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# Who the endpoint is and which path leads to it: the service account, and the path secret in Secret Manager.

resource "google_project_service" "this" {
  for_each = var.enable_apis ? toset(var.apis) : toset([])

  project            = var.project_id
  service            = each.value
  disable_on_destroy = false
}

# The account holds no role on the project. It may read the one secret below and nothing else.
resource "google_service_account" "this" {
  project      = var.project_id
  account_id   = var.name
  display_name = "Karmada resource interpreter ${var.name}"

  depends_on = [google_project_service.this]
}

locals {
  generated = nonsensitive(var.path_secrets == null)
  oldest    = var.accept_previous_path_secret ? max(1, var.path_secret_generation - 1) : var.path_secret_generation
  # The current generation first. Keys never change meaning, so raising the generation keeps the secret before it.
  generations = local.generated ? [for g in range(var.path_secret_generation, local.oldest - 1, -1) : tostring(g)] : []
  secrets     = local.generated ? [for g in local.generations : random_bytes.path[g].hex] : var.path_secrets
}

resource "random_bytes" "path" {
  for_each = toset(local.generations)

  length = 32
}

resource "google_secret_manager_secret" "path" {
  project             = var.project_id
  secret_id           = "${var.name}-path"
  labels              = var.labels
  deletion_protection = var.deletion_protection

  replication {
    user_managed {
      replicas {
        location = var.region
      }
    }
  }

  depends_on = [google_project_service.this]
}

# A new version at every change. The one before it goes only after the endpoint uses the new one.
resource "google_secret_manager_secret_version" "path" {
  secret      = google_secret_manager_secret.path.id
  secret_data = join(",", local.secrets)

  lifecycle {
    create_before_destroy = true
  }
}

resource "google_secret_manager_secret_iam_member" "path" {
  project   = var.project_id
  secret_id = google_secret_manager_secret.path.secret_id
  role      = "roles/secretmanager.secretAccessor"
  member    = "serviceAccount:${google_service_account.this.email}"
}
