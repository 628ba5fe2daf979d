package org.rmcast.tram;

import java.time.Duration;
import org.rmcast.sim.check.Checks;

/** The promises that TRAM is judged by in runs with faults. */
final class TramChecks {
    private TramChecks() {}

    /** All of them. */
    static Checks all(Duration faultsEnd) {
        return Checks.underFaults(faultsEnd, true);
    }

    /** Those that it keeps: 250 seeds of each mode were looked at. */
    static Checks kept(Duration faultsEnd) {
        return all(faultsEnd)
                .without("convergence", "new: a receiver that finds no head gets nothing and is told nothing")
                .without("member events", "new: a member joins a head twice; one catches up that did not lag")
                .without("sender events", "new: messages are delivered after their sender was reported lost")
                .without("flush truth", "finding 2: a close is complete, and a living receiver has not everything")
                .without("flush losses", "finding 2: a close is complete in spite of losses below a head")
                .without("watchdog", "finding 15: members stand still for more than five seconds");
    }
}
