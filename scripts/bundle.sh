#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0
#
# Makes the bundle of the page of interpret try from internal/cli/page/web, with what package-lock.json names. With
# --check it writes nothing and fails if the bundle is stale. With --packages it only installs the packages.
set -euo pipefail
cd "$(dirname "$0")/../internal/cli/page/web"

installed=node_modules/.package-lock.json
[[ $installed -nt package-lock.json ]] || npm ci --silent
[[ ${1-} != --packages ]] || exit 0

bundle=$PWD/../bundle
out=$bundle
if [[ ${1-} == --check ]]; then
  out=$(mktemp -d)
  trap 'rm -rf "$out"' EXIT
fi
npm run --silent build -- "$out"
diff -rq "$bundle" "$out" || { echo "internal/cli/page/bundle is stale: run make generate" >&2; exit 1; }
