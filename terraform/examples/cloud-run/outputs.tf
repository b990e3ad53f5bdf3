# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

output "url" {
  description = "The endpoint without its path secret."
  value       = module.interpreter.url
}

output "webhook_configuration" {
  description = "The ResourceInterpreterWebhookConfiguration for Karmada, as YAML."
  value       = module.interpreter.webhook_configuration
  sensitive   = true
}

output "apply_command" {
  description = "The command that tells Karmada."
  value       = module.interpreter.apply_command
}

output "dns_records" {
  description = "Records to add to the custom domain's zone."
  value       = module.interpreter.dns_records
}
