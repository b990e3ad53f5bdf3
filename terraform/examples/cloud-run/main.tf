# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# For production: the container image, one instance kept warm, an own host name, an alert.

provider "google" {
  project = var.project_id
  region  = var.region
}

module "interpreter" {
  source = "../../cloud-run"

  project_id = var.project_id
  region     = var.region
  image      = var.image

  min_instances         = 1
  max_instances         = 5
  custom_domain         = var.custom_domain
  notification_channels = var.notification_channels
  labels                = { team = "platform" }

  # Raise this by one to rotate the path secret.
  path_secret_generation = 1
}
