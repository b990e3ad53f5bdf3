# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# What is uploaded: the packages that the function is made of, and one file in the root for the buildpack. The hash
# depends on names and contents only, so the same source is the same upload on every machine.

locals {
  source_root = var.source_root == null ? "${path.module}/../.." : var.source_root

  upload_paths = [
    for path in flatten([for pattern in ["go.mod", "go.sum", "function/**", "internal/**"] : tolist(fileset(local.source_root, pattern))]) : path
    if !endswith(path, "_test.go") && !strcontains(path, "/testdata/") && !startswith(path, "function/cmd/") && !strcontains(path, "/.")
  ]

  go_module = regex("(?m)^module\\s+(\\S+)", file("${local.source_root}/go.mod"))[0]

  upload = merge(
    { for path in local.upload_paths : path => file("${local.source_root}/${path}") },
    { "upload.go" = templatefile("${path.module}/upload.go.tftpl", { module = local.go_module }) },
  )

  upload_hash = sha256(jsonencode(local.upload))
}

data "archive_file" "source" {
  type             = "zip"
  output_path      = var.archive_path == null ? "${path.root}/.terraform/${var.name}.zip" : var.archive_path
  output_file_mode = "0644"

  dynamic "source" {
    for_each = local.upload
    content {
      filename = source.key
      content  = source.value
    }
  }
}
