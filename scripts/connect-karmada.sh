#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0
#
# Tells Karmada to ask the function that make deploy-knative has deployed: installs the Workload CRD, its propagation to the
# members and the ResourceInterpreterWebhookConfiguration. Running it again changes only what is different.
#
#   KARMADA_CONTEXT  kubectl context of Karmada's API server; the only one that is changed
#   CONTEXT          kubectl context of the cluster with the function, only read; the current one if unset
#   URL              https URL that every caller reaches; found in CONTEXT if unset, with the first path secret at its end
#   CA_FILE          PEM certificates to trust, for a certificate that is not publicly trusted
#   TIMEOUT_SECONDS  how long Karmada waits for an answer; 10 lets an instance start from zero
#   DRY_RUN=1        asks Karmada whether it would accept each object and changes nothing
set -euo pipefail
cd "$(dirname "$0")/.."

namespace=workload-interpreter

die() {
  printf 'connect-karmada: %s\n' "$@" >&2
  exit 1
}

command -v kubectl >/dev/null || die "cannot find kubectl" "next: install it, or make knative-up, which brings its own"
karmada=${KARMADA_CONTEXT:?"name the kubectl context of Karmada's API server"}
kubectl --context "$karmada" get crd resourceinterpreterwebhookconfigurations.config.karmada.io -o name >/dev/null ||
  die "context $karmada is not a Karmada API server that can be reached" "next: kubectl config get-contexts"

service() {
  kubectl --context "$context" --namespace "$namespace" get services.serving.knative.dev interpreter -o "jsonpath=$1"
}

# The URL of the domain mapping, or of the Service, with the first path secret at its end.
find_url() {
  local url secret key list
  url=$(kubectl --context "$context" --namespace "$namespace" get domainmappings.serving.knative.dev \
    -o 'jsonpath={range .items[*]}{.status.url}{"\n"}{end}' | head -n 1)
  [[ -n $url ]] || url=$(service '{.status.url}')
  [[ $url == https://* ]] || die "the function's URL is ${url:-not known yet}, and Karmada calls https only" \
    "next: turn on TLS in Knative (external-domain-tls), or use the overlay domain, or set URL to where TLS is ended"
  secret=$(service '{.spec.template.spec.containers[0].env[?(@.name=="INTERPRETER_PATH_SECRETS")].valueFrom.secretKeyRef.name}')
  key=INTERPRETER_PATH_SECRETS
  list=$(kubectl --context "$context" --namespace "$namespace" get secret "$secret" --ignore-not-found \
    -o "go-template={{index .data \"$key\" | base64decode}}")
  list=${list//,/ }
  read -r list _ <<<"$list " || true
  echo "$url/interpreter-workload${list:+/$list}"
}

url=${URL-}
if [[ -z $url ]]; then
  context=${CONTEXT:-$(kubectl config current-context 2>/dev/null)} || die "no kubectl context is current" "next: set CONTEXT or URL"
  url=$(find_url)
fi
configuration=$(go run ./function/cmd/interpret config --with-crd --url "$url" --timeout-seconds "${TIMEOUT_SECONDS:-10}" \
  ${CA_FILE:+--ca-file "$CA_FILE"})
kubectl --context "$karmada" apply --server-side ${DRY_RUN:+--dry-run=server} -f - <<<"$configuration"
host=${url#https://}
echo "${DRY_RUN:+would have }connected: Karmada in $karmada asks https://${host%%/*}" >&2
