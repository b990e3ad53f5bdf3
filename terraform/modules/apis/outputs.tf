# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

output "ready" {
  description = "The APIs that were enabled, once they are known everywhere."
  value       = time_sleep.this.triggers["apis"]
}
