package org.rmcast.cli.media;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.MulticastSender;
import org.rmcast.api.SessionStatistics;
import org.rmcast.cli.common.CommandFailure;
import org.rmcast.cli.common.Figures;
import org.rmcast.cli.common.OneSenderCommand;
import org.rmcast.cli.common.SenderOptions;
import org.rmcast.cli.common.StatusLine;
import org.rmcast.cli.common.VersionProvider;
import org.rmcast.examples.video.TsClip;
import org.rmcast.examples.video.TsStreamer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code rmcast stream send}. */
@Command(
        name = "send",
        description = "Send an MPEG transport stream at the pace of its own clock (PCR), 7 packets per message.",
        footer = {"", "Example: rmcast stream send --wait-for 2 clip.ts"},
        versionProvider = VersionProvider.class)
public final class StreamSendCommand extends OneSenderCommand {
    @Parameters(paramLabel = "FILE", description = "The transport stream, packets of 188 bytes.")
    private Path file = Path.of("");

    @Option(
            names = "--speed",
            paramLabel = "FACTOR",
            description = "Playback speed factor (default: ${DEFAULT-VALUE}).",
            defaultValue = "1")
    private double speed = 1;

    @Option(
            names = "--loop",
            paramLabel = "N",
            description = "Send it this many times, 0 for ever (default: ${DEFAULT-VALUE}).",
            defaultValue = "1")
    private int rounds = 1;

    private @Nullable TsClip clip;

    /** For picocli. */
    public StreamSendCommand() {
        super(StreamCommand.CHANNEL, 0);
    }

    @Override
    protected void run() throws Exception {
        if (!(speed > 0) || Double.isInfinite(speed)) {
            throw CommandFailure.usage("--speed must be a positive number, was " + speed);
        }
        if (rounds < 0) {
            throw CommandFailure.usage("--loop must be 0 or more, was " + rounds);
        }
        clip = TsClip.open(file);
        sendAll();
    }

    @Override
    protected void send(MulticastSender session) throws Exception {
        TsClip stream = Objects.requireNonNull(clip);
        say(stream.path().getFileName() + ": " + Figures.bytes(stream.bytes()) + ", "
                + Figures.seconds(stream.durationNanos() / 1e9) + ", " + Figures.count(stream.messages())
                + " messages");
        awaitReceivers(session);
        TsStreamer streamer = new TsStreamer(stream, speed);
        long start = System.nanoTime();
        int receivers;
        try {
            StatusLine.during(() -> stream(streamer, session), () -> status(stream, streamer, session), terminal());
            receivers = close(session);
        } finally {
            outcome()
                    .put("messages", streamer.messagesSent())
                    .put("bytes", streamer.bytesSent())
                    .put("seconds", (System.nanoTime() - start) / 1e9);
        }
        if (!isJson()) {
            print("sent " + Figures.count(streamer.messagesSent()) + " messages, "
                    + Figures.bytes(streamer.bytesSent()) + ", in "
                    + Figures.seconds((System.nanoTime() - start) / 1e9) + "; "
                    + SenderOptions.completion(receivers));
        }
    }

    private TsStreamer stream(TsStreamer streamer, MulticastSender session) throws IOException, InterruptedException {
        streamer.stream(rounds == 0 ? Integer.MAX_VALUE : rounds, session::send);
        return streamer;
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
}
