package org.rmcast.cli.demo;

import java.nio.file.Path;
import org.rmcast.api.Channel;
import org.rmcast.api.ChannelJson;
import org.rmcast.api.Role;
import org.rmcast.api.TransportKind;

/**
 * Everything that one member of the demo needs to know, in this process or another. Only texts and numbers, so that it
 * can be written as JSON.
 *
 * @param name such as {@code receiver-3}
 * @param role what it is there for
 * @param memberId its identity on the channel
 * @param seed of its randomness
 * @param channel the channel as JSON text
 * @param impairments what happens to the datagrams that arrive, in the text form of {@code Impairments}
 * @param transport which of Netty's channels to use
 * @param directory where it leaves its files
 * @param clip the transport stream that the sender streams
 * @param speed times the clip's own speed
 * @param receivers how many receivers the sender waits for
 * @param sabotaged whether this receiver spoils its copy, to show that the demo notices
 */
public record MemberSpec(
        String name,
        Role role,
        long memberId,
        long seed,
        String channel,
        String impairments,
        TransportKind transport,
        String directory,
        String clip,
        double speed,
        int receivers,
        boolean sabotaged) {
    /** The channel to join. */
    Channel parsedChannel() {
        return ChannelJson.parse(channel);
    }

    /** A receiver's copy of the stream. */
    Path copy() {
        return Path.of(directory, name + ".ts");
    }

    /** When each message was sent or received, see {@link MessageTimes}. */
    Path times() {
        return Path.of(directory, name + ".times");
    }

    /** What a process of its own writes to its standard error. */
    Path log() {
        return Path.of(directory, name + ".log");
    }
}
