package org.rmcast.lab.failover;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What is run.
 *
 * @param protocol of the group
 * @param heads repair nodes, at least 2
 * @param receivers at least 1
 * @param messageBytes the size of each message
 * @param rate messages/s; 0 is as fast as it goes
 * @param loss the share of datagrams that each member but the sender loses, 0 to below 1
 * @param duration how long it goes on
 * @param killEvery the time from one kill of a head to the next; zero: none is killed
 * @param down how long a killed head stays away
 * @param pause how long one member after the other is stopped, one in each second; zero: none is
 * @param parameters of the protocol, other than its defaults
 * @param memberOptions options of the members' JVMs
 */
record FailoverPlan(
        String protocol,
        int heads,
        int receivers,
        int messageBytes,
        double rate,
        double loss,
        Duration duration,
        Duration killEvery,
        Duration down,
        Duration pause,
        Map<String, String> parameters,
        List<String> memberOptions) {
    /** The heads and receivers. */
    int others() {
        return heads + receivers;
    }
}
