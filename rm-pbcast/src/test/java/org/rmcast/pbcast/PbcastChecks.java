package org.rmcast.pbcast;

import java.time.Duration;
import org.rmcast.sim.check.Checks;

/** The promises that Bimodal Multicast is judged by in runs with faults. */
final class PbcastChecks {
    private PbcastChecks() {}

    /** All of them. */
    static Checks all(Duration faultsEnd) {
        return Checks.underFaults(faultsEnd, false);
    }

    /** Those that it keeps. */
    static Checks kept(Duration faultsEnd) {
        return all(faultsEnd)
                .without("convergence", "new: nine seconds after the last fault a receiver lacks messages in silence")
                .without("delivery in stream", "new: messages are delivered before the sender is in the view")
                .without("from the join", "B6c: a stream that is heard of late is followed from there")
                .without("member events", "new: a member fails that was never reported to have joined")
                .without("sender events", "B9: messages are delivered after their sender was reported lost")
                .without("watchdog", "new: a receiver in touch stands still for more than five seconds");
    }
}
