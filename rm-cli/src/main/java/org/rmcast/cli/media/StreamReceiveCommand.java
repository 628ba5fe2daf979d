package org.rmcast.cli.media;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.rmcast.cli.common.CommandFailure;
import org.rmcast.cli.common.Figures;
import org.rmcast.cli.common.ReceivingCommand;
import org.rmcast.cli.common.Reception;
import org.rmcast.cli.common.VersionProvider;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code rmcast stream receive}. */
@Command(
        name = "receive",
        description = "Receive a stream into a file, to standard output, or to a local player.",
        footer = {
            "",
            "Examples: rmcast stream receive --output copy.ts",
            "          rmcast stream receive --output - | ffplay -",
            "          rmcast stream receive --udp 127.0.0.1:5004   (ffplay udp://127.0.0.1:5004)"
        },
        versionProvider = VersionProvider.class)
public final class StreamReceiveCommand extends ReceivingCommand {
    @ArgGroup(multiplicity = "1")
    private Target target = new Target();

    @Option(names = "--allow-remote", description = "Let --udp send to another machine.")
    private boolean allowRemote;

    /** One of the places where a stream can go. */
    static final class Target {
        @Option(
                names = {"-o", "--output"},
                paramLabel = "FILE",
                description = "Write a file as the stream arrives; - is standard output.")
        private @Nullable String output;

        @Option(names = "--udp", paramLabel = "HOST:PORT", description = "Send plain datagrams to a player.")
        private @Nullable String udp;

        StreamOutput open(boolean allowRemote) throws IOException {
            if (udp != null) {
                return StreamOutput.udp(udp, allowRemote);
            }
            String name = output == null ? "-" : output;
            return name.equals("-") ? StreamOutput.standardOutput() : StreamOutput.file(Path.of(name));
        }
    }

    /** For picocli. */
    public StreamReceiveCommand() {
        super(StreamCommand.CHANNEL);
    }

    @Override
    protected void run() throws Exception {
        if (isJson() && "-".equals(target.output)) {
            throw CommandFailure.usage("--json and --output - both want standard output");
        }
        try (StreamOutput output = target.open(allowRemote)) {
            receive(output);
        }
    }

    private void receive(StreamOutput output) throws Exception {
        StreamRecording recording = new StreamRecording(output, terminal());
        Reception reception = new Reception();
        Reception.End end;
        try {
            end = receive(recording, reception, recording::status);
        } finally {
            outcome()
                    .put("firstMessage", recording.firstMessage())
                    .put("messages", recording.messages())
                    .put("bytes", recording.bytes());
        }
        if (!isJson()) {
            say("received " + Figures.count(recording.messages()) + " messages from message "
                    + recording.firstMessage() + " on, " + Figures.bytes(recording.bytes()) + ", to "
                    + output.place());
        }
        end.requireEnded();
        if (reception.lostMessages() > 0) {
            throw CommandFailure.incomplete(output.place() + " has gaps: " + reception.lossSummary());
        }
        if (recording.messages() == 0) {
            throw CommandFailure.failed("the stream ended without a message");
        }
    }
}
