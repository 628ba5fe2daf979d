package org.rmcast.core.stream;

import org.rmcast.api.EventCause;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;

/**
 * Tells a receiver's application when it gets nothing for long since packets are missing, and when it has come further after that. A message of
 * many packets may take long: while they come it is not told. Not thread safe.
 */
public final class StallWatch {
    /** So many packets further is further, though no message is complete. */
    private static final int FEW_PACKETS = 32;

    private final long source;
    private final long patienceNanos;
    private long delivered;
    /** The first packet that was missing when it last came further. */
    private long missingThen;

    private long sinceNanos;
    private boolean stalled;

    /** @param patienceNanos for how long it may get nothing before that is told */
    public StallWatch(long source, long patienceNanos, long nowNanos) {
        this.source = source;
        this.patienceNanos = patienceNanos;
        this.sinceNanos = nowNanos;
    }

    /** Nothing was missing until now: as if the stream had been looked at. */
    public void rest(long nowNanos) {
        sinceNanos = nowNanos;
    }

    /**
     * Looks at a stream.
     *
     * @param waiting whether it waits for a packet, and not for its application
     * @param given how far the application has come, in whole messages, counted in any way
     * @param firstMissing the packet that it waits for
     * @param missing how many packets are known to be missing
     * @param cause whether there is somebody to ask
     */
    public void look(
            boolean waiting,
            long given,
            long firstMissing,
            long missing,
            EventCause cause,
            long nowNanos,
            Actions actions) {
        if (!waiting || given != delivered || firstMissing - missingThen >= FEW_PACKETS) {
            delivered = given;
            missingThen = firstMissing;
            sinceNanos = nowNanos;
            if (stalled) {
                stalled = false;
                actions.report(new SessionEvent.ReceptionResumed(source));
            }
        } else if (!stalled && nowNanos - sinceNanos > patienceNanos) {
            stalled = true;
            String reason = "packet " + firstMissing + " is missing, no message for "
                    + (nowNanos - sinceNanos) / 1_000_000 + " ms";
            actions.report(new SessionEvent.ReceptionStalled(source, Math.max(1, missing), cause, reason));
        }
    }
}
