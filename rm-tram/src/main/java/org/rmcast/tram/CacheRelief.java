package org.rmcast.tram;

import org.jspecify.annotations.Nullable;
import org.rmcast.api.EventCause;
import org.rmcast.core.buffer.BufferManager;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Reason;

/**
 * What a head does about a cache that cannot be purged below its high mark: it disowns a member that holds it up, or raises the mark if
 * there is none, see {@link JrmsRule#DISOWN}.
 *
 * <p>Source: JRMS 1.1, TRAMGenericDataCache.
 */
final class CacheRelief {
    private final TramConfig config;
    private final RepairHead head;
    private final int highMark;
    private long mark;

    /** @param highMark of the head's cache */
    CacheRelief(TramConfig config, RepairHead head, int highMark) {
        this.config = config;
        this.head = head;
        this.highMark = highMark;
        this.mark = highMark;
    }

    /** To be called when packets have come into the cache. */
    void look(BufferManager cache, long nowNanos, Actions actions) {
        if (!config.has(JrmsRule.DISOWN) || cache.limit() - cache.low() <= mark) {
            mark = cache.limit() - cache.low() <= highMark ? highMark : mark;
            return;
        }
        cache.purge(nowNanos);
        if (cache.limit() - cache.low() <= mark) {
            return;
        }
        HeadMember blocking = leastBelow(cache.low());
        if (blocking == null) {
            mark += config.ackWindow;
        } else {
            long held = cache.limit() - cache.low();
            Reason reason =
                    new Reason(EventCause.TOO_SLOW, "held up " + held + " packets, above the high mark of " + mark);
            head.pruneAtOnce(blocking, reason, nowNanos, actions);
            cache.purge(nowNanos);
        }
    }

    /** Of the members that have acknowledged nothing of the cache themselves the one that is least advanced. */
    private @Nullable HeadMember leastBelow(long low) {
        HeadMember least = null;
        for (HeadMember member : head.members().all()) {
            boolean blocks = !member.ghost && !member.newcomer && member.start <= low;
            if (blocks && (least == null || member.start < least.start)) {
                least = member;
            }
        }
        return least;
    }
}
