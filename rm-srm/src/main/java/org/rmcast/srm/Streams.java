package org.rmcast.srm;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.engine.ReportLimit;
import org.rmcast.srm.wire.SrmPacket.Own;

/** The streams of others that this member follows; bounded. Not thread safe. */
final class Streams {
    private static final long REPORT_NANOS = 10_000_000_000L;

    private final SrmContext context;
    private final Neighbours neighbours;
    private final Map<Long, FollowedStream> streams = new LinkedHashMap<>();
    private final ReportLimit refusals = new ReportLimit(REPORT_NANOS);
    private long reported;

    Streams(SrmContext context, Neighbours neighbours) {
        this.context = context;
        this.neighbours = neighbours;
    }

    @Nullable
    FollowedStream find(long id) {
        return streams.get(id);
    }

    Collection<FollowedStream> all() {
        return streams.values();
    }

    /**
     * A member that hears the group says how far its own stream is: it is followed from there on, or from what is still held.
     *
     * @return the stream, null if there is no room for one more
     */
    @Nullable
    FollowedStream follow(long id, int incarnation, Own own, long nowNanos, Actions actions) {
        FollowedStream known = streams.get(id);
        if (known != null && !known.reception().isLost() && known.incarnation == incarnation) {
            return known;
        }
        if (known != null) {
            known.abandon(nowNanos, actions);
            streams.remove(id);
        } else if (streams.size() >= context.config.maxSenders && !makeRoom()) {
            refuse(id, nowNanos, actions);
            return null;
        }
        boolean history = context.config.history && known == null;
        long start = history ? own.low() : own.limit();
        FollowedStream stream = new FollowedStream(
                context, neighbours, id, incarnation, start, history ? -1 : own.messages(), nowNanos);
        streams.put(id, stream);
        return stream;
    }

    /** A stream that is over makes room. */
    private boolean makeRoom() {
        for (Iterator<FollowedStream> all = streams.values().iterator(); all.hasNext(); ) {
            FollowedStream stream = all.next();
            if (stream.reception().hasEnded() || stream.reception().isLost()) {
                stream.clear();
                all.remove();
                return true;
            }
        }
        return false;
    }

    private void refuse(long id, long nowNanos, Actions actions) {
        long packets = context.own.get(SrmMeter.NOT_FOLLOWED);
        if (refusals.take(nowNanos)) {
            actions.report(new SessionEvent.SendersNotFollowed(List.of(id), streams.size(), packets - reported));
            reported = packets;
        }
    }

    void onGone(long id, Reason reason, long nowNanos) {
        FollowedStream stream = streams.get(id);
        if (stream != null) {
            stream.onGone(reason, nowNanos);
        }
    }

    /** Asks for what is due, and forgets what is over. */
    void onDeadline(long nowNanos, Actions actions) {
        List<FollowedStream> over = new ArrayList<>();
        for (FollowedStream stream : streams.values()) {
            stream.onDeadline(nowNanos, actions);
            if (stream.isForgettable(nowNanos)) {
                over.add(stream);
            }
        }
        for (FollowedStream stream : over) {
            stream.clear();
            streams.remove(stream.id);
        }
    }

    void deliver(long nowNanos, Actions actions) {
        for (FollowedStream stream : streams.values()) {
            stream.deliver(nowNanos, actions);
        }
    }

    /** Those of which new data came within a time. */
    List<Long> active(long withinNanos, long nowNanos) {
        List<Long> active = new ArrayList<>();
        for (FollowedStream stream : streams.values()) {
            if (stream.isActive(withinNanos, nowNanos)) {
                active.add(stream.id);
            }
        }
        return active;
    }

    /** How many those are. */
    int activeCount(long withinNanos, long nowNanos) {
        int count = 0;
        for (FollowedStream stream : streams.values()) {
            count += stream.isActive(withinNanos, nowNanos) ? 1 : 0;
        }
        return count;
    }

    long nextDeadlineNanos() {
        long deadline = ProtocolEngine.NO_DEADLINE;
        for (FollowedStream stream : streams.values()) {
            deadline = Deadlines.earlier(deadline, stream.nextDeadlineNanos());
        }
        return deadline;
    }

    @Override
    public String toString() {
        return streams.toString();
    }
}
