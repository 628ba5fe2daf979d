#!/usr/bin/env bash
# A file to six receivers behind bad links, in containers: builds what is missing, runs docker/compose.yaml, compares the receivers'
# checksums with the sender's, prints a table, and removes everything again but a base that was pulled. Ends with 0 if all six have the file.
#
#   docker/wan-demo.sh [--protocol tram|rmtp] [MEGABYTES]       (tram, 64)
#
# The variables are those of docker/compose.yaml: WAN_IN='loss=10 delay=50ms' docker/wan-demo.sh. Needs a JDK 17 and Maven 3.8 or
# newer, docker, and docker compose or docker-compose. Where no engine runs, docker/engine.sh starts one; where BASE's registry can
# not be reached, docker/base-image.sh makes a base; RMCAST_BASE names another one. WAN_DEMO_TIMEOUT: seconds (600).
set -euo pipefail

home=$(cd -P "$(dirname "$0")/.." && pwd)
# shellcheck source=bin/launcher.sh
. "$home/bin/launcher.sh"
project=rmcast-wan-$$
default_base=eclipse-temurin:17-jre
receivers=6
timeout=${WAN_DEMO_TIMEOUT:-600}
protocol=tram
heads=(head-1 head-2)
usage() {
  sed -n '2,/^set /p' "$0" | sed -e '/^set /d' -e 's/^# \{0,1\}//' >&2
  exit 2
}
case ${1:-} in
  --protocol) protocol=${2:-}; shift $(($# < 2 ? $# : 2)) ;;
  --protocol=*) protocol=${1#*=}; shift ;;
esac
export TRANSFER_MEGABYTES=${1:-64} RMCAST_IMAGE=$project:local
case $TRANSFER_MEGABYTES in '' | *[!0-9]*) usage ;; esac
case $protocol in
  tram) ;;
  rmtp) heads=(); export RMCAST_CHANNEL=channel-rmtp ;;
  *) usage ;;
esac

die() {
  echo "wan-demo.sh: $*" >&2
  exit 1
}
say() { echo "wan-demo.sh: $*" >&2; }

# --- What is left behind: nothing ------------------------------------------------------------------------------------------------

our_engine=no
tidy() {
  local code=$?
  trap - EXIT INT TERM
  if [ ${#compose[@]} -gt 0 ]; then
    "${compose[@]}" down -v --remove-orphans -t 5 > /dev/null 2>&1 || true
    docker rmi "$project:local" "$project:link" "$project:base" > /dev/null 2>&1 || true
  fi
  [ $our_engine = no ] || "$home/docker/engine.sh" stop
  exit $code
}
compose=()
trap tidy EXIT
trap 'exit 130' INT TERM

# --- Engine, image ---------------------------------------------------------------------------------------------------------------

command -v docker > /dev/null || die "no docker found; on Debian: apt-get install docker.io docker-compose"
if docker compose version > /dev/null 2>&1; then
  program=(docker compose)
elif command -v docker-compose > /dev/null; then
  program=(docker-compose)
else
  die "neither docker compose nor docker-compose found; on Debian: apt-get install docker-compose"
fi
rmcast_find_java
rmcast_ensure_built "$home" rm-cli
if ! docker info > /dev/null 2>&1; then
  eval "$("$home/docker/engine.sh" env)"
  if ! docker info > /dev/null 2>&1; then
    our_engine=yes
    variables=$("$home/docker/engine.sh" start)
    eval "$variables"
  fi
fi
compose=("${program[@]}" -p "$project" -f "$home/docker/compose.yaml")

has_image() { docker image inspect "$1" > /dev/null 2>&1; }

base=${RMCAST_BASE:-$default_base}
if ! has_image "$base" && ! docker pull -q "$base" > /dev/null 2>&1; then
  [ -z "${RMCAST_BASE:-}" ] || die "there is no image $base here, and it cannot be pulled (RMCAST_BASE)"
  base=$project:base
  say "$default_base cannot be had; a base is made of this machine's programs"
  "$home/docker/base-image.sh" "$base" > /dev/null
fi
say "building the image on $base"
for target in link lab-node; do
  tag=$project:$target
  [ $target = link ] || tag=$RMCAST_IMAGE
  DOCKER_BUILDKIT=${DOCKER_BUILDKIT:-0} docker build -q -f "$home/docker/Dockerfile" --build-arg BASE="$base" --target $target \
    -t "$tag" "$home" 2>&1 > /dev/null | grep -v -e DEPRECATED -e 'BuildKit is' -e environment-variable -e '^$' >&2 || true
  has_image "$tag" || die "the image could not be built, see above"
done

# --- The transfer ----------------------------------------------------------------------------------------------------------------

export RMCAST_BASE=$base
nodes=(sender ${heads[@]+"${heads[@]}"})
for i in $(seq $receivers); do nodes+=("receiver-$i"); done
say "starting a sender, ${#heads[@]} repair heads and $receivers receivers"
begin=$SECONDS
alone=
[ ${#heads[@]} -gt 0 ] || alone=--no-deps
"${compose[@]}" up --no-build -d $alone "${nodes[@]}" > /dev/null 2>&1 || {
  "${compose[@]}" logs --tail=5 >&2
  die "the containers could not be started, see above"
}
declare -A id
for node in "${nodes[@]}"; do id[$node]=$("${compose[@]}" ps -a -q "$node"); done
docker logs "${id[receiver-1]}" 2>&1 | sed -n 's/^rmcast-node: \(packets.*\)/wan-demo.sh: \1/p' >&2
docker logs -f "${id[sender]}" 2>&1 > /dev/null | grep --line-buffered '^\[' >&2 &
ended=0
while [ $ended -lt ${#nodes[@]} ]; do
  [ $((SECONDS - begin)) -lt "$timeout" ] || die "not done within $timeout s (WAN_DEMO_TIMEOUT)"
  sleep 1
  ended=0
  for node in "${nodes[@]}"; do
    case $(docker inspect --format '{{.State.Status}} {{.State.ExitCode}}' "${id[$node]}") in
      'exited 0') ended=$((ended + 1)) ;;
      exited*) docker logs --tail 5 "${id[$node]}" >&2; die "$node failed, see above" ;;
    esac
  done
done

# --- The table -------------------------------------------------------------------------------------------------------------------

# Standard output of a node: rmcast's figures, and a line "SHA256  FILE" for each file.
figure() { sed -n 's/^{.*"'"$2"'":\([0-9.eE-]*\)[,}].*/\1/p' <<< "$1"; }
sums() { grep -E '^[0-9a-f]{64}  ' <<< "$1" || true; }
link_of() {
  docker inspect --format '{{range .Config.Env}}{{println .}}{{end}}' "$1" | sed -n "s/^WAN_$2=//p"
}

sent=$(docker logs "${id[sender]}" 2> /dev/null)
[ -n "$(sums "$sent")" ] || failed=yes
# What the link in lost, of packets of any kind; only nfqueue counts, and where another emulator was at work there is nothing.
lost_by() {
  { docker cp "$1:/run/wan-link/in.log" - 2> /dev/null || true; } | tr -d '\0' | sed -n 's/^packets .*, dropped \([0-9]*\)$/\1/p' | tail -n 1
}
printf '%-11s %-34s %-22s %8s %8s %8s %8s %8s  %s\n' receiver 'link in' 'link out' lost missed asked seconds MB/s sha256
for i in $(seq $receivers); do
  node=${id[receiver-$i]}
  got=$(docker logs "$node" 2> /dev/null)
  seconds=$(figure "$got" seconds)
  if [ -n "$(sums "$got")" ] && [ "$(sums "$got")" = "$(sums "$sent")" ]; then verdict=ok; else verdict=WRONG failed=yes; fi
  lost=$(lost_by "$node") missed=$(figure "$got" packetsMissed) asked=$(figure "$got" naksSent)
  printf '%-11s %-34s %-22s %8s %8s %8s %8.1f %8.2f  %s\n' "receiver-$i" "$(link_of "$node" IN)" "$(link_of "$node" OUT)" \
    "${lost:--}" "${missed:--}" "${asked:--}" "${seconds:-0}" \
    "$(awk -v bytes="$(figure "$got" bytes)" -v seconds="${seconds:-0}" 'BEGIN { print (seconds > 0 ? bytes / seconds / 1e6 : 0) }')" "$verdict"
done
sums "$sent" | sed 's/^/sent: /'
if [ $protocol = rmtp ]; then
  again=$(($(figure "$sent" packetsToGroup) + $(figure "$sent" packetsApart) - $(figure "$sent" packets)))
  echo "sender: $(figure "$sent" packets) packets in $(figure "$sent" rounds) rounds, $again sent again"
  nodes=()
else
  nodes=(sender "${heads[@]}")
fi
for node in ${nodes[@]+"${nodes[@]}"}; do
  told=$(docker logs "${id[$node]}" 2>&1)
  repairs=$(figure "$told" repairsSent)
  echo "$node: ${repairs:-$(sed -n 's/.*held, \([0-9]*\) repairs sent$/\1/p' <<< "$told" | tail -n 1)} repairs sent"
done
[ -z "${failed:-}" ] || die "not every receiver has the file"
