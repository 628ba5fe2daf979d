package org.rmcast.cli.perf;

import org.jspecify.annotations.Nullable;
import org.rmcast.cli.common.ChannelDefaults;
import org.rmcast.cli.common.CommonOptions;
import org.rmcast.cli.common.MissingCommandException;
import org.rmcast.cli.common.VersionProvider;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code rmcast perf}: load and figures. */
@Command(
        name = "perf",
        description = "Put load on a channel and print the figures as one JSON line.",
        subcommands = {PerfSendCommand.class, PerfReceiveCommand.class, PerfPeersCommand.class},
        footer = {
            "",
            "Latency is from the moment at which a message was due to its arrival at the application, by the clock of "
                    + "the machine: sender and receivers must be on the same one, and the clock must not be set meanwhile."
        },
        versionProvider = VersionProvider.class)
public final class PerfCommand implements Runnable {
    static final ChannelDefaults CHANNEL = new ChannelDefaults("perf", 7300, ChannelDefaults.ONE_SENDER);
    static final ChannelDefaults PEERS =
            new ChannelDefaults(CHANNEL.name(), CHANNEL.port(), ChannelDefaults.EVERYBODY_SENDS);

    @Mixin
    CommonOptions common = new CommonOptions();

    @Spec
    private @Nullable CommandSpec spec;

    /** For picocli. */
    public PerfCommand() {}

    @Override
    public void run() {
        throw new MissingCommandException(spec);
    }
}
