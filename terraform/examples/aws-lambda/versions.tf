# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

terraform {
  required_version = ">= 1.9"

  required_providers {
    # 6.29 brought invoked_via_function_url.
    aws = {
      source  = "hashicorp/aws"
      version = ">= 6.29, < 7"
    }
    random = {
      source  = "hashicorp/random"
      version = ">= 3.7, < 4"
    }
  }
}
