package org.rmcast.cli.media;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Channel;
import org.rmcast.cli.common.ChannelOptions;
import org.rmcast.cli.common.CommandFailure;
import org.rmcast.cli.common.CommonOptions;
import org.rmcast.cli.common.ExitCodes;
import org.rmcast.cli.common.Figures;
import org.rmcast.cli.common.Json;
import org.rmcast.cli.common.ReceiverOptions;
import org.rmcast.cli.common.Reception;
import org.rmcast.cli.common.SessionFigures;
import org.rmcast.cli.common.SessionOptions;
import org.rmcast.cli.common.Terminal;
import org.rmcast.cli.common.VersionProvider;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
public final class StreamReceiveCommand implements Callable<Integer> {
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private ChannelOptions channelOptions = new ChannelOptions();

    @Mixin
    private SessionOptions sessionOptions = new SessionOptions();

    @Mixin
    private ReceiverOptions receiverOptions = new ReceiverOptions();

    @ArgGroup(multiplicity = "1")
    private Target target = new Target();

    @Option(names = "--allow-remote", description = "Let --udp send to another machine.")
    private boolean allowRemote;

    @Option(names = "--json", description = "Print the figures at the end as one JSON line.")
    private boolean json;

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
    public StreamReceiveCommand() {}

    @Override
    public Integer call() throws Exception {
        if (json && "-".equals(target.output)) {
            throw CommandFailure.usage("--json and --output - both want standard output");
        }
        Channel channel = channelOptions.channel(StreamCommand.CHANNEL_NAME, StreamCommand.PORT);
        try (StreamOutput output = target.open(allowRemote)) {
            receive(channel, output);
        }
        return ExitCodes.OK;
    }

    private void receive(Channel channel, StreamOutput output) throws Exception {
        Terminal terminal = common.terminal();
        StreamRecording recording = new StreamRecording(output, terminal);
        Reception reception = new Reception();
        ReceiverOptions.Result result =
                receiverOptions.receive(sessionOptions, channel, recording, reception, terminal, recording::status);
        report(recording, reception, result, output, terminal);
        result.requireEnded();
        if (reception.lostMessages() > 0) {
            throw CommandFailure.failed(output.place() + " has gaps: " + reception.lossSummary());
        }
        if (recording.messages() == 0) {
            throw CommandFailure.failed("the stream ended without a message");
        }
    }

    private void report(
            StreamRecording recording,
            Reception reception,
            ReceiverOptions.Result result,
            StreamOutput output,
            Terminal terminal) {
        if (json) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("firstMessage", recording.firstMessage());
            fields.put("messages", recording.messages());
            fields.put("bytes", recording.bytes());
            fields.put("messagesLost", reception.lostMessages());
            fields.put("ending", result.end().ending());
            fields.put("reason", result.end().reason());
            SessionFigures.of(result.session().statistics()).forEach(fields::putIfAbsent);
            terminal.out().println(Json.line(fields));
            terminal.out().flush();
        } else {
            terminal.err()
                    .println("received " + Figures.count(recording.messages()) + " messages from message "
                            + recording.firstMessage() + " on, " + Figures.bytes(recording.bytes()) + ", to "
                            + output.place());
            terminal.err().flush();
        }
    }
}
