package org.rmcast.lab.failover;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rmcast.cli.common.CommandFailure;
import org.rmcast.cli.common.DurationConverter;
import org.rmcast.cli.common.ReportingCommand;
import org.rmcast.lab.LabVersion;
import org.rmcast.lab.layout.LayoutOption;
import org.rmcast.lab.member.LoadSettings;
import org.rmcast.lab.perf.Build;
import org.rmcast.lab.perf.ReportFile;
import org.rmcast.lab.perf.TypedCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rmcast-lab failover}. */
@Command(
        name = "failover",
        description = {
            "Kills repair heads under load and starts them again, sender, heads and receivers in processes of their own: who waited for how long,"
                    + " whether everything was delivered, whether somebody was given up without need, and heap and descriptors over time.",
            "Members are connected by network namespaces that are made for the run, or by the loopback interface; nothing leaves the machine."
        },
        versionProvider = LabVersion.class,
        showDefaultValues = true)
public final class FailoverCommand extends ReportingCommand {
    private static final int MOST_MEMBERS = 64;
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--protocol", paramLabel = "NAME", description = "Of the group; it has to have repair heads.")
    String protocol = "tram";

    @Option(names = "--heads", paramLabel = "N", description = "Repair nodes.")
    int heads = 2;

    @Option(names = "--receivers", paramLabel = "N", description = "Receiving processes.")
    int receivers = 6;

    @Option(names = "--size", paramLabel = "BYTES", description = "Message size.")
    int bytes = 210;

    @Option(names = "--rate", paramLabel = "N", description = "Messages/s; 0: as fast as it goes.")
    double rate = 10_000;

    @Option(
            names = "--loss",
            paramLabel = "PERCENT",
            description = "Share of datagrams dropped at each head and receiver, independently.")
    double loss = 5;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "How long the sender sends.",
            defaultValue = "10m")
    Duration duration = Duration.ZERO;

    @Option(
            names = "--kill-every",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "So often the head with the most receivers is killed.",
            defaultValue = "30s")
    Duration killEvery = Duration.ZERO;

    @Option(names = "--no-kills", description = "No head is killed: only false alarms are looked for.")
    boolean noKills;

    @Option(
            names = "--down",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "How long a killed head stays away, at least 5 s.",
            defaultValue = "10s")
    Duration down = Duration.ZERO;

    @Option(
            names = "--pause",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "Stops one member each second, one after the other, for this long. Not given: none.")
    @Nullable
    Duration pause;

    @Option(
            names = "--layout",
            paramLabel = "LAYOUT",
            description =
                    "How members are connected: ${COMPLETION-CANDIDATES}. In namespaces loss is made on the wire.")
    LayoutOption layout = LayoutOption.AUTO;

    @Option(
            names = {"-p", "--parameter"},
            paramLabel = "NAME=VALUE",
            description = "A parameter of the protocol other than its default; may be given more than once.")
    Map<String, String> parameters = new LinkedHashMap<>();

    @Option(
            names = "--member-option",
            paramLabel = "OPTION",
            description = "An option for the members' JVMs, in place of the default; may be repeated.",
            defaultValue = "-Xmx256m")
    List<String> memberOptions = List.of();

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description =
                    "Where to write the report as Markdown; standard output if not given, or nowhere with --json.")
    @Nullable
    Path output;

    /** For picocli. */
    public FailoverCommand() {}

    @Override
    protected void run() throws IOException, InterruptedException {
        check();
        FailoverPlan plan = new FailoverPlan(
                protocol,
                heads,
                receivers,
                bytes,
                rate,
                loss / 100,
                duration,
                noKills ? Duration.ZERO : killEvery,
                down,
                Objects.requireNonNullElse(pause, Duration.ZERO),
                Map.copyOf(parameters),
                memberOptions);
        FailoverResult result = new FailoverRun(
                        plan, layout.choose(this::progress), Build.running().classPath(), this::progress)
                .run();
        fill(result);
        report(new FailoverReport(result)
                .render(TypedCommand.of(Objects.requireNonNull(spec, "not run by picocli"), Set.of("--output"))));
        if (!result.complete()) {
            throw CommandFailure.incomplete("not everything was delivered and confirmed, see the report");
        }
    }

    private void check() {
        require(heads >= 2, "--heads must be at least 2, was " + heads);
        require(receivers >= 1, "--receivers must be at least 1, was " + receivers);
        require(
                heads + receivers <= MOST_MEMBERS,
                "--heads and --receivers must be at most " + MOST_MEMBERS + " together");
        require(
                bytes >= LoadSettings.MIN_BYTES && bytes <= 65_507,
                "--size must be " + LoadSettings.MIN_BYTES + " to 65507 bytes, was " + bytes);
        require(rate >= 0 && rate <= 1e6, "--rate must be 0 to 1000000, was " + rate);
        require(loss >= 0 && loss < 100, "--loss must be 0 to below 100 per cent, was " + loss);
        require(
                down.compareTo(FailoverRun.WINDOW) >= 0,
                "--down must be at least " + FailoverRun.WINDOW.toSeconds() + " s");
        require(noKills || killEvery.compareTo(down) > 0, "--kill-every must be longer than --down");
        require(
                pause == null || pause.compareTo(LONGEST_PAUSE) <= 0,
                "--pause must be at most " + LONGEST_PAUSE.toSeconds() + " s");
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw CommandFailure.usage(message);
        }
    }

    private void fill(FailoverResult result) {
        outcome()
                .put("layout", result.layout())
                .put("protocol", protocol)
                .put("parameters", parameters)
                .put("heads", heads)
                .put("receivers", receivers)
                .put("messageBytes", bytes)
                .put("messagesPerSecond", rate)
                .put("lossPercent", loss)
                .put("killEverySeconds", result.plan().killEvery().toSeconds())
                .put("downSeconds", down.toSeconds())
                .put("pauseMillis", result.plan().pause().toMillis())
                .put("machine", result.machine())
                .put("seconds", result.seconds())
                .put("sent", result.sent())
                .put("complete", result.complete())
                .put("incomplete", result.incomplete())
                .put("kills", result.kills())
                .put("pauses", result.pauses())
                .put("alarms", result.alarms())
                .put("weights", result.weights());
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
        say("failover: " + line);
    }
}
