#!/usr/bin/env bash
# What an application gets that embeds rmcast: makes Maven projects outside of this tree from rm-examples/src/it, builds and runs them.
#
#   bin/embedding-check.sh [CASE...]      plain, boot3, boot3-netty, boot4 (all)
#
#   plain         the README's example, with rmcast-bom
#   boot3         Spring Boot 3.5, which has Netty 4.1: no session opens, and the message says what to do
#   boot3-netty   the same, with the property netty.version set to rmcast's own
#   boot4         Spring Boot 4
#
# Installs rmcast's artifacts into the local Maven repository first. Runs the applications in a network namespace of their own, so it
# needs root, or the right to make one. RMCAST_MAVEN_OPTS is passed to Maven (such as -o), RMCAST_JAVA_OPTS to java. The versions of
# Spring Boot are in SPRING_BOOT_3 and SPRING_BOOT_4.
set -euo pipefail

home=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$home/bin/launcher.sh"
spring_boot_3=${SPRING_BOOT_3:-3.5.16}
spring_boot_4=${SPRING_BOOT_4:-4.1.1}
work=$(mktemp -d "${TMPDIR:-/tmp}/rmcast-embedding.XXXXXX")
trap 'rm -rf "$work"' EXIT
failures=0

# The first version in the parent's pom that stands behind this text.
version_after() {
  sed -n "/$1/,\$p" "$home/pom.xml" | sed -n 's:.*<\(version\|netty.version\)>\(.*\)</.*:\2:p' | head -n 1
}

maven() {
  # shellcheck disable=SC2086 # the options are words
  "$RMCAST_MAVEN" -q -B -ntp ${RMCAST_MAVEN_OPTS:-} "$@"
}

# The project NAME of rm-examples/src/it as $work/CASE, with the versions put in.
project() {
  cp -r "$home/rm-examples/src/it/$1" "$work/$2"
  sed -i -e "s/@rmcast.version@/$(version_after '<artifactId>rmcast<')/" \
    -e "s/@compiler.version@/$(version_after maven-compiler-plugin)/" \
    -e "s/@dependency.version@/$(version_after maven-dependency-plugin)/" \
    -e "s/@spring-boot.version@/${3:-}/" "$work/$2/pom.xml"
}

# Runs java with these arguments where nothing it sends can leave the machine, at most a minute; what it prints goes to $work/output.
run() {
  local flags=-n
  unshare -n true 2> /dev/null || flags=-rn
  # shellcheck disable=SC2086 # the options are words
  timeout 60 unshare $flags sh -c 'ip link set lo up && exec "$@"' sh "$RMCAST_JAVA" ${RMCAST_JAVA_OPTS:-} "$@" > "$work/output" 2>&1
}

# Says whether CASE ended as expected (ok or failed), and printed this text.
expect() {
  local case=$1 wanted=$2 text=$3 ended=ok line
  shift 3
  run "$@" || ended=failed
  line=$(grep -m 1 -o "$text.*" "$work/output") || line=
  if [ $ended = "$wanted" ] && [ -n "$line" ]; then
    echo "$case: $line"
  else
    echo "$case: wanted \"$text\" and that it ends $wanted; it ended $ended" >&2
    tail -n 30 "$work/output" >&2
    failures=$((failures + 1))
  fi
}

check() {
  local case=$1
  case $case in
    plain)
      project plain "$case"
      mkdir -p "$work/$case/src/main/java"
      cp "$home/rm-examples/src/main/java/org/rmcast/examples/embed/HelloMulticast.java" "$work/$case/src/main/java/"
      maven -f "$work/$case" package
      expect "$case" ok 'Hello, group! 3' -cp "$work/$case/target/*" org.rmcast.examples.embed.HelloMulticast
      ;;
    boot3)
      project spring-boot "$case" "$spring_boot_3"
      maven -f "$work/$case" package
      expect "$case" failed 'rmcast needs Netty 4.2 or newer' -jar "$work/$case/target/application.jar"
      ;;
    boot3-netty)
      project spring-boot "$case" "$spring_boot_3"
      sed -i "s:<!-- @netty.version@ -->:<netty.version>$(version_after '<netty.version>')</netty.version>:" "$work/$case/pom.xml"
      maven -f "$work/$case" package
      expect "$case" ok 'Hello, Spring!' -jar "$work/$case/target/application.jar"
      ;;
    boot4)
      project spring-boot "$case" "$spring_boot_4"
      maven -f "$work/$case" package
      expect "$case" ok 'Hello, Spring!' -jar "$work/$case/target/application.jar"
      ;;
    *)
      sed -n '2,/^set /p' "$0" | sed -e '/^set /d' -e 's/^# \{0,1\}//' >&2
      exit 2
      ;;
  esac
}

rmcast_find_java
rmcast_check_compiler
rmcast_find_maven "$home"
[ $# -gt 0 ] || set -- plain boot3 boot3-netty boot4
(cd "$home" && maven -DskipTests -Dspotless.check.skip=true -pl rm-bom,rm-tram -am install)
for case in "$@"; do check "$case"; done
exit $((failures > 0))
