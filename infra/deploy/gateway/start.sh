#!/bin/sh
# Starts the gateway: writes the settings that nginx cannot read from the environment, and becomes nginx.
# `start.sh reload` gives the one that runs these settings and the nginx.conf next to this script; no request is refused meanwhile.
#   INGEST_URL, API_URL    the two programs; a name is resolved again every two seconds, so that restarts and more instances are seen
#   PUBLIC_URL             as the programs have it; with https the screens carry Strict-Transport-Security
#   TRUST_PROXY            not empty: another proxy in front of this one names the visitor in X-Forwarded-For
#   RESOLVER               name servers; those of /etc/resolv.conf by default
#   PORT, WEB_DIR          8080, /srv/web
#   WORKERS                processes; `auto` by default, which is one for each processor of the machine
#   RUN_DIR, ACCESS_LOG    /tmp/gateway, /dev/stdout
set -eu
here=$(cd "$(dirname "$0")" && pwd)
run=${RUN_DIR:-/tmp/gateway}
mkdir -p "$run"
name_servers() {
  sed -nE 's/^nameserver +([0-9.]+)$/\1/p; s/^nameserver +([0-9a-fA-F:]*:[0-9a-fA-F:]*).*$/[\1]/p' /etc/resolv.conf | tr '\n' ' '
}
resolver=${RESOLVER:-$(name_servers)}
case ${PUBLIC_URL:-} in https:*) https=1 ;; *) https= ;; esac
if [ -n "${TRUST_PROXY:-}" ]; then forwarded='$proxy_add_x_forwarded_for'; else forwarded='$remote_addr'; fi
cat > "$run/settings.conf" << END
listen ${PORT:-8080};
resolver ${resolver:-127.0.0.1} valid=2s ipv6=off;
root ${WEB_DIR:-/srv/web};
access_log ${ACCESS_LOG:-/dev/stdout} lines;
set \$ingest ${INGEST_URL:-http://ingest:3000};
set \$api ${API_URL:-http://api:3000};
set \$https_only '$https';
set \$forwarded_for $forwarded;
END
cp "$here/nginx.conf" "$run/nginx.conf"
# Started by root, the workers stay root's: in the image they are a user without any rights.
if [ "$(id -u)" = 0 ]; then user="user $(id -un) $(id -gn);"; else user=; fi
set -- "${1:-start}" nginx -p "$run" -c "$run/nginx.conf" -e stderr -g "$user worker_processes ${WORKERS:-auto};"
verb=$1 && shift
if [ "$verb" = reload ]; then "$@" -t -q && exec "$@" -s reload; else exec "$@"; fi
