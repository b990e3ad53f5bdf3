# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

output "url" {
  description = "The endpoint without its path secret. Asked there, it answers 404."
  value       = local.base
}

output "webhook_url" {
  description = "The URL that Karmada calls, path secret included."
  value       = local.webhook_url
  sensitive   = true
}

output "webhook_configuration" {
  description = "The ResourceInterpreterWebhookConfiguration for Karmada, as YAML."
  value = templatefile("${path.module}/webhook.yaml.tftpl", {
    name            = var.name
    url             = local.webhook_url
    timeout_seconds = var.webhook_timeout_seconds
  })
  sensitive = true
}

output "apply_command" {
  description = "The command that tells Karmada, to be run in the folder of the root module."
  value       = "terraform output -raw webhook_configuration | kubectl --context ${var.karmada_context} apply -f -"
}

output "dns_records" {
  description = "Records to add to the custom domain's zone."
  value       = try(google_cloud_run_domain_mapping.this[0].status[0].resource_records, [])
}
