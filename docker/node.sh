#!/bin/sh
# The image's entry point: rmcast-node ARGUMENT... runs rmcast ARGUMENT..., or the program that the first argument names, such as sh.
#
# As root it first makes this container's network a bad one, if WAN_IN or WAN_OUT say how (settings of wan-link, such as
# "loss=5 delay=20ms jitter=2ms"), and then goes on as user rmcast.
set -eu

die() {
  echo "rmcast-node: $*" >&2
  exit 1
}

as_user=
if [ "$(id -u)" = 0 ]; then
  for direction in in out; do
    if [ $direction = in ]; then settings=${WAN_IN:-}; else settings=${WAN_OUT:-}; fi
    [ -n "$settings" ] || continue
    # shellcheck disable=SC2086 # the settings are words
    wan-link set $direction $settings || die "the link asked for ($direction: $settings) is not there, see above." \
      "Links need the capability NET_ADMIN (docker run --cap-add NET_ADMIN; compose: cap_add)"
    emulator=$(wan-link probe)
    echo "rmcast-node: packets on the way $direction: $settings (by $emulator)" >&2
  done
  as_user="setpriv --reuid=1000 --regid=1000 --clear-groups --no-new-privs"
elif [ -n "${WAN_IN:-}${WAN_OUT:-}" ]; then
  die "WAN_IN and WAN_OUT need root with the capability NET_ADMIN" \
    "(docker run --user root --cap-add NET_ADMIN; compose: user and cap_add)"
fi

# What docker/health.sh looks at; the command line takes it as --health-file.
export RMCAST_HEALTH_FILE="${RMCAST_HEALTH_FILE:-/tmp/rmcast.health}"

# The process is exec'd: signals reach it, not a shell.
# shellcheck disable=SC2086 # the command and its options are words
case ${1:-} in
  -* | demo | stream | send | receive | head | chat | perf | protocols | completion | '') exec $as_user rmcast "$@" ;;
  *) exec $as_user "$@" ;;
esac
