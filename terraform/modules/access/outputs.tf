# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

output "service_account" {
  description = "E-mail address of the service account, once it may read the secret and the APIs are enabled."
  value       = local.service_account
  depends_on  = [time_sleep.grant]
}

output "path_secret" {
  description = "The current path secret."
  value       = local.secrets[0]
  sensitive   = true
}

output "secret" {
  description = "Where the accepted path secrets are kept: secret and version."
  value = {
    id      = google_secret_manager_secret.path.secret_id
    version = google_secret_manager_secret_version.path.version
  }
  depends_on = [time_sleep.grant]
}

output "apis" {
  description = "The APIs that were enabled, once they are known everywhere."
  value       = module.apis.ready
}
