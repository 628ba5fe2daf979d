#!/usr/bin/env bash
# Makes a base image for a node without any registry: a Java runtime by jlink, this machine's own network tools with the libraries
# that they load, and the queue program of docker/link. Needs a JDK 17 or newer, gcc, and on Debian: dash iproute2 iptables nftables
# coreutils grep sed procps util-linux, and for all tests tcpdump libfaketime. Prints the image's name.
#
#   docker/base-image.sh [NAME]          NAME is rmcast-base:local if not given
set -euo pipefail

here=$(cd -P "$(dirname "$0")" && pwd)
name=${1:-rmcast-base:local}
modules=java.base,java.logging,java.management,java.naming,java.xml,jdk.httpserver,jdk.jcmd,jdk.management,jdk.net,jdk.unsupported,jdk.zipfs
tools=(sh dash ip tc iptables nft cat chmod chown cp date dd df env grep head id kill ln ls mkdir mv ps rm sed seq setpriv sha256sum sleep sort stat
  tail timeout touch tr uname wc)
root=$(mktemp -d "${TMPDIR:-/tmp}/rmcast-base.XXXXXX")
trap 'rm -rf "$root"' EXIT

die() {
  echo "base-image.sh: $*" >&2
  exit 1
}

jlink=${JAVA_HOME:+$JAVA_HOME/bin/}jlink
for needed in "$jlink" gcc docker "${tools[@]}"; do
  command -v "$needed" > /dev/null || PATH=$PATH:/usr/sbin:/sbin command -v "$needed" > /dev/null || die "$needed is missing"
done

# Copies the libraries that a program or a library loads.
copy_libraries_of() {
  local target
  { ldd "$1" 2> /dev/null || true; } | sed -n 's/^.*=> \(\/[^ ]*\).*/\1/p; s/^[[:space:]]*\(\/[^ ]*\) (.*/\1/p' | while read -r target; do
    copy_library "$target"
  done
}

# Copies a file, what it is a link to, and the libraries that it loads, to the same places under the root.
copy() {
  local file=$1 target
  [ ! -e "$root$file" ] || return 0
  mkdir -p "$root$(dirname "$file")"
  if [ -L "$file" ]; then
    target=$(readlink -f "$file")
    ln -s "$target" "$root$file"
    copy "$target"
    return 0
  fi
  cp "$file" "$root$file"
  copy_libraries_of "$file"
}

# The loader looks for a library under the name by which it is known; the Java runtime's own lie beside it.
copy_library() {
  case $1 in "$root"/*) return 0 ;; esac
  [ -e "$root$1" ] || { mkdir -p "$root$(dirname "$1")" && cp -L "$1" "$root$1"; }
}

mkdir -p "$root/opt"
for tool in "${tools[@]}"; do
  copy "$(PATH=/usr/bin:/usr/sbin:/bin:/sbin type -P "$tool")"
done
"$jlink" --add-modules "$modules" --strip-debug --no-header-files --no-man-pages --output "$root/opt/java"
# The classes of the JDK as it has them loaded, as the JDK itself brings them: each start is shorter.
"$root/opt/java/bin/java" -Xshare:dump > /dev/null 2>&1 || true
find "$root/opt/java" -name '*.so' -o -path '*/bin/*' -type f | while read -r file; do
  copy_libraries_of "$file"
done

# /bin, /sbin and /lib are links into /usr on the machines that this is for, and where programs look for each other.
for directory in bin sbin lib lib64; do
  if [ -L "/$directory" ]; then
    mkdir -p "$root/usr/$directory"
    if [ -d "$root/$directory" ]; then
      cp -an "$root/$directory/." "$root/usr/$directory/"
      rm -rf "${root:?}/$directory"
    fi
    ln -sfn "usr/$directory" "$root/$directory"
  fi
done
# For tests, where this machine has them: captures, and clocks that jump.
for file in "$(command -v tcpdump || true)" /usr/lib/*/faketime/libfaketimeMT.so.1; do
  [ ! -e "$file" ] || copy "$file"
done
xtables=$(find /usr/lib -maxdepth 2 -type d -name xtables | head -n 1)
if [ -n "$xtables" ]; then
  mkdir -p "$root$xtables"
  for match in udp standard statistic u32 NFQUEUE; do
    for file in "$xtables/libxt_$match.so"; do
      [ ! -e "$file" ] || cp "$file" "$root$xtables/"
    done
  done
fi
mkdir -p "$root/etc" "$root/tmp" "$root/run" "$root/root"
chmod 1777 "$root/tmp"
printf 'root:x:0:0::/root:/bin/sh\nrmcast:x:1000:1000::/tmp:/bin/sh\n' > "$root/etc/passwd"
printf 'root:x:0:\nrmcast:x:1000:\n' > "$root/etc/group"
printf 'hosts: files dns\n' > "$root/etc/nsswitch.conf"

mkdir -p "$root/usr/local/bin"
gcc -O2 -Wall -o "$root/usr/local/bin/nfqueue-link" "$here/link/nfqueue-link.c"

tar -C "$root" -cf - . | docker import --change 'ENV PATH=/opt/java/bin:/usr/local/bin:/usr/sbin:/usr/bin JAVA_HOME=/opt/java' \
  - "$name" > /dev/null
size=$(docker image inspect --format '{{.Size}}' "$name")
echo "$name ($((size / 1000000)) MB)"
