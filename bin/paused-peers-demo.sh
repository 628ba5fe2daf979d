#!/usr/bin/env bash
# What a paused process costs a group in which everyone is equal: 16 peers in 4 processes, 4 of them send, every peer loses 5 % of
# what arrives. The process without senders is stopped (SIGSTOP) for 10 s, then goes on.
#
#   bin/paused-peers-demo.sh [MESSAGES_PER_SECOND_AND_SENDER [SECONDS [PROTOCOL]]]        (500, 35 and pbcast by default)
#
# Sends on the loopback interface only. To keep the load off it:
#   sudo unshare -n sh -c 'ip link set lo up; bin/paused-peers-demo.sh'
set -euo pipefail

home=$(cd -P "$(dirname "$0")/.." && pwd)
rate=${1:-500} seconds=${2:-35} protocol=${3:-pbcast}
work=$(mktemp -d "${TMPDIR:-/tmp}/rmcast-peers.XXXXXX")
export RMCAST_JAVA_OPTS="-Xmx600m ${PEERS_DEMO_JAVA_OPTS:-}"
pids=()
trap 'code=$?; [ "$code" = 0 ] || tail -n 3 "$work"/*.log >&2; kill -CONT "${pids[@]}" 2>/dev/null || true; kill -9 "${pids[@]}" 2>/dev/null || true; rm -rf "$work"' EXIT
"$home/rmcast" --version > /dev/null

port=$((20000 + RANDOM % 20000)) senders=(2 1 1 0)
for i in 1 2 3 4; do
  "$home/rmcast" perf peers --port "$port" --protocol "$protocol" --members 4 --senders "${senders[i - 1]}" --sources 4 \
    --wait-for 15 --message-rate "$rate" --size 1024 --duration "${seconds}s" --impair-in loss=5% \
    ${PEERS_DEMO_PARAMS:---param bufferBytes=33554432 --param ownBufferBytes=33554432} \
    > "$work/$i.json" 2> "$work/$i.log" &
  pids+=($!)
done
sleep 18
stop=$(date +%s)
kill -STOP "${pids[3]}"
sleep 10
kill -CONT "${pids[3]}"
echo "process 4 was stopped from second $stop to $(date +%s) of the epoch"
for i in 1 2 3 4; do
  code=0
  wait "${pids[i - 1]}" || code=$?
  [ "$code" = 0 ] || echo "process $i: exit $code: $(grep -v -e INFO -e WARN "$work/$i.log" | tail -1)"
done

echo "16 peers, 4 senders of $rate messages/s of 1024 bytes, 5 % loss; messages/s delivered in the 8 s before and in the pause"
for i in 1 2 3 4; do
  awk -v i="$i" -v stop="$stop" '
    function field(name,  text) { text = $0; sub(".*\"" name "\":\"?", "", text); sub("[],\"}].*", "", text); return text }
    /"event":"member"/ {
      text = $0; sub(".*\"deliveredPerSecond\":[[]", "", text); sub("].*", "", text)
      n = split(text, count, ","); first = field("firstSecond"); before = within = 0
      for (k = 1; k <= n; k++) {
        at = first + k - 1
        if (at >= stop - 8 && at < stop) before += count[k] / 8
        if (at > stop && at < stop + 9) within += count[k] / 8
      }
      text = $0; sub(".*\"lostRanges\":[[]", "", text); sub("].*", "", text)
      printf "process %d, peer %s: before %.0f, in the pause %.0f, ratio %.3f; delivered %d, reported lost %d, unaccounted %d\n",
        i, field("memberId"), before, within, within / (before ? before : 1), field("delivered"), field("lost"), field("unaccounted")
      if (text != "") print "    lost: " substr(text, 1, 300)
    }' "$work/$i.json"
done
