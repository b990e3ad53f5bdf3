# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# What is uploaded: the packages that the function is made of, and one file in the root for the buildpack. The hash
# depends on names and contents only, so the same source is the same upload on every machine.

locals {
  source_root = var.source_root == null ? "${path.module}/../.." : var.source_root

  upload_paths = [
    for path in flatten([for pattern in ["go.mod", "go.sum", "function/*.go", "internal/**"] : tolist(fileset(local.source_root, pattern))]) : path
    if !endswith(path, "_test.go") && !strcontains(path, "/testdata/") && !startswith(path, "internal/cli/") && !strcontains(path, "/.")
  ]

  go_module = regex("(?m)^module\\s+(\\S+)", file("${local.source_root}/go.mod"))[0]

  upload = merge(
    { for path in local.upload_paths : path => file("${local.source_root}/${path}") },
    { "upload.go" = templatefile("${path.module}/upload.go.tftpl", { module = local.go_module }) },
  )

  upload_hash = sha256(jsonencode(local.upload))
}

# A resource, since the zip that a data source writes is missing where plan and apply are two jobs. A plan reads it anew, so
# a job that only applies gets it only if it is to be made: with another source, or for another bucket.
resource "archive_file" "source" {
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

  lifecycle {
    replace_triggered_by = [google_storage_bucket.source.id]
  }
}

resource "google_storage_bucket" "source" {
  project                     = var.project_id
  name                        = "${var.name}-source-${substr(sha256("${var.project_id}/${var.region}"), 0, 10)}"
  location                    = var.region
  labels                      = var.labels
  uniform_bucket_level_access = true
  public_access_prevention    = "enforced"
  force_destroy               = true

  dynamic "encryption" {
    for_each = var.kms_key[*]
    content {
      default_kms_key_name = encryption.value
    }
  }

  depends_on = [module.access.apis]
}

# Named after its contents: a changed source is a new object, and so a new build.
resource "google_storage_bucket_object" "source" {
  bucket = google_storage_bucket.source.name
  name   = "${var.name}-${local.upload_hash}.zip"
  source = archive_file.source.output_path

  lifecycle {
    create_before_destroy = true
  }
}
