#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0
#
# Checks every Go module of the repository: format, a tidy go.mod and what .golangci.yaml asks for; then the workflows and the
# generated files.
set -euo pipefail
cd "$(dirname "$0")/.."

unformatted=$(git ls-files -co --exclude-standard '*.go' | xargs gofmt -l)
if [[ -n $unformatted ]]; then
  echo "not formatted, run gofmt -w on:" >&2
  echo "$unformatted" >&2
  exit 1
fi

root=$PWD
golangci=$(go -C test/lint tool -n golangci-lint)
git ls-files -co --exclude-standard '*go.mod' | while read -r mod; do
  dir=$(dirname "$mod")
  echo "lint $dir"
  (
    cd "$dir"
    go mod tidy -diff
    for other in karmada-*.mod; do
      [[ ! -e $other ]] || go mod tidy -diff -modfile="$other"
    done
    # What is below a folder build only names programs of others; e2e compiles them.
    if [[ $dir != */build/* && -n $(go list ./... 2>/dev/null) ]]; then
      "$golangci" run --allow-parallel-runners --config "$root/.golangci.yaml" ./...
    fi
  )
done

"$(go -C test/tools tool -n actionlint)" .github/workflows/*.yaml
scripts/generate.sh --check
