package org.rmcast.lab.bulk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.cli.common.CommandFailure;
import org.rmcast.cli.common.ErrorMessages;
import org.rmcast.cli.common.ReportingCommand;
import org.rmcast.lab.LabVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code rmcast-lab rmtp-machine}. */
@Command(
        name = "rmtp-machine",
        description = {
            "What the simulator cannot say of rmtp-large-scale: what a packet that is sent, and one that is received, costs the server of this"
                    + " machine, and how much of a link of 10 Mb/s RMTP takes beside four transfers by TCP.",
            "The first is on the loopback interface, the second in network namespaces, if those can be had. Takes some minutes."
        },
        versionProvider = LabVersion.class,
        showDefaultValues = true)
public final class MachineCommand extends ReportingCommand {
    /** Many packets that are sent, many that are copied, many that are received. */
    private static final List<Load> LOADS = List.of(
            new Load(1, 160 << 20),
            new Load(1, 40 << 20),
            new Load(50, 8 << 20),
            new Load(400, 64 << 10),
            new Load(800, 64 << 10));

    private static final int RECEIVERS_OF_A_PROCESS = 100;
    /** As in the paper. */
    private static final String PACKET_BYTES = "1024";

    private static final int LINK_BYTES = 10 << 20;
    private static final int RMTP_BYTES = 1 << 20;

    @Option(names = "--runs", paramLabel = "N", description = "Runs of each kind.")
    int runs = 3;

    @Option(names = "--warm-ups", paramLabel = "N", description = "Runs of each kind before them that do not count.")
    int warmUps = 2;

    @Option(
            names = "--scale",
            paramLabel = "SHARE",
            description = "Share of receivers and bytes: less for a first look.",
            hidden = true)
    double scale = 1;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "Where the page is written; printed if there is none (default: none).")
    @Nullable
    Path output;

    private record Load(int receivers, long bytes) {}

    /** For picocli. */
    public MachineCommand() {}

    @Override
    protected void run() throws IOException, InterruptedException {
        if (runs < 1 || runs > 1_000) {
            throw CommandFailure.usage("--runs must be 1 to 1000, was " + runs);
        }
        if (warmUps < 0 || warmUps > 1_000) {
            throw CommandFailure.usage("--warm-ups must be 0 to 1000, was " + warmUps);
        }
        if (!(scale > 0 && scale <= 1)) {
            throw CommandFailure.usage("--scale must be above 0 and at most 1, was " + scale);
        }
        MachinePage page = new MachinePage(runs);
        page.costs("as the paper's server: packets of 1,024 bytes, one call of the system for each", costs(false));
        page.costs("as usual: the same packets, runs of them handed over as one", costs(true));
        try {
            say("four transfers by TCP");
            SharedLink.Passed tcp = SharedLink.tcp((long) (LINK_BYTES * scale / SharedLink.RECEIVERS));
            say("a delivery by RMTP");
            page.link(tcp, SharedLink.rmtp((long) (RMTP_BYTES * scale)));
        } catch (IOException e) {
            page.noLink(ErrorMessages.describe(e));
        }
        outcome().put("runs", runs).put("findings", page.findings());
        if (output != null) {
            Files.writeString(output, page.text());
        } else if (!isJson()) {
            print(page.text());
        }
    }

    /** By load, each run. */
    private Map<String, List<CostFit.Point>> costs(boolean offload) throws IOException, InterruptedException {
        Map<String, List<CostFit.Point>> points = new LinkedHashMap<>();
        for (int run = -warmUps; run < runs; run++) {
            for (Load load : LOADS) {
                int receivers = Math.max(1, (int) (load.receivers() * scale));
                long bytes = (long) (load.bytes() * scale);
                say("run " + run + ": " + receivers + " receivers, " + bytes + " bytes" + (offload ? ", offload" : ""));
                BulkRun.Result result = deliver(receivers, bytes, run, offload);
                if (run >= 0) {
                    String words =
                            receivers + (receivers == 1 ? " receiver, " : " receivers, ") + (bytes >> 10) + " KiB";
                    points.computeIfAbsent(words, key -> new ArrayList<>())
                            .add(new CostFit.Point(
                                    result.sent(),
                                    result.received(),
                                    (double) result.report().sentToGroup() * receivers,
                                    result.server().cpuNanos() / 1e9));
                }
            }
        }
        return points;
    }

    private BulkRun.Result deliver(int receivers, long bytes, int run, boolean offload)
            throws IOException, InterruptedException {
        int processes = (receivers + RECEIVERS_OF_A_PROCESS - 1) / RECEIVERS_OF_A_PROCESS;
        BulkRun.Plan plan = new BulkRun.Plan(
                receivers,
                processes,
                bytes,
                run,
                0,
                Map.of("packetBytes", PACKET_BYTES),
                offload,
                Duration.ofMinutes(5),
                List.of("-Xmx512m", "-XX:+UseSerialGC"));
        BulkRun.Result result = new BulkRun(plan, line -> {}).run();
        if (result.identical() < receivers) {
            throw CommandFailure.incomplete(result.identical() + " of " + receivers + " receivers have it");
        }
        return result;
    }
}
