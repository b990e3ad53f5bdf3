#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0
#
# usage: scripts/image.sh build | push | check | archive NAME:TAG[,TAG] FILE
#
#   build  builds the image for linux/amd64 and linux/arm64 into bin/image (an OCI layout), SBOMs into bin/image-sbom
#   push   builds it and pushes it with its SBOMs to KO_DOCKER_REPO; the last line is the reference by digest
#   check  builds it twice, in two folders, and fails unless both have one digest and the image is what it should be
#   archive  builds it for this machine into an archive that docker load and ctr images import take
#
# ko's default base needs internet. Without, or with BASE=machine, a base is made from what is on this machine; push takes such a
# base only with BASE=machine.
set -euo pipefail
cd "$(dirname "$0")/.."

out=$PWD/bin
export KOCACHE=${KOCACHE:-$PWD/.cache/ko} # where ko finds a base that was made here
export SOURCE_DATE_EPOCH=0                # no time in the image
export GOFLAGS=
label=org.opencontainers.image.version=$(<internal/version/version.txt)

# Sets ko, the program, and KO_DEFAULTBASEIMAGE, the base it is to build on.
prepare() {
  mkdir -p "$KOCACHE" "$out"
  echo "image: building ko if needed, finding a base, building for two platforms" >&2
  ko=$(go -C test/image tool -n ko)
  KO_DEFAULTBASEIMAGE=$(go -C test/image run ./cmd/base)
  export KO_DEFAULTBASEIMAGE
}

# Builds in the current folder into the layout bin/image. The path is relative because ko takes no capitals in it.
layout() {
  rm -rf bin/image bin/image-sbom
  mkdir -p bin/image-sbom
  KO_DOCKER_REPO=nowhere.invalid/interpreter quietly "$ko" build ./knative --bare --image-label="$label" --push=false \
    --sbom=spdx --sbom-dir=bin/image-sbom --oci-layout-path=bin/image
}

# Runs a command and shows what it printed only if it fails.
quietly() {
  local log
  log=$(mktemp)
  if ! "$@" >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    return 1
  fi
  rm -f "$log"
}

case ${1-} in
  build)
    prepare
    layout
    echo "bin/image holds the image, bin/image-sbom its SBOMs; make -C test image-check shows what is in them"
    ;;
  push)
    : "${KO_DOCKER_REPO:?want the repository to push to, such as registry.example.com/you/interpreter}"
    prepare
    if [[ $KO_DEFAULTBASEIMAGE == base.invalid/* && ${BASE-} != machine ]]; then
      echo "image: ko's base cannot be had, and one made on this machine is pushed only when asked for" >&2
      echo "image: next: try again with internet, or BASE=machine" >&2
      exit 1
    fi
    "$ko" build ./knative --bare --image-label="$label" --sbom=spdx
    ;;
  archive)
    name=${2:?want a name with one or more tags} file=${3:?want a file}
    prepare
    KO_DOCKER_REPO=${name%:*} quietly "$ko" build ./knative --bare --image-label="$label" --push=false --sbom=none \
      --tags="${name##*:}" --platform="linux/$(go env GOARCH)" --tarball="$file"
    ;;
  check)
    prepare
    layout
    second=$(mktemp -d)
    trap 'rm -rf "$second"' EXIT
    git ls-files -co --exclude-standard -z -- .ko.yaml go.mod go.sum function internal knative |
      xargs -0 cp --parents -t "$second"
    (cd "$second" && layout)
    go -C test/image run ./cmd/check -sbom "$out/image-sbom" "$out/image" "$second/bin/image"
    ;;
  *)
    sed -n '/^# usage/,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" >&2
    exit 2
    ;;
esac
