package org.rmcast.cli.media;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.rmcast.api.Channel;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.MulticastSender;
import org.rmcast.api.SessionBuilder;
import org.rmcast.api.SessionStatistics;
import org.rmcast.cli.common.ChannelOptions;
import org.rmcast.cli.common.CommandFailure;
import org.rmcast.cli.common.CommonOptions;
import org.rmcast.cli.common.ExitCodes;
import org.rmcast.cli.common.Figures;
import org.rmcast.cli.common.Json;
import org.rmcast.cli.common.SenderOptions;
import org.rmcast.cli.common.SessionFigures;
import org.rmcast.cli.common.SessionOptions;
import org.rmcast.cli.common.StatusLine;
import org.rmcast.cli.common.Terminal;
import org.rmcast.cli.common.VersionProvider;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code rmcast stream send}. */
@Command(
        name = "send",
        description = "Send an MPEG transport stream at the pace of its own clock (PCR), 7 packets per message.",
        footer = {"", "Example: rmcast stream send --wait-for 2 clip.ts"},
        versionProvider = VersionProvider.class)
public final class StreamSendCommand implements Callable<Integer> {
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private ChannelOptions channelOptions = new ChannelOptions();

    @Mixin
    private SessionOptions sessionOptions = new SessionOptions();

    @Mixin
    private SenderOptions senderOptions = new SenderOptions();

    @Parameters(paramLabel = "FILE", description = "The transport stream, packets of 188 bytes.")
    private Path file = Path.of("");

    @Option(
            names = "--speed",
            paramLabel = "FACTOR",
            description = "Times the stream's own speed (default: ${DEFAULT-VALUE}).",
            defaultValue = "1")
    private double speed = 1;

    @Option(
            names = "--loop",
            paramLabel = "N",
            description = "Send it this many times, 0 for ever (default: ${DEFAULT-VALUE}).",
            defaultValue = "1")
    private int rounds = 1;

    @Option(names = "--json", description = "Print the figures at the end as one JSON line.")
    private boolean json;

    /** For picocli. */
    public StreamSendCommand() {}

    @Override
    public Integer call() throws Exception {
        if (!(speed > 0) || Double.isInfinite(speed)) {
            throw CommandFailure.usage("--speed must be a positive number, was " + speed);
        }
        if (rounds < 0) {
            throw CommandFailure.usage("--loop must be 0 or more, was " + rounds);
        }
        Channel channel = channelOptions.channel(StreamCommand.CHANNEL_NAME, StreamCommand.PORT);
        TsClip clip = TsClip.open(file);
        MulticastSender session =
                sessionOptions.open(sessionOptions.builder(channel), SessionBuilder::openSender, common.terminal());
        try {
            stream(clip, session);
            return ExitCodes.OK;
        } finally {
            session.abort();
        }
    }

    private void stream(TsClip clip, MulticastSender session) throws Exception {
        Terminal terminal = common.terminal();
        terminal.err()
                .println(clip.path().getFileName() + ": " + Figures.bytes(clip.bytes()) + ", "
                        + Figures.seconds(clip.durationNanos() / 1e9) + ", " + Figures.count(clip.messages())
                        + " messages");
        senderOptions.awaitReceivers(session, 0, terminal);
        TsStreamer streamer = new TsStreamer(clip, speed);
        long start = System.nanoTime();
        StatusLine.during(
                () -> {
                    streamer.stream(rounds == 0 ? Integer.MAX_VALUE : rounds, session::send);
                    return streamer;
                },
                () -> status(clip, streamer, session),
                terminal);
        int receivers = senderOptions.close(session);
        report(streamer, session, receivers, (System.nanoTime() - start) / 1e9, terminal);
    }

    private String status(TsClip clip, TsStreamer streamer, MulticastSender session) {
        SessionStatistics figures = session.statistics();
        long total = clip.messages() * rounds;
        double late = streamer.lateNanos() / 1e9;
        return (total > 0 ? StatusLine.bar(streamer.messagesSent(), total) + " " : "")
                + Figures.bytes(streamer.bytesSent()) + SenderOptions.receivers(session) + ", "
                + figures.get(EngineMeter.REPAIRS_SENT) + " repairs"
                + (late > 0.5 ? ", " + Figures.seconds(late) + " late" : "");
    }

    private void report(
            TsStreamer streamer, MulticastSender session, int receivers, double seconds, Terminal terminal) {
        if (json) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("messages", streamer.messagesSent());
            fields.put("bytes", streamer.bytesSent());
            fields.put("seconds", seconds);
            fields.put("receivers", receivers);
            SessionFigures.of(session.statistics()).forEach(fields::putIfAbsent);
            terminal.out().println(Json.line(fields));
        } else {
            terminal.out()
                    .println("sent " + Figures.count(streamer.messagesSent()) + " messages, "
                            + Figures.bytes(streamer.bytesSent()) + ", in " + Figures.seconds(seconds)
                            + "; " + SenderOptions.completion(receivers));
        }
        terminal.out().flush();
    }
}
