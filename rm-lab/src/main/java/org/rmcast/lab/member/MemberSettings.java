package org.rmcast.lab.member;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Channel;

/**
 * How a member is opened.
 *
 * @param carrier what carries the messages: {@link #RAW}, {@link #TCP}, or a session with the protocol of this name
 * @param sender whether it sends; else it receives
 * @param name the channel's name, the same for all members of a group
 * @param group the multicast address
 * @param port the UDP port
 * @param parameters the protocol's parameters, empty for its defaults
 * @param loss the share of incoming datagrams that is dropped on purpose, 0 to 1
 * @param offload whether runs of datagrams pass the network stack as one, see {@code TransportOptions}
 * @param seed of the loss and of the protocol's back-offs; different in each member
 * @param networkInterface where, see {@link Channel}; null is {@link Channel#LOOPBACK}
 */
public record MemberSettings(
        String carrier,
        boolean sender,
        String name,
        String group,
        int port,
        Map<String, Object> parameters,
        double loss,
        long seed,
        boolean offload,
        @Nullable String networkInterface) {
    /** The carrier without a protocol: datagrams of the transport, one per message; what is lost stays lost. */
    public static final String RAW = "raw";

    /** The carrier of one connection, for what other traffic there is: {@code group} is the receiver's address. */
    public static final String TCP = "tcp";

    public MemberSettings {
        Objects.requireNonNull(carrier, "carrier");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(group, "group");
        parameters = Map.copyOf(parameters);
    }

    /** Whether datagrams stay on the loopback interface, which others use as well. */
    boolean loopback() {
        return where().equals(Channel.LOOPBACK);
    }

    /** The interface, as a channel has it. */
    String where() {
        return Objects.requireNonNullElse(networkInterface, Channel.LOOPBACK);
    }
}
