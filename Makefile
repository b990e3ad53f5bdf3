# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

SHELL := /usr/bin/env bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# Time for which `make fuzz` runs each fuzz target.
FUZZTIME ?= 1m

.PHONY: help
help: ## Show the targets.
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / {printf "  %-26s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# The function
.PHONY: demo run test test-releases bench fuzz
demo: ## Ask the function every operation about the nginx Workload and show the answers.
	@go run ./function/cmd/demo

run: ## Serve the function on PORT (8080) of the loopback interface until interrupted.
	@go run ./function/cmd/local

test: ## Run all tests of the function and the light ones of test/.
	go test ./...
	go -C test test ./...
	go -C test/contract test ./...

test-releases: ## Run the contract test with the client of older Karmada releases.
	go -C test/contract test -modfile=karmada-1.16.mod ./...
	go -C test/contract test -modfile=karmada-1.13.mod -tags karmada1_13 ./...

bench: ## Run the Go benchmarks.
	go test -run '^$$' -bench . -benchmem ./...

fuzz: ## Run every fuzz target for FUZZTIME (1m) each.
	@scripts/fuzz.sh $(FUZZTIME)

# Sources
.PHONY: generate lint
generate: ## Generate the manifests that come from Go types.
	@scripts/generate.sh

lint: ## Check format, vet, staticcheck, go.mod files and generated files of every module.
	@scripts/lint.sh
