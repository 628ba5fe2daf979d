package org.rmcast.lab.member;

import java.util.Map;
import java.util.Objects;

/**
 * How a member process begins; its only argument, as JSON.
 *
 * @param kind raw or with a protocol
 * @param sender whether it sends; else it receives
 * @param name the channel's name, the same for all members of a group
 * @param group the multicast address
 * @param port the UDP port
 * @param parameters the protocol's parameters, empty for its defaults
 * @param loss the share of incoming datagrams that is dropped on purpose, 0 to 1
 * @param seed of the loss and of the protocol's back-offs; different in each member
 * @param lifeSeconds after this time the process ends, whatever it does
 */
public record MemberSettings(
        MemberKind kind,
        boolean sender,
        String name,
        String group,
        int port,
        Map<String, Object> parameters,
        double loss,
        long seed,
        int lifeSeconds) {
    public MemberSettings {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(group, "group");
        parameters = Map.copyOf(parameters);
        if (lifeSeconds < 1) {
            throw new IllegalArgumentException("lifeSeconds must be at least 1, was " + lifeSeconds);
        }
    }
}
