# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# What is counted in the logs, and what is not kept. Metrics of one's own count entries whether they are kept or not
# (https://cloud.google.com/logging/docs/logs-based-metrics).

locals {
  # The entries of this service alone. A second line is a further condition.
  service_log = [
    "resource.type=\"cloud_run_revision\"",
    "resource.labels.service_name=\"${var.service_name}\"",
    "resource.labels.location=\"${var.region}\"",
  ]
  request_log = "log_id(\"run.googleapis.com/requests\")"

  # The name under which Karmada calls: that of the Kubernetes client it is built on.
  karmada = "httpRequest.userAgent=~\"^kube-apiserver-admission\""
}

# The function's own lines. What it refuses it answers with status 200, so no other count sees it.
resource "google_logging_metric" "failed" {
  count = local.metrics ? 1 : 0

  project     = var.project_id
  name        = "${var.name}/failed"
  description = "Calls that ${var.name} did not answer with success, by operation, outcome and object."
  filter = join("\n", concat(local.service_log, [
    "jsonPayload.outcome:*",
    "jsonPayload.outcome!=\"ok\"",
    "jsonPayload.outcome!=\"nosecret\"",
  ]))

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
    labels {
      key         = "namespace"
      value_type  = "STRING"
      description = "Namespace of the object."
    }
    labels {
      key         = "name"
      value_type  = "STRING"
      description = "Name of the object."
    }
  }

  label_extractors = {
    operation = "EXTRACT(jsonPayload.operation)"
    outcome   = "EXTRACT(jsonPayload.outcome)"
    namespace = "EXTRACT(jsonPayload.namespace)"
    name      = "EXTRACT(jsonPayload.name)"
  }
}

# The platform's lines. Calls that never reach an instance (403, 429) are in no metric of Cloud Run's. A 404 is a stranger's
# scan unless Karmada calls: then its path secret is not accepted.
resource "google_logging_metric" "refused" {
  count = local.metrics ? 1 : 0

  project     = var.project_id
  name        = "${var.name}/refused"
  description = "Calls of ${var.name} that ended with a status that Karmada cannot use, by status."
  filter = join("\n", concat(local.service_log, [
    local.request_log,
    "(httpRequest.status=403 OR httpRequest.status=429 OR httpRequest.status>=500 OR (httpRequest.status=404 AND ${local.karmada}))",
  ]))

  metric_descriptor {
    metric_kind  = "DELTA"
    value_type   = "INT64"
    unit         = "1"
    display_name = "Refused interpreter calls"

    labels {
      key         = "status"
      value_type  = "STRING"
      description = "HTTP status."
    }
  }

  label_extractors = {
    status = "EXTRACT(httpRequest.status)"
  }
}

# Strangers' requests are answered with 404, and billed as logs too if they are kept.
resource "google_logging_project_exclusion" "strangers" {
  count = var.keep_stranger_logs ? 0 : 1

  project     = var.project_id
  name        = "${var.name}-strangers"
  description = "Requests to ${var.name} without its path secret."
  filter = join("\n", concat(local.service_log, [
    "(jsonPayload.outcome=\"nosecret\" OR (${local.request_log} AND httpRequest.status=404 AND NOT ${local.karmada}))",
  ]))
}
