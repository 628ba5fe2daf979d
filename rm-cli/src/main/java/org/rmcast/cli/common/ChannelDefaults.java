package org.rmcast.cli.common;

/**
 * The channel of a command, unless options name another.
 *
 * @param name its name
 * @param port its UDP port
 * @param protocol its protocol
 */
public record ChannelDefaults(String name, int port, String protocol) {
    /** The protocol of channels with one sender. */
    public static final String ONE_SENDER = "tram";

    /** The protocol of channels in which everybody sends. */
    public static final String EVERYBODY_SENDS = "pbcast";

    /** Where files are sent. */
    public static final ChannelDefaults FILES = new ChannelDefaults("files", 7200, ONE_SENDER);
}
