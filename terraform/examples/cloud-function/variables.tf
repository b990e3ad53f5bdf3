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

variable "public" {
  type        = bool
  description = "Let everybody invoke the function. Organizations made since May 2024 refuse that by default."
  default     = true
}

variable "path_secret_generations" {
  type        = list(number)
  description = "Generations of the path secret that are accepted, the current one first."
  default     = [1]
}
