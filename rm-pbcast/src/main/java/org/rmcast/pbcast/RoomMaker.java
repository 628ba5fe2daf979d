package org.rmcast.pbcast;

import java.util.Collection;
import org.rmcast.api.EventCause;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.ReportLimit;

/**
 * Makes room where the packets of all senders fill the buffer: drops those that were delivered and are held for others only. The
 * application is told when such are dropped that are still gossiped. Not thread safe.
 */
final class RoomMaker {
    private final PbcastContext context;
    private final Collection<Source> sources;
    private final ReportLimit reports = new ReportLimit(1_000_000_000L);
    private boolean pressed;

    /** @param sources the streams that are followed, at any time */
    RoomMaker(PbcastContext context, Collection<Source> sources) {
        this.context = context;
        this.sources = sources;
    }

    /** Drops packets, older ones first, until there is room for so many bytes, or nothing is left to drop. */
    void free(long bytes) {
        // A little more than is needed, or each packet would come by here.
        long wanted = bytes + context.config.bufferBytes / 64;
        sources.forEach(Source::releaseKept);
        if (context.budget.hasRoom(wanted)) {
            return;
        }
        pressed = true;
        boolean any = true;
        while (any && !context.budget.hasRoom(wanted)) {
            any = false;
            for (Source source : sources) {
                any |= source.releaseHalf();
            }
        }
    }

    /** A round of gossip ends. */
    void endRound(long nowNanos, Actions actions) {
        if (pressed && reports.take(nowNanos)) {
            pressed = false;
            actions.report(new SessionEvent.Congestion(
                    EventCause.BUFFER_FULL,
                    "the buffer of " + context.config.bufferBytes
                            + " bytes is full: packets are dropped before they are stable"));
        }
    }
}
