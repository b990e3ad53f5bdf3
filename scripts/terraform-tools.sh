#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0
#
# Builds into .cache/terraform what the checks of terraform/ need: Terraform's command line (unless TERRAFORM names one)
# and the schema-only providers. Everything comes through the Go module proxy; a tool newer than its pins is left alone.
set -euo pipefail
cd "$(dirname "$0")/.."

bin=$PWD/.cache/terraform/bin
mkdir -p "$bin"

pins=(test/terraform/cli/terraform.mod test/terraform/cli/terraform.sum scripts/terraform-tools.sh)
if [[ -z ${TERRAFORM-} && -n $(find "${pins[@]}" -newer "$bin/terraform" 2>&1) ]]; then
  cli=$PWD/.cache/terraform/cli
  echo "build Terraform, once: about two minutes on two idle cores" >&2
  mkdir -p "$cli/backends"
  cp test/terraform/cli/terraform.mod "$cli/go.mod"
  cp test/terraform/cli/terraform.sum "$cli/go.sum"
  remote=github.com/hashicorp/terraform/internal/backend
  printf 'module %s/remote-state\n\ngo 1.26.0\n' "$remote" > "$cli/backends/go.mod"
  for backend in azure consul cos gcs kubernetes oci oss pg s3; do
    mkdir -p "$cli/backends/$backend"
    printf 'package %s\n\nimport "%s"\n\nfunc New() backend.Backend { return nil }\n' "$backend" "$remote" \
      > "$cli/backends/$backend/backend.go"
  done
  go -C "$cli" build -ldflags '-s -w -X github.com/hashicorp/terraform/version.dev=no' -o "$bin/terraform" \
    github.com/hashicorp/terraform
  touch "$bin/terraform"
fi

go -C test/terraform build -ldflags '-s -w' -o "$bin/schemaprovider" ./schemaprovider
