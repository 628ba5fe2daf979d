package org.rmcast.cli.transfer;

/** The channel of file transfers, unless options name another. */
final class FileChannelDefaults {
    static final String NAME = "files";
    static final int PORT = 7200;

    private FileChannelDefaults() {}
}
