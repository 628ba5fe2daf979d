package org.rmcast.cli.perf;

import org.rmcast.cli.common.AlwaysJson;
import org.rmcast.cli.common.CommandFailure;
import org.rmcast.cli.common.ReceivingCommand;
import org.rmcast.cli.common.Reception;
import org.rmcast.cli.common.VersionProvider;
import picocli.CommandLine.Command;

/** {@code rmcast perf receive}. */
@Command(
        name = "receive",
        description = "Receive a load until the sender ends; print one JSON line at the end.",
        footer = {"", "Example: rmcast perf receive --impair-in loss=1%%"},
        versionProvider = VersionProvider.class)
public final class PerfReceiveCommand extends ReceivingCommand implements AlwaysJson {
    /** For picocli. */
    public PerfReceiveCommand() {
        super(PerfCommand.CHANNEL);
    }

    @Override
    protected void run() throws Exception {
        ProcessFigures process = new ProcessFigures();
        PerfTally tally = new PerfTally(process);
        Reception reception = new Reception();
        outcome().put("role", "receiver");
        Reception.End end;
        try {
            end = receive(tally, reception, () -> "");
        } finally {
            outcome().putAll(tally.fields()).putAll(process.fields());
        }
        end.requireEnded();
        if (reception.lostMessages() > 0) {
            throw CommandFailure.incomplete(reception.lossSummary());
        }
    }
}
