# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# The custom domain, metrics, alerts, and what Karmada is told. Which alert fires when is in test/terraform/alerts_test.go.

mock_provider "google" {
  mock_resource "google_cloud_run_domain_mapping" {
    defaults = {
      status = [{ resource_records = [{ name = "interpreter", type = "CNAME", rrdata = "ghs.googlehosted.com." }] }]
    }
  }
}

mock_provider "time" {}

variables {
  project_id                = "my-project"
  region                    = "europe-west1"
  name                      = "workload-interpreter"
  labels                    = { team = "platform" }
  service_id                = "projects/my-project/locations/europe-west1/services/workload-interpreter"
  service_name              = "workload-interpreter"
  service_url               = "https://workload-interpreter-abc123-ew.a.run.app"
  path_secret               = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
  webhook_timeout_seconds   = 7
  kinds                     = []
  custom_domain             = null
  create_domain_mapping     = true
  log_metric                = false
  keep_stranger_logs        = true
  notification_channels     = []
  alert_failures_per_minute = 6
  propagation_wait          = "90s"
  deletion_protection       = false
  karmada_context           = "karmada-apiserver"
}

run "nothing_optional" {
  assert {
    condition = length(google_cloud_run_domain_mapping.this) + length(google_logging_metric.failed) + length(google_logging_metric.refused) + length(
    google_logging_project_exclusion.strangers) + length(google_monitoring_alert_policy.this) + length(time_sleep.metrics) == 0
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
    condition     = yamldecode(output.webhook_configuration).webhooks[0].timeoutSeconds == 7
    error_message = "Karmada waits longer or shorter than asked for"
  }

  assert {
    condition     = issensitive(output.webhook_url) && issensitive(output.webhook_configuration) && !issensitive(output.url)
    error_message = "an output with the path secret is not sensitive"
  }

  assert {
    condition     = output.apply_command == "terraform output -raw webhook_configuration | kubectl --context karmada-apiserver apply -f -"
    error_message = "apply_command is not the command for Karmada's API server"
  }

  assert {
    condition     = length(output.dns_records) == 0
    error_message = "there are DNS records without a custom domain"
  }

  assert {
    condition     = terraform_data.deletion_protection.input == false && terraform_data.deletion_protection.triggers_replace == var.service_id
    error_message = "the guard does not know what it protects"
  }
}

run "described_kinds" {
  variables {
    kinds = [{ spec = {
      target                   = { apiVersion = "example.io/v2", kind = "Everything" }
      replicaResource          = {}
      componentResource        = {}
      replicaRevision          = {}
      retention                = {}
      statusAggregation        = {}
      statusReflection         = {}
      healthInterpretation     = {}
      dependencyInterpretation = {}
    } }]
  }

  assert {
    condition     = [for w in yamldecode(output.webhook_configuration).webhooks : w.rules[0].kinds[0]] == ["Workload", "Everything"]
    error_message = "the described kind does not stand beside the one in Go"
  }

  assert {
    condition = yamldecode(output.webhook_configuration).webhooks[1].rules[0].operations == [
      "InterpretReplica", "ReviseReplica", "Retain", "AggregateStatus", "InterpretStatus", "InterpretHealth", "InterpretDependency",
    ]
    error_message = "want every operation that is described, but not InterpretComponent beside ReviseReplica: Karmada v1.18 would revise members to 0"
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
    condition     = output.service_name == "workload-interpreter"
    error_message = "service_name is not the service's"
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

run "behind_a_load_balancer" {
  variables {
    custom_domain         = "interpreter.example.com"
    create_domain_mapping = false
  }

  assert {
    condition     = length(google_cloud_run_domain_mapping.this) == 0 && output.url == "https://interpreter.example.com"
    error_message = "the domain is mapped although a load balancer has it"
  }
}

run "metrics" {
  variables {
    log_metric = true
  }

  assert {
    condition     = google_logging_metric.failed[0].name == "workload-interpreter/failed" && google_logging_metric.refused[0].name == "workload-interpreter/refused"
    error_message = "a metric has another name"
  }

  assert {
    condition     = alltrue([for m in [google_logging_metric.failed[0], google_logging_metric.refused[0]] : m.metric_descriptor[0].metric_kind == "DELTA" && m.metric_descriptor[0].value_type == "INT64"])
    error_message = "a metric is no counter"
  }

  assert {
    condition     = alltrue([for m in [google_logging_metric.failed[0], google_logging_metric.refused[0]] : keys(m.label_extractors) == sort([for l in m.metric_descriptor[0].labels : l.key])])
    error_message = "labels and their extractors differ"
  }

  assert {
    condition     = google_logging_metric.failed[0].label_extractors == tomap({ for l in ["operation", "outcome", "namespace", "name"] : l => "EXTRACT(jsonPayload.${l})" })
    error_message = "a label is taken from another field of the log line"
  }

  assert {
    condition     = length(google_monitoring_alert_policy.this) == 0
    error_message = "there is an alert that reaches nobody"
  }
}

run "alerts" {
  variables {
    notification_channels = ["projects/my-project/notificationChannels/1234567890"]
  }

  assert {
    condition     = keys(google_monitoring_alert_policy.this) == ["failing", "flood", "forbidden", "overloaded", "rotation", "unavailable"]
    error_message = "an alert is missing"
  }

  assert {
    condition     = alltrue([for a in google_monitoring_alert_policy.this : a.notification_channels == tolist(["projects/my-project/notificationChannels/1234567890"])])
    error_message = "an alert goes elsewhere"
  }

  assert {
    condition     = alltrue([for a in google_monitoring_alert_policy.this : startswith(a.display_name, "workload-interpreter: ") && a.user_labels.team == "platform" && a.combiner == "OR"])
    error_message = "an alert does not say what it belongs to"
  }

  assert {
    condition     = alltrue(flatten([for a in google_monitoring_alert_policy.this : [for c in a.conditions : c.condition_threshold[0].comparison == "COMPARISON_GT"]]))
    error_message = "an alert fires when all is well"
  }

  assert {
    condition     = time_sleep.metrics[0].create_duration == "90s"
    error_message = "alerts are made before their metrics are known"
  }
}

run "strangers_are_not_kept" {
  variables {
    keep_stranger_logs = false
  }

  assert {
    condition     = google_logging_project_exclusion.strangers[0].name == "workload-interpreter-strangers"
    error_message = "the log entries of strangers are kept against the choice"
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
