# What the scripts at the root share: build when needed, start a main class. To be sourced, not run.
#
#   rmcast_launch HOME MODULE MAIN_CLASS [argument...]
#
# HOME is the repository, MODULE a directory of it (rm-NAME, whose artifact is rmcast-NAME) that has the maven-dependency-plugin; its
# jar and target/lib/*.jar are the class path. RMCAST_JAVA_OPTS is passed to java, and RMCAST_MAVEN_OPTS to Maven.
# shellcheck shell=bash

. "$(dirname "${BASH_SOURCE[0]}")/start-java.sh"

rmcast_check_compiler() {
  local javac
  javac=$(dirname "$(readlink -f "$RMCAST_JAVA" 2>/dev/null || echo "$RMCAST_JAVA")")/javac
  [ -x "$javac" ] || rmcast_die "$RMCAST_JAVA belongs to a runtime without compiler; set JAVA_HOME to a JDK 17 or newer"
}

# Sets RMCAST_MAVEN: the Maven that is installed, if it is new enough, else the wrapper, which fetches one.
rmcast_find_maven() {
  local home=$1 version major minor
  RMCAST_MAVEN=$home/mvnw
  command -v mvn >/dev/null || return 0
  version=$(mvn -version 2>/dev/null | sed -n 's/.*Apache Maven \([0-9][0-9]*\)\.\([0-9][0-9]*\).*/\1 \2/p' | head -n 1)
  [ -n "$version" ] || return 0
  major=${version% *}
  minor=${version#* }
  if [ "$major" -gt 3 ] || { [ "$major" -eq 3 ] && [ "$minor" -ge 8 ]; }; then RMCAST_MAVEN=mvn; fi
}

# Whether the module was built, and after the last change of any source or pom.
rmcast_is_built() {
  local home=$1 module=$2 stamp jar newer
  stamp=$home/$module/target/launcher.stamp
  jar=$(rmcast_jar "$home" "$module")
  [ -f "$stamp" ] && [ -n "$jar" ] && [ -d "$home/$module/target/lib" ] || return 1
  newer=$(find "$home/pom.xml" "$home"/rm-*/pom.xml "$home"/rm-*/src/main -newer "$stamp" -print 2>/dev/null | head -n 1)
  [ -z "$newer" ]
}

# The newest jar of the module: older versions may lie beside it.
rmcast_jar() {
  local jar newest=
  for jar in "$1/$2/target/rmcast${2#rm}"-*.jar; do
    case $jar in
      *-sources.jar | *-javadoc.jar | *-tests.jar) continue ;;
    esac
    if [ -f "$jar" ] && { [ -z "$newest" ] || [ "$jar" -nt "$newest" ]; }; then newest=$jar; fi
  done
  printf '%s' "$newest"
}

rmcast_build() {
  local home=$1 module=$2 stamp
  stamp=$home/$module/target/launcher.stamp
  mkdir -p "$home/$module/target"
  touch "$stamp.new"
  rmcast_find_maven "$home"
  if [ "$RMCAST_MAVEN" = mvn ]; then echo "rmcast: building $module ..." >&2; else echo "rmcast: building $module, with a Maven that mvnw fetches ..." >&2; fi
  # shellcheck disable=SC2086 # the options are words
  (cd "$home" && "$RMCAST_MAVEN" -q -B -DskipTests -Dspotless.check.skip=true -Dassembly.skipAssembly=true ${RMCAST_MAVEN_OPTS:-} -pl "$module" -am package) >&2 \
    || rmcast_die "the build failed, see above"
  [ -n "$(rmcast_jar "$home" "$module")" ] || rmcast_die "the build left no jar in $module/target"
  rmcast_archive_classes "$home" "$module"
  # "touch" again in case of a clean build, with the time at which this one began.
  if [ -f "$stamp.new" ]; then mv "$stamp.new" "$stamp"; else touch "$stamp"; fi
}

rmcast_class_path() { printf '%s' "$(rmcast_jar "$1" "$2"):$1/$2/target/lib/*"; }

# Keeps the classes of a first start as Java has them loaded: later starts take a third of a second less. Java passes over an archive
# that is not of these jars and this version. Java 17 crashes in about one of three tries to write one, so there are several.
rmcast_archive_classes() {
  local home=$1 module=$2
  [ "$module" = rm-cli ] || return 0
  for _ in 1 2 3 4 5; do
    rm -f "$home/$module/target/launcher.jsa"
    # In a shell of its own, so that nobody hears of a crash.
    (env -i PATH="$PATH" RMCAST_CONFIG=/dev/null "$RMCAST_JAVA" -XX:ArchiveClassesAtExit="$home/$module/target/launcher.jsa" \
      -XX:ErrorFile="$home/$module/target/launcher-crash.log" \
      -cp "$(rmcast_class_path "$home" "$module")" org.rmcast.cli.FirstStart "$home/pom.xml" || true) >/dev/null 2>&1
    [ ! -f "$home/$module/target/launcher.jsa" ] || return 0
  done
}

# Builds if needed; of several that start at once, one builds and the others wait.
rmcast_ensure_built() {
  local home=$1 module=$2
  rmcast_is_built "$home" "$module" && return
  rmcast_check_compiler
  mkdir -p "$home/target"
  if command -v flock >/dev/null; then
    exec 9>"$home/target/launcher.lock"
    flock 9
    rmcast_is_built "$home" "$module" || rmcast_build "$home" "$module"
    exec 9>&-
  else
    while ! mkdir "$home/target/launcher.lock.d" 2>/dev/null; do sleep 1; done
    trap 'rmdir "$home/target/launcher.lock.d"' EXIT
    rmcast_is_built "$home" "$module" || rmcast_build "$home" "$module"
    rmdir "$home/target/launcher.lock.d"
    trap - EXIT
  fi
}

rmcast_launch() {
  local home=$1 module=$2 main=$3 archive=() options=
  shift 3
  rmcast_find_java
  rmcast_ensure_built "$home" "$module"
  if [ -f "$home/$module/target/launcher.jsa" ]; then
    archive=(-XX:SharedArchiveFile="$home/$module/target/launcher.jsa" -Xlog:cds=off -Xlog:cds+dynamic=off)
  fi
  if [ "$module" = rm-cli ]; then options=$(rmcast_options); fi
  # shellcheck disable=SC2086 # the options are words
  rmcast_start $options ${archive[@]+"${archive[@]}"} -cp "$(rmcast_class_path "$home" "$module")" "$main" "$@"
}
