#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0
#
# Checks every module and example under terraform/: format, init, validate, tests, and that the tables in the READMEs are
# current. By default the providers are schema-only ones and nothing but the Go module proxy is asked, and that only to
# build the tools; with --registry the real providers are downloaded from the provider registry.
#
# It works on a copy in .cache/terraform/work, so no lock file or .terraform folder appears in the tree.
# scripts/terraform-tools.sh says which Terraform it takes.
set -euo pipefail
cd "$(dirname "$0")/.."

registry=
case ${1-} in
  --registry) registry=yes ;;
  '') ;;
  *) echo "usage: scripts/terraform-check.sh [--registry]" >&2; exit 2 ;;
esac

scripts/terraform-tools.sh
cache=$PWD/.cache/terraform
terraform=$cache/bin/terraform
work=$cache/work
: > "$cache/empty.tfrc"
export TF_CLI_CONFIG_FILE=$cache/empty.tfrc CHECKPOINT_DISABLE=1 TF_IN_AUTOMATION=1

"$terraform" fmt -check -diff -recursive terraform ||
  { echo "terraform/ is not formatted: run terraform fmt -recursive terraform" >&2; exit 1; }
go -C test/terraform run ./docs -check ../../terraform

rm -rf "$work"
mkdir -p "$work"
# Without what an apply in the tree left behind: its lock file names checksums of the real providers.
tar -c --exclude=node_modules --exclude=.terraform --exclude=.terraform.lock.hcl --exclude='*.tfstate*' terraform go.mod go.sum function internal knative/main.go |
  tar -x -C "$work"

if [[ -n $registry ]]; then
  echo "download the newest providers that the modules allow, some 150 MB the first time" >&2
  providers=$cache/registry
  for example in cloud-run cloud-function aws-lambda; do
    "$terraform" -chdir="$work/terraform/examples/$example" get > /dev/null
    "$terraform" -chdir="$work/terraform/examples/$example" providers mirror "$providers"
  done
else
  providers=$cache/providers
  scripts/terraform-providers.sh "$terraform" "$work/terraform/modules/apis" "$providers"
fi

# check DIR: init, validate and test, with what they print in DIR/*.log.
check() {
  cd "$work/terraform/$1"
  "$terraform" init -backend=false -input=false -no-color -plugin-dir="$providers" > init.log 2>&1 || return 1
  "$terraform" validate -no-color > validate.log 2>&1 || return 1
  "$terraform" test -no-color > test.log 2>&1
}

dirs=(
  cloud-run cloud-function image modules/access modules/apis modules/endpoint modules/repository
  examples/cloud-run examples/cloud-function examples/aws-lambda
)
for dir in "${dirs[@]}"; do check "$dir" & done
wait

passed=0 failed=0
for dir in "${dirs[@]}"; do
  echo "== terraform/$dir"
  cd "$work/terraform/$dir"
  if [[ ! -e test.log ]]; then
    cat ./*.log >&2
    failed=$((failed + 1))
    continue
  fi
  grep -vE '(\.\.\. (in progress|tearing down)|^$|^Success!|^Failure!)' test.log || true
  summary=$(grep -E '^(Success|Failure)! ' test.log) || { echo "no summary in $PWD/test.log" >&2; exit 1; }
  passed=$((passed + $(sed -E 's/.*! ([0-9]+) passed.*/\1/' <<< "$summary")))
  # A failure outside a run, as in the clean-up, is a failure too.
  failures=$(sed -E 's/.*, ([0-9]+) failed.*/\1/' <<< "$summary")
  [[ $failures != 0 || $summary == Success* ]] || failures=1
  failed=$((failed + failures))
done

echo "terraform: $passed passed, $failed failed"
[[ $failed == 0 ]]
