package org.rmcast.cli.media;

import org.jspecify.annotations.Nullable;
import org.rmcast.cli.common.ChannelDefaults;
import org.rmcast.cli.common.CommonOptions;
import org.rmcast.cli.common.MissingCommandException;
import org.rmcast.cli.common.VersionProvider;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code rmcast stream}: video over a channel. */
@Command(
        name = "stream",
        description = "Send or receive an MPEG transport stream, paced by its own clock.",
        subcommands = {StreamSendCommand.class, StreamReceiveCommand.class},
        versionProvider = VersionProvider.class)
public final class StreamCommand implements Runnable {
    static final ChannelDefaults CHANNEL = new ChannelDefaults("stream", 7100, ChannelDefaults.ONE_SENDER);

    @Mixin
    CommonOptions common = new CommonOptions();

    @Spec
    private @Nullable CommandSpec spec;

    /** For picocli. */
    public StreamCommand() {}

    @Override
    public void run() {
        throw new MissingCommandException(spec);
    }
}
