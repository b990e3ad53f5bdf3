# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# Checked where they are set: in terraform/cloud-run and terraform/cloud-function.

variable "project_id" {
  type        = string
  description = "Project of the endpoint."
}

variable "region" {
  type        = string
  description = "Region of the endpoint, the only place where the secret is kept."
}

variable "name" {
  type        = string
  description = "Name of the endpoint and of its service account."
}

variable "labels" {
  type        = map(string)
  description = "Labels for the secret."
}

variable "enable_apis" {
  type        = bool
  description = "Enable the APIs."
}

variable "apis" {
  type        = list(string)
  description = "The APIs that the endpoint needs, like `run.googleapis.com`."
}

variable "deletion_protection" {
  type        = bool
  description = "Refuse to destroy the secret."
}

variable "path_secrets" {
  type        = list(string)
  description = "Path secrets given by the user, or null to generate them."
  sensitive   = true
}

variable "path_secret_generations" {
  type        = list(number)
  description = "Generations of the generated path secret that are accepted, the current one first."
}

variable "propagation_wait" {
  type        = string
  description = "How long to wait after enabling APIs and after a grant."
}

variable "service_account" {
  type        = string
  description = "E-mail address of an account that there is, or null to make one."
}

variable "kms_key" {
  type        = string
  description = "Key that encrypts the secret, or null for Google's own."
}
