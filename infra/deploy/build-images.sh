#!/bin/sh
# Builds the images traffic-tracker (ingest, processor, worker, api, ops) and traffic-tracker-gateway. Arguments go to `docker build`.
# CA_FILE: certificates that the build must trust as well, where packages come through a proxy of your own.
set -eu
cd "$(dirname "$0")/../.."
version=${VERSION:-$(sed -nE 's/^  "version": "(.*)",$/\1/p' package.json)}
export DOCKER_BUILDKIT=1
for target in app gateway; do
  name=traffic-tracker$([ "$target" = app ] || echo "-$target")
  docker build --file infra/deploy/Dockerfile --target "$target" --build-arg "VERSION=$version" \
    --secret "id=ca,src=${CA_FILE:-/dev/null}" --tag "$name:$version" --tag "$name:latest" "$@" .
done
