# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# The container image on Cloud Run.

module "access" {
  source = "../modules/access"

  project_id                  = var.project_id
  region                      = var.region
  name                        = var.name
  labels                      = var.labels
  enable_apis                 = var.enable_apis
  apis                        = ["iam.googleapis.com", "logging.googleapis.com", "monitoring.googleapis.com", "run.googleapis.com", "secretmanager.googleapis.com"]
  deletion_protection         = var.deletion_protection
  path_secrets                = var.path_secrets
  path_secret_generation      = var.path_secret_generation
  accept_previous_path_secret = var.accept_previous_path_secret
}

resource "google_cloud_run_v2_service" "this" {
  project             = var.project_id
  location            = var.region
  name                = var.name
  labels              = var.labels
  deletion_protection = var.deletion_protection

  # Karmada can send no credential: its client is built from an empty kubeconfig. The check of the invoker is turned off
  # rather than granted to allUsers, which organisations that restrict sharing to their domains refuse.
  ingress              = "INGRESS_TRAFFIC_ALL"
  invoker_iam_disabled = true

  template {
    service_account                  = module.access.service_account
    max_instance_request_concurrency = var.concurrency
    timeout                          = "${var.request_timeout_seconds}s"
    # The first generation starts faster and allows less than 512Mi; the function needs nothing of the second.
    execution_environment = "EXECUTION_ENVIRONMENT_GEN1"
    labels                = var.labels

    scaling {
      min_instance_count = var.min_instances
      max_instance_count = var.max_instances
    }

    containers {
      image = var.image

      # No h2c: Karmada speaks HTTP/1.1 to any host but loopback, and one hop in another protocol gains nothing.
      ports {
        container_port = 8080
      }

      resources {
        limits = {
          cpu    = tostring(var.cpu)
          memory = var.memory
        }
        # Billed by request: the CPU is only there while a call is answered.
        cpu_idle          = true
        startup_cpu_boost = true
      }

      env {
        name = "INTERPRETER_PATH_SECRETS"
        value_source {
          secret_key_ref {
            secret  = module.access.secret.id
            version = module.access.secret.version
          }
        }
      }

      env {
        name  = "LOG_LEVEL"
        value = var.log_level
      }

      # Joins log lines with the platform's traces.
      env {
        name  = "GOOGLE_CLOUD_PROJECT"
        value = var.project_id
      }

      # Asked of the container itself, before its first call; the front end reserves some paths that end in z. There is no
      # liveness probe: probes are billed, and a process that ended is replaced without one.
      startup_probe {
        period_seconds    = 1
        timeout_seconds   = 1
        failure_threshold = 10
        http_get {
          path = "/readyz"
        }
      }
    }
  }
}

module "endpoint" {
  source = "../modules/endpoint"

  project_id                = var.project_id
  region                    = var.region
  name                      = var.name
  labels                    = var.labels
  service_name              = google_cloud_run_v2_service.this.name
  service_url               = google_cloud_run_v2_service.this.uri
  path_secret               = module.access.path_secret
  webhook_timeout_seconds   = var.webhook_timeout_seconds
  custom_domain             = var.custom_domain
  log_metric                = var.log_metric
  notification_channels     = var.notification_channels
  alert_failures_per_minute = var.alert_failures_per_minute
  karmada_context           = var.karmada_context
}
