package org.rmcast.lab.sharing;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What is run, one scenario after another.
 *
 * @param scenarios the flows of each
 * @param receivers of each group
 * @param bitsPerSecond of the way, with the headers of Ethernet
 * @param queueBytes before it
 * @param roundTrip added to each way back and forth; zero for none
 * @param loss share of the packets that each host behind the way loses
 * @param duration how long all send
 * @param settle what counts as beginning: shares are those of the time after it
 * @param messageBytes of each message
 * @param parameters of the groups' protocols, where not their defaults
 * @param memberOptions of the members' JVMs
 */
record SharingPlan(
        List<List<Flow>> scenarios,
        int receivers,
        long bitsPerSecond,
        long queueBytes,
        Duration roundTrip,
        double loss,
        Duration duration,
        Duration settle,
        int messageBytes,
        Map<String, Object> parameters,
        List<String> memberOptions) {
    /** Hosts behind the way. */
    int farHosts(List<Flow> flows) {
        return flows.stream().mapToInt(this::receivers).sum();
    }

    int receivers(Flow flow) {
        return flow.isTcp() ? 1 : receivers;
    }
}
