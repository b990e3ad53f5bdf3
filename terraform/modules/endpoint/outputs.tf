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
  value       = yamlencode(local.webhook_configuration)
  sensitive   = true
}

output "apply_command" {
  description = "The command that tells Karmada, to be run in the folder of the root module."
  value       = "terraform output -raw webhook_configuration | kubectl --context ${var.karmada_context} apply -f -"
}

output "dns_records" {
  description = "Records to add to the custom domain's zone, once it is mapped."
  value       = try(google_cloud_run_domain_mapping.this[0].status[0].resource_records, [])
}

output "service_name" {
  description = "Name of the Cloud Run service, once everything around it is there."
  value       = var.service_name
  depends_on  = [terraform_data.deletion_protection]
}
