# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

variable "project_id" {
  type        = string
  description = "Project of the APIs."
}

variable "enable" {
  type        = bool
  description = "Enable them, or trust that somebody did."
}

variable "apis" {
  type        = list(string)
  description = "The APIs, like `run.googleapis.com`."

  validation {
    condition     = alltrue([for a in var.apis : endswith(a, ".googleapis.com")])
    error_message = "apis: want service names, like \"run.googleapis.com\"."
  }
}

variable "propagation_wait" {
  type        = string
  description = "How long to wait after enabling them."
}
