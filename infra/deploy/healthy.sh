#!/bin/bash
# Whether the program in this container is ready. Bash asks by itself: a start of Node every five seconds costs more than the program's work.
exec 3<> "/dev/tcp/127.0.0.1/${PORT##*:}" || exit 1
printf 'GET %s HTTP/1.0\r\nHost: localhost\r\n\r\n' "${HEALTH_PATH:-/readyz}" >&3
read -r _ status _ <&3
[ "$status" = 200 ]
