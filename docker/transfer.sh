#!/bin/sh
# One end of a transfer of files between containers: rmcast send or receive, and the files' SHA-256 as sha256sum finds it.
#
#   rmcast-transfer send [OPTION...]      sends the files of /data/outbox; makes one of TRANSFER_MEGABYTES (64) if there is none
#   rmcast-transfer receive [OPTION...]   receives into /data/inbox
#
# The options are those of rmcast. Standard output has rmcast's line of figures and a line "SHA256  FILE" for each file.
set -eu

# Waits for a program, and passes a signal to end on to it.
run() {
  "$@" &
  program=$!
  trap 'kill -TERM "$program"' TERM INT
  code=0
  wait "$program" || code=$?
  # A wait that a signal cuts short says nothing about the program.
  while kill -0 "$program" 2> /dev/null; do
    code=0
    wait "$program" || code=$?
  done
  trap - TERM INT
  return "$code"
}

verb=${1:-}
[ $# = 0 ] || shift
case $verb in
  send)
    mkdir -p /data/outbox
    cd /data/outbox
    if [ -z "$(ls)" ]; then
      run dd if=/dev/urandom of=/data/random.bin bs=1M count="${TRANSFER_MEGABYTES:-64}" 2> /dev/null
      mv /data/random.bin random.bin
    fi
    run rmcast send --json "$@" -- *
    ;;
  receive)
    mkdir -p /data/inbox
    cd /data/inbox
    run rmcast receive --json --overwrite --dir . "$@"
    ;;
  *)
    sed -n '2,/^set /p' "$0" | sed -e '/^set /d' -e 's/^# \{0,1\}//' >&2
    exit 2
    ;;
esac
sha256sum -- *
