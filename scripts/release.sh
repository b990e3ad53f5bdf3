#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0
#
# usage: scripts/release.sh VERSION | push VERSION | publish VERSION | manifest VERSION DIGEST | check
#
#   VERSION  builds everything of a release, such as v0.3.0, from the files of HEAD into dist/:
#            interpret for six platforms, the image as an OCI layout, one YAML file for a cluster with Knative, SBOMs,
#            notes from CHANGELOG.md, and SHA256SUMS of all. IMAGE names the image in the YAML file as it will be pushed;
#            without it the file names the image by its digest in a registry of the reader's choice.
#   push     pushes the image of dist/ to KO_DOCKER_REPO and signs it and the files with cosign; in a GitHub workflow
#            the digest becomes the output "digest". REGISTRY_USERNAME and REGISTRY_PASSWORD log in if they are set
#   publish  makes a GitHub release of dist/ with gh
#   manifest prints the YAML file of a release
#   check    builds a release twice, the second time with an empty build cache, and fails unless both are the same to the byte
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
commit=$(git rev-parse HEAD)

say() { echo "release: $*" >&2; }

# build VERSION OUT builds in a folder of its own, so that neither changes of the tree nor its place can get in.
build() {
  local version=$1 out=$2 source
  source=$(mktemp -d)
  git archive --format=tar "$commit" | tar -x -C "$source"
  rm -rf "$out"
  mkdir -p "$out"
  (
    cd "$source"
    echo "$version" >internal/version/version.txt
    git init -q && git add -A # scripts list the files of a checkout
    binaries "$version" "$out"
    say "the image for two platforms"
    KOCACHE=$root/.cache/ko scripts/image.sh build >&2
    tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=go=rX,u+rw -C bin -cf - image | gzip -9n >"$out/image.tar.gz"
    install -m 644 bin/image-sbom/* "$out/"
    manifest "$version" "$(digest bin/image)" >"$out/workload-interpreter.yaml"
    {
      notes "$version"
      printf '\nImage: `%s`\n' "$(sed -n 's/^ *\(- \)\{0,1\}image: //p' "$out/workload-interpreter.yaml")"
    } >"$out/NOTES.md"
  )
  rm -rf "$source"
  (cd "$out" && sha256sum -- * >SHA256SUMS)
}

binaries() {
  local version=$1 out=$2 platform name
  for platform in linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64; do
    name=interpret_${version}_${platform/\//_}
    [[ $platform != windows/* ]] || name+=.exe
    say "$name"
    CGO_ENABLED=0 GOOS=${platform%/*} GOARCH=${platform#*/} GOFLAGS= \
      go build -trimpath -buildvcs=false -ldflags '-s -w -buildid=' -o "$out/$name" ./function/cmd/interpret
    go -C test/image run ./cmd/sbom "$version" "$out/$name" >"$out/${name%.exe}.spdx.json"
  done
}

# digest prints the digest of the image of both platforms in an OCI layout.
digest() { sed -n 's/.*"digest": *"\(sha256:[0-9a-f]*\)".*/\1/p' "$1/index.json" | head -1; }

# manifest VERSION DIGEST prints what deploy-knative applies without overlays; the path secret is the reader's to make.
manifest() {
  local version=$1 digest=$2 file
  cat <<EOT
# workload-interpreter $version for a cluster with Knative Serving. A path secret keeps strangers out of its public URL:
#
#   kubectl create namespace workload-interpreter
#   echo "INTERPRETER_PATH_SECRETS=\$(openssl rand -hex 32)" >path-secrets.env
#   kubectl -n workload-interpreter create secret generic interpreter-path-secrets --from-env-file=path-secrets.env
#   kubectl apply --server-side -f workload-interpreter.yaml
#   kubectl -n workload-interpreter wait ksvc/interpreter --for=condition=Ready
#
# Then let Karmada ask it, with the program interpret of this release:
#
#   url=\$(kubectl -n workload-interpreter get ksvc interpreter -o 'jsonpath={.status.url}')
#   INTERPRET_URL=\$url/interpreter-workload/\$(cut -d= -f2 path-secrets.env) interpret config --with-crd |
#     kubectl --context karmada apply --server-side -f -
EOT
  for file in $(sed -n 's/^  - //p' knative/base/kustomization.yaml); do
    echo "---"
    sed -e '1,/^$/d' -e '/# ko builds the image/d' \
      -e "s#image: ko://.*#image: ${IMAGE:-registry.example.com/interpreter}@$digest#" \
      -e "s#^\( *\)app.kubernetes.io/name: .*#&\n\1app.kubernetes.io/version: $version#" "knative/base/$file"
  done
}

# told DIST VERSION fails unless every part of a release says its version.
told() {
  local dist=$1 version=$2
  "$dist/interpret_${version}_$(go env GOOS)_$(go env GOARCH)" --version | grep -F "$version"
  grep -q "version: $version$" "$dist/workload-interpreter.yaml"
  mkdir "$work/layout"
  tar -xzf "$dist/image.tar.gz" -C "$work/layout"
  grep -qF "$(digest "$work/layout/image")" "$dist/workload-interpreter.yaml"
  grep -rlF "\"org.opencontainers.image.version\":\"$version\"" "$work/layout/image/blobs" | grep -c . | grep -qx 2
}

# notes prints the section of the changelog, or what is unreleased.
notes() {
  local section
  section=$(awk -v v="${1#v}" '/^## /{on = index($0, v) > 0; next} on' CHANGELOG.md)
  [[ -n $section ]] || section=$(awk '/^## /{on = /Unreleased/; next} on' CHANGELOG.md)
  echo "$section"
}

# push sends the very image that was built, and signs by the identity of whoever runs this.
push() {
  local repository=${KO_DOCKER_REPO:?want the repository to push to} crane digest layout
  crane=$(go -C test/image tool -n crane)
  if [[ -n ${REGISTRY_USERNAME-} ]]; then
    "$crane" auth login "${repository%%/*}" --username "$REGISTRY_USERNAME" --password-stdin <<<"$REGISTRY_PASSWORD"
  fi
  layout=$(mktemp -d)
  tar -xzf dist/image.tar.gz -C "$layout"
  "$crane" push --index "$layout/image" "$repository:$1"
  digest=$("$crane" digest "$repository:$1")
  grep -qF "$digest" dist/workload-interpreter.yaml || { say "the pushed digest $digest is not that of dist/"; exit 1; }
  [[ -z ${GITHUB_OUTPUT-} ]] || echo "digest=$digest" >>"$GITHUB_OUTPUT"
  cosign sign --yes "$repository@$digest"
  cosign sign-blob --yes --bundle dist/SHA256SUMS.sigstore.json dist/SHA256SUMS
}

# committed fails unless the source says that it is this version.
committed() {
  local said
  said=$(git show "$commit:internal/version/version.txt")
  [[ $said == "$1" ]] || { say "internal/version/version.txt says $said"; return 1; }
}

case ${1-} in
  push)
    committed "${2:?want a version}"
    push "$2"
    ;;
  publish)
    committed "${2:?want a version}"
    gh release create "$2" --title "$2" --notes-file dist/NOTES.md dist/*
    ;;
  manifest) manifest "${2:?want a version}" "${3:?want a digest}" ;;
  v[0-9]*)
    [[ $1 =~ ^v[0-9]+\.[0-9]+\.[0-9]+(-[a-z0-9.]+)?$ ]] || { say "want a version such as v0.3.0, got $1"; exit 2; }
    [[ -z $(git status --porcelain) ]] || say "files that are not committed are left out"
    committed "$1" || say "go install and Terraform's upload tell the version of that file, not $1: commit it before the tag"
    build "$1" "$root/dist"
    say "dist/ is complete:"
    ls -l dist
    ;;
  check)
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    a=$work/a b=$work/b
    build v0.0.0-check "$a"
    GOCACHE=$work/cache build v0.0.0-check "$b"
    diff "$a/SHA256SUMS" "$b/SHA256SUMS"
    told "$a" v0.0.0-check
    say "two builds are the same to the byte: $(wc -l <"$a/SHA256SUMS") files"
    ;;
  *)
    sed -n '/^# usage/,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" >&2
    exit 2
    ;;
esac
