package org.rmcast.lab.bulk;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rmcast.cli.common.CommandFailure;
import org.rmcast.cli.common.DurationConverter;
import org.rmcast.cli.common.Figures;
import org.rmcast.cli.common.LongBytesConverter;
import org.rmcast.cli.common.ReportingCommand;
import org.rmcast.lab.LabVersion;
import org.rmcast.lab.member.ProcessFigures;
import org.rmcast.rmtp.DeliveryReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code rmcast-lab bulk}. */
@Command(
        name = "bulk",
        description = {
            "Delivers a data set by RMTP to many receivers on this machine, each with sockets and a protocol of its own, some hundred in each"
                    + " process: time, and what the server and the receivers use of processor and memory.",
            "Receivers look at each byte and write none. All is on the loopback interface."
        },
        versionProvider = LabVersion.class,
        showDefaultValues = true)
public final class BulkCommand extends ReportingCommand {
    private static final int MOST_RECEIVERS = 10_000;

    @Option(names = "--receivers", paramLabel = "N", description = "How many receivers.")
    int receivers = 1_000;

    @Option(names = "--processes", paramLabel = "N", description = "Processes among which they are shared out.")
    int processes = 10;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            converter = LongBytesConverter.class,
            description = "Bytes of the data set.",
            defaultValue = "8MiB")
    long bytes;

    @Option(
            names = "--loss",
            paramLabel = "PERCENT",
            description = "Share of datagrams that each receiver drops, by itself.")
    double loss;

    @Option(names = "--seed", paramLabel = "N", description = "From which the data follow, and what is dropped.")
    long seed = 1;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "How long it may take.",
            defaultValue = "10m")
    Duration timeout = Duration.ZERO;

    @Option(
            names = {"-p", "--parameter"},
            paramLabel = "NAME=VALUE",
            description = "A parameter of the protocol other than its default; may be given more than once.")
    Map<String, String> parameters = new LinkedHashMap<>();

    @Option(
            names = "--member-option",
            paramLabel = "OPTION",
            description = "An option for the JVMs of receivers, in place of the default; may be repeated.",
            defaultValue = "-Xmx512m")
    List<String> memberOptions = List.of();

    /** For picocli. */
    public BulkCommand() {}

    @Override
    protected void run() throws IOException, InterruptedException {
        check();
        BulkRun.Plan plan = new BulkRun.Plan(
                receivers, processes, bytes, seed, loss / 100, Map.copyOf(parameters), true, timeout, memberOptions);
        BulkRun.Result result = new BulkRun(plan, line -> say("bulk: " + line)).run();
        DeliveryReport report = result.report();
        int complete = receivers - report.failed().size();
        fill(result, complete);
        if (!isJson()) {
            print(words(result, complete));
        }
        if (complete < receivers || result.identical() < receivers) {
            throw CommandFailure.incomplete(
                    complete + " of " + receivers + " receivers are complete, " + result.identical()
                            + " identical"
                            + report.failed().stream()
                                    .findFirst()
                                    .map(first -> "; the first that is not: " + Figures.address(first.address()) + ", "
                                            + first.outcome() + ", " + first.reason())
                                    .orElse(""));
        }
    }

    private void check() {
        if (receivers < 1 || receivers > MOST_RECEIVERS) {
            throw CommandFailure.usage("--receivers must be 1 to " + MOST_RECEIVERS + ", was " + receivers);
        }
        if (processes < 1 || processes > receivers) {
            throw CommandFailure.usage("--processes must be 1 to the number of receivers, was " + processes);
        }
        if (!(loss >= 0 && loss < 100)) {
            throw CommandFailure.usage("--loss must be 0 to below 100 per cent, was " + loss);
        }
        if (bytes < 1) {
            throw CommandFailure.usage("--size must be at least 1 byte");
        }
    }

    private void fill(BulkRun.Result result, int complete) {
        DeliveryReport report = result.report();
        outcome()
                .put("receivers", receivers)
                .put("processes", processes)
                .put("bytes", bytes)
                .put("lossPercent", loss)
                .put("complete", complete == receivers && result.identical() == receivers)
                .put("identical", result.identical())
                .put("seconds", report.nanos() / 1e9)
                .put("rounds", report.rounds())
                .put("packets", report.packets())
                .put("packetsToGroup", report.sentToGroup())
                .put("packetsApart", report.sentApart())
                .put("server", result.server())
                .put("serverDatagramsSent", result.sent())
                .put("serverDatagramsReceived", result.received())
                .put("hosts", result.hosts());
    }

    private String words(BulkRun.Result result, int complete) {
        DeliveryReport report = result.report();
        long hostsCpuNanos =
                result.hosts().stream().mapToLong(ProcessFigures::cpuNanos).sum();
        long mostKib = result.hosts().stream()
                .mapToLong(ProcessFigures::peakMemoryKib)
                .max()
                .orElse(0);
        double seconds = report.nanos() / 1e9;
        return complete + " of " + receivers + " receivers complete, " + result.identical() + " identical: "
                + Figures.bytes(bytes) + " in " + Figures.seconds(seconds) + ", "
                + Figures.plural(report.rounds(), "round")
                + ", " + Figures.percent(report.sentToGroup() + report.sentApart() - report.packets(), report.packets())
                + " sent again\n"
                + "server: " + Figures.seconds(result.server().cpuNanos() / 1e9) + " of processor time, "
                + Figures.bytes(result.server().peakMemoryKib() << 10) + " of memory at most\n"
                + "receivers: " + Figures.seconds(hostsCpuNanos / 1e9) + " of processor time in all, "
                + Figures.bytes(mostKib << 10) + " of memory at most in a process";
    }
}
