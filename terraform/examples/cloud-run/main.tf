# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# The container image, built from this repository in the same apply, on Cloud Run. The default policies of a new
# organization allow all of it.

provider "google" {
  project = var.project_id
  region  = var.region
}

module "image" {
  count  = var.image == null ? 1 : 0
  source = "../../image"

  project_id = var.project_id
  region     = var.region
}

module "interpreter" {
  source = "../../cloud-run"

  project_id = var.project_id
  region     = var.region
  image      = var.image == null ? one(module.image[*].image) : var.image

  min_instances           = var.min_instances
  notification_channels   = var.notification_channels
  kinds                   = [for path in var.kinds : file(path)]
  path_secret_generations = var.path_secret_generations

  # A trial goes as easily as it came. Leave this out in production.
  deletion_protection = var.deletion_protection
}
