# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# The container image on Cloud Run.

module "access" {
  source = "../modules/access"

  project_id  = var.project_id
  region      = var.region
  name        = var.name
  labels      = var.labels
  enable_apis = var.enable_apis
  apis = [
    "cloudresourcemanager.googleapis.com", "iam.googleapis.com", "logging.googleapis.com", "monitoring.googleapis.com",
    "run.googleapis.com", "secretmanager.googleapis.com",
  ]
  propagation_wait        = var.propagation_wait
  service_account         = var.service_account
  kms_key                 = var.kms_key
  deletion_protection     = var.deletion_protection
  path_secrets            = var.path_secrets
  path_secret_generations = var.path_secret_generations
}

resource "google_cloud_run_v2_service" "this" {
  project             = var.project_id
  location            = var.region
  name                = var.name
  description         = "Answers Karmada's resource interpreter webhook."
  labels              = var.labels
  deletion_protection = var.deletion_protection
  ingress             = local.ingress[var.ingress]

  # Karmada can send no credential: its client is built from an empty kubeconfig. The check of the invoker is turned off
  # rather than granted to allUsers, which organizations that restrict sharing to their domains refuse
  # (https://cloud.google.com/run/docs/authenticating/public).
  invoker_iam_disabled = true

  template {
    service_account                  = module.access.service_account
    max_instance_request_concurrency = var.concurrency
    timeout                          = "${var.request_timeout_seconds}s"
    encryption_key                   = var.kms_key
    # The first generation starts faster and allows less than 512Mi; the function needs nothing of the second.
    execution_environment = "EXECUTION_ENVIRONMENT_GEN1"
    labels                = var.labels

    scaling {
      min_instance_count = var.min_instances
      max_instance_count = var.max_instances
    }

    dynamic "vpc_access" {
      for_each = var.egress_subnetwork[*]
      content {
        egress = "ALL_TRAFFIC"
        network_interfaces {
          subnetwork = vpc_access.value
        }
      }
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

      # Joins log lines with the platform's traces.
      env {
        name  = "GOOGLE_CLOUD_PROJECT"
        value = var.project_id
      }

      dynamic "env" {
        for_each = local.settings
        content {
          name  = env.key
          value = env.value
        }
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

locals {
  ingress = {
    "all"                               = "INGRESS_TRAFFIC_ALL"
    "internal"                          = "INGRESS_TRAFFIC_INTERNAL_ONLY"
    "internal-and-cloud-load-balancing" = "INGRESS_TRAFFIC_INTERNAL_LOAD_BALANCER"
  }
}

module "endpoint" {
  source = "../modules/endpoint"

  project_id                = var.project_id
  region                    = var.region
  name                      = var.name
  labels                    = var.labels
  service_id                = google_cloud_run_v2_service.this.id
  service_name              = google_cloud_run_v2_service.this.name
  service_url               = google_cloud_run_v2_service.this.uri
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
  depends_on = [module.access, google_cloud_run_v2_service.this]
}
