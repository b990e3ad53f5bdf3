#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0
#
# Puts into .cache/terraform/bin what the checks of terraform/ need: Terraform's command line and the schema-only providers.
# Terraform is the one that TERRAFORM names, or a fitting one in the PATH (1.9 or later), or else it is built through the Go
# module proxy, once; a built one newer than its pins is left alone.
set -euo pipefail
cd "$(dirname "$0")/.."

bin=$PWD/.cache/terraform/bin
mkdir -p "$bin"

# fits COMMAND: is it a Terraform that the modules allow?
fits() {
  local version
  version=$("$1" version -json 2> /dev/null | sed -nE 's/.*"terraform_version": "([0-9]+\.[0-9]+)\..*/\1/p')
  [[ -n $version && $(printf '1.9\n%s\n' "$version" | sort -V | head -1) == 1.9 ]]
}

pins=(test/terraform/cli/terraform.mod test/terraform/cli/terraform.sum scripts/terraform-tools.sh)
export CHECKPOINT_DISABLE=1
if [[ -n ${TERRAFORM-} ]]; then
  fits "$TERRAFORM" || { echo "TERRAFORM=$TERRAFORM is no Terraform 1.9 or later" >&2; exit 1; }
  ln -sf "$(realpath "$(command -v "$TERRAFORM")")" "$bin/terraform"
elif command -v terraform > /dev/null && fits terraform; then
  ln -sf "$(realpath "$(command -v terraform)")" "$bin/terraform"
elif [[ -L $bin/terraform || -n $(find "${pins[@]}" -newer "$bin/terraform" 2>&1) ]]; then
  rm -f "$bin/terraform"
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
