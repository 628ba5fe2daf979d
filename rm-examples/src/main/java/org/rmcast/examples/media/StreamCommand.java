package org.rmcast.examples.media;

import org.jspecify.annotations.Nullable;
import org.rmcast.examples.cli.CommonOptions;
import org.rmcast.examples.cli.MissingCommandException;
import org.rmcast.examples.cli.VersionProvider;
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
    static final String CHANNEL_NAME = "stream";
    static final int PORT = 7100;

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
