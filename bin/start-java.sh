# What every start of rmcast shares: finds Java and starts it. To be sourced, not run.
#
#   rmcast_start [java option...] MAIN [argument...]
#
# RMCAST_JAVA_OPTS is passed to java.
# shellcheck shell=bash

rmcast_die() {
  echo "rmcast: $*" >&2
  exit 2
}

# The version of RMCAST_JAVA: from the file that a JDK has of it, else by asking, which takes a start of Java more.
rmcast_java_version() {
  local real release
  real=$(readlink -f "$RMCAST_JAVA" 2>/dev/null) || real=
  release=${real%/bin/java}/release
  if [ -n "$real" ] && [ -f "$release" ] && grep -q '^JAVA_VERSION="[0-9]' "$release"; then
    sed -n 's/^JAVA_VERSION="\([^"]*\)".*/\1/p' "$release" | head -n 1
  else
    "$RMCAST_JAVA" -version 2>&1 | sed -n 's/.* version "\([^"]*\)".*/\1/p' | head -n 1
  fi
}

# Sets RMCAST_JAVA and RMCAST_JAVA_MAJOR, once.
rmcast_find_java() {
  local version
  if [ -n "${RMCAST_JAVA_MAJOR:-}" ]; then return; fi
  if [ -n "${JAVA_HOME:-}" ]; then
    RMCAST_JAVA=$JAVA_HOME/bin/java
    [ -x "$RMCAST_JAVA" ] || rmcast_die "JAVA_HOME is $JAVA_HOME, but there is no bin/java in it; set it to a JDK 17 or newer"
  else
    RMCAST_JAVA=$(command -v java) || rmcast_die "no java found; install a JDK 17 or newer, or set JAVA_HOME to one"
  fi
  version=$(rmcast_java_version)
  RMCAST_JAVA_MAJOR=${version%%[!0-9]*}
  case $RMCAST_JAVA_MAJOR in
    '') rmcast_die "$RMCAST_JAVA does not tell its version; set JAVA_HOME to a JDK 17 or newer" ;;
  esac
  [ "$RMCAST_JAVA_MAJOR" -ge 17 ] \
    || rmcast_die "a JDK 17 or newer is needed, $RMCAST_JAVA is $version; set JAVA_HOME to a newer one"
}

# Prints the options for who keeps little and lives for a short time, unless RMCAST_JAVA_OPTS chooses: the collector that takes least of processor and memory,
# and for the second compiler, whose work a process of seconds does not earn back, smaller methods and only those that are called four times as often as usual.
# And vectors of 16 bytes: with AVX-512 Java's SHA-256 has been seen to become slow for good (docs/embedding.md).
rmcast_options() {
  case ${RMCAST_JAVA_OPTS:-} in
    *-XX:+Use*GC*) ;;
    *) echo -XX:+UseSerialGC ;;
  esac
  case ${RMCAST_JAVA_OPTS:-} in
    *-XX:*Inline*) ;;
    *) echo -XX:MaxInlineLevel=9 -XX:InlineSmallCode=1200 ;;
  esac
  case ${RMCAST_JAVA_OPTS:-} in
    *-XX:*Tier*) ;;
    *) echo -XX:Tier4InvocationThreshold=20000 -XX:Tier4MinInvocationThreshold=2400 -XX:Tier4CompileThreshold=60000 -XX:Tier4BackEdgeThreshold=160000 ;;
  esac
  case ${RMCAST_JAVA_OPTS:-} in
    *-XX:MaxVectorSize* | *-XX:UseAVX*) ;;
    *) echo -XX:MaxVectorSize=16 ;;
  esac
}

rmcast_start() {
  local flags=()
  rmcast_find_java
  # Netty loads a native library and uses Unsafe; newer JDKs warn of both unless allowed.
  if [ "$RMCAST_JAVA_MAJOR" -ge 22 ]; then flags+=(--enable-native-access=ALL-UNNAMED); fi
  if [ "$RMCAST_JAVA_MAJOR" -ge 23 ]; then flags+=(--sun-misc-unsafe-memory-access=allow); fi
  # Whether a person looks at the output; Java cannot tell for each stream.
  RMCAST_TERMINALS=
  if [ -t 1 ]; then RMCAST_TERMINALS+=out,; fi
  if [ -t 2 ]; then RMCAST_TERMINALS+=err,; fi
  export RMCAST_TERMINALS
  if [ -t 2 ]; then
    local size
    size=$(stty size <&2 2>/dev/null) || size=
    case $size in
      '' | 0* | *' 0') ;;
      *) export LINES=${size% *} COLUMNS=${size#* } ;;
    esac
  fi
  # shellcheck disable=SC2086 # the options are words
  exec "$RMCAST_JAVA" ${flags[@]+"${flags[@]}"} ${RMCAST_JAVA_OPTS:-} "$@"
}
