package org.rmcast.cli.demo;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Channel;
import org.rmcast.api.TransportKind;
import org.rmcast.cli.common.CommandFailure;
import org.rmcast.cli.common.ReportingCommand;
import org.rmcast.cli.common.Terminal;
import org.rmcast.cli.common.VersionProvider;
import org.rmcast.examples.video.TsClip;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code rmcast demo}. */
@Command(
        name = "demo",
        description = {
            "Stream a video to many receivers over loopback multicast, while packets are lost at each of them and a "
                    + "repair head is killed on the way, and compare the copies.",
            "",
            "Ends with 0 if all copies are identical, else with 1 and says who differs and why.",
            "With --json the live view goes to standard error."
        },
        versionProvider = VersionProvider.class)
public final class DemoCommand extends ReportingCommand {
    private static final String CLIP = "clip.ts";

    /** Receivers listen this long for heads to answer: time enough for a repair head whose JVM has just started. */
    private static final String SOLICITATION_INTERVAL = "400ms";

    /** For each member in this JVM. TRAM counts a message of the greatest length, 16 MiB, for every session. */
    private static final long MEMBER_HEAP_BYTES = 45L << 20;

    @Option(
            names = "--receivers",
            paramLabel = "N",
            defaultValue = "6",
            description = "Receivers (default: ${DEFAULT-VALUE}).")
    private int receivers = 6;

    @Option(
            names = "--heads",
            paramLabel = "N",
            defaultValue = "2",
            description = "Repair heads (default: ${DEFAULT-VALUE}).")
    private int heads = 2;

    @Option(
            names = "--loss",
            paramLabel = "PERCENT",
            defaultValue = "5",
            description = "Random loss at each receiver (default: ${DEFAULT-VALUE}).")
    private double lossPercent = 5;

    @Option(
            names = "--speed",
            paramLabel = "FACTOR",
            defaultValue = "1",
            description = "Playback speed factor (default: ${DEFAULT-VALUE}).")
    private double speed = 1;

    @Option(
            names = "--clip",
            paramLabel = "FILE",
            description = "An MPEG transport stream to stream (default: the bundled one).")
    private @Nullable Path clip;

    @Option(
            names = "--processes",
            description = "Run every member in a JVM of its own (also done if the heap is too small for all).")
    private boolean processes;

    @Option(names = "--no-kill", description = "Let all repair heads live.")
    private boolean noKill;

    @Option(
            names = "--seed",
            paramLabel = "NUMBER",
            description = "Seed of the losses and all other randomness (default: random).")
    private @Nullable Long seed;

    @Option(names = "--transport", paramLabel = "KIND", description = "auto, epoll or nio (default: auto).")
    private TransportKind transport = TransportKind.AUTO;

    @Option(names = "--keep", paramLabel = "DIR", description = "Keep the copies in this directory (default: do not).")
    private @Nullable Path keep;

    @Option(names = "--sabotage", paramLabel = "RECEIVER", hidden = true)
    private @Nullable String saboteur;

    /** For picocli. */
    public DemoCommand() {}

    @Override
    protected void run() throws Exception {
        common().keepEventsOutOfLog();
        Path directory = keep == null ? Files.createTempDirectory("rmcast-demo") : Files.createDirectories(keep);
        try {
            run(directory.toAbsolutePath());
        } finally {
            if (keep == null) {
                delete(directory);
            }
        }
    }

    private void run(Path directory) throws Exception {
        DemoPlan plan = plan(directory);
        Terminal terminal = terminal();
        PrintWriter view = isJson() ? terminal.err() : terminal.out();
        boolean redraw = isJson() ? terminal.errIsTerminal() : terminal.outIsTerminal();
        DemoBoard board = new DemoBoard();
        DemoScreen screen = new DemoScreen(plan, terminal.unicode());
        MemberLauncher launcher = needsProcesses() ? MemberLauncher.inProcesses() : MemberLauncher.inThisProcess();
        DemoView live = new DemoView(board, screen, view, redraw, terminal.columns(), terminal.rows());
        try {
            new DemoRun(plan, board, launcher).run();
        } finally {
            live.close();
        }
        DemoResult result = new DemoJudge(plan, board).judge();
        DemoReport.print(result, view);
        outcome().putAll(DemoReport.fields(result, board.read(DemoBoard::log)));
        if (!result.succeeded()) {
            throw CommandFailure.failed(String.join("; ", result.problems()));
        }
    }

    private boolean needsProcesses() {
        return processes
                || (1L + heads + receivers) * MEMBER_HEAP_BYTES
                        > Runtime.getRuntime().maxMemory();
    }

    private DemoPlan plan(Path directory) throws IOException {
        long chosenSeed = seed == null ? new SplittableRandom().nextLong() : seed;
        Path file = clip == null ? unpack(directory) : clip.toAbsolutePath();
        return new DemoPlan(
                channel(),
                TsClip.open(file),
                directory,
                speed,
                receivers,
                heads,
                lossPercent,
                chosenSeed,
                transport,
                !noKill,
                saboteur);
    }

    /** A channel that no other demo on this machine has. */
    private static Channel channel() throws IOException {
        SplittableRandom random = new SplittableRandom();
        try (DatagramSocket free = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            return Channel.builder(String.format(Locale.ROOT, "demo-%08x", random.nextInt()))
                    .group("239.192.7." + random.nextInt(2, 255))
                    .port(free.getLocalPort())
                    .parameter("solicitationInterval", SOLICITATION_INTERVAL)
                    .build();
        }
    }

    private static Path unpack(Path directory) throws IOException {
        Path file = directory.resolve(CLIP);
        try (InputStream in = DemoCommand.class.getResourceAsStream(CLIP)) {
            if (in == null) {
                throw new IOException("the bundled clip is missing from the jar");
            }
            Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
        }
        return file;
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
