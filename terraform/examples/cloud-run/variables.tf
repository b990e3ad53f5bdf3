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
  description = "The container image, by digest."
}

variable "custom_domain" {
  type        = string
  description = "Host name of your own for the endpoint."
  default     = null
}

variable "notification_channels" {
  type        = list(string)
  description = "Where alerts go."
  default     = []
}
