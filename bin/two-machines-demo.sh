#!/usr/bin/env bash
# The guide docs/two-machines.md on one machine: a file and a directory from one network namespace to two others, joined by a bridge.
# Needs root. Nothing leaves the namespaces, which are removed at the end.
#
#   sudo bin/two-machines-demo.sh [MEGABYTES]
set -euo pipefail
megabytes=${1:-20}
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
prefix=rmcast-$$
work=$(mktemp -d)
receivers=()

finish() {
  for pid in "${receivers[@]}"; do kill "$pid" 2> /dev/null || true; done
  for node in switch alpha beta gamma; do ip netns del "$prefix-$node" 2> /dev/null || true; done
  rm -rf "$work"
}
trap finish EXIT

"$home/rmcast" --version
ip netns add "$prefix-switch"
ip -n "$prefix-switch" link add bridge type bridge
ip -n "$prefix-switch" link set bridge up
host=10
for node in alpha beta gamma; do
  host=$((host + 1))
  ip netns add "$prefix-$node"
  ip link add eth0 netns "$prefix-$node" type veth peer name "$node" netns "$prefix-switch"
  ip -n "$prefix-switch" link set "$node" master bridge up
  ip -n "$prefix-$node" addr add "192.168.1.$host/24" dev eth0
  ip -n "$prefix-$node" link set eth0 up
  mkdir "$work/$node"
done

mkdir -p "$work/alpha/photos/2024"
head -c "${megabytes}M" /dev/urandom > "$work/alpha/image.iso"
head -c 300000 /dev/urandom > "$work/alpha/photos/2024/sea.jpg"

for node in beta gamma; do
  (cd "$work/$node" && exec ip netns exec "$prefix-$node" \
    "$home/rmcast" receive --interface 192.168.1.0/24 --create --dir inbox) > "$work/$node/out" 2>&1 &
  receivers+=($!)
done
(cd "$work/alpha" && ip netns exec "$prefix-alpha" \
  "$home/rmcast" send --interface 192.168.1.0/24 --wait-for 2 image.iso photos)

for node in beta gamma; do
  wait "${receivers[0]}"
  receivers=("${receivers[@]:1}")
  diff -r "$work/alpha/photos" "$work/$node/inbox/photos"
  cmp "$work/alpha/image.iso" "$work/$node/inbox/image.iso"
  echo "$node has both: $(tail -1 "$work/$node/out")"
done
