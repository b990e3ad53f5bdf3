# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

output "webhook_url" {
  description = "The URL that Karmada calls, path secret included: for `interpret config --url`."
  value       = "${aws_lambda_function_url.this.function_url}${random_bytes.path.hex}"
  sensitive   = true
}
