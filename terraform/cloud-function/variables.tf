# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

variable "source_root" {
  type        = string
  description = "Folder with the function's source, the one with go.mod. Left out, the repository that this module is part of."
  default     = null

  validation {
    condition     = var.source_root == null ? true : fileexists("${var.source_root}/go.mod")
    error_message = "source_root: want the folder of the Go module, with go.mod and the folders function and internal; there is no go.mod in the one given."
  }

  validation {
    condition     = var.source_root == null ? true : length(fileset(var.source_root, "function/*.go")) > 0
    error_message = "source_root: want the folder of the Go module, with go.mod and the folders function and internal; there is no function/*.go in the one given."
  }
}

variable "archive_path" {
  type        = string
  description = "Where the upload is put together. Left out, below `.terraform` of the root module."
  default     = null

  validation {
    condition     = var.archive_path == null ? true : endswith(var.archive_path, ".zip")
    error_message = "archive_path: want the path of a zip file, like \"/tmp/upload.zip\"."
  }
}

variable "runtime" {
  type        = string
  description = "Runtime of Cloud Run functions. go.mod asks for Go 1.26 or later."
  default     = "go127"
  nullable    = false

  validation {
    condition     = can(regex("^go1(2[6-9]|[3-9][0-9])$", var.runtime))
    error_message = "runtime: want a Go runtime from Go 1.26 up, written like \"go127\"."
  }
}

variable "build_service_account" {
  type        = string
  description = "Service account of your own that builds, like `projects/my-project/serviceAccounts/build@my-project.iam.gserviceaccount.com`, with the roles `logging.logWriter` and `storage.objectViewer`. Left out, one is made."
  default     = null

  validation {
    condition     = var.build_service_account == null ? true : can(regex("^projects/[^/]+/serviceAccounts/[^/@]+@[^/]+$", var.build_service_account))
    error_message = "build_service_account: want the full name, like \"projects/my-project/serviceAccounts/build@my-project.iam.gserviceaccount.com\"."
  }
}

variable "public" {
  type        = bool
  description = "Let everybody invoke the function, as Karmada must be able to. Turn it off where an organization policy refuses `allUsers` and somebody else opens the service: the README tells how."
  default     = true
  nullable    = false
}
