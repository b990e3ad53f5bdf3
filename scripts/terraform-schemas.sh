#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0
#
# Extracts the provider schemas in test/terraform/schemaprovider/schemas from the npm packages pinned in
# test/terraform/schema (a 32 MB download).
set -euo pipefail
cd "$(dirname "$0")/.."

npm=$PWD/.cache/terraform/npm
mkdir -p "$npm"
cp test/terraform/schema/{package.json,package-lock.json,.npmrc} "$npm"
npm --prefix "$npm" ci
node test/terraform/schema/extract.mjs "$npm/node_modules" test/terraform/schemaprovider/schemas
