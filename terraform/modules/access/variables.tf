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

  validation {
    condition     = alltrue([for a in var.apis : endswith(a, ".googleapis.com")])
    error_message = "apis: want service names, like \"run.googleapis.com\"."
  }
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

variable "path_secret_generation" {
  type        = number
  description = "Generation of the generated path secret."
}

variable "accept_previous_path_secret" {
  type        = bool
  description = "Accept the generation before the current one as well."
}
