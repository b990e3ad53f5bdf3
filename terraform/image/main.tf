# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# The container image, built from this repository's source where Terraform runs: with Go alone, without a container
# engine and without Cloud Build, so no build account needs a role and no policy about one applies.

module "apis" {
  source = "../modules/apis"

  project_id       = var.project_id
  enable           = var.enable_apis
  apis             = ["artifactregistry.googleapis.com"]
  propagation_wait = var.propagation_wait
}

module "repository" {
  source = "../modules/repository"

  project_id = var.project_id
  region     = var.region
  name       = var.name
  labels     = var.labels
  kms_key    = var.kms_key

  depends_on = [module.apis]
}

resource "ko_build" "this" {
  importpath  = "${local.go_module}/knative"
  working_dir = local.source_root
  repo        = "${module.repository.host_path}/knative"
  platforms   = ["linux/amd64"]
  sbom        = "spdx"
  base_image  = var.base_image

  # As in .ko.yaml, which the provider does not read: the same binary from any folder and any checkout.
  ldflags = ["-s", "-w", "-buildid="]
  env     = ["CGO_ENABLED=0", "GOFLAGS=-trimpath -buildvcs=false"]
}

locals {
  source_root = var.source_root == null ? "${path.module}/../.." : var.source_root
  go_module   = regex("(?m)^module\\s+(\\S+)", file("${local.source_root}/go.mod"))[0]
}
