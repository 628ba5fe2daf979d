#!/usr/bin/env bash
# What one bad receiver costs the others, in processes of their own: a sender, 2 repair heads with caches of 200 packets, 6
# receivers, TRAM++. First a run without the bad one's fault, then with it.
#
#   bin/slow-receiver-demo.sh [spill|prune|block] [loss|stop] [SECONDS [MESSAGES_PER_SECOND]]
#                                                                 (spill, loss, 30 and 4000 by default)
#
# loss: the bad receiver loses 30 % of all datagrams. stop: it is stopped (SIGSTOP) for 20 s, then goes on.
# Sends on the loopback interface only. To keep the load off it:
#   sudo unshare -n sh -c 'ip link set lo up; bin/slow-receiver-demo.sh'
set -euo pipefail

home=$(cd -P "$(dirname "$0")/.." && pwd)
policy=${1:-spill} fault=${2:-loss} seconds=${3:-30} rate=${4:-4000}
work=$(mktemp -d "${TMPDIR:-/tmp}/rmcast-slow.XXXXXX")
export RMCAST_JAVA_OPTS="-Xmx160m -XX:TieredStopAtLevel=${SLOW_DEMO_TIER:-4}"
pids=()
trap 'kill -CONT "${pids[@]}" 2>/dev/null || true; kill -9 "${pids[@]}" 2>/dev/null || true; rm -rf "$work"' EXIT
"$home/rmcast" --version > /dev/null

run() { # name, fault
  local name=$1 bad=$2 port=$((20000 + RANDOM % 20000)) dir=$work/$1 sender i
  mkdir "$dir"
  local common=(--port "$port" --param recovery=reaffiliate --param "slowReceivers=$policy" --param headCachePackets=200
    --param canBeHead=false --param maxMembers=4 ${SLOW_DEMO_PARAMS:-})
  "$home/rmcast" perf send "${common[@]}" --size 1316 --message-rate "$rate" --count $((seconds * rate)) --warmup $((6 * rate)) \
    --wait-for 6 --close-timeout 120s --storage "$dir/storage" --storage-max 2G \
    > "$dir/sender.json" 2> "$dir/sender.log" &
  sender=$!
  pids=("$sender")
  sleep 2
  for i in 1 2; do
    "$home/rmcast" head --name perf "${common[@]}" > "$dir/head-$i.log" 2>&1 &
    pids+=($!)
  done
  sleep 2
  local receivers=()
  for i in 1 2 3 4 5 6; do
    local impair=()
    if [ "$i" = 1 ] && [ "$bad" = loss ]; then impair=(--impair-in loss=30%,seed=1); fi
    "$home/rmcast" perf receive "${common[@]}" "${impair[@]}" > "$dir/receiver-$i.json" 2> "$dir/receiver-$i.log" &
    pids+=($!)
    receivers[i]=$!
  done
  if [ "$bad" = stop ]; then
    until grep -q "[1-9][0-9]* of 200 packets" "$dir/head-1.log"; do sleep 0.5; done
    sleep 3
    kill -STOP "${receivers[1]}"
    sleep 20
    kill -CONT "${receivers[1]}"
  fi
  wait "$sender" || echo "  sender: exit $?"
  for i in 1 2 3 4 5 6; do wait "${receivers[i]}" || true; done
  kill "${pids[1]}" "${pids[2]}" 2> /dev/null || true
  wait || true
}

field() { sed -n 's/.*"'"$2"'":\("[^"]*"\|[^,}]*\).*/\1/p' "$1"; }

run without none
run with "$fault"
echo "$policy, $fault, $seconds s at $rate messages/s of 1316 bytes; goodput in MB/s, latency in ms"
for i in 1 2 3 4 5 6; do
  a=$work/without/receiver-$i.json b=$work/with/receiver-$i.json
  awk -v i="$i" -v a="$(field "$a" goodputBytesPerSecond)" -v b="$(field "$b" goodputBytesPerSecond)" \
    -v la="$(field "$a" p99)" -v lb="$(field "$b" p99)" -v m="$(field "$b" messages)" -v lost="$(field "$b" messagesLost)" 'BEGIN {
      printf "receiver %d%s: without %.2f, with %.2f, ratio %.3f; p99 %.1f and %.1f; with: %d messages, %d lost\n",
        i, i == 1 ? " (bad)" : "", a / 1e6, b / 1e6, b / (a ? a : 1), la / 1e3, lb / 1e3, m, lost }'
done
echo "what was said of the bad receiver:"
grep -ho "\(MemberPruned\|MemberFailed\|ReceiverLagging\|ReceiverCaughtUp\)\[.*" "$work"/with/sender.log "$work"/with/head-*.log \
  "$work"/with/receiver-1.log | sort | uniq -c | head -12 || true
