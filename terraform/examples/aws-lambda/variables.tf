# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

variable "region" {
  type        = string
  description = "Region for the endpoint."
  default     = "eu-central-1"
}

variable "name" {
  type        = string
  description = "Name of the function, its role and its log group."
  default     = "workload-interpreter"
}

variable "image" {
  type        = string
  description = "The container image with the adapter, by digest, in Elastic Container Registry of the same region."

  validation {
    condition     = can(regex("^[0-9]{12}[.]dkr[.]ecr[.][a-z0-9-]+[.]amazonaws[.]com/[a-z0-9._/-]+@sha256:[0-9a-f]{64}$", var.image))
    error_message = "image: want an image in Elastic Container Registry by digest, like \"123456789012.dkr.ecr.eu-central-1.amazonaws.com/interpreter@sha256:...\"."
  }
}

variable "max_instances" {
  type        = number
  description = "Calls that are answered at a time."
  default     = 10
}
