# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0
#
# What a person types. Everything that only a check or a measurement needs is in test/Makefile: make -C test help.

SHELL := /usr/bin/env bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: $(shell sed -n 's/^\([a-z0-9-]*\):.*/\1/p' Makefile)

help: ## Show the targets.
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / {printf "  %-19s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
	@echo "  -C test help        Show the targets for clusters on this machine, longer checks and measurements."

# Try
demo: ## Ask the function every operation about the nginx Workload and show the answers.
	@go run ./function/cmd/demo

try: ## Serve the page on which interpreters are tried, and open it in the browser.
	@go run ./function/cmd/interpret try

run: ## Serve the function on PORT (8080) of the loopback interface until interrupted.
	@go run ./function/cmd/local

interpret: ## Install the command interpret, which asks, tests and checks interpreter webhooks.
	go install ./function/cmd/interpret
	@echo "installed $$(go list -f '{{.Target}}' ./function/cmd/interpret)"
	@command -v interpret >/dev/null || echo "next: add that folder to PATH"

# Change
test: ## Run the tests of the function, and those of a kind in a module of its own.
	go test ./...
	go -C test/example test ./...
	go -C test/example run ./interpret test cases

lint: ## Check format, vet, staticcheck, go.mod files and generated files of every module.
	@scripts/lint.sh

generate: ## Generate the manifests that come from Go types, and the bundle of the page.
	@scripts/generate.sh

e2e: ## Test the function in a real Karmada of its own.
	@$(MAKE) --no-print-directory -C test e2e

# Deploy
image: ## Build the container image for amd64 and arm64 into bin/image, with SBOMs; BASE=machine needs no internet.
	@scripts/image.sh build

deploy-knative: ## Deploy into a cluster with Knative: CONTEXT=host KO_DOCKER_REPO=... [WITH="warm ..."] [TRAFFIC=latest] [DRY_RUN=1]
	@scripts/deploy-knative.sh

connect-karmada: ## Tell Karmada about it: CONTEXT=host KARMADA_CONTEXT=karmada [URL=...] [CA_FILE=...] [DRY_RUN=1]
	@scripts/connect-karmada.sh

rollback-knative: ## Send all calls to a former revision: CONTEXT=host [REVISION=...]
	@scripts/rollback-knative.sh

disconnect-karmada: ## Take back what connect-karmada told Karmada: KARMADA_CONTEXT=karmada [OBJECTS=keep] [CRD=delete] [DRY_RUN=1]
	@scripts/disconnect-karmada.sh

undeploy-knative: ## Remove what deploy-knative has made: CONTEXT=host KARMADA_CONTEXT=karmada|none [DRY_RUN=1]
	@scripts/undeploy-knative.sh

# Release
release: ## Build everything of a release into dist/: VERSION=v0.3.0 [IMAGE=registry.example.com/you/interpreter]
	@scripts/release.sh "$(VERSION)"

rename: ## Give the module a path of your own everywhere: MODULE=git.example.com/you/interpreter
	@scripts/rename.sh "$(MODULE)"
