# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# The function from source on Cloud Run functions: no image and no local build.

module "access" {
  source = "../modules/access"

  project_id  = var.project_id
  region      = var.region
  name        = var.name
  labels      = var.labels
  enable_apis = var.enable_apis
  apis = [
    "artifactregistry.googleapis.com", "cloudbuild.googleapis.com", "cloudfunctions.googleapis.com",
    "cloudresourcemanager.googleapis.com", "iam.googleapis.com", "logging.googleapis.com", "monitoring.googleapis.com",
    "run.googleapis.com", "secretmanager.googleapis.com", "storage.googleapis.com",
  ]
  propagation_wait        = var.propagation_wait
  service_account         = var.service_account
  kms_key                 = var.kms_key
  deletion_protection     = var.deletion_protection
  path_secrets            = var.path_secrets
  path_secret_generations = var.path_secret_generations
}

resource "google_cloudfunctions2_function" "this" {
  project      = var.project_id
  location     = var.region
  name         = var.name
  description  = "Answers Karmada's resource interpreter webhook."
  labels       = var.labels
  kms_key_name = var.kms_key

  build_config {
    runtime           = var.runtime
    entry_point       = "InterpretWorkload"
    service_account   = local.build_service_account
    docker_repository = module.repository.id

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
    ingress_settings                 = local.ingress[var.ingress]
    all_traffic_on_latest_revision   = true
    service_account_email            = module.access.service_account

    # Nothing here may be unknown before the apply, as the ID of a project made in the same one would be:
    # https://github.com/hashicorp/terraform-provider-google/issues/22497. Hence no GOOGLE_CLOUD_PROJECT.
    environment_variables = local.settings

    # As environment, pinned to a version: a rotation is a new revision, and no volume slows a cold start.
    secret_environment_variables {
      key        = "INTERPRETER_PATH_SECRETS"
      project_id = var.project_id
      secret     = module.access.secret.id
      version    = module.access.secret.version
    }
  }

  depends_on = [time_sleep.build]
}

# Karmada can send no credential: its client is built from an empty kubeconfig. The path secret stands in for one.
resource "google_cloud_run_v2_service_iam_member" "public" {
  count = var.public ? 1 : 0

  project  = var.project_id
  location = var.region
  name     = google_cloudfunctions2_function.this.name
  role     = "roles/run.invoker"
  member   = "allUsers"
}

locals {
  ingress = {
    "all"                               = "ALLOW_ALL"
    "internal"                          = "ALLOW_INTERNAL_ONLY"
    "internal-and-cloud-load-balancing" = "ALLOW_INTERNAL_AND_GCLB"
  }
}

module "endpoint" {
  source = "../modules/endpoint"

  project_id                = var.project_id
  region                    = var.region
  name                      = var.name
  labels                    = var.labels
  service_id                = google_cloudfunctions2_function.this.id
  service_name              = google_cloudfunctions2_function.this.name
  service_url               = google_cloudfunctions2_function.this.service_config[0].uri
  path_secret               = module.access.path_secret
  webhook_timeout_seconds   = var.webhook_timeout_seconds
  kinds                     = [for kind in var.kinds : yamldecode(kind)]
  custom_domain             = var.custom_domain
  create_domain_mapping     = var.create_domain_mapping
  log_metric                = var.log_metric
  keep_stranger_logs        = var.keep_stranger_logs
  notification_channels     = var.notification_channels
  alert_failures_per_minute = var.alert_failures_per_minute
  propagation_wait          = var.propagation_wait
  deletion_protection       = var.deletion_protection
  karmada_context           = var.karmada_context

  # What it protects from being destroyed.
  depends_on = [module.access, google_cloud_run_v2_service_iam_member.public]
}
