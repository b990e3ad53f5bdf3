#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0
#
# usage: scripts/rename.sh MODULE | check
#
#   MODULE  puts MODULE, such as git.example.com/you/interpreter, in the place of this module's path in every file. The API
#           groups workload.example.io and interpreter.workload.example.io stay: they are not names of modules.
#   check   does it in a copy, builds every program and runs the tests of the root module there
set -euo pipefail
cd "$(dirname "$0")/.."

rename() {
  local old new=$1
  old=$(go list -m)
  [[ $new =~ ^[a-z0-9.-]+\.[a-z]+(/[A-Za-z0-9._~-]+)+$ ]] || {
    echo "rename: want a module path such as git.example.com/you/interpreter, got ${new:-nothing}" >&2
    exit 2
  }
  git ls-files -co --exclude-standard -z | xargs -0 grep -lZF "$old" -- |
    xargs -0 perl -pi -e "s{(?<![\\w.-])\Q$old\E(?![\\w-])}{$new}g"
  git ls-files -co --exclude-standard -z '*.go' | xargs -0 gofmt -w
  echo "rename: $old is $new now; look at git diff, then run make generate test"
}

case ${1-} in
  check)
    copy=$(mktemp -d)
    trap 'rm -rf "$copy"' EXIT
    git ls-files -co --exclude-standard -z | xargs -0 cp --parents -t "$copy"
    cd "$copy"
    git init -q && git add -A
    rename git.example.com/someone/else
    go build ./... && go vet ./... && go test ./...
    go -C test/example test ./...
    ;;
  *)
    rename "${1-}"
    ;;
esac
