package org.rmcast.lab.failover;

import java.util.List;
import java.util.Map;
import org.rmcast.lab.layout.Layout;
import org.rmcast.lab.perf.Machine;

/**
 * What was found.
 *
 * @param sent messages
 * @param confirmed whether the sender says that all have everything
 * @param incomplete receivers that have not got each message once and in order, with what they got
 * @param pauses how many times a member was stopped
 * @param alarms that somebody was given up, or left a head, that had not been killed
 * @param weights of each process that was not killed, over time
 */
record FailoverResult(
        FailoverPlan plan,
        Layout layout,
        Machine machine,
        double seconds,
        long sent,
        boolean confirmed,
        List<String> incomplete,
        List<Kill> kills,
        int pauses,
        List<String> alarms,
        Map<String, List<Weight>> weights) {
    boolean complete() {
        return confirmed && incomplete.isEmpty();
    }
}
