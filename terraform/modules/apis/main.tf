# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# The APIs that something needs. What uses them waits for the output `ready`.

resource "google_project_service" "this" {
  for_each = var.enable ? toset(var.apis) : toset([])

  project            = var.project_id
  service            = each.value
  disable_on_destroy = false
}

# An API that was just enabled, and the service agent that comes with it, are not known everywhere at once.
resource "time_sleep" "this" {
  create_duration = var.enable ? var.propagation_wait : "0s"
  triggers        = { apis = join(" ", sort(keys(google_project_service.this))) }

  depends_on = [google_project_service.this]
}
