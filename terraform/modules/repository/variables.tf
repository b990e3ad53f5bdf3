# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# Checked where they are set: in terraform/image and terraform/cloud-function.

variable "project_id" {
  type        = string
  description = "Project of the repository."
}

variable "region" {
  type        = string
  description = "Region of the repository."
}

variable "name" {
  type        = string
  description = "Name of the repository."
}

variable "labels" {
  type        = map(string)
  description = "Labels for the repository."
}

variable "kms_key" {
  type        = string
  description = "Key that encrypts the images, or null for Google's own."
}
