# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# What stands around the running service: its own host name, what Karmada must be told, and what keeps it from being
# destroyed by mistake. What watches it is in logs.tf and alerts.tf.

locals {
  base        = var.custom_domain == null ? var.service_url : "https://${var.custom_domain}"
  webhook_url = "${local.base}/${var.path_secret}"
}

resource "google_cloud_run_domain_mapping" "this" {
  count = var.custom_domain != null && var.create_domain_mapping ? 1 : 0

  project  = var.project_id
  location = var.region
  name     = var.custom_domain

  metadata {
    namespace = var.project_id
    labels    = var.labels
  }

  spec {
    route_name = var.service_name
  }
}

# What protects single resources would let everything around them go: the grants, the host name, the alerts. This comes
# last and goes first, so if it refuses to go, all stays. Whoever calls this module lets it depend on the rest.
resource "terraform_data" "deletion_protection" {
  input            = var.deletion_protection
  triggers_replace = var.service_id

  provisioner "local-exec" {
    when    = destroy
    command = self.input ? "echo 'the endpoint is protected: set deletion_protection = false and apply first' && exit 1" : "exit 0"
  }

  depends_on = [
    google_cloud_run_domain_mapping.this,
    google_logging_metric.failed,
    google_logging_metric.refused,
    google_logging_project_exclusion.strangers,
    google_monitoring_alert_policy.this,
  ]
}
