#!/bin/sh
# The command rmcast in the image. RMCAST_JAVA_OPTS is passed to java.
RMCAST_TERMINALS=
if [ -t 1 ]; then RMCAST_TERMINALS=out,; fi
if [ -t 2 ]; then RMCAST_TERMINALS=${RMCAST_TERMINALS}err,; fi
export RMCAST_TERMINALS
# shellcheck disable=SC2086 # the options are words
exec java @/opt/rmcast/java.options ${RMCAST_JAVA_OPTS:-} org.rmcast.cli.Rmcast "$@"
