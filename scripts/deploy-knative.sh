#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0
#
# Deploys the function into a cluster with Knative Serving. Running it again changes only what is different.
#
#   CONTEXT         kubectl context of the cluster; the current one if unset. No other is touched.
#   KO_DOCKER_REPO  repository that the image is pushed to and that the cluster can pull from, or
#   IMAGE           a ready image, by digest
#   WITH            folders of knative/overlays to put on top, such as "warm network-policy path-secret"
#   DRY_RUN=1       pushes and changes nothing, asks the cluster whether it would accept each object
set -euo pipefail
cd "$(dirname "$0")/.."

namespace=workload-interpreter
placeholder=ko://workload.example.io/interpreter/knative

die() {
  printf 'deploy-knative: %s\n' "$@" >&2
  exit 1
}

command -v kubectl >/dev/null || die "cannot find kubectl" "next: install it, or make knative-up, which brings its own"
context=${CONTEXT:-$(kubectl config current-context 2>/dev/null)} || die "no kubectl context is current" "next: CONTEXT=... make deploy-knative"
kube() { kubectl --context "$context" "$@"; }
echo "context $context" >&2
kube get crd services.serving.knative.dev -o name >/dev/null || die "context $context has no Knative Serving that can be reached" \
  "next: name another with CONTEXT, or install Knative Serving there"

# The base with the overlays that were asked for. kustomize wants the folder inside the repository.
render() {
  local folder
  mkdir -p .cache
  folder=$(mktemp -d .cache/deploy.XXXXXX)
  trap 'rm -rf "$folder"' RETURN
  {
    echo "resources: [../../knative/base]"
    echo "components:"
    for overlay in ${WITH-}; do
      [[ -f knative/overlays/$overlay/kustomization.yaml ]] || die "knative/overlays has no $overlay" \
        "next: choose from $(ls knative/overlays | xargs)"
      echo "  - ../../knative/overlays/$overlay"
    done
  } >"$folder/kustomization.yaml"
  kubectl kustomize "$folder"
}

manifests=$(render)
if [[ -n ${IMAGE-} ]]; then
  image=$IMAGE
elif [[ -n ${DRY_RUN-} ]]; then
  image=dev.local/interpreter:dry-run
else
  [[ -n ${KO_DOCKER_REPO-} ]] || die "cannot tell where the image comes from" \
    "next: set KO_DOCKER_REPO to a repository that you can push to and $context can pull from, or IMAGE to a ready image"
  image=$(scripts/image.sh push | tail -n 1)
fi
echo "image $image" >&2
manifests=${manifests//"$placeholder"/"$image"}

if [[ -n ${DRY_RUN-} ]]; then
  mode=server
  kube get namespace "$namespace" >/dev/null 2>&1 || mode=client # nothing can be tried in a namespace that is not there
  kube apply --server-side="$([[ $mode == server ]] && echo true || echo false)" --dry-run="$mode" -f - <<<"$manifests"
  exit
fi

kube apply --server-side -f - <<<"$manifests"
if ! kube wait --namespace "$namespace" service.serving.knative.dev/interpreter --for=condition=Ready --timeout=120s; then
  kube get --namespace "$namespace" services.serving.knative.dev,revisions.serving.knative.dev,pods >&2 || true
  kube get events --namespace "$namespace" --field-selector type=Warning >&2 || true
  die "the Service is not ready after two minutes" "next: the events above say what is missing"
fi
echo "deployed: $(kube get --namespace "$namespace" services.serving.knative.dev interpreter -o 'jsonpath={.status.url}')"
echo "next: make connect-karmada CONTEXT=$context KARMADA_CONTEXT=..."
