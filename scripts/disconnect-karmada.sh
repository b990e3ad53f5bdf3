#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0
#
# Takes back what make connect-karmada told Karmada, in an order in which no replica multiplies or vanishes.
#
#   KARMADA_CONTEXT   kubectl context of Karmada's API server; the only one that is changed
#   OBJECTS=keep      while there are objects of the kinds that are interpreted: suspends the policies that spread them, so
#                     that the members keep what they have and Karmada changes nothing there. make connect-karmada lets the
#                     policies go on. Without it, nothing is done while there are such objects.
#   CRD=delete        also deletes the Workload CRD in Karmada, if there is no Workload. The members keep theirs.
#   DRY_RUN=1         says what would be done and changes nothing
#
# Without an interpreter Karmada would divide no more: at the next change each member would get all replicas. And the
# ResourceInterpreterWebhookConfiguration goes last, because until then Karmada still asks.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/knative-lib.sh
. scripts/knative-lib.sh
# shellcheck source=scripts/karmada-lib.sh
. scripts/karmada-lib.sh

configuration_name=workload
crd=workloads.workload.example.io

# kinds prints Kind.group for each kind of the configuration.
kinds() {
  karmada get "$configurations" "$configuration_name" --ignore-not-found -o 'go-template={{range .webhooks}}{{range .rules}}{{$groups := .apiGroups}}{{range .kinds}}{{$kind := .}}{{range $groups}}{{$kind}}.{{.}}{{"\n"}}{{end}}{{end}}{{end}}{{end}}' | sort -u
}

# objects prints a line for each object of the kinds: what, where, and the policy that spreads it.
objects() {
  local kind
  for kind in $(kinds); do
    karmada get "$kind" --all-namespaces -o 'go-template={{range .items}}{{.kind}} {{.metadata.namespace}}/{{.metadata.name}}{{with .metadata.annotations}}{{with index . "propagationpolicy.karmada.io/name"}} propagationpolicies.policy.karmada.io {{.}}{{end}}{{with index . "propagationpolicy.karmada.io/namespace"}} {{.}}{{end}}{{with index . "clusterpropagationpolicy.karmada.io/name"}} clusterpropagationpolicies.policy.karmada.io {{.}}{{end}}{{end}}{{"\n"}}{{end}}'
  done
}

# suspend stops a policy from changing anything in the members.
suspend() {
  local kind=$1 name=$2 where=${3-} now
  now=$(karmada get "$kind" "$name" ${where:+--namespace "$where"} -o 'jsonpath={.spec.suspension}')
  case $now in
    *'"dispatching":true'*) return ;; # somebody else's, to stay after connect-karmada
    *dispatchingOnClusters*) die "$kind $name suspends some members itself, and Karmada takes no other suspension beside that" \
      "next: suspend all of its members, or delete the objects first; nothing is disconnected" ;;
  esac
  karmada patch "$kind" "$name" ${where:+--namespace "$where"} --type merge \
    -p "{\"metadata\": {\"labels\": {\"$suspended\": \"$me\"}}, \"spec\": {\"suspension\": {\"dispatching\": true}}}" >/dev/null
  say "suspended: $kind $name${where:+ in $where}"
}

# dispatched prints the Works of the kinds that Karmada would still send to a member.
dispatched() {
  local kind
  for kind in $(kinds); do
    karmada get works.work.karmada.io --all-namespaces -o 'go-template={{range .items}}{{if not .spec.suspendDispatching}}{{$work := .metadata}}{{range .spec.workload.manifests}}{{.kind}} {{.apiVersion}} {{$work.namespace}}/{{$work.name}}{{"\n"}}{{end}}{{end}}{{end}}' |
      awk -v kind="${kind%%.*}" -v group="${kind#*.}/" '$1 == kind && index($2, group) == 1 {print $3}'
  done
}

# unpreserved prints the Works with the CRD that would delete it in a member, as those of older policies.
unpreserved() {
  karmada get works.work.karmada.io --all-namespaces -o 'go-template={{range .items}}{{if not .spec.preserveResourcesOnDeletion}}{{$work := .metadata}}{{range .spec.workload.manifests}}{{.kind}} {{.metadata.name}} {{$work.namespace}}/{{$work.name}}{{"\n"}}{{end}}{{end}}{{end}}' |
    awk -v crd="$crd" '$1 == "CustomResourceDefinition" && $2 == crd {print "  " $3}'
}

use_karmada
found=$(objects)
if [[ -n $found && ${OBJECTS-} != keep ]]; then
  awk '{print "  " $1 " " $2}' <<<"$found" >&2
  die "Karmada has objects that it could not divide any more, so each member would get all their replicas; nothing is changed" \
    "next: delete them, which ends them in the members too, or OBJECTS=keep leaves them there as they are"
fi
if [[ ${CRD-} == delete && -n $found ]]; then
  die "the CRD would take all objects along, in Karmada and in every member; nothing is changed" "next: leave CRD=delete out"
fi
if [[ ${CRD-} == delete && -n $(unpreserved) ]]; then
  die "deleting the CRD in Karmada would delete it, and with it every Workload, in the members too:" "$(unpreserved)" \
    "next: make connect-karmada, whose policy workload-crd preserves it, and this again"
fi
if [[ -n ${DRY_RUN-} ]]; then
  [[ -z $found ]] || say "would suspend:" "$(awk '{$1 = $2 = ""; print " " $0}' <<<"$found" | sort -u)"
  say "would delete: $configuration_name${CRD:+ and $crd}"
  exit
fi

while read -r kind name where; do
  [[ -z $kind ]] || suspend "$kind" "$name" "$where"
done < <(awk '{$1 = $2 = ""; print}' <<<"$found" | sort -u)
if [[ -n $found ]]; then
  deadline=$((SECONDS + 120))
  while left=$(dispatched) && [[ -n $left ]]; do
    [[ $SECONDS -lt $deadline ]] || die "Karmada would still send:" "$left" \
      "next: these come from no policy that could be suspended; make connect-karmada lets the suspended ones go on; nothing is disconnected"
    sleep 0.5
  done
fi
karmada delete "$configurations" "$configuration_name" --ignore-not-found
if [[ ${CRD-} == delete ]]; then
  karmada delete crd "$crd" --ignore-not-found
  karmada delete clusterpropagationpolicies.policy.karmada.io workload-crd --ignore-not-found
fi
say "disconnected: Karmada in $KARMADA_CONTEXT no longer asks the function"
