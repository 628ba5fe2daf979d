#!/bin/sh
# Makes the link of a container's network device as bad as a wide area network, in one direction or both, while it is in use.
# Needs root (CAP_NET_ADMIN) and what an emulator needs:
#
#   netem      tc, and the kernel modules sch_netem and ifb; everything
#   nfqueue    iptables, and the program nfqueue-link (docker/link); all but duplicates, and UDP only
#   iptables   iptables (loss of what comes in, UDP only) and tc (rate of what goes out); nothing else
#
#   wan-link [--device DEV] [--emulator NAME] [--peer ADDRESS] set in|out [SETTING=VALUE...]
#                                  replaces the direction's link; without a setting it is a good one
#   wan-link ... clear [in|out]    removes what set did, in both directions if none is named; with --peer that peer's alone
#   wan-link ... probe             tries the emulators in that order and prints the name of the first that works
#   wan-link show                  prints direction, emulator and settings, a line for each direction
#
# SETTING: loss=PERCENT, burst=P,R,GOOD,BAD (Gilbert-Elliott, per cent: from good to bad, back, loss in good, loss in bad),
# delay=TIME, jitter=TIME (20ms, 1500us, 1s: whole numbers), rate=RATE (bit, kbit, mbit or gbit per second, a whole number),
# reorder=PERCENT (so many packets skip the delay), duplicate=PERCENT, limit=PACKETS that wait at most (1000), seed=NUMBER
# (nfqueue). DEV is eth0.
#
# --peer: of what comes from this IPv4 address, or goes to it, instead of the direction's link; what goes to a multicast group goes
# to no peer. By nfqueue, and by iptables for what comes in.
#
# A run of packets that a sender hands over at once (segmentation offload) would be lost as one: set takes such runs apart on DEV,
# which has to be done at the sender.
set -eu

device=eth0
emulator=
peer=
state=/run/wan-link

die() {
  echo "wan-link: $*" >&2
  exit 1
}

# --- Values ------------------------------------------------------------------------------------------------------------------

is_whole() {
  case $1 in '' | *[!0-9]*) return 1 ;; esac
}

percent() {
  case ${1#*.} in *.* | *[!0-9]*) die "$2=$1: per cent, such as 5 or 0.5" ;; esac
  case ${1%%.*} in '' | *[!0-9]* | ????*) die "$2=$1: per cent, such as 5 or 0.5" ;; esac
  [ "${1%%.*}" -lt 100 ] || [ "$1" = 100 ] || die "$2=$1: at most 100 per cent"
}

micros() {
  case $1 in
    *us) micros_number=${1%us} micros_unit=1 ;;
    *ms) micros_number=${1%ms} micros_unit=1000 ;;
    *s) micros_number=${1%s} micros_unit=1000000 ;;
    *) die "$2=$1: a time such as 20ms, 1500us or 1s" ;;
  esac
  is_whole "$micros_number" || die "$2=$1: a time such as 20ms, 1500us or 1s"
  echo $((micros_number * micros_unit))
}

bits() {
  case $1 in
    *gbit) bits_number=${1%gbit} bits_unit=1000000000 ;;
    *mbit) bits_number=${1%mbit} bits_unit=1000000 ;;
    *kbit) bits_number=${1%kbit} bits_unit=1000 ;;
    *bit) bits_number=${1%bit} bits_unit=1 ;;
    *) die "rate=$1: a rate such as 10mbit or 500kbit" ;;
  esac
  is_whole "$bits_number" && [ "$bits_number" -gt 0 ] || die "rate=$1: a rate such as 10mbit or 500kbit"
  echo $((bits_number * bits_unit))
}

parse() {
  loss= burst= delay=0 jitter=0 rate= reorder= duplicate= limit=1000 seed=
  for setting; do
    value=${setting#*=}
    case $setting in
      loss=*) percent "$value" loss && loss=$value ;;
      burst=*)
        burst=$(echo "$value" | tr , ' ')
        # shellcheck disable=SC2086 # four words
        set -- $burst
        [ $# = 4 ] || die "burst=$value: four percentages, such as 1,30,0,50"
        for value; do percent "$value" burst; done
        ;;
      delay=*) delay=$(micros "$value" delay) ;;
      jitter=*) jitter=$(micros "$value" jitter) ;;
      rate=*) rate=$(bits "$value") ;;
      reorder=*) percent "$value" reorder && reorder=$value ;;
      duplicate=*) percent "$value" duplicate && duplicate=$value ;;
      limit=*) is_whole "$value" && [ "$value" -gt 0 ] && limit=$value || die "limit=$value: a number of packets" ;;
      seed=*) is_whole "$value" && seed=$value || die "seed=$value: a whole number" ;;
      *) die "unknown setting '$setting'; there are loss burst delay jitter rate reorder duplicate limit seed" ;;
    esac
  done
  [ "$jitter" -le "$delay" ] || die "jitter must not be more than delay"
  [ -z "$reorder" ] || [ "$delay" -gt 0 ] || die "reorder needs a delay that packets can skip"
}

# --- What is in place: a file for each direction, and each peer, with a comment (emulator, then settings) and the commands that
# remove it ---------------------------------------------------------------------------------------------------------------------

# The file of a direction and the peer, if there is one: in, or in-10.0.0.1.
file_of() {
  echo "$state/$1${peer:+-$peer}"
}

emulator_of() {
  [ ! -f "$state/$1" ] || sed -n '1s/^# \([a-z]*\).*/\1/p' "$state/$1"
}

undo_file() {
  [ ! -f "$1" ] || sh "$1" > /dev/null 2>&1 || true
  rm -f "$1"
}

# --- The emulators: each set_X writes the new state file ------------------------------------------------------------------------

# The chain and the packets of a direction and the peer, as iptables takes them. A peer's rules stand before those for all others.
matches() {
  case $1 in
    in) echo "INPUT -i $device${peer:+ -s $peer}" ;;
    out) echo "OUTPUT -o $device${peer:+ -d $peer}" ;;
  esac
}

add_rule() {
  # shellcheck disable=SC2048,SC2086 # words
  iptables -w "$([ -n "$peer" ] && echo -I || echo -A)" $*
}

# A queue that is not in use: the one that is stays until the new one has taken over, so that no packet is lost in between.
free_queue() {
  case $1 in in) queue=10 ;; out) queue=20 ;; esac
  [ -z "$peer" ] || queue=100
  while grep -qs "queue-num $queue\$" "$state"/in* "$state"/out*; do queue=$((queue + 1)); done
}

set_netem() {
  direction=$1 target=$device
  [ -z "$peer" ] || die "netem has no links of single peers"
  [ -z "$burst" ] || [ -z "$loss" ] || die "netem knows either loss or burst, not both"
  if [ "$direction" = in ]; then
    target=wan-in
    if ! ip link show "$target" > /dev/null 2>&1; then
      ip link add "$target" type ifb || return 1
      ip link set "$target" up || return 1
      tc qdisc add dev "$device" ingress || return 1
      tc filter add dev "$device" parent ffff: protocol all u32 match u32 0 0 action mirred egress redirect dev "$target" || return 1
    fi
    echo "tc qdisc del dev $device ingress; ip link del $target" >> "$state/new"
  else
    echo "tc qdisc del dev $device root" >> "$state/new"
  fi
  arguments="limit $limit"
  [ "$delay" = 0 ] || arguments="$arguments delay ${delay}us"
  [ "$jitter" = 0 ] || arguments="$arguments ${jitter}us"
  [ -z "$loss" ] || arguments="$arguments loss $loss%"
  if [ -n "$burst" ]; then
    # shellcheck disable=SC2086 # four words
    set -- $burst
    arguments="$arguments loss gemodel $1% $2% $4% $3%"
  fi
  [ -z "$duplicate" ] || arguments="$arguments duplicate $duplicate%"
  [ -z "$reorder" ] || arguments="$arguments reorder $reorder%"
  [ -z "$rate" ] || arguments="$arguments rate ${rate}bit"
  # shellcheck disable=SC2086 # words
  tc qdisc replace dev "$target" root netem $arguments
}

set_nfqueue() {
  direction=$1
  [ -z "$duplicate" ] || die "nfqueue cannot duplicate"
  free_queue "$direction"
  rule="$(matches "$direction") -p udp -j NFQUEUE --queue-num $queue"
  log=$(file_of "$direction").log
  arguments="limit=$limit delay=$((delay / 1000)).$(printf %03d $((delay % 1000))) jitter=$((jitter / 1000)).$(printf %03d $((jitter % 1000)))"
  [ -z "$loss" ] || arguments="$arguments loss=$loss"
  [ -z "$burst" ] || arguments="$arguments burst=$(echo "$burst" | tr ' ' ,)"
  [ -z "$rate" ] || arguments="$arguments rate=$rate"
  [ -z "$reorder" ] || arguments="$arguments reorder=$reorder"
  [ -z "$seed" ] || arguments="$arguments seed=$seed"
  command -v nfqueue-link > /dev/null || die "nfqueue-link is not installed"
  # shellcheck disable=SC2086 # words
  nfqueue-link "$queue" $arguments > "$log" 2>&1 < /dev/null &
  program=$!
  tries=0
  until grep -q ready "$log"; do
    kill -0 "$program" 2> /dev/null && [ "$tries" -lt 100 ] || die "$(cat "$log")"
    tries=$((tries + 1))
    sleep 0.02
  done
  add_rule "$rule" || { kill "$program"; return 1; }
  printf 'iptables -w -D %s\nkill %s\n' "$rule" "$program" >> "$state/new"
}

set_iptables() {
  direction=$1
  [ -z "$burst$reorder$duplicate" ] && [ "$delay" = 0 ] || die "iptables knows only loss (in) and rate (out)"
  if [ "$direction" = in ]; then
    [ -z "$rate" ] || die "iptables cannot limit the rate of what comes in"
    if [ -n "$peer" ]; then
      rule="$(matches in) -p udp -j ACCEPT"
      add_rule "$rule" || return 1
      echo "iptables -w -D $rule" >> "$state/new"
    fi
    rule="$(matches in) -p udp -m statistic --mode random --probability $(printf %.6f "${loss:-0}e-2") -j DROP"
    add_rule "$rule" || return 1
    echo "iptables -w -D $rule" >> "$state/new"
  else
    [ -z "$peer" ] || die "iptables has no links of single peers for what goes out"
    # A packet dropped on its way out makes the sender's call fail, which no wide area network does.
    [ -z "$loss" ] || die "iptables cannot lose what goes out without the sender's noticing"
    echo "tc qdisc del dev $device root" >> "$state/new"
    if [ -n "$rate" ]; then
      tc qdisc replace dev "$device" root tbf rate "${rate}bit" burst 16kb limit "$((limit * 1500))" || return 1
    else
      tc qdisc del dev "$device" root 2> /dev/null || true
    fi
  fi
}

# Sets the direction's link by the emulator chosen; what another emulator did there goes first.
set_direction() {
  direction=$1
  file=$(file_of "$direction")
  before=$(emulator_of "${file#"$state"/}")
  [ -z "$before" ] || [ "$before" = "$emulator" ] || undo_file "$file"
  echo "# $emulator $settings" > "$state/new"
  "set_$emulator" "$direction" || return 1
  case $emulator-$direction in
    netem-* | iptables-out) ;; # replaced in place
    *) undo_file "$file" ;;
  esac
  mv "$state/new" "$file"
  ip link set dev "$device" gso_max_segs 1 2> /dev/null || true
}

# Whether an emulator works here: put into place in both directions, and removed.
works() {
  before_probe=$state
  state=$state/probe
  mkdir -p "$state"
  settings=
  parse delay=0ms
  if (emulator=$1 && set_direction in && set_direction out); then tried=0; else tried=1; fi
  for file in "$(file_of in)" "$(file_of out)" "$state/new"; do undo_file "$file"; done
  rm -rf "$state"
  state=$before_probe
  return "$tried"
}

# Sets emulator: the one asked for, the one in use, or the first that works.
choose() {
  for used in "$state/in" "$state/out" "$state"/in-* "$state"/out-*; do
    used=$(emulator_of "${used#"$state"/}")
    [ -n "$used" ] || continue
    emulator=${emulator:-$used}
    [ "$emulator" != "$used" ] || return 0
  done
  for choice in ${emulator:-netem nfqueue iptables}; do
    if reason=$(works "$choice" 2>&1); then
      emulator=$choice
      return
    fi
    echo "wan-link: no $choice: $(echo "$reason" | head -n 3 | tr '\n' ' ')" >&2
  done
  die "no emulator of links works here"
}

# --- Commands -------------------------------------------------------------------------------------------------------------------

usage() {
  sed -n '2,/^set /p' "$0" | sed -e '/^set /d' -e 's/^# \{0,1\}//' >&2
  exit 2
}

while :; do
  case ${1:-} in
    --device) [ $# -gt 1 ] || usage; device=$2; shift 2 ;;
    --peer)
      [ $# -gt 1 ] || usage
      case $2 in '' | *[!0-9.]*) die "--peer $2: an IPv4 address" ;; esac
      peer=$2
      shift 2
      ;;
    --emulator)
      [ $# -gt 1 ] || usage
      case $2 in netem | nfqueue | iptables) emulator=$2 ;; *) die "no emulator '$2'; there are netem, nfqueue, iptables" ;; esac
      shift 2
      ;;
    *) break ;;
  esac
done

verb=${1:-}
[ $# = 0 ] || shift
case $verb in
  set | clear | probe)
    [ "$(id -u)" = 0 ] || die "only root can change links"
    mkdir -p "$state"
    ;;
esac
case $verb in
  set)
    direction=${1:-}
    case $direction in in | out) shift ;; *) die "set in, or set out" ;; esac
    parse "$@"
    settings=$*
    [ -n "$emulator" ] || choose
    set_direction "$direction" || {
      undo_file "$state/new"
      die "$emulator could not be put into place"
    }
    ;;
  clear)
    for direction in ${1:-in out}; do
      case $direction in in | out) ;; *) die "clear in, or clear out" ;; esac
      undo_file "$(file_of "$direction")"
      [ -z "$peer" ] || continue
      for file in "$state/$direction"-*; do
        case $file in *.log) ;; *) undo_file "$file" ;; esac
      done
    done
    ;;
  probe)
    choose
    echo "$emulator"
    ;;
  show)
    for direction in in out; do
      for file in "$state/$direction" "$state/$direction"-*; do
        case $file in *.log) continue ;; esac
        [ ! -f "$file" ] || sed -n "1s/^#/$(echo "${file#"$state"/}" | tr - ' ')/p" "$file"
      done
    done
    ;;
  *) usage ;;
esac
