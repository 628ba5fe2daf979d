package org.rmcast.lab.docs;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The command lines of the documents that no test runs as they are, and why. */
final class NotRun {
    private static final String MINUTES = "takes minutes, and stops or kills processes on purpose";
    private static final String SHARING = "takes minutes, and needs namespaces; SharingTest runs a short scenario";
    private static final String ENGINE = "needs a Docker engine; the tests in containers use the same image";

    /** Programs whose command lines cannot run inside of the build. */
    private static final Map<Pattern, String> PROGRAMS = Map.of(
            Pattern.compile("(JAZZER_FUZZ=1 )?mvn .*"),
            "is the build that this test is a part of",
            Pattern.compile("docker/engine\\.sh run mvn .*"),
            "is the build that this test is a part of",
            Pattern.compile("docker (compose|build|run) .*"),
            ENGINE);

    private static final Map<String, String> LINES = Map.ofEntries(
            Map.entry(".ci/run", "is the build that this test is a part of"),
            Map.entry("docker/wan-demo.sh", ENGINE),
            Map.entry("docker/wan-demo.sh --protocol rmtp 16", ENGINE),
            Map.entry("bin/embedding-check.sh", "installs the artifacts and downloads Spring Boot"),
            Map.entry("bin/slow-receiver-demo.sh spill loss", MINUTES),
            Map.entry("bin/spill-demo.sh", MINUTES),
            Map.entry("bin/resume-demo.sh", MINUTES),
            Map.entry("bin/paused-peers-demo.sh", MINUTES),
            Map.entry(
                    "sudo unshare -n sh -c 'ip link set lo up; ip link set lo multicast on; "
                            + "ip route add 224.0.0.0/4 dev lo; bin/resume-demo.sh 1024 3 2'",
                    MINUTES),
            Map.entry("./rmcast-lab failover --duration=10m --kill-every=30s", MINUTES),
            Map.entry("./rmcast-lab failover --duration=1h --kill-every=1m --rate=20000 --loss=1", MINUTES),
            Map.entry("./rmcast-lab failover --duration=10m --no-kills --pause=200ms", MINUTES),
            Map.entry("./rmcast-lab failover --duration=10m --no-kills --rate=0 --loss=0", MINUTES),
            Map.entry("./rmcast-lab sharing --flows=tram,tcp:cubic --flows=tram,tram --duration=60s", SHARING),
            Map.entry("./rmcast-lab sharing --flows=tram --round-trip=40ms --duration=5m", SHARING),
            Map.entry(
                    "./rmcast-lab sharing --flows=nak --flows=tcp:cubic --flows=tcp:bbr --round-trip=40ms --loss=0.1",
                    SHARING),
            Map.entry("./rmcast-lab sharing -p maxRate=6000000 --flows=tram,tcp", SHARING),
            Map.entry("./rmcast-lab rmtp-machine --output rmtp-machine.md", MINUTES),
            Map.entry(
                    "./rmcast-lab perf --compare-with=../before --layout=namespaces --sizes=210,1024 --loss=0,5 --pairs=20",
                    "needs a second checkout that is packaged; BuildComparisonTest compares this build with itself"));

    private NotRun() {}

    /** The lines that have to be in the documents. */
    static List<String> lines() {
        return LINES.keySet().stream().sorted().toList();
    }

    static Optional<String> reason(String line) {
        String own = LINES.get(line);
        return own != null
                ? Optional.of(own)
                : PROGRAMS.entrySet().stream()
                        .filter(program -> program.getKey().matcher(line).matches())
                        .map(Map.Entry::getValue)
                        .findFirst();
    }
}
