#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0
#
# Tells Karmada to ask the function that make deploy-knative has deployed: installs the Workload CRD, its propagation to the
# members and the ResourceInterpreterWebhookConfiguration. Running it again changes only what is different.
#
#   KARMADA_CONTEXT  kubectl context of Karmada's API server; the only one that is changed
#   CONTEXT          kubectl context of the cluster with the function, only read; the current one if unset
#   URL_FILE         file with an https URL that every caller reaches, with the path; found in CONTEXT if unset. URL takes the
#                    URL itself, which then stands in the list of processes: for a path without a secret.
#   KINDS_FILE       descriptions of the kinds that the function at that URL serves; found in CONTEXT if no URL is given
#   CA_FILE          PEM certificates to trust, for a certificate that is not publicly trusted. Unset keeps what Karmada has for
#                    the same host, CA_FILE= removes it.
#   TIMEOUT_SECONDS  how long Karmada waits for an answer; 10 lets an instance start from zero
#   CHECK=skip       does not ask the URL from this machine first: for a URL that only Karmada reaches
#   DRY_RUN=1        asks Karmada whether it would accept each object and changes nothing
#
# Before anything changes, the URL is asked from this machine as Karmada would. In the end Karmada itself is made to ask it, by
# a Workload that goes to no member and is deleted again.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/knative-lib.sh
. scripts/knative-lib.sh
# shellcheck source=scripts/karmada-lib.sh
. scripts/karmada-lib.sh

configuration_name=workload

# ready_url prints the URL of the first ready domain mapping, or of the Service if it is ready.
ready_url() {
  local state='{.status.url}{" "}{.status.conditions[?(@.type=="Ready")].status}' mappings found
  mappings=$(here get domainmappings.serving.knative.dev -o "jsonpath={range .items[*]}$state{\"\n\"}{end}")
  found=$(awk '$2 == "True" {print $1; exit}' <<<"$mappings")
  if [[ -z $found && -n $mappings ]]; then
    troubles domainmappings.serving.knative.dev >&2
    die "the domain is not ready" "next: make deploy-knative waits for it and says what is missing"
  fi
  [[ -n $found ]] || found=$(service "$state" | awk '$2 == "True" {print $1}')
  if [[ -z $found ]]; then
    troubles services.serving.knative.dev interpreter >&2
    die "the function is not ready in context $context" "next: make deploy-knative CONTEXT=$context"
  fi
  [[ $found == https://* ]] || die "the function's URL is $found, and Karmada calls https only" \
    "next: use the overlay domain, or turn on TLS in Knative (config-network: external-domain-tls), or, where TLS is ended in" \
    "front of the ingress, tell Knative (config-network: default-external-scheme: https), or set URL_FILE"
  echo "$found"
}

# revision prints what a JSONPath finds in the container of the revision that gets the calls.
revision() {
  local name
  name=$(service '{range .status.traffic[*]}{.percent}{" "}{.revisionName}{"\n"}{end}' | sort -rn | awk 'NR == 1 {print $2}')
  here get revisions.serving.knative.dev "$name" -o "jsonpath={.spec.containers[0].$1}"
}

# find_url prints the URL with the first path secret of the revision that gets the calls.
find_url() {
  local url secret
  url=$(ready_url)
  secret=$(first "$(path_secrets "$(revision "$env_of")")")
  echo "$url/interpreter-workload${secret:+/$secret}"
}

# find_kinds writes the descriptions of kinds that this revision serves to a file and prints its name, nothing if it has none.
find_kinds() {
  local name
  name=$(revision 'env[?(@.name=="INTERPRETER_KINDS")].valueFrom.configMapKeyRef.name')
  [[ -n $name ]] || return 0
  here get configmap "$name" -o 'go-template={{index .data "kinds.yaml"}}' >"$work/kinds.yaml"
  echo "$work/kinds.yaml"
}

# registered prints what a JSONPath finds in the first webhook of the configuration that Karmada has.
registered() { karmada get "$configurations" "$configuration_name" --ignore-not-found -o "jsonpath={.webhooks[0].clientConfig.$1}"; }

# trusted writes the certificates to trust to a file and prints its name, nothing for the roots of the system.
trusted() {
  local kept
  if [[ -n ${CA_FILE+set} ]]; then
    echo "$CA_FILE"
  elif [[ $(host_of "$(registered url)") == "$(host_of "$url")" ]]; then
    kept=$(registered caBundle)
    [[ -n $kept ]] || return 0
    base64 -d <<<"$kept" >"$work/ca.pem"
    say "trusting the certificates that Karmada trusts for this host already (CA_FILE= removes them)"
    echo "$work/ca.pem"
  fi
}

host_of() {
  local rest=${1#https://}
  echo "${rest%%/*}"
}

use_karmada
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
kinds=${KINDS_FILE-}
if [[ -n ${URL_FILE-} ]]; then
  url=$(<"$URL_FILE")
elif [[ -n ${URL-} ]]; then
  url=$URL
else
  use_host
  url=$(find_url)
  kinds=$(find_kinds)
fi
go build -o "$work/interpret" ./function/cmd/interpret
ca=$(trusted)
configuration=$(INTERPRET_URL=$url "$work/interpret" config --with-crd --name "$configuration_name" \
  --timeout-seconds "${TIMEOUT_SECONDS:-10}" ${ca:+--ca-file "$ca"} ${kinds:+--kinds "$kinds"})

if [[ ${CHECK-} == skip ]]; then
  say "not asked from this machine: CHECK=skip"
elif ! "$work/interpret" check --from - <<<"$configuration" >"$work/check"; then
  cat "$work/check" >&2
  die "the URL does not answer this machine as Karmada needs it; Karmada is not changed" \
    "next: repair what is named above. CA_FILE=... trusts an authority of your own; CHECK=skip is for a URL that only Karmada reaches"
else
  say "asked from this machine: $(tail -n 1 "$work/check")"
fi

accepted=$(karmada apply --server-side --dry-run=server -f - <<<"$configuration") || die "Karmada does not accept the manifests; nothing is changed"
if [[ -n ${DRY_RUN-} ]]; then
  echo "$accepted"
  say "would have connected: Karmada in $KARMADA_CONTEXT asks https://$(host_of "$url")"
  exit
fi
karmada apply --server-side -f - <<<"$configuration"
karmada wait crd/workloads.workload.example.io --for=condition=Established --timeout=60s >/dev/null
ask_through_karmada
resume
say "connected: Karmada in $KARMADA_CONTEXT asks https://$(host_of "$url")"
