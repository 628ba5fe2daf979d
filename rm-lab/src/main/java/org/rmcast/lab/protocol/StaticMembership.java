package org.rmcast.lab.protocol;

import org.rmcast.api.Parameters;

/**
 * Parameters of a membership that forms once and then stays: the papers' groups are constant, and nobody in them suspects
 * anybody, however many datagrams are lost.
 */
public final class StaticMembership {
    private StaticMembership() {}

    /** These with a membership that sends next to nothing once it has formed, and removes nobody in a run. */
    public static Parameters of(Parameters parameters) {
        return parameters
                .with("probePeriod", "10s")
                .with("suspicionPeriods", 1000)
                .with("announceInterval", "1h");
    }
}
