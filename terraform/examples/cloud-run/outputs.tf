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

output "image" {
  description = "The image that runs, by digest."
  value       = var.image == null ? one(module.image[*].image) : var.image
}
