# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# Who the endpoint is and which path leads to it: the APIs, the service account, and the path secret in Secret Manager.

module "apis" {
  source = "../apis"

  project_id       = var.project_id
  enable           = var.enable_apis
  apis             = var.apis
  propagation_wait = var.propagation_wait
}

# The account holds no role on the project. It may read the one secret below and nothing else.
resource "google_service_account" "this" {
  count = var.service_account == null ? 1 : 0

  project      = var.project_id
  account_id   = var.name
  display_name = "Karmada resource interpreter ${var.name}"

  depends_on = [module.apis]
}

locals {
  service_account = var.service_account == null ? one(google_service_account.this[*].email) : var.service_account

  generated = nonsensitive(var.path_secrets == null)
  # A number always stands for the same secret, so a generation keeps its secret for as long as it is listed.
  generations = local.generated ? [for g in var.path_secret_generations : tostring(g)] : []
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

        dynamic "customer_managed_encryption" {
          for_each = var.kms_key[*]
          content {
            kms_key_name = customer_managed_encryption.value
          }
        }
      }
    }
  }

  depends_on = [module.apis]
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
  member    = "serviceAccount:${local.service_account}"
}

# A revision that cannot read its secret yet does not start, and a grant takes its time to be known everywhere.
resource "time_sleep" "grant" {
  create_duration = var.propagation_wait
  triggers        = { grant = google_secret_manager_secret_iam_member.path.id }
}
