# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# What stands around the running service: its own host name, what watches it, and what Karmada must be told.

locals {
  base        = var.custom_domain == null ? var.service_url : "https://${var.custom_domain}"
  webhook_url = "${local.base}/${var.path_secret}"
}

resource "google_cloud_run_domain_mapping" "this" {
  count = var.custom_domain == null ? 0 : 1

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

resource "google_logging_metric" "failed" {
  count = var.log_metric || local.alert ? 1 : 0

  project     = var.project_id
  name        = "${var.name}/failed"
  description = "Calls that ${var.name} did not answer with success. One log line is one call."
  filter      = <<-EOT
    resource.type="cloud_run_revision"
    resource.labels.service_name="${var.service_name}"
    jsonPayload.outcome!="ok"
    jsonPayload.outcome:*
  EOT

  metric_descriptor {
    metric_kind  = "DELTA"
    value_type   = "INT64"
    unit         = "1"
    display_name = "Failed interpreter calls"

    labels {
      key         = "operation"
      value_type  = "STRING"
      description = "What Karmada asked, like ReviseReplica."
    }
    labels {
      key         = "outcome"
      value_type  = "STRING"
      description = "Why there was no successful answer."
    }
  }

  label_extractors = {
    operation = "EXTRACT(jsonPayload.operation)"
    outcome   = "EXTRACT(jsonPayload.outcome)"
  }
}

locals {
  alert = length(var.notification_channels) > 0
}

resource "google_monitoring_alert_policy" "failing" {
  count = local.alert ? 1 : 0

  project               = var.project_id
  display_name          = "${var.name}: calls of Karmada fail"
  combiner              = "OR"
  severity              = "ERROR"
  notification_channels = var.notification_channels
  user_labels           = var.labels

  documentation {
    mime_type = "text/markdown"
    content   = <<-EOT
      Karmada's calls to ${var.name} fail, and Karmada never bypasses a webhook: Workloads are not scheduled, or their
      status stands still. Look at the log lines with an outcome other than ok; they name operation and object.
    EOT
  }

  # Whoever scans the internet gets 404 for want of the path secret; that is no failure.
  conditions {
    display_name = "failed answers"

    condition_threshold {
      filter          = "resource.type=\"cloud_run_revision\" AND metric.type=\"logging.googleapis.com/user/${google_logging_metric.failed[0].name}\" AND metric.labels.outcome!=\"nosecret\""
      comparison      = "COMPARISON_GT"
      threshold_value = var.alert_failures_per_minute / 60
      duration        = "300s"

      aggregations {
        alignment_period     = "60s"
        per_series_aligner   = "ALIGN_RATE"
        cross_series_reducer = "REDUCE_SUM"
      }
    }
  }

  conditions {
    display_name = "no instance answers"

    condition_threshold {
      filter          = "resource.type=\"cloud_run_revision\" AND resource.labels.service_name=\"${var.service_name}\" AND metric.type=\"run.googleapis.com/request_count\" AND metric.labels.response_code_class=\"5xx\""
      comparison      = "COMPARISON_GT"
      threshold_value = var.alert_failures_per_minute / 60
      duration        = "300s"

      aggregations {
        alignment_period     = "60s"
        per_series_aligner   = "ALIGN_RATE"
        cross_series_reducer = "REDUCE_SUM"
      }
    }
  }
}
