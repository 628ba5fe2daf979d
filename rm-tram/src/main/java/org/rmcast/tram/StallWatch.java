package org.rmcast.tram;

import org.rmcast.api.EventCause;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;

/** Tells a receiver's application when the first packet missing does not come for long, and when it has come further after that. */
final class StallWatch {
    private final long source;
    private final long patienceNanos;
    private long next;
    private long sinceNanos;
    private boolean stalled;

    /** @param patienceNanos how long a packet may be missing before that is told */
    StallWatch(long source, long patienceNanos, long nowNanos) {
        this.source = source;
        this.patienceNanos = patienceNanos;
        this.sinceNanos = nowNanos;
    }

    /** @param hasHead whether there is a repair head to ask */
    void look(Reception reception, boolean hasHead, long nowNanos, Actions actions) {
        if (!reception.isWaiting() || reception.next() != next) {
            next = reception.next();
            sinceNanos = nowNanos;
            if (stalled) {
                stalled = false;
                actions.report(new SessionEvent.ReceptionResumed(source));
            }
        } else if (!stalled && nowNanos - sinceNanos > patienceNanos) {
            stalled = true;
            String reason = "packet " + next + " has been missing for " + (nowNanos - sinceNanos) / 1_000_000 + " ms";
            EventCause cause = hasHead ? EventCause.NOT_IN_TIME : EventCause.NO_REPAIR_HEAD;
            actions.report(new SessionEvent.ReceptionStalled(source, Math.max(1, reception.missing()), cause, reason));
        }
    }
}
