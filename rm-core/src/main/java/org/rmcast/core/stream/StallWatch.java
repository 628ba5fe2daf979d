package org.rmcast.core.stream;

import org.rmcast.api.EventCause;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;

/** Tells a receiver's application when the first packet missing does not come for long, and when it has come further after that. Not thread safe. */
public final class StallWatch {
    private final long source;
    private final long patienceNanos;
    private long next;
    private long sinceNanos;
    private boolean stalled;

    /** @param patienceNanos how long a packet may be missing before that is told */
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
     * @param firstMissing that packet
     * @param missing how many packets are known to be missing
     * @param cause whether there is somebody to ask
     */
    public void look(
            boolean waiting, long firstMissing, long missing, EventCause cause, long nowNanos, Actions actions) {
        if (!waiting || firstMissing != next) {
            next = firstMissing;
            sinceNanos = nowNanos;
            if (stalled) {
                stalled = false;
                actions.report(new SessionEvent.ReceptionResumed(source));
            }
        } else if (!stalled && nowNanos - sinceNanos > patienceNanos) {
            stalled = true;
            String reason = "packet " + next + " has been missing for " + (nowNanos - sinceNanos) / 1_000_000 + " ms";
            actions.report(new SessionEvent.ReceptionStalled(source, Math.max(1, missing), cause, reason));
        }
    }
}
