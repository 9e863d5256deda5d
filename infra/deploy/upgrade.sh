#!/bin/sh
# Puts the version of this checkout in the place of the one that runs by docker-compose.yml, without a refused request:
#   git pull && infra/deploy/upgrade.sh
# It builds, migrates, starts as many new instances of a program next to the old ones, waits until they are healthy, and stops the old ones, one
# after the other; the gateway takes its new screens and configuration by a reload. When a step fails, the old ones go on, and it can be run again.
# The stores stay as they are. Arguments go to `docker compose build`. An older checkout goes back in the same way.
set -eu
cd "$(dirname "$0")/../.."
say() { printf '\n== %s\n' "$*"; }
ids() { docker compose ps --all --quiet "$1"; }

say 'building'
docker compose build "$@" keys release

say 'migrating'
docker compose run --rm --no-deps migrate

for program in processor worker api ingest; do
  old=$(ids "$program")
  count=$(echo "$old" | wc -w)
  [ "$count" -gt 0 ] || { echo "No $program is here: start the installation with \`docker compose up --wait\`." >&2; exit 1; }
  say "$program: $count new next to $count old"
  if ! docker compose up --detach --wait --no-deps --no-recreate --scale "$program=$((count * 2))" "$program"; then
    for id in $(ids "$program"); do
      case $old in *"$id"*) ;; *) docker logs --tail 15 "$id" >&2; docker rm --force "$id" > /dev/null ;; esac
    done
    echo "The new $program is not healthy and was removed; the old one goes on." >&2
    exit 1
  fi
  for id in $old; do
    docker stop "$id" > /dev/null
    docker rm "$id" > /dev/null
  done
done

say 'gateway: new screens'
docker compose run --rm --no-deps release
docker compose exec -T gateway /release/gateway/start.sh reload

for service in backup; do
  [ -z "$(docker compose --profile '*' ps --quiet "$service")" ] || docker compose up --detach --wait --no-deps "$service"
done

nginx() { docker compose run --rm --no-deps --entrypoint nginx release -v 2>&1; }
if [ "$(docker compose exec -T gateway nginx -v 2>&1)" != "$(nginx)" ]; then
  say 'The new image has another nginx: `docker compose up --detach --no-deps gateway` starts it, with about a second without an answer.'
fi
say 'done'
docker compose ps
