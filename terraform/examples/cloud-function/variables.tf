# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

variable "project_id" {
  type        = string
  description = "Project for the endpoint."
}

variable "region" {
  type        = string
  description = "Region for the endpoint."
  default     = "europe-west1"
}
