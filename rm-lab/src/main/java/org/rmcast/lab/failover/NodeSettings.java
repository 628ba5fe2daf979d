package org.rmcast.lab.failover;

import java.util.Map;
import org.rmcast.api.Role;

/**
 * How a member takes part.
 *
 * @param role sender, repair node or receiver
 * @param protocol of the channel
 * @param parameters of the protocol, other than its defaults
 * @param port of the channel
 * @param networkInterface where, as a channel names it
 * @param loss the share of incoming datagrams that the member drops itself, 0 to below 1
 * @param messageBytes what the sender sends
 * @param rate messages/s that the sender sends; 0 is as fast as it goes
 * @param seed of what is dropped, different in each member
 * @param lifeSeconds after which the process ends in any case
 */
record NodeSettings(
        Role role,
        String protocol,
        Map<String, String> parameters,
        int port,
        String networkInterface,
        double loss,
        int messageBytes,
        double rate,
        long seed,
        int lifeSeconds) {}
