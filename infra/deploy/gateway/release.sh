#!/bin/sh
# Copies the screens and the configuration of this image into a volume that the gateway serves from, so that an upgrade needs no new gateway:
# `start.sh reload` takes them. Without a half-written file: each takes its place whole.
#   RELEASE_DIR   /release
set -eu
to=${RELEASE_DIR:-/release}
rm -rf "$to/incoming"
mkdir -p "$to/incoming"
cp -R /srv/web /gateway "$to/incoming"
cd "$to/incoming"
find . -type d -exec mkdir -p "$to/{}" \;
# The page and its service worker last: they name the others.
find . -type f ! -path ./web/index.html ! -path ./web/sw.js -exec mv -f {} "$to/{}" \;
mv -f web/index.html "$to/web/index.html"
mv -f web/sw.js "$to/web/sw.js"
rm -rf "$to/incoming"
# Screens that are open now still load parts of their own, whose names no other build has.
find "$to/web/assets" -type f -mtime +30 -delete
