# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

variable "image" {
  type        = string
  description = "The container image, by digest, from a registry that Cloud Run can read: Artifact Registry or Docker Hub. terraform/image builds it."
  nullable    = false

  validation {
    condition     = can(regex("^[a-z0-9.-]+(:[0-9]+)?(/[a-z0-9._-]+)*(:[A-Za-z0-9_][A-Za-z0-9._-]{0,127})?(@sha256:[0-9a-f]{64})?$", var.image))
    error_message = "image: want a reference without scheme, like \"europe-west1-docker.pkg.dev/my-project/interpreter/knative@sha256:...\"."
  }

  validation {
    condition     = !var.require_digest || can(regex("@sha256:[0-9a-f]{64}$", var.image))
    error_message = "image: want a digest (...@sha256:<64 hexadecimal digits>), since a tag can come to mean another image; or set require_digest = false."
  }
}

variable "require_digest" {
  type        = bool
  description = "Refuse an image without a digest."
  default     = true
  nullable    = false
}

variable "egress_subnetwork" {
  type        = string
  description = "Subnetwork that all outgoing traffic is led into, like `projects/my-project/regions/europe-west1/subnetworks/closed`. The function calls nobody: with a subnetwork that leads nowhere it cannot. Left out, the platform's way out."
  default     = null

  validation {
    condition     = var.egress_subnetwork == null ? true : can(regex("^projects/[^/]+/regions/[^/]+/subnetworks/[^/]+$", var.egress_subnetwork))
    error_message = "egress_subnetwork: want the full name, like \"projects/my-project/regions/europe-west1/subnetworks/closed\"."
  }
}
