# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# What the two endpoints have in common: in terraform/cloud-function this file is a link.

output "url" {
  description = "The endpoint without its path secret. Asked there, it answers 404."
  value       = module.endpoint.url
}

output "webhook_url" {
  description = "The URL that Karmada calls, path secret included."
  value       = module.endpoint.webhook_url
  sensitive   = true
}

output "webhook_configuration" {
  description = "The complete ResourceInterpreterWebhookConfiguration for Karmada, as YAML. It holds the path secret."
  value       = module.endpoint.webhook_configuration
  sensitive   = true
}

output "apply_command" {
  description = "The command that tells Karmada, to be run in the folder of the root module, whose output `webhook_configuration` it reads."
  value       = module.endpoint.apply_command
}

output "dns_records" {
  description = "Records to add to the custom domain's zone; empty without a mapped one."
  value       = module.endpoint.dns_records
}

output "service_account" {
  description = "E-mail address of the service account. It can read its path secret and nothing else."
  value       = module.access.service_account
}

output "service_name" {
  description = "Name of the Cloud Run service, for the serverless network endpoint group of a load balancer."
  value       = module.endpoint.service_name
}

output "region" {
  description = "Region of the Cloud Run service."
  value       = var.region
}

output "project_id" {
  description = "Project of the Cloud Run service."
  value       = var.project_id
}

output "secret_id" {
  description = "Name of the secret in Secret Manager that holds the accepted path secrets."
  value       = module.access.secret.id
}
