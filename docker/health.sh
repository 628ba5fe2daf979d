#!/bin/sh
# Whether the session of this container answered within the last 15 s. RMCAST_HEALTH_FILE is what the command was given as
# --health-file.
touched=$(stat -c %Y "${RMCAST_HEALTH_FILE:-/tmp/rmcast.health}" 2> /dev/null) || {
  echo "no session is open"
  exit 1
}
age=$(($(date +%s) - touched))
echo "the session answered $age s ago"
[ "$age" -lt 15 ]
