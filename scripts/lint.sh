#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0
#
# Checks every Go module of the repository: format, vet, staticcheck and a tidy go.mod; then the generated files.
set -euo pipefail
cd "$(dirname "$0")/.."

unformatted=$(git ls-files -co --exclude-standard '*.go' | xargs gofmt -l)
if [[ -n $unformatted ]]; then
  echo "not formatted, run gofmt -w on:" >&2
  echo "$unformatted" >&2
  exit 1
fi

tools=$PWD/test/tools
staticcheck=$(go -C "$tools" tool -n staticcheck)
git ls-files -co --exclude-standard '*go.mod' | while read -r mod; do
  dir=$(dirname "$mod")
  echo "lint $dir"
  (
    cd "$dir"
    go mod tidy -diff
    for other in karmada-*.mod; do
      [[ ! -e $other ]] || go mod tidy -diff -modfile="$other"
    done
    if [[ -n $(go list ./... 2>/dev/null) ]]; then
      go vet ./...
      "$staticcheck" ./...
    fi
  )
done

scripts/generate.sh --check
