# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# The function from source on Cloud Run functions: no image, no registry, no local build.

module "access" {
  source = "../modules/access"

  project_id = var.project_id
  region     = var.region
  name       = var.name
  labels     = var.labels

  enable_apis = var.enable_apis
  apis = [
    "artifactregistry.googleapis.com", "cloudbuild.googleapis.com", "cloudfunctions.googleapis.com", "iam.googleapis.com",
    "logging.googleapis.com", "monitoring.googleapis.com", "run.googleapis.com", "secretmanager.googleapis.com",
    "storage.googleapis.com",
  ]
  deletion_protection         = var.deletion_protection
  path_secrets                = var.path_secrets
  path_secret_generation      = var.path_secret_generation
  accept_previous_path_secret = var.accept_previous_path_secret
}

resource "google_storage_bucket" "source" {
  project                     = var.project_id
  name                        = "${substr("${var.project_id}-${var.name}", 0, 56)}-source" # 63 characters at most
  location                    = var.region
  labels                      = var.labels
  uniform_bucket_level_access = true
  public_access_prevention    = "enforced"
  force_destroy               = true

  depends_on = [module.access]
}

# Named after its contents: a changed source is a new object, and so a new build.
resource "google_storage_bucket_object" "source" {
  bucket = google_storage_bucket.source.name
  name   = "${var.name}-${local.upload_hash}.zip"
  source = data.archive_file.source.output_path

  lifecycle {
    create_before_destroy = true
  }
}

resource "google_cloudfunctions2_function" "this" {
  project     = var.project_id
  location    = var.region
  name        = var.name
  description = "Answers Karmada's resource interpreter webhook for Workload."
  labels      = var.labels

  build_config {
    runtime         = var.runtime
    entry_point     = "InterpretWorkload"
    service_account = var.build_service_account

    source {
      storage_source {
        bucket = google_storage_bucket.source.name
        object = google_storage_bucket_object.source.name
      }
    }
  }

  service_config {
    available_cpu                    = tostring(var.cpu)
    available_memory                 = var.memory
    max_instance_request_concurrency = var.concurrency
    min_instance_count               = var.min_instances
    max_instance_count               = var.max_instances
    timeout_seconds                  = var.request_timeout_seconds
    ingress_settings                 = "ALLOW_ALL"
    all_traffic_on_latest_revision   = true
    service_account_email            = module.access.service_account

    environment_variables = {
      LOG_LEVEL = var.log_level
      # Joins log lines with the platform's traces.
      GOOGLE_CLOUD_PROJECT = var.project_id
    }

    # As environment, pinned to a version: a rotation is a new revision, and no volume slows a cold start.
    secret_environment_variables {
      key        = "INTERPRETER_PATH_SECRETS"
      project_id = var.project_id
      secret     = module.access.secret.id
      version    = module.access.secret.version
    }
  }
}

# Karmada can send no credential: its client is built from an empty kubeconfig. The path secret stands in for one.
resource "google_cloud_run_v2_service_iam_member" "public" {
  project  = var.project_id
  location = var.region
  name     = google_cloudfunctions2_function.this.name
  role     = "roles/run.invoker"
  member   = "allUsers"
}

# The function itself knows no deletion protection. This goes before it, and refuses.
resource "terraform_data" "deletion_protection" {
  input = var.deletion_protection

  lifecycle {
    replace_triggered_by = [google_cloudfunctions2_function.this.id]
  }

  provisioner "local-exec" {
    when    = destroy
    command = self.input ? "echo 'the function is protected: set deletion_protection = false and apply first' && exit 1" : "exit 0"
  }
}

module "endpoint" {
  source = "../modules/endpoint"

  project_id                = var.project_id
  region                    = var.region
  name                      = var.name
  labels                    = var.labels
  service_name              = google_cloudfunctions2_function.this.name
  service_url               = google_cloudfunctions2_function.this.service_config[0].uri
  path_secret               = module.access.path_secret
  webhook_timeout_seconds   = var.webhook_timeout_seconds
  custom_domain             = var.custom_domain
  log_metric                = var.log_metric
  notification_channels     = var.notification_channels
  alert_failures_per_minute = var.alert_failures_per_minute
  karmada_context           = var.karmada_context
}
