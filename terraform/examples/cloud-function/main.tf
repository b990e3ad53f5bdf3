# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# The function from this repository's source, built by the platform.

provider "google" {
  project = var.project_id
  region  = var.region
}

module "interpreter" {
  source = "../../cloud-function"

  project_id = var.project_id
  region     = var.region
  public     = var.public

  path_secret_generations = var.path_secret_generations

  # A trial goes as easily as it came. Leave this out in production.
  deletion_protection = false
}
