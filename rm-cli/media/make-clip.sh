#!/usr/bin/env bash
# Makes the clip that "rmcast demo" streams: a moving test picture with a running clock and a tone, H.264 and AAC in an
# MPEG transport stream, 12 seconds, under 1 MB. The result is in the repository; this is how it came about.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
clip=src/main/resources/org/rmcast/cli/demo/clip.ts

ffmpeg -nostdin -v warning -y \
  -f lavfi -i testsrc2=size=640x360:rate=25:duration=12 \
  -f lavfi -i sine=frequency=440:beep_factor=4:sample_rate=48000:duration=12 \
  -threads 1 -fflags +bitexact -flags:v +bitexact -flags:a +bitexact -map_metadata -1 \
  -c:v libx264 -preset slow -pix_fmt yuv420p -g 25 -b:v 480k -maxrate 600k -bufsize 600k \
  -c:a aac -b:a 64k \
  -f mpegts -pcr_period 40 -metadata service_provider=rmcast -metadata service_name=demo \
  "$clip"

bytes=$(wc -c <"$clip")
echo "$clip: $bytes bytes, $((bytes / 188)) packets, sha256 $(sha256sum "$clip" | cut -c1-16)..."
if [ "$bytes" -ge 1000000 ]; then
  echo "too large: must stay under 1,000,000 bytes" >&2
  exit 1
fi
