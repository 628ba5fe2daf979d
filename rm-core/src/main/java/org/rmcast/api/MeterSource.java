package org.rmcast.api;

import java.util.concurrent.CompletionStage;

/**
 * Something with meters that can be read for as long as it is open, and once more at the end: a session, or a sender or receiver of files. Thread
 * safe. Implemented by rmcast; new methods come in minor releases.
 */
public interface MeterSource {
    /** The channel that it is on. */
    Channel channel();

    /** The role of this member. */
    Role role();

    /** What people call this member, see {@link SessionBuilder#memberName}. */
    String memberName();

    /** Completes when it has ended, for whatever reason; exceptionally if it failed. */
    CompletionStage<Void> closed();

    /** Counters and gauges of now (at most a moment old). Available after the end as well. */
    MeterReadings statistics();
}
