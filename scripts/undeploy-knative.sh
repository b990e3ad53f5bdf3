#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0
#
# Removes everything that make deploy-knative has made, with the namespace and the path secret.
#
#   CONTEXT          kubectl context of the cluster with the function; the current one if unset
#   KARMADA_CONTEXT  kubectl context of Karmada's API server, only read: nothing is removed while Karmada asks the function.
#                    KARMADA_CONTEXT=none says that no Karmada does.
#   DRY_RUN=1        asks the cluster what it would remove and changes nothing
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/knative-lib.sh
. scripts/knative-lib.sh
# shellcheck source=scripts/karmada-lib.sh
. scripts/karmada-lib.sh

stamp=workload.example.io/deployment
use_host
[[ -n ${KARMADA_CONTEXT-} ]] || die "cannot tell whether a Karmada asks the function" \
  "next: KARMADA_CONTEXT=... names its API server, KARMADA_CONTEXT=none says that there is none"

# hosts are those under which the function is called.
hosts=$(
  service '{.status.url}{"\n"}'
  here get domainmappings.serving.knative.dev --ignore-not-found -o 'jsonpath={range .items[*]}{.status.url}{"\n"}{.metadata.name}{"\n"}{end}'
)
if [[ $KARMADA_CONTEXT != none ]]; then
  use_karmada
  while read -r name url; do
    rest=${url#https://}
    grep -qE "^(https?://)?${rest%%[/:]*}\$" <<<"$hosts" || continue
    die "Karmada asks the function: its configuration $name names ${rest%%/*}; nothing is removed" \
      "next: make disconnect-karmada KARMADA_CONTEXT=$KARMADA_CONTEXT"
  done < <(karmada get "$configurations" -o 'go-template={{range .items}}{{$name := .metadata.name}}{{range .webhooks}}{{$name}} {{.clientConfig.url}}{{"\n"}}{{end}}{{end}}')
fi

dry=${DRY_RUN:+--dry-run=server}
# Beyond the namespace: a host name, an issuer and addresses, as far as an overlay has brought them.
for kind in clusterdomainclaims.networking.internal.knative.dev clusterissuers.cert-manager.io \
  l2advertisements.metallb.io ipaddresspools.metallb.io; do
  kube get crd "$kind" -o name >/dev/null 2>&1 || continue
  # The claim may go only after its mapping.
  [[ $kind != clusterdomainclaims* ]] || here delete domainmappings.serving.knative.dev --all $dry
  kube delete "$kind" --all-namespaces -l "$stamp" $dry
done
kube delete namespace "$namespace" --ignore-not-found --timeout="${TIMEOUT:-120s}" $dry
say "${DRY_RUN:+would have }undeployed: nothing of the function is in $context"
