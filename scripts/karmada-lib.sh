# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# What the scripts for Karmada share, on top of knative-lib.sh.

configurations=resourceinterpreterwebhookconfigurations.config.karmada.io
policies=(propagationpolicies.policy.karmada.io clusterpropagationpolicies.policy.karmada.io)

# suspended marks the policies that disconnect-karmada has suspended.
suspended=workload.example.io/suspended-by

use_karmada() {
  command -v kubectl >/dev/null || die "cannot find kubectl" "next: install it, or make -C test knative-up, which brings its own"
  [[ -n ${KARMADA_CONTEXT:-} ]] || die "no context of Karmada's API server is named" "next: KARMADA_CONTEXT=... make $me"
  karmada get crd "$configurations" -o name >/dev/null ||
    die "context $KARMADA_CONTEXT is not a Karmada API server that can be reached" "next: kubectl config get-contexts"
}

karmada() { kubectl --context "$KARMADA_CONTEXT" "$@"; }

# probe is a Workload with a policy that names no cluster there is: Karmada interprets it and sends it nowhere.
probe=interpreter-check

probe_manifests() {
  cat <<EOT
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {name: $probe, namespace: default}
spec:
  resourceSelectors: [{apiVersion: workload.example.io/v1alpha1, kind: Workload, name: $probe}]
  placement: {clusterAffinity: {clusterNames: [$probe-goes-nowhere]}}
---
apiVersion: workload.example.io/v1alpha1
kind: Workload
metadata: {name: $probe, namespace: default}
spec:
  replicas: 7
  template:
    metadata: {labels: {app: $probe}}
    spec: {containers: [{name: none, image: none.invalid/none}]}
EOT
}

# ask_through_karmada makes karmada-controller-manager ask the webhook and ends the script if it gets no answer.
ask_through_karmada() {
  local replicas="" deadline=$((SECONDS + 60)) message pull
  probe_manifests | karmada apply --server-side -f - >/dev/null
  while [[ $replicas != 7 && $SECONDS -lt $deadline ]]; do
    replicas=$(karmada get resourcebindings.work.karmada.io --namespace default "$probe-workload" --ignore-not-found -o 'jsonpath={.spec.replicas}')
    [[ $replicas == 7 ]] || sleep 0.5
  done
  if [[ $replicas != 7 ]]; then
    # Karmada writes the URL with its secret into the message.
    message=$(karmada get events --namespace default --field-selector "involvedObject.name=$probe,type=Warning" \
      -o 'jsonpath={range .items[*]}{.message}{"\n"}{end}' | tail -n 1)
    message=${message//"$url"/"https://$(host_of "$url")/..."}
  fi
  probe_manifests | karmada delete --ignore-not-found -f - >/dev/null
  [[ $replicas == 7 ]] || die "Karmada does not get an answer from https://$(host_of "$url") within a minute" "${message:-it says nothing about it}" \
    "next: look for the host in the log of karmada-controller-manager, repair, and run this again; make disconnect-karmada takes it back"
  say "asked by karmada-controller-manager: it knows the replicas of a Workload"
  pull=$(karmada get clusters.cluster.karmada.io -o 'jsonpath={range .items[?(@.spec.syncMode=="Pull")]}{.metadata.name}{" "}{end}')
  [[ -z ${pull// /} ]] || say "not checked: whether the agents of the pull-mode members reach it, which call by themselves: $pull"
}

# resume lets the policies go on that disconnect-karmada has suspended.
resume() {
  local kind name where
  for kind in "${policies[@]}"; do
    while read -r name where; do
      karmada patch "$kind" "$name" ${where:+--namespace "$where"} --type merge \
        -p "{\"metadata\": {\"labels\": {\"$suspended\": null}}, \"spec\": {\"suspension\": null}}" >/dev/null
      say "goes on: $kind $name${where:+ in $where}"
    done < <(karmada get "$kind" --all-namespaces -l "$suspended" -o 'jsonpath={range .items[*]}{.metadata.name}{" "}{.metadata.namespace}{"\n"}{end}')
  done
}
