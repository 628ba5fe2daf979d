#!/usr/bin/env bash
# One receiver of a file is stopped (SIGSTOP) until the sender is through with half of it, then goes on: the others are not
# held up, and it gets what it missed from the sender's storage, behind the others. Shows the sender's heap.
#
#   bin/spill-demo.sh [MEGABYTES [RECEIVERS]]      (1024 and 3 by default)
#
# Sends on the loopback interface only. To keep the load off it: sudo unshare -n sh -c 'ip link set lo up; bin/spill-demo.sh'.
# RMCAST_JAVA_OPTS applies to the sender (default: -Xmx256m). SPILL_DEMO_RATE is its rate in bytes/s (default: 40000000).
set -euo pipefail

home=$(cd -P "$(dirname "$0")/.." && pwd)
megabytes=${1:-1024} receivers=${2:-3}
work=$(mktemp -d "${TMPDIR:-/tmp}/rmcast-spill.XXXXXX")
port=$((20000 + RANDOM % 20000))
sender_options=${RMCAST_JAVA_OPTS:--Xmx256m}
export RMCAST_JAVA_OPTS=-Xmx160m
common=(--port "$port" --param recovery=reaffiliate --param slowReceivers=spill
  --param "maxRate=${SPILL_DEMO_RATE:-40000000}")
pids=()
trap 'kill -CONT "${pids[@]}" 2>/dev/null || true; kill -9 "${pids[@]}" 2>/dev/null || true; rm -rf "$work"' EXIT

head -c "${megabytes}M" /dev/urandom > "$work/file.bin"
for i in $(seq "$receivers"); do
  mkdir "$work/inbox-$i"
  "$home/rmcast" receive "${common[@]}" --dir "$work/inbox-$i" > "$work/receiver-$i.log" 2>&1 &
  pids+=($!)
  receiver_pids[i]=$!
done
RMCAST_JAVA_OPTS="$sender_options -Xlog:gc*:file=$work/gc.log" "$home/rmcast" send "${common[@]}" --wait-for "$receivers" \
  --close-timeout 300s --storage "$work/storage" --storage-max 4G --json "$work/file.bin" > "$work/sender.log" 2>&1 &
sender=$!
pids+=("$sender")

received() { # bytes of the file on its way in at a receiver
  local part
  part=$(find "$work/inbox-$1" -type f -printf '%s\n' 2>/dev/null | sort -n | tail -n 1)
  echo "${part:-0}"
}
until [ "$(received 1)" -gt 4194304 ]; do
  kill -0 "$sender" 2>/dev/null || { cat "$work/sender.log" >&2; exit 1; }
  sleep 0.05
done
kill -STOP "${receiver_pids[1]}"
begin=$(date +%s.%N)
stopped_at=$(received 1)
until [ "$(received 2)" -ge $((stopped_at + megabytes * 524288)) ]; do
  kill -0 "$sender" 2>/dev/null || { cat "$work/sender.log" >&2; exit 1; }
  sleep 0.05
done
echo "receiver 1 was stopped at $((stopped_at / 1048576)) MiB for $(echo "$(date +%s.%N) - $begin" | bc) s;" \
  "receiver 2 has $(($(received 2) / 1048576)) MiB; storage: $(du -sm "$work/storage" | cut -f1) MiB"
kill -CONT "${receiver_pids[1]}"
wait "${receiver_pids[2]}"
echo "receiver 2 was done $(echo "$(date +%s.%N) - $begin" | bc) s after the stop, receiver 1 then had $(($(received 1) / 1048576)) MiB"
wait "$sender" || { cat "$work/sender.log" >&2; exit 1; }
for i in $(seq "$receivers"); do
  wait "${receiver_pids[i]}" || { cat "$work/receiver-$i.log" >&2; exit 1; }
  cmp "$work/file.bin" "$work/inbox-$i/file.bin"
  echo "receiver $i: identical"
done
echo "all was done $(echo "$(date +%s.%N) - $begin" | bc) s after the stop"
sed -n 's/.* Pause .* \([0-9]*\)M->\([0-9]*\)M(\([0-9]*\)M).*/\1 \2 \3/p' "$work/gc.log" \
  | awk '{ if ($1 > b) b = $1; if ($2 > a) a = $2; if ($3 > c) c = $3 }
      END { print "sender heap (MiB): " a " after, " b " before a collection, " c " committed" }'
