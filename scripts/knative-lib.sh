# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# What the scripts for Knative and Karmada share. They source it after cd to the root of the repository.

namespace=workload-interpreter
me=$(basename "$0" .sh)

# die prints its arguments, a line each, and ends the script.
die() {
  printf "$me: %s\n" "$@" >&2
  exit 1
}

say() { printf '%s\n' "$@" >&2; }

# use_host sets context, that of the cluster with Knative, and makes sure that Knative is there.
use_host() {
  command -v kubectl >/dev/null || die "cannot find kubectl" "next: install it, or make -C test knative-up, which brings its own"
  context=${CONTEXT:-$(kubectl config current-context 2>/dev/null)} || die "no kubectl context is current" "next: CONTEXT=... make $me"
  kube get crd services.serving.knative.dev -o name >/dev/null || die "context $context has no Knative Serving that can be reached" \
    "next: name another with CONTEXT, or install Knative Serving there"
}

kube() { kubectl --context "$context" "$@"; }

# here is kube in the function's namespace.
here() { kube --namespace "$namespace" "$@"; }

# service prints what a JSONPath finds in the Service, nothing if there is none.
service() { here get services.serving.knative.dev interpreter --ignore-not-found -o "jsonpath=$1"; }

# secret_name prints the name of the Secret with the path secrets in a resource: the JSONPath leads to its container.
env_of='env[?(@.name=="INTERPRETER_PATH_SECRETS")].valueFrom.secretKeyRef.name'

# path_secrets prints the path secrets in a Secret, nothing if it is not there.
path_secrets() {
  [[ -n $1 ]] || return 0
  here get secret "$1" --ignore-not-found -o 'go-template={{with .data}}{{with .INTERPRETER_PATH_SECRETS}}{{base64decode .}}{{end}}{{end}}'
}

# first prints the first of a list of path secrets.
first() {
  local one
  read -r one _ <<<"${1//,/ } " || true
  printf '%s' "$one"
}

# troubles prints the conditions that do not hold, of each object that the arguments of kubectl get name.
troubles() {
  here get "$@" --ignore-not-found -o 'go-template={{define "one"}}{{$o := .}}{{with .status}}{{range .conditions}}{{if ne .status "True"}}  {{$o.kind}} {{$o.metadata.name}}: {{.type}} is {{.status}}{{with .reason}}, {{.}}{{end}}{{with .message}}: {{.}}{{end}}{{"\n"}}{{end}}{{end}}{{end}}{{end}}{{if .items}}{{range .items}}{{template "one" .}}{{end}}{{else}}{{template "one" .}}{{end}}' 2>/dev/null || true
}
