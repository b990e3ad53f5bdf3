# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

output "image" {
  description = "The image by digest, for the input `image` of terraform/cloud-run."
  value       = ko_build.this.image_ref
}
