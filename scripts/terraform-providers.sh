#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0
#
# Usage: terraform-providers.sh TERRAFORM MODULE FOLDER
# Lays the schema-only providers out in FOLDER as a -plugin-dir. Which host a provider's short name stands for is up to the
# command, so it is asked by way of a module that needs one.
set -euo pipefail
terraform=$1 module=$2 folder=$3
root=$(cd "$(dirname "$0")/.." && pwd)

"$terraform" -chdir="$module" get > /dev/null
host=$("$terraform" -chdir="$module" providers | sed -nE 's#.*provider\[([^/]+)/hashicorp/google\].*#\1#p' | head -1)
[[ -n $host ]] || { echo "cannot tell the providers' host: $terraform names none for $module" >&2; exit 1; }
platform=$(go env GOOS)_$(go env GOARCH)
rm -rf "$folder"
for schema in "$root"/test/terraform/schemaprovider/schemas/*/*.json; do
  name=$(basename "$schema" .json)
  version=$(sed -nE '2s/.*"version": "([^"]+)".*/\1/p' "$schema")
  target=$folder/$host/$(basename "$(dirname "$schema")")/$name/$version/$platform
  mkdir -p "$target"
  ln "$root/.cache/terraform/bin/schemaprovider" "$target/terraform-provider-${name}_v$version"
done
