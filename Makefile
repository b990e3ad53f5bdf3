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
.PHONY: demo run test test-init test-releases bench fuzz
demo: ## Ask the function every operation about the nginx Workload and show the answers.
	@go run ./function/cmd/demo

run: ## Serve the function on PORT (8080) of the loopback interface until interrupted.
	@go run ./function/cmd/local

test: ## Run all tests of the function and the light ones of test/.
	go test ./...
	go -C test test ./...
	go -C test/contract test ./...
	go -C test/kinds test ./...
	go -C test/example test ./...
	go -C test/example run ./interpret test cases
	go -C test/faults test ./...
	go -C test/bench test ./...

test-init: ## Begin descriptions from the CRDs that projects publish in Go modules (50 MB to download, once).
	go -C test/init test ./...

test-releases: ## Run the contract test with the client of older Karmada releases.
	go -C test/contract test -modfile=karmada-1.16.mod -skip TestAgreement .
	go -C test/contract test -modfile=karmada-1.13.mod -tags karmada1_13 -skip TestAgreement .

bench: ## Run the Go benchmarks.
	go test -run '^$$' -bench . -benchmem ./...

fuzz: ## Run every fuzz target for FUZZTIME (1m) each.
	@scripts/fuzz.sh $(FUZZTIME)

# Server
.PHONY: faults
faults: ## Hurt the server while Karmada's client calls it and show how many calls were lost.
	@go test -count=1 -v -run 'Stalled|Overload|Drain|Panic|NoGrowth' ./internal/serve/server | grep -v '^=== '
	@FAULTS_SLOWEST=1s go -C test/faults test -count=1 -v . | grep -Ev '^(=== |[IWE][0-9]{4} )'

# Side by side with others, and capacity
.PHONY: bench-peers bench-peers-short bench-kinds startup bench-profile capacity
bench-peers: ## Compare with Karmada's example webhook, a bare server, Lua and native (10 minutes). Needs port 8080.
	@go -C test/bench run ./cmd/peers -o results
	@$(MAKE) --no-print-directory capacity

bench-kinds: ## Measure the described kinds beside Karmada's own Lua, into test/kinds/results.
	@go -C test/kinds run ./cmd/table -o results/benchmark.md

bench-peers-short: ## The same in a minute, into .cache/bench.
	@go -C test/bench run ./cmd/peers -short -o ../../.cache/bench

startup: ## Compare start, memory and size only.
	@go -C test/bench run ./cmd/peers -only process

bench-profile: ## Profile the server under load, into .cache/profile.
	@go -C test/bench run ./cmd/profile

capacity: ## Simulate fleets with what bench-peers measured, into docs/capacity.md.
	@go -C test/bench run ./cmd/capacity -page ../../docs/capacity.md -picture results/capacity.svg

# Command line
.PHONY: interpret
interpret: ## Install the command interpret, which asks, tests and checks interpreter webhooks.
	go install ./function/cmd/interpret
	@echo "installed $$(go list -f '{{.Target}}' ./function/cmd/interpret)"

.PHONY: try test-page
try: ## Serve the page on which interpreters are tried, and open it in the browser.
	@go run ./function/cmd/interpret try

test-page: ## Test the page in Chromium. Needs npm and scripts/browser-packages.sh.
	@scripts/bundle.sh --packages
	go -C test/page test -count=1 ./...

# Karmada playground and end-to-end
PLAYGROUND := .cache/karmada/playground-command

.PHONY: karmada-up karmada-down karmada-status e2e e2e-upstream $(PLAYGROUND)
karmada-up: $(PLAYGROUND) ## Run a Karmada with three members on this machine and say what to type next.
	@exec $(PLAYGROUND) up

karmada-down: $(PLAYGROUND) ## End the Karmada that karmada-up started.
	@exec $(PLAYGROUND) down

karmada-status: $(PLAYGROUND) ## Show the components of the Karmada that runs.
	@exec $(PLAYGROUND) status

e2e: $(PLAYGROUND) ## Test the function in a real Karmada of its own.
	go -C test/karmada test ./...
	@exec $(PLAYGROUND) e2e

e2e-upstream: $(PLAYGROUND) ## Run Karmada's own specs for interpreter webhooks against the function.
	@exec $(PLAYGROUND) e2e-upstream

$(PLAYGROUND):
	@[[ -e $@ ]] || echo "building the playground's own command (a minute the first time)"
	@go -C test/karmada build -o ../../$@ ./cmd/playground

# Image and Knative
KNATIVE := .cache/karmada/knative-command

.PHONY: image image-check deploy-knative rollback-knative undeploy-knative connect-karmada disconnect-karmada validate knative-up knative-down e2e-knative $(KNATIVE)
image: ## Build the container image for amd64 and arm64 into bin/image, with SBOMs; BASE=machine needs no internet.
	@scripts/image.sh build

image-check: ## Build the image twice, compare the digests, show and check its size and contents.
	@scripts/image.sh check

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

validate: ## Hold the manifests in knative/ to a real API server, real definitions and Knative's own validation.
	@go -C test/knative test -count=1 ./validate

knative-up: $(KNATIVE) ## Run a one-node Kubernetes with Knative on this machine. Needs root, Linux and scripts/knative-packages.sh.
	@exec $(KNATIVE) up

knative-down: $(KNATIVE) ## End it, and remove everything that knative-up or e2e-knative has made.
	@exec $(KNATIVE) down

e2e-knative: $(KNATIVE) $(PLAYGROUND) ## Test the function on a Knative of its own with a Karmada beside it. Needs what knative-up needs.
	KNATIVE_TEST_INTERRUPT=$(CURDIR)/$(KNATIVE) go -C test/knative test -count=1 -v ./cmd/cluster
	@exec $(KNATIVE) e2e

$(KNATIVE):
	@go -C test/knative build -o ../../$@ ./cmd/cluster

# Sources
.PHONY: generate lint
generate: ## Generate the manifests that come from Go types, and the bundle of the page.
	@scripts/generate.sh

lint: ## Check format, vet, staticcheck, go.mod files and generated files of every module.
	@scripts/lint.sh

# Terraform
.PHONY: terraform-check terraform-check-registry terraform-proof terraform-mistakes terraform-docs terraform-schemas
terraform-check: ## Check terraform/ offline: format, validate, tests with mocked providers, README tables.
	@scripts/terraform-check.sh

terraform-check-registry: ## The same with the real providers; needs the internet, so CI does not run it.
	@scripts/terraform-check.sh --registry

terraform-proof: ## Build and ask what terraform/ uploads, run the container as Cloud Run does.
	@scripts/terraform-tools.sh
	go -C test/terraform test -count=1 -v -skip '^TestMistakes$$' .

terraform-mistakes: ## Seed 90 mistakes into terraform/, one at a time, and say what notices each (a quarter of an hour).
	@scripts/terraform-tools.sh
	go -C test/terraform test -count=1 -v -timeout 60m -run '^TestMistakes$$' .

terraform-docs: ## Write the tables of inputs and outputs into the READMEs of terraform/.
	@go -C test/terraform run ./docs ../../terraform

terraform-schemas: ## Make the provider schemas for terraform-check anew from npm packages.
	@scripts/terraform-schemas.sh

# Release
.PHONY: release release-push release-publish release-check rename rename-check vulnerabilities
release: ## Build everything of a release into dist/: VERSION=v0.3.0 [IMAGE=registry.example.com/you/interpreter]
	@scripts/release.sh "$(VERSION)"

release-push: ## Push and sign what release has built: VERSION=v0.3.0 KO_DOCKER_REPO=registry.example.com/you/interpreter
	@scripts/release.sh push "$(VERSION)"

release-publish: ## Make a GitHub release of dist/: VERSION=v0.3.0
	@scripts/release.sh publish "$(VERSION)"

release-check: ## Build a release twice and compare the bytes.
	@scripts/release.sh check

rename: ## Give the module a path of your own everywhere: MODULE=git.example.com/you/interpreter
	@scripts/rename.sh "$(MODULE)"

rename-check: ## Rename a copy, build it and run its tests.
	@scripts/rename.sh check

vulnerabilities: ## Look for known vulnerabilities in what the programs link. Needs the vulnerability database of Go.
	@go -C test/tools tool -n govulncheck >/dev/null
	$$(go -C test/tools tool -n govulncheck) ./function/... ./internal/... ./knative
