package org.rmcast.lab.perf;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rmcast.cli.common.CommandFailure;
import org.rmcast.cli.common.ReportingCommand;
import org.rmcast.core.engine.Protocols;
import org.rmcast.lab.LabVersion;
import org.rmcast.lab.layout.Layout;
import org.rmcast.lab.layout.LayoutOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rmcast-lab perf}. */
@Command(
        name = "perf",
        description = {
            "Compares protocols with raw multicast, sender and receivers in processes of their own: goodput at the slowest"
                    + " receiver, latency at a pace, processor time, datagrams, wake-ups and memory.",
            "Members are connected by network namespaces that are made for the run, or by the loopback interface; nothing"
                    + " leaves the machine.",
            "Raw and protocols run by turns; only their ratio means something on another machine.",
            "With --compare-with, two builds of rmcast are compared instead, by pairs of runs, for goodput and its cost."
        },
        versionProvider = LabVersion.class,
        showDefaultValues = true)
public final class PerfCommand extends ReportingCommand {
    private static final double QUICK_SECONDS = 1.5;
    private static final int QUICK_PAIRS = 2;
    private static final int MAX_WARM_UPS = 8;
    private static final Set<String> NAMES_OF_FILES = Set.of("--output", "--compare-with");

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--protocols",
            split = ",",
            paramLabel = "NAME",
            description = "What is compared with raw multicast.")
    List<String> protocols = List.of("tram");

    @Option(names = "--receivers", paramLabel = "N", description = "Receiving processes.")
    int receivers = 4;

    @Option(names = "--sizes", split = ",", paramLabel = "BYTES", description = "Message sizes.")
    List<Integer> sizes = List.of(64, 210, 1024, 8192);

    @Option(
            names = "--loss",
            split = ",",
            paramLabel = "PERCENT",
            description = "Shares of datagrams dropped at each receiver, independently.")
    List<Double> losses = List.of(0.0, 1.0, 5.0, 20.0);

    @Option(names = "--seconds", paramLabel = "S", description = "How long each run sends.")
    double seconds = 3;

    @Option(names = "--messages", paramLabel = "N", description = "How many messages each run sends at most.")
    long messages = 1_000_000_000;

    @Option(names = "--repeat", paramLabel = "N", description = "Turns of runs per size and loss; medians are shown.")
    int repeat = 3;

    @Option(names = "--rate", paramLabel = "N", description = "Messages/s of the latency runs; 0: none.")
    double rate = 10_000;

    @Option(names = "--latency-size", paramLabel = "BYTES", description = "Message size of the latency runs.")
    int latencyBytes = 210;

    @Option(
            names = "--quick",
            description = "Only 1024 bytes, one turn of runs of " + QUICK_SECONDS
                    + " s each, hardly warmed up: to see that it works.")
    boolean quick;

    @Option(
            names = "--no-offload",
            description =
                    "Raw and protocols without segmentation offload: one datagram at a time through the network stack,"
                            + " as on a network card. Default: with it.")
    boolean noOffload;

    @Option(
            names = "--layout",
            paramLabel = "LAYOUT",
            description =
                    "How members are connected: ${COMPLETION-CANDIDATES}. In namespaces loss is made on the wire, single"
                            + " datagrams cross it, and the kernel counts them. auto takes namespaces where it has the right.")
    LayoutOption layout = LayoutOption.AUTO;

    @Option(
            names = "--compare-with",
            paramLabel = "DIR",
            description =
                    "Another checkout of rmcast with a packaged rm-lab (or its rm-lab/target): this build is compared with"
                            + " that one. Without latency runs; --repeat does not matter.")
    @Nullable
    Path compareWith;

    @Option(names = "--pairs", paramLabel = "N", description = "Pairs of runs per size and loss, with --compare-with.")
    int pairs = 20;

    @Option(
            names = "--fresh-every",
            paramLabel = "N",
            description = "After how many pairs processes are started anew, with --compare-with.")
    int freshEvery = 5;

    @Option(
            names = "--warm-up",
            paramLabel = "S",
            description =
                    "How long new processes of each build run before pairs count, with --compare-with; 0: until compilers"
                            + " have little to do, " + MAX_WARM_UPS + " runs at most.")
    double warmUp;

    @Option(names = "--with-raw", description = "Compare raw of the two builds as well, with --compare-with.")
    boolean withRaw;

    @Option(
            names = {"-p", "--parameter"},
            paramLabel = "[PROTOCOL.]NAME=VALUE",
            description = "A parameter other than its default, of one protocol or of all; may be given more than once.")
    Map<String, String> parameters = new LinkedHashMap<>();

    @Option(
            names = "--member-option",
            paramLabel = "OPTION",
            description = "An option for the member processes' JVMs, in place of the default; may be repeated. {member}"
                    + " in it becomes the member's name.",
            defaultValue = "-Xmx512m")
    List<String> memberOptions = List.of();

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description =
                    "Where to write the report as Markdown; standard output if not given, or nowhere with --json.")
    @Nullable
    Path output;

    @Override
    protected void run() throws IOException, InterruptedException {
        if (compareWith == null) {
            compareWithRaw();
        } else {
            compareBuilds(compareWith);
        }
    }

    private void compareBuilds(Path directory) throws IOException, InterruptedException {
        BuildPlan plan = new BuildPlan(plan(), withRaw, quick ? QUICK_PAIRS : pairs, freshEvery, warmUp);
        Build other = Build.in(directory);
        Layout chosen = layout.choose(this::progress);
        BuildResult result = new BuildRun(plan, Build.running(), other, chosen, this::progress).run();
        outcome().putAll(JsonReport.of(result));
        report(new BuildReport(result).render(typed()));
    }

    private void compareWithRaw() throws IOException, InterruptedException {
        PerfPlan plan = plan();
        Layout chosen = layout.choose(this::progress);
        PerfResult result = new PerfRun(plan, chosen, this::progress).run();
        outcome().put("complete", result.incomplete().isEmpty()).putAll(JsonReport.of(result));
        report(new MarkdownReport(result).render(typed()));
        if (!result.incomplete().isEmpty()) {
            throw CommandFailure.incomplete(String.join(", ", result.incomplete())
                    + " did not deliver everything in every run, see the report");
        }
    }

    private String typed() {
        return TypedCommand.of(Objects.requireNonNull(spec, "not run by picocli"), NAMES_OF_FILES);
    }

    private void report(String markdown) throws IOException {
        if (output != null) {
            ReportFile.write(output, markdown);
            progress("wrote " + output);
        } else if (!isJson()) {
            terminal().out().print(markdown);
            terminal().out().flush();
        }
    }

    private void progress(String line) {
        terminal().say("perf: " + line);
    }

    private PerfPlan plan() {
        PerfPlan plan = new PerfPlan(
                protocols,
                receivers,
                quick ? List.of(1024) : sizes,
                losses.stream().map(percent -> percent / 100).toList(),
                quick ? QUICK_SECONDS : seconds,
                messages,
                quick ? 1 : repeat,
                rate,
                latencyBytes,
                Map.copyOf(parameters),
                memberOptions,
                quick ? 1 : MAX_WARM_UPS,
                !noOffload);
        protocols.forEach(Protocols::find);
        return plan;
    }
}
