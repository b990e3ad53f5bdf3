# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# The custom domain, the metric, the alert, and what Karmada is told.

mock_provider "google" {
  mock_resource "google_cloud_run_domain_mapping" {
    defaults = {
      status = [{ resource_records = [{ name = "interpreter", type = "CNAME", rrdata = "ghs.googlehosted.com." }] }]
    }
  }
}

variables {
  project_id                = "my-project"
  region                    = "europe-west1"
  name                      = "workload-interpreter"
  labels                    = { team = "platform" }
  service_name              = "workload-interpreter"
  service_url               = "https://workload-interpreter-abc123-ew.a.run.app"
  path_secret               = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
  webhook_timeout_seconds   = 10
  custom_domain             = null
  log_metric                = false
  notification_channels     = []
  alert_failures_per_minute = 6
  karmada_context           = "karmada-apiserver"
}

run "nothing_optional" {
  assert {
    condition     = length(google_cloud_run_domain_mapping.this) + length(google_logging_metric.failed) + length(google_monitoring_alert_policy.failing) == 0
    error_message = "something optional was made unasked"
  }

  assert {
    condition     = output.webhook_url == "https://workload-interpreter-abc123-ew.a.run.app/00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
    error_message = "the URL is not the service's with the secret as its last segment"
  }

  assert {
    condition = yamldecode(output.webhook_configuration).webhooks[0].rules[0].operations == [
      "InterpretReplica", "ReviseReplica", "Retain", "AggregateStatus", "InterpretStatus", "InterpretHealth", "InterpretDependency",
    ]
    error_message = "want the seven operations, without InterpretComponent"
  }

  assert {
    condition     = output.apply_command == "terraform output -raw webhook_configuration | kubectl --context karmada-apiserver apply -f -"
    error_message = "apply_command is not the command for Karmada's API server"
  }

  assert {
    condition     = length(output.dns_records) == 0
    error_message = "there are DNS records without a custom domain"
  }
}

run "custom_domain" {
  variables {
    custom_domain = "interpreter.example.com"
  }

  assert {
    condition     = google_cloud_run_domain_mapping.this[0].name == "interpreter.example.com" && google_cloud_run_domain_mapping.this[0].spec[0].route_name == "workload-interpreter"
    error_message = "the domain is not mapped to the service"
  }

  assert {
    condition     = google_cloud_run_domain_mapping.this[0].metadata[0].namespace == "my-project"
    error_message = "the mapping is in another project"
  }

  assert {
    condition     = output.dns_records[0].rrdata == "ghs.googlehosted.com."
    error_message = "the DNS records are not in the output"
  }

  assert {
    condition     = output.url == "https://interpreter.example.com"
    error_message = "the URL is not at the custom domain"
  }
}

run "metric" {
  variables {
    log_metric = true
  }

  assert {
    condition     = google_logging_metric.failed[0].name == "workload-interpreter/failed" && google_logging_metric.failed[0].metric_descriptor[0].metric_kind == "DELTA"
    error_message = "the metric is no counter of failed calls"
  }

  assert {
    condition     = strcontains(google_logging_metric.failed[0].filter, "resource.labels.service_name=\"workload-interpreter\"") && strcontains(google_logging_metric.failed[0].filter, "jsonPayload.outcome!=\"ok\"")
    error_message = "the metric counts other lines than this service's failed calls"
  }

  assert {
    condition     = keys(google_logging_metric.failed[0].label_extractors) == sort([for l in google_logging_metric.failed[0].metric_descriptor[0].labels : l.key])
    error_message = "labels and their extractors differ"
  }

  assert {
    condition     = length(google_monitoring_alert_policy.failing) == 0
    error_message = "there is an alert that reaches nobody"
  }
}

run "alert" {
  variables {
    notification_channels = ["projects/my-project/notificationChannels/1234567890"]
  }

  assert {
    condition     = google_monitoring_alert_policy.failing[0].notification_channels == tolist(["projects/my-project/notificationChannels/1234567890"])
    error_message = "the alert goes elsewhere"
  }

  assert {
    condition     = strcontains(google_monitoring_alert_policy.failing[0].conditions[0].condition_threshold[0].filter, "user/${google_logging_metric.failed[0].name}\"")
    error_message = "the alert looks at another metric than the one made"
  }

  assert {
    condition     = strcontains(google_monitoring_alert_policy.failing[0].conditions[0].condition_threshold[0].filter, "metric.labels.outcome!=\"nosecret\"")
    error_message = "scanners without the path secret would raise the alert"
  }

  assert {
    condition     = alltrue([for c in google_monitoring_alert_policy.failing[0].conditions : c.condition_threshold[0].threshold_value == 0.1])
    error_message = "six failures a minute are a rate of 0.1 per second"
  }
}

run "service_url_without_https" {
  command = plan

  variables {
    service_url = "workload-interpreter-abc123-ew.a.run.app"
  }

  expect_failures = [var.service_url]
}

run "service_url_with_a_slash" {
  command = plan

  variables {
    service_url = "https://workload-interpreter-abc123-ew.a.run.app/"
  }

  expect_failures = [var.service_url]
}
