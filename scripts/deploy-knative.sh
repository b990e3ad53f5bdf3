#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0
#
# Deploys the function into a cluster with Knative Serving. Running it again changes only what is different.
#
#   CONTEXT         kubectl context of the cluster; the current one if unset. No other is touched.
#   KO_DOCKER_REPO  repository that the image is pushed to and that the cluster can pull from, or
#   IMAGE           a ready image, by digest
#   WITH            folders of knative/overlays to put on top, such as "warm network-policy"; unset means those that are on
#                   top now. What a former deployment had and this one has not is removed.
#   TRAFFIC=latest  ends a rollback: the calls go to the new revision when it is ready. TRAFFIC=keep leaves them where they are.
#   TIMEOUT         how long to wait for each thing to become ready (120s)
#   DRY_RUN=1       pushes and changes nothing, asks the cluster whether it would accept each object
#
# The path secret that keeps strangers out stays what it is. If there is none, one is made; the overlay path-secret brings
# your own. The secret is never printed and stands in no argument of a process.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/knative-lib.sh
. scripts/knative-lib.sh

placeholder=ko://workload.example.io/interpreter/knative
secrets_file=knative/overlays/path-secret/path-secrets.env
stamp=workload.example.io/deployment # label of everything that a deployment has applied; its value is a hash of it all

# choose_overlays sets overlays, those that are wanted, and components, those that are rendered.
choose_overlays() {
  local kept="" overlay
  overlays=$(service '{.metadata.annotations.workload\.example\.io/overlays}')
  if [[ -n ${WITH+set} ]]; then
    overlays=$WITH
  elif [[ -n $overlays ]]; then
    kept=" (as now; WITH= leaves them out)"
  fi
  components=
  for overlay in $overlays; do
    [[ -f knative/overlays/$overlay/kustomization.yaml ]] || die "knative/overlays has no $overlay" \
      "next: choose from $(ls knative/overlays | xargs)"
    if [[ $overlay == path-secret && ! -f $secrets_file ]]; then
      [[ -n $kept ]] || die "$secrets_file is missing" \
        "next: (umask 077; echo \"INTERPRETER_PATH_SECRETS=\$(openssl rand -hex 32)\" > $secrets_file), or leave path-secret out: a secret is made if there is none"
      continue # the Secret is in the cluster and stays
    fi
    [[ $overlay != kinds || -f knative/overlays/kinds/kinds.yaml ]] || die "knative/overlays/kinds/kinds.yaml is missing" \
      "next: write the descriptions of your kinds there, or leave kinds out of WITH"
    components+=" $overlay"
  done
  say "overlays ${overlays:-none}$kept"
}

# render prints the base with the overlays. kustomize wants the folder inside the repository.
render() {
  local folder overlay
  mkdir -p .cache
  folder=$(mktemp -d .cache/deploy.XXXXXX)
  trap 'rm -rf "$folder"' RETURN
  {
    echo "resources: [../../knative/base]"
    echo "components:"
    for overlay in $components; do echo "  - ../../knative/overlays/$overlay"; done
    echo "labels: [{pairs: {$stamp: stamp-of-this-deployment}}]"
    echo "patches:"
    echo "  - patch: '{apiVersion: serving.knative.dev/v1, kind: Service, metadata: {name: interpreter, namespace: $namespace,"
    echo "      annotations: {workload.example.io/overlays: \"$overlays\"}}}'"
  } >"$folder/kustomization.yaml"
  kubectl kustomize "$folder"
}

# check_kinds ends the script before anything has changed if the cluster does not know a kind of the manifests.
check_kinds() {
  local served lacking
  served=$(kube api-resources --no-headers 2>/dev/null) || true
  [[ -n $served ]] || die "context $context does not tell which kinds it knows"
  lacking=$(awk 'NR == FNR {served[$(NF-2) " " $NF] = 1; next}
    function emit() {if (kind != "" && !((version " " kind) in served)) print kind " of " version; version = kind = ""}
    /^---/ {emit()} /^apiVersion: / {version = $2} /^kind: / {kind = $2} END {emit()}' <(echo "$served") <(echo "$manifests") | sort -u)
  [[ -z $lacking ]] || die "the cluster does not know ${lacking//$'\n'/, }; nothing is changed" \
    "next: install what brings it (see knative/overlays/*/kustomization.yaml), or leave the overlay out of WITH"
}

# check_traffic ends the script if the new revision would get no calls and nobody has said that this is wanted.
check_traffic() {
  local pinned
  pinned=$(service '{range .spec.traffic[*]}{.revisionName}{" "}{end}')
  pinned=${pinned// /}
  if [[ -n $pinned && -z ${TRAFFIC-} ]]; then
    die "the calls are pinned to $(service '{range .spec.traffic[*]}{.percent}{" % "}{.revisionName}{.tag}{" "}{end}'), so a new revision would get none" \
      "next: TRAFFIC=latest sends all calls to it, TRAFFIC=keep leaves them where they are"
  fi
  [[ ${TRAFFIC:-latest} == latest || $TRAFFIC == keep ]] || die "cannot use TRAFFIC=$TRAFFIC: want latest or keep"
}

# choose_secret sets secret, the name of the Secret in the cluster that the base is to name; none if the overlay brings it.
choose_secret() {
  secret= fresh=
  [[ " $components " != *" path-secret "* ]] || return 0
  secret=$(service "{.spec.template.spec.containers[0].$env_of}")
  secret=${secret:-interpreter-path-secrets}
  [[ -n $(path_secrets "$secret") ]] || fresh=1
  manifests=${manifests//"name: interpreter-path-secrets"/"name: $secret"}
}

make_secret() {
  local value
  value=$(od -An -tx1 -N32 /dev/urandom | tr -d ' \n')
  kube apply --server-side -f knative/base/namespace.yaml >/dev/null
  here apply --server-side -f - <<EOT
{apiVersion: v1, kind: Secret, metadata: {name: $secret}, stringData: {INTERPRETER_PATH_SECRETS: $value}}
EOT
  say "a path secret is made: make connect-karmada gives Karmada the URL with it"
}

# remove_leftovers deletes what former deployments applied and this one did not. Secrets and ConfigMaps that a revision names stay:
# it is what one rolls back to.
remove_leftovers() {
  local kinds named one gone
  kinds=$(kube api-resources --verbs=delete,list -o name 2>/dev/null | grep -Ex "$(paste -sd'|' <<'EOT'
poddisruptionbudgets\.policy
networkpolicies\.networking\.k8s\.io
domainmappings\.serving\.knative\.dev
clusterdomainclaims\.networking\.internal\.knative\.dev
certificates\.cert-manager\.io
clusterissuers\.cert-manager\.io
podmonitors\.monitoring\.coreos\.com
prometheusrules\.monitoring\.coreos\.com
l2advertisements\.metallb\.io
ipaddresspools\.metallb\.io
EOT
)" | paste -sd,) || true
  if ! gone=$(kube delete "$kinds" --all-namespaces -l "$stamp,$stamp!=$hash" --ignore-not-found 2>&1); then
    say "not all that a former deployment applied could be deleted:" "$gone"
  elif [[ $gone != "No resources"* ]]; then
    echo "$gone"
  fi
  named=$(here get revisions.serving.knative.dev,services.serving.knative.dev -o 'go-template={{define "names"}}{{range .}}{{range .env}}{{with .valueFrom}}{{with .secretKeyRef}}{{.name}}{{"\n"}}{{end}}{{with .configMapKeyRef}}{{.name}}{{"\n"}}{{end}}{{end}}{{end}}{{end}}{{end}}{{range .items}}{{with .spec.containers}}{{template "names" .}}{{end}}{{with .spec.template}}{{template "names" .spec.containers}}{{end}}{{end}}')
  for one in $(here get secrets -o name | grep '^secret/interpreter-path-secrets' || true) \
    $(here get configmaps -l "$stamp,$stamp!=$hash" -o name); do
    grep -qx "${one#*/}" <<<"$named" || here delete "$one"
  done
}

# await waits until objects are ready and says why they are not.
await() {
  local what=$1
  shift
  here wait "$@" --for=condition=Ready --timeout="${TIMEOUT:-120s}" >/dev/null && return
  say "" "$what is not ready within ${TIMEOUT:-120s}:"
  troubles "$@" >&2
  return 1
}

# explain says what is wrong with the newest revision.
explain() {
  local revision
  revision=$(service '{.status.latestCreatedRevisionName}')
  troubles revisions.serving.knative.dev "$revision" >&2
  here get pods -l "serving.knative.dev/revision=$revision" -o 'go-template={{range .items}}{{$pod := .metadata.name}}{{range .status.containerStatuses}}{{$name := .name}}{{with .state.waiting}}  {{$pod}} {{$name}}: {{.reason}}{{with .message}}: {{.}}{{end}}{{"\n"}}{{end}}{{with .lastState.terminated}}  {{$pod}} {{$name}} ended with {{.exitCode}}: {{.reason}}{{"\n"}}{{end}}{{end}}{{end}}' >&2 || true
  here logs -l "serving.knative.dev/revision=$revision" -c function --tail 3 --prefix >&2 2>/dev/null || true
  die "the new revision $revision is not ready, and calls go on to the former one if there was one" \
    "next: repair what the lines above name and deploy again, or make rollback-knative"
}

use_host
say "context $context"
choose_overlays
manifests=$(render)
check_kinds
check_traffic
choose_secret

if [[ -n ${IMAGE-} ]]; then
  image=$IMAGE
elif [[ -n ${DRY_RUN-} ]]; then
  image=dev.local/interpreter:dry-run
else
  [[ -n ${KO_DOCKER_REPO-} ]] || die "cannot tell where the image comes from" \
    "next: set KO_DOCKER_REPO to a repository that you can push to and $context can pull from, or IMAGE to a ready image"
  image=$(scripts/image.sh push | tail -n 1)
fi
say "image $image"
manifests=${manifests//"$placeholder"/"$image"}
hash=$(sha256sum <<<"$manifests" | cut -c1-16)
manifests=${manifests//stamp-of-this-deployment/$hash}

mode=server
kube get namespace "$namespace" >/dev/null 2>&1 || mode=client # nothing can be tried in a namespace that is not there
accepted=$(kube apply --server-side="$([[ $mode == server ]] && echo true || echo false)" --dry-run="$mode" -f - <<<"$manifests") ||
  die "the cluster does not accept the manifests; nothing is changed"
if [[ -n ${DRY_RUN-} ]]; then
  echo "$accepted"
  [[ -z $fresh ]] || echo "secret/$secret would be made"
  exit
fi

[[ -z $fresh ]] || make_secret
kube apply --server-side -f - <<<"$manifests"
await "the Service" services.serving.knative.dev/interpreter || explain
if [[ ${TRAFFIC-} == latest && -n $(service '{.spec.traffic}') ]]; then
  here patch services.serving.knative.dev interpreter --type json -p '[{"op": "remove", "path": "/spec/traffic"}]' >/dev/null
  await "the Service" services.serving.knative.dev/interpreter || explain
fi
if [[ " $components " == *" domain "* ]]; then
  await "the certificate" certificates.cert-manager.io/interpreter || die "next: kubectl --context $context --namespace $namespace describe certificates,orders,challenges"
  await "the domain" domainmappings.serving.knative.dev --all || die "next: kubectl --context $context --namespace $namespace describe domainmappings"
fi
remove_leftovers
url=$(here get domainmappings.serving.knative.dev -o 'jsonpath={.items[*].status.url}')
echo "deployed: ${url:-$(service '{.status.url}')}"
echo "calls go to: $(service '{range .status.traffic[*]}{.percent}{" % "}{.revisionName}{" "}{end}')"
echo "next: make connect-karmada CONTEXT=$context KARMADA_CONTEXT=..."
