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

# To tidy is to download much that nothing compiles, so it goes on beside the compiling.
tidy() {
  cd "$1"
  for file in go.mod karmada-*.mod; do
    [[ ! -e $file ]] || go mod tidy -diff -modfile="$file" || { echo "not tidy: $1/$file" >&2; exit 1; }
  done
}
export -f tidy
xargs -P 2 -I {} bash -euo pipefail -c 'tidy {}' <<<"$modules" &
tidying=$!
trap 'kill "$tidying" 2>/dev/null || true' EXIT

linted=()
for dir in $modules; do
  # What is below a folder build only names programs of others; e2e compiles them.
  if [[ $dir != */build/* && -n $(go -C "$dir" list ./... 2>/dev/null) ]]; then
    echo "compile $dir"
    go -C "$dir" list -export -deps -test ./... >/dev/null
    linted+=("$dir")
  fi
done

# A run keeps one core busy and takes up to 3 GB.
golangci=$(go -C test/lint tool -n golangci-lint)
export golangci root=$PWD
printf '%s\n' "${linted[@]}" | xargs -P 2 -I {} bash -euo pipefail -c 'cd {}
  out=$("$golangci" run --allow-parallel-runners --config "$root/.golangci.yaml" ./... 2>&1) && echo "lint {}: $out" || { echo "lint {}: $out" >&2; exit 1; }'

trap - EXIT
wait "$tidying" || { echo "a go.mod file is not tidy: see above" >&2; exit 1; }
"$(go -C test/tools tool -n actionlint)" .github/workflows/*.yaml
scripts/generate.sh --check
