package org.rmcast.cli.perf;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.rmcast.api.Channel;
import org.rmcast.cli.common.ChannelOptions;
import org.rmcast.cli.common.CommandFailure;
import org.rmcast.cli.common.CommonOptions;
import org.rmcast.cli.common.ExitCodes;
import org.rmcast.cli.common.Json;
import org.rmcast.cli.common.ReceiverOptions;
import org.rmcast.cli.common.Reception;
import org.rmcast.cli.common.SessionFigures;
import org.rmcast.cli.common.SessionOptions;
import org.rmcast.cli.common.Terminal;
import org.rmcast.cli.common.VersionProvider;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code rmcast perf receive}. */
@Command(
        name = "receive",
        description = "Receive a load until the sender ends; print one JSON line at the end.",
        footer = {"", "Example: rmcast perf receive --impair-in loss=1%%"},
        versionProvider = VersionProvider.class)
public final class PerfReceiveCommand implements Callable<Integer> {
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private ChannelOptions channelOptions = new ChannelOptions();

    @Mixin
    private SessionOptions sessionOptions = new SessionOptions();

    @Mixin
    private ReceiverOptions receiverOptions = new ReceiverOptions();

    /** For picocli. */
    public PerfReceiveCommand() {}

    @Override
    public Integer call() throws Exception {
        Channel channel = channelOptions.channel(PerfCommand.CHANNEL_NAME, PerfCommand.PORT);
        Terminal terminal = common.terminal();
        ProcessFigures process = new ProcessFigures();
        PerfTally tally = new PerfTally(process);
        Reception reception = new Reception();
        ReceiverOptions.Result result =
                receiverOptions.receive(sessionOptions, channel, tally, reception, terminal, () -> "");

        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("role", "receiver");
        fields.putAll(tally.fields());
        fields.put("messagesLost", reception.lostMessages());
        fields.put("ending", result.end().ending());
        fields.put("reason", result.end().reason());
        fields.putAll(process.fields());
        SessionFigures.of(result.session().statistics()).forEach(fields::putIfAbsent);
        terminal.out().println(Json.line(fields));
        terminal.out().flush();

        result.requireEnded();
        if (reception.lostMessages() > 0) {
            throw CommandFailure.failed(reception.lossSummary());
        }
        return ExitCodes.OK;
    }
}
