# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# When somebody must look. Karmada never bypasses a webhook and repeats what failed, at first after milliseconds and in the
# end every 1000 seconds. So many failures at once are seen within minutes, and a single object that always fails leaves
# at least one failure in every 20 minutes, which nothing that heals by itself does for half an hour.

locals {
  alert   = length(var.notification_channels) > 0
  metrics = var.log_metric || local.alert

  failed   = "resource.type=\"cloud_run_revision\" AND metric.type=\"logging.googleapis.com/user/${var.name}/failed\""
  refused  = "resource.type=\"cloud_run_revision\" AND metric.type=\"logging.googleapis.com/user/${var.name}/refused\""
  requests = "resource.type=\"cloud_run_revision\" AND resource.labels.service_name=\"${var.service_name}\" AND resource.labels.location=\"${var.region}\" AND metric.type=\"run.googleapis.com/request_count\""

  # There is no "at least" among the comparisons, hence the half.
  many  = { window = 60, more_than = var.alert_failures_per_minute - 0.5, lasting = 300, group_by = [] }
  again = { window = 1200, more_than = 0.5, lasting = 1800, group_by = [] }
  first = { window = 300, more_than = 0.5, lasting = 0, group_by = [] }

  alerts = { for key, alert in {
    failing = {
      title    = "calls of Karmada fail"
      severity = "ERROR"
      text     = "Karmada asks ${var.name} and gets no usable answer, so Workloads are not scheduled or their status stands still. Look at the log lines with an outcome other than ok: they name operation, object and cause. `interpret check` tells whether the endpoint itself is fit."
      conditions = {
        "many objects"    = merge(local.many, { filter = local.failed })
        "the same object" = merge(local.again, { filter = local.failed, group_by = ["metric.label.namespace", "metric.label.name", "metric.label.operation"] })
      }
    }
    unavailable = {
      title    = "no instance answers"
      severity = "CRITICAL"
      text     = "Instances of ${var.name} do not start or end before they answer. Look at the newest revision's log; a wrong setting is named in its last line."
      conditions = {
        "many calls"  = merge(local.many, { filter = "${local.refused} AND metric.labels.status=monitoring.regex.full_match(\"5..\")" })
        "some always" = merge(local.again, { filter = "${local.refused} AND metric.labels.status=monitoring.regex.full_match(\"5..\")" })
      }
    }
    overloaded = {
      title    = "every instance is busy"
      severity = "ERROR"
      text     = "Cloud Run answers 429 because max_instances are not enough. Raise max_instances, or find out who else calls."
      conditions = {
        "many calls"  = merge(local.many, { filter = "${local.refused} AND metric.labels.status=\"429\"" })
        "some always" = merge(local.again, { filter = "${local.refused} AND metric.labels.status=\"429\"" })
      }
    }
    forbidden = {
      title    = "the platform lets nobody in"
      severity = "CRITICAL"
      text     = "Cloud Run answers 403 before ${var.name} is asked: its public access is gone, by hand or by an organization policy. Apply again, and see \"Organization policies\" in terraform/README.md."
      conditions = {
        "a call" = merge(local.first, { filter = "${local.refused} AND metric.labels.status=\"403\"" })
      }
    }
    rotation = {
      title    = "Karmada calls with a path secret that is not accepted"
      severity = "CRITICAL"
      text     = "Karmada's configuration has another path secret than ${var.name} accepts, as after a rotation whose second step was forgotten. Apply the output webhook_configuration to Karmada."
      conditions = {
        "a call" = merge(local.first, { filter = "${local.refused} AND metric.labels.status=\"404\"" })
      }
    }
    flood = {
      title    = "strangers flood the endpoint"
      severity = "WARNING"
      text     = "${var.name} answers 404 more than 50 times a second, which costs money: see \"What a flood costs\" in docs/cost.md."
      conditions = {
        "50 a second" = { window = 60, more_than = 3000, lasting = 600, group_by = [], filter = "${local.requests} AND metric.labels.response_code=\"404\"" }
      }
    }
  } : key => alert if local.alert }
}

# An alert on a metric that is not known everywhere yet is refused.
resource "time_sleep" "metrics" {
  count = local.alert ? 1 : 0

  create_duration = var.propagation_wait
  triggers        = { metrics = join(" ", concat(google_logging_metric.failed[*].id, google_logging_metric.refused[*].id)) }
}

resource "google_monitoring_alert_policy" "this" {
  for_each = local.alerts

  project               = var.project_id
  display_name          = "${var.name}: ${each.value.title}"
  combiner              = "OR"
  severity              = each.value.severity
  notification_channels = var.notification_channels
  user_labels           = var.labels

  documentation {
    mime_type = "text/markdown"
    content   = each.value.text
  }

  alert_strategy {
    auto_close = "3600s"
  }

  dynamic "conditions" {
    for_each = each.value.conditions

    content {
      display_name = conditions.key

      condition_threshold {
        filter                  = conditions.value.filter
        comparison              = "COMPARISON_GT"
        threshold_value         = conditions.value.more_than
        duration                = "${conditions.value.lasting}s"
        evaluation_missing_data = conditions.value.lasting > 0 ? "EVALUATION_MISSING_DATA_INACTIVE" : null

        aggregations {
          alignment_period     = "${conditions.value.window}s"
          per_series_aligner   = "ALIGN_DELTA"
          cross_series_reducer = "REDUCE_SUM"
          group_by_fields      = conditions.value.group_by
        }
      }
    }
  }

  depends_on = [time_sleep.metrics]
}
