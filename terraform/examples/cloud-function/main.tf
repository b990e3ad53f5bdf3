# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# The shortest way to an endpoint: the function from this repository's source.

provider "google" {
  project = var.project_id
  region  = var.region
}

module "interpreter" {
  source = "../../cloud-function"

  project_id = var.project_id
  region     = var.region

  # A trial goes as easily as it came. Leave this out in production.
  deletion_protection = false
}
