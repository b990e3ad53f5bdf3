# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

output "service_account" {
  description = "E-mail address of the service account, once it may read the secret and the APIs are enabled."
  value       = google_service_account.this.email
  depends_on  = [google_secret_manager_secret_iam_member.path]
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
  depends_on = [google_secret_manager_secret_iam_member.path]
}
