# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# Who builds. The account that the platform would take has no role in a new organization
# (https://cloud.google.com/resource-manager/docs/secure-by-default-organizations), so there is one for this purpose, with
# the roles that Google names (https://cloud.google.com/functions/docs/securing/build-custom-sa), each where it is needed.

locals {
  # An account's name has 30 characters at most.
  build_account = length(var.name) <= 24 ? "${var.name}-build" : "${substr(var.name, 0, 19)}-${substr(sha256(var.name), 0, 4)}-build"

  own_build_account     = var.build_service_account == null
  build_service_account = local.own_build_account ? one(google_service_account.build[*].name) : var.build_service_account
  builder               = "serviceAccount:${local.own_build_account ? one(google_service_account.build[*].email) : element(split("/", var.build_service_account), 3)}"
}

resource "google_service_account" "build" {
  count = local.own_build_account ? 1 : 0

  project      = var.project_id
  account_id   = local.build_account
  display_name = "Builds the Karmada resource interpreter ${var.name}"

  depends_on = [module.access.apis]
}

resource "google_project_iam_member" "build_logs" {
  count = local.own_build_account ? 1 : 0

  project = var.project_id
  role    = "roles/logging.logWriter"
  member  = local.builder
}

# The platform copies the source into a bucket of its own, named like gcf-v2-sources-<project number>-<region>.
resource "google_project_iam_member" "build_source" {
  count = local.own_build_account ? 1 : 0

  project = var.project_id
  role    = "roles/storage.objectViewer"
  member  = local.builder

  condition {
    title      = "sources of functions"
    expression = "resource.name.startsWith(\"projects/_/buckets/gcf-v2-sources-\")"
  }
}

# A repository of its own: the account writes to no other, the images go with the endpoint, and a key can encrypt them.
module "repository" {
  source = "../modules/repository"

  project_id = var.project_id
  region     = var.region
  name       = var.name
  labels     = var.labels
  kms_key    = var.kms_key

  depends_on = [module.access.apis]
}

resource "google_artifact_registry_repository_iam_member" "build_image" {
  project    = var.project_id
  location   = var.region
  repository = module.repository.id
  role       = "roles/artifactregistry.writer"
  member     = local.builder
}

# The build fails if it starts before the grants are known everywhere
# (https://github.com/hashicorp/terraform-provider-google/issues/20571).
resource "time_sleep" "build" {
  create_duration = var.propagation_wait
  triggers = {
    grants = join(" ", concat(
      google_project_iam_member.build_logs[*].id,
      google_project_iam_member.build_source[*].id,
      [google_artifact_registry_repository_iam_member.build_image.id],
    ))
  }
}
