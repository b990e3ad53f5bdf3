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

modules=$(git ls-files -co --exclude-standard '*go.mod' | xargs -n 1 dirname)
linted=()
for dir in $modules; do
  echo "compile $dir"
  go -C "$dir" mod tidy -diff
  for other in "$dir"/karmada-*.mod; do
    [[ ! -e $other ]] || go -C "$dir" mod tidy -diff -modfile="${other##*/}"
  done
  # What is below a folder build only names programs of others; e2e compiles them.
  if [[ $dir != */build/* && -n $(go -C "$dir" list ./... 2>/dev/null) ]]; then
    go -C "$dir" list -export -deps -test ./... >/dev/null
    linted+=("$dir")
  fi
done

# A run keeps one core busy and takes up to 3 GB.
golangci=$(go -C test/lint tool -n golangci-lint)
export golangci root=$PWD
printf '%s\n' "${linted[@]}" | xargs -P 2 -I {} bash -euo pipefail -c 'cd {}
  out=$("$golangci" run --allow-parallel-runners --config "$root/.golangci.yaml" ./... 2>&1) && echo "lint {}: $out" || { echo "lint {}: $out" >&2; exit 1; }'

"$(go -C test/tools tool -n actionlint)" .github/workflows/*.yaml
scripts/generate.sh --check
