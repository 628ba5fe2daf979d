#!/usr/bin/env bash
# A Docker engine for the container tests where none runs, in a network namespace of its own, so that nothing of it touches the
# machine's network. Needs root, dockerd, iproute2 and iptables (Debian: docker.io iproute2 iptables).
#
#   docker/engine.sh start          starts one unless an engine answers already; prints the variables that tests need
#   docker/engine.sh stop           stops the one that start began, and removes all that it left
#   docker/engine.sh env            prints those variables again
#   docker/engine.sh run COMMAND    start, COMMAND with the variables, stop; ends as COMMAND did
#
# Its state is in RMCAST_ENGINE_DIR (/run/rmcast-engine), after which its namespace is named.
set -euo pipefail

dir=${RMCAST_ENGINE_DIR:-/run/rmcast-engine}
namespace=$(basename "$dir")
socket=unix://$dir/docker.sock

die() {
  echo "engine.sh: $*" >&2
  exit 1
}

is_ours() { [ -f "$dir/docker.pid" ] && kill -0 "$(cat "$dir/docker.pid")" 2> /dev/null; }

print_env() {
  is_ours || return 0
  # Nothing can be pulled from inside the namespace: no reaper, and no image to probe the host with.
  echo "export DOCKER_HOST=$socket TESTCONTAINERS_RYUK_DISABLED=true TESTCONTAINERS_CHECKS_DISABLE=true" \
    "TESTCONTAINERS_HOST_OVERRIDE=localhost"
}

start() {
  if is_ours; then
    echo "engine.sh: the engine in $dir runs already" >&2
    return
  fi
  if command -v docker > /dev/null && docker info > /dev/null 2>&1; then
    echo "engine.sh: an engine answers already, and is used as it is" >&2
    return
  fi
  [ "$(id -u)" = 0 ] || die "no engine answers, and only root can start one"
  local tool
  for tool in dockerd docker ip iptables nsenter; do
    command -v "$tool" > /dev/null || die "no engine answers, and $tool is missing; on Debian: apt-get install docker.io iproute2 iptables"
  done
  remove_left_overs
  mkdir -p "$dir"
  ip netns add "$namespace"
  ip -n "$namespace" link set lo up
  # A bridge passes multicast to all of its ports: nobody here asks for memberships.
  setsid nsenter --net="/run/netns/$namespace" dockerd -H "$socket" --data-root "$dir/data" --exec-root "$dir/exec" \
    -p "$dir/docker.pid" > "$dir/dockerd.log" 2>&1 < /dev/null &
  local tries
  for tries in $(seq 150); do
    if docker -H "$socket" info > /dev/null 2>&1; then
      echo "engine.sh: an engine runs in network namespace $namespace after $tries tries" >&2
      return
    fi
    sleep 0.2
  done
  tail -n 20 "$dir/dockerd.log" >&2
  stop
  die "the engine did not answer within 30 s, see above"
}

stop() {
  local pid tries
  if is_ours; then
    docker -H "$socket" ps -aq | xargs -r docker -H "$socket" rm -f > /dev/null || true
    pid=$(cat "$dir/docker.pid")
    kill "$pid"
    for tries in $(seq 150); do
      kill -0 "$pid" 2> /dev/null || break
      [ "$tries" != 100 ] || kill -9 "$pid"
      sleep 0.2
    done
  fi
  remove_left_overs
}

# After an engine that was killed, as well: mounts, processes in the namespace, the namespace, files.
remove_left_overs() {
  local mount
  if [ -e "/run/netns/$namespace" ]; then
    ip netns pids "$namespace" | xargs -r kill -9 2> /dev/null || true
    ip netns delete "$namespace"
  fi
  [ -d "$dir" ] || return 0
  awk -v dir="$dir/" 'index($2, dir) == 1 { print $2 }' /proc/mounts | sort -r | while read -r mount; do
    umount -l "$mount" || true
  done
  rm -rf "$dir"
}

case ${1:-} in
  start)
    start
    print_env
    ;;
  stop) stop ;;
  env) print_env ;;
  run)
    shift
    [ $# -gt 0 ] || die "run needs a command"
    if is_ours; then
      eval "$(print_env)"
      exec "$@"
    fi
    start
    ! is_ours || trap stop EXIT
    eval "$(print_env)"
    "$@"
    ;;
  *)
    sed -n '2,/^set /p' "$0" | sed -e '/^set /d' -e 's/^# \{0,1\}//' >&2
    exit 2
    ;;
esac
