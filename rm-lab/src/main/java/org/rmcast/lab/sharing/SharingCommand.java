package org.rmcast.lab.sharing;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rmcast.cli.common.CommandFailure;
import org.rmcast.cli.common.DurationConverter;
import org.rmcast.cli.common.RateConverter;
import org.rmcast.cli.common.ReportingCommand;
import org.rmcast.lab.LabVersion;
import org.rmcast.lab.layout.Bottleneck;
import org.rmcast.lab.member.LoadSettings;
import org.rmcast.lab.perf.Build;
import org.rmcast.lab.perf.ReportFile;
import org.rmcast.lab.perf.TypedCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rmcast-lab sharing}. */
@Command(
        name = "sharing",
        description = {
            "Lets groups and TCP connections share one slow way, on real sockets in network namespaces: who gets how much, how long the queue is, and how soon a flow"
                    + " alone fills it.",
            "Nothing leaves the machine. Needs Linux, root or user namespaces, and unshare, nsenter, ip, tc and nft; with --round-trip iptables and nfqueue-link, too."
        },
        versionProvider = LabVersion.class,
        showDefaultValues = true)
public final class SharingCommand extends ReportingCommand {
    private static final double NANOS = 1e9;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--flows",
            paramLabel = "FLOW[,FLOW...]",
            description =
                    "One scenario: protocols, tcp, or tcp:RULE with a rule of the kernel. May be repeated; not given: each of tram, pbcast, srm and nak"
                            + " alone, beside tcp and beside itself, and tram beside pbcast.")
    List<String> flows = List.of();

    @Option(names = "--receivers", paramLabel = "N", description = "Of each group, each on a host of its own.")
    int receivers = 2;

    @Option(
            names = "--rate",
            paramLabel = "RATE",
            converter = RateConverter.class,
            description = "Of the way, such as 100Mbit, with the headers of Ethernet.",
            defaultValue = "100Mbit")
    long bytesPerSecond;

    @Option(
            names = "--queue",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "Before the way: what passes in this time.",
            defaultValue = "40ms")
    Duration queue = Duration.ZERO;

    @Option(
            names = "--round-trip",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "How much longer packets take to receivers. Not given: they take none.")
    @Nullable
    Duration roundTrip;

    @Option(
            names = "--loss",
            paramLabel = "PERCENT",
            description = "What each receiver's host loses by chance, of every kind.")
    double loss;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "How long each scenario sends.",
            defaultValue = "40s")
    Duration duration = Duration.ZERO;

    @Option(
            names = "--settle",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "What does not count of it.",
            defaultValue = "10s")
    Duration settle = Duration.ZERO;

    @Option(names = "--size", paramLabel = "BYTES", description = "Message size.")
    int messageBytes = 1_300;

    @Option(
            names = {"-p", "--parameter"},
            paramLabel = "NAME=VALUE",
            description = "A parameter of the groups' protocols other than its default; may be given more than once.")
    Map<String, String> parameters = new LinkedHashMap<>();

    @Option(
            names = "--member-option",
            paramLabel = "OPTION",
            description = "An option for the members' JVMs, in place of the default; may be repeated.",
            defaultValue = "-Xmx192m")
    List<String> memberOptions = List.of();

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description =
                    "Where to write the report as Markdown; standard output if not given, or nowhere with --json.")
    @Nullable
    Path output;

    /** For picocli. */
    public SharingCommand() {}

    @Override
    protected void run() throws IOException, InterruptedException {
        SharingPlan plan = plan();
        List<SharingResult> results = new ArrayList<>();
        for (List<Flow> scenario : plan.scenarios()) {
            say("sharing: " + scenario);
            results.add(
                    new SharingRun(plan, scenario, Build.running().classPath(), line -> say("sharing: " + line)).run());
        }
        outcome().put("parameters", parameters).put("results", results);
        String markdown = new SharingReport(plan, results)
                .render(TypedCommand.of(Objects.requireNonNull(spec, "not run by picocli"), Set.of("--output")));
        if (output != null) {
            ReportFile.write(output, markdown);
            say("sharing: wrote " + output);
        } else if (!isJson()) {
            terminal().out().print(markdown);
            terminal().out().flush();
        }
        if (results.stream().flatMap(result -> result.flows().stream()).anyMatch(flow -> !flow.complete())) {
            throw CommandFailure.incomplete("not everything was delivered and confirmed, see the report");
        }
    }

    private SharingPlan plan() {
        require(receivers >= 1 && receivers <= 32, "--receivers must be 1 to 32, was " + receivers);
        require(loss >= 0 && loss < 100, "--loss must be 0 to below 100 per cent, was " + loss);
        require(duration.compareTo(settle) > 0, "--duration must be longer than --settle");
        require(
                messageBytes >= LoadSettings.MIN_BYTES && messageBytes <= 65_507,
                "--size must be " + LoadSettings.MIN_BYTES + " to 65507 bytes, was " + messageBytes);
        SharingPlan plan = new SharingPlan(
                scenarios(),
                receivers,
                8 * bytesPerSecond,
                (long) (bytesPerSecond * (queue.toNanos() / NANOS)),
                Objects.requireNonNullElse(roundTrip, Duration.ZERO),
                loss / 100,
                duration,
                settle,
                messageBytes,
                Map.copyOf(parameters),
                memberOptions);
        for (List<Flow> scenario : plan.scenarios()) {
            require(
                    scenario.size() + plan.farHosts(scenario) <= Bottleneck.MOST_HOSTS,
                    "a scenario may have " + Bottleneck.MOST_HOSTS + " hosts, " + scenario + " has more");
        }
        return plan;
    }

    private List<List<Flow>> scenarios() {
        List<String> wanted = flows.isEmpty()
                ? Stream.concat(
                                Stream.of("tram", "pbcast", "srm", "nak")
                                        .flatMap(name -> Stream.of(name, name + ",tcp", name + "," + name)),
                                Stream.of("tram,pbcast"))
                        .toList()
                : flows;
        try {
            return wanted.stream()
                    .map(line -> Stream.of(line.split(",", -1)).map(Flow::parse).toList())
                    .toList();
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage("--flows: " + e.getMessage());
        }
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw CommandFailure.usage(message);
        }
    }
}
