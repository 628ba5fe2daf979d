package org.rmcast.tram;

import org.jspecify.annotations.Nullable;
import org.rmcast.api.EventCause;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Reason;
import org.rmcast.tram.wire.TramPacket.RejectReason;

/** What is told of a search for a head that takes long: to the application once, to the sender again and again. */
final class SearchNews {
    /** Whoever waits for this node is to know so often that it still looks for a head. */
    private static final long SOUGHT_NANOS = 1_000_000_000L;

    private final TramConfig config;
    private final HeadSearch.Host host;
    private long sinceNanos;
    private long soughtNanos;
    private boolean told;
    private @Nullable RejectReason lastRefusal;

    SearchNews(TramConfig config, HeadSearch.Host host) {
        this.config = config;
        this.host = host;
    }

    /** A search begins. */
    void begin(long nowNanos) {
        sinceNanos = nowNanos;
        soughtNanos = nowNanos;
        told = false;
        lastRefusal = null;
    }

    /** A head does not take this node. */
    void onRefusal(RejectReason reason) {
        lastRefusal = reason;
    }

    /** Whether the search takes longer than the silence of a head does until it is given up. */
    boolean isLong(long nowNanos) {
        return nowNanos - sinceNanos > config.livenessNanos();
    }

    /**
     * Tells what is due.
     *
     * @param ttl the scope within which was asked last
     * @param asksSender whether the sender is asked to take this node: then it knows
     */
    void tell(int ttl, boolean asksSender, long nowNanos, Actions actions) {
        if (!told && isLong(nowNanos)) {
            told = true;
            String refusal = lastRefusal == null ? "nobody has offered a place" : "the last answer was " + lastRefusal;
            String text =
                    "none found within " + ttl + " hops for " + (nowNanos - sinceNanos) / 1_000_000 + " ms: " + refusal;
            host.onNoHead(new Reason(causeOf(lastRefusal), text), actions);
        }
        if (!asksSender && nowNanos - soughtNanos >= SOUGHT_NANOS) {
            soughtNanos = nowNanos;
            host.onStillSearching(actions);
        }
    }

    private static EventCause causeOf(@Nullable RejectReason refusal) {
        if (refusal == null) {
            return EventCause.NO_OFFER;
        }
        return switch (refusal) {
            case HEADS_ONLY, FULL, NOT_LAN_HEAD -> EventCause.NO_PLACE;
            case LEVEL -> EventCause.WOULD_LOOP;
            case RESIGNING -> EventCause.HEAD_LEFT;
            case NOT_ATTACHED -> EventCause.CUT_OFF;
            case DATA_GONE -> EventCause.NOT_HELD;
            case HELD_OFF -> EventCause.PRUNED;
        };
    }
}
