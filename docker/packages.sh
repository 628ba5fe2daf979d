#!/usr/bin/env bash
# Installs what docker/engine.sh and docker/base-image.sh need, on Debian and Ubuntu, as root; nothing if all is there.
set -euo pipefail

packages=()
need() { command -v "$1" > /dev/null || packages+=("$2"); }
need dockerd docker.io
need docker docker.io
need iptables iptables
need nft nftables
need ip iproute2
need nsenter util-linux
need ps procps
need gcc gcc
need tcpdump tcpdump
ls /usr/lib/*/faketime/libfaketimeMT.so.1 > /dev/null 2>&1 || packages+=(libfaketime)
[ -e /usr/include/linux/netfilter/nfnetlink_queue.h ] || packages+=(libc6-dev linux-libc-dev)
[ ${#packages[@]} -gt 0 ] || exit 0

mapfile -t packages < <(printf '%s\n' "${packages[@]}" | sort -u)
echo "packages.sh: installing ${packages[*]}" >&2
command -v apt-get > /dev/null || { echo "packages.sh: only apt-get is known here; install them by hand" >&2; exit 1; }
[ "$(id -u)" = 0 ] || { echo "packages.sh: needs root; sudo apt-get install ${packages[*]}" >&2; exit 1; }
export DEBIAN_FRONTEND=noninteractive
install() { apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=300 "${packages[@]}" > /dev/null; }
install || { apt-get update -qq && install; }
