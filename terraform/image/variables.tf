# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# What terraform/cloud-run takes as well is checked there: both get the same values.

variable "project_id" {
  type        = string
  description = "Project of the repository. Cloud Run can read it without a grant if it is the project of the endpoint."
  nullable    = false
}

variable "region" {
  type        = string
  description = "Region of the repository, like `europe-west1`."
  nullable    = false
}

variable "name" {
  type        = string
  description = "Name of the repository in Artifact Registry."
  default     = "workload-interpreter"
  nullable    = false
}

variable "labels" {
  type        = map(string)
  description = "Labels for the repository."
  default     = {}
  nullable    = false
}

variable "kms_key" {
  type        = string
  description = "Key that encrypts the images, like `projects/my-project/locations/europe-west1/keyRings/ring/cryptoKeys/key`. Left out, Google's own."
  default     = null
}

variable "enable_apis" {
  type        = bool
  description = "Enable Artifact Registry's API. It stays enabled when the repository is destroyed."
  default     = true
  nullable    = false
}

variable "propagation_wait" {
  type        = string
  description = "How long to wait until the API is known everywhere."
  default     = "60s"
  nullable    = false
}

variable "source_root" {
  type        = string
  description = "Folder with the source, the one with go.mod. Left out, the repository that this module is part of."
  default     = null

  validation {
    condition     = var.source_root == null ? true : fileexists("${var.source_root}/go.mod")
    error_message = "source_root: want the folder of the Go module, with go.mod and the folders knative and internal; there is no go.mod in the one given."
  }
}

variable "base_image" {
  type        = string
  description = "Image that the program is put on. Left out, ko's default, `cgr.dev/chainguard/static:latest`; a digest keeps a new base from being a new image."
  default     = null

  validation {
    condition     = var.base_image == null ? true : can(regex("^[a-z0-9.-]+(:[0-9]+)?(/[a-z0-9._-]+)+(:[A-Za-z0-9_][A-Za-z0-9._-]{0,127})?(@sha256:[0-9a-f]{64})?$", var.base_image))
    error_message = "base_image: want a reference without scheme, like \"cgr.dev/chainguard/static@sha256:...\"."
  }
}
