# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# What the two endpoints have in common: in terraform/cloud-function this file is a link.

locals {
  # The function's settings, as environment (knative/settings.md).
  settings = merge(
    {
      LOG_LEVEL = var.log_level
      # Without a path secret no call is answered, so a lost one cannot open the endpoint to everybody.
      INTERPRETER_SECRET_REQUIRED = "true"
    },
    length(var.kinds) == 0 ? {} : { INTERPRETER_KINDS = join("\n---\n", var.kinds) },
  )
}
