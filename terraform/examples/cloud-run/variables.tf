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

variable "image" {
  type        = string
  description = "A container image that there is, by digest. Left out, it is built."
  default     = null
}

variable "min_instances" {
  type        = number
  description = "Instances kept warm, 1 in production."
  default     = 0
}

variable "notification_channels" {
  type        = list(string)
  description = "Where alerts go."
  default     = []
}

variable "kinds" {
  type        = list(string)
  description = "Paths of descriptions of kinds."
  default     = []
}

variable "path_secret_generations" {
  type        = list(number)
  description = "Generations of the path secret that are accepted, the current one first."
  default     = [1]
}

variable "deletion_protection" {
  type        = bool
  description = "Refuse to destroy the endpoint, right in production."
  default     = false
}
