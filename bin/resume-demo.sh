#!/usr/bin/env bash
# Kills a sender with SIGKILL at half of a file, restarts it with --resume, and compares what the receivers end with.
#
#   bin/resume-demo.sh [MEGABYTES [RECEIVERS [SECONDS_DOWN]]]      (200, 3 and 2 by default)
#
# Sends on the loopback interface only. To keep the load off it: sudo unshare -n sh -c 'ip link set lo up; bin/resume-demo.sh'.
# RMCAST_JAVA_OPTS applies to the sender (default: -Xmx256m). RESUME_DEMO_RATE limits it, such as "rate=400Mbit".
set -euo pipefail

home=$(cd -P "$(dirname "$0")/.." && pwd)
megabytes=${1:-200} receivers=${2:-3} down=${3:-2}
work=$(mktemp -d "${TMPDIR:-/tmp}/rmcast-resume.XXXXXX")
port=$((20000 + RANDOM % 20000))
sender_options=${RMCAST_JAVA_OPTS:--Xmx256m}
export RMCAST_JAVA_OPTS=-Xmx160m
pids=()
trap 'kill -9 "${pids[@]}" 2>/dev/null || true; rm -rf "$work"' EXIT

head -c "${megabytes}M" /dev/urandom > "$work/file.bin"
for i in $(seq "$receivers"); do
  mkdir "$work/inbox-$i"
  "$home/rmcast" receive --port "$port" --dir "$work/inbox-$i" > "$work/receiver-$i.log" 2>&1 &
  pids+=($!)
  receiver_pids[i]=$!
done

send() {
  RMCAST_JAVA_OPTS="$sender_options -Xlog:gc*:file=$work/gc-$1.log" "$home/rmcast" send --port "$port" \
    --wait-for "$receivers" --storage "$work/storage" --storage-max 2G --resume --json \
    ${RESUME_DEMO_RATE:+--impair-out "$RESUME_DEMO_RATE"} "$work/file.bin" > "$work/sender-$1.log" 2>&1 &
  sender=$!
  pids+=("$sender")
}

received() { # the size of the file on its way in at the first receiver
  find "$work/inbox-1" -name '*.part' -printf '%s\n' 2>/dev/null | head -n 1
}

send first
until [ "$(received || true)" ] && [ "$(received)" -ge $((megabytes * 524288)) ]; do
  kill -0 "$sender" 2>/dev/null || { cat "$work/sender-first.log"; echo "the sender ended before half of the file" >&2; exit 1; }
  sleep 0.02
done
kill -9 "$sender"
echo "killed at $(received) of $((megabytes * 1048576)) bytes; storage: $(du -sm "$work/storage" | cut -f1) MiB"
sleep "$down"
start=$(date +%s.%N)
send second
wait "$sender" || { cat "$work/sender-second.log" >&2; exit 1; }
cat "$work/sender-second.log"
echo "restarted sender took $(echo "$(date +%s.%N) - $start" | bc) s; heap, the most after and before a collection (MiB):"
for run in first second; do
  sed -n 's/.* Pause .* \([0-9]*\)M->\([0-9]*\)M(\([0-9]*\)M).*/\1 \2 \3/p' "$work/gc-$run.log" \
    | awk -v run=$run '{ if ($1 > b) b = $1; if ($2 > a) a = $2; if ($3 > c) c = $3 }
        END { print "  " run ": " a " after, " b " before, " c " committed" }'
done
for i in $(seq "$receivers"); do
  wait "${receiver_pids[i]}" || { cat "$work/receiver-$i.log" >&2; exit 1; }
  cmp "$work/file.bin" "$work/inbox-$i/file.bin"
  echo "receiver $i: identical"
done
