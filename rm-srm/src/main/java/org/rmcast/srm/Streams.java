package org.rmcast.srm;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.engine.ReportLimit;
import org.rmcast.core.presence.PresentMember;
import org.rmcast.srm.wire.SrmPacket.Own;
import org.rmcast.srm.wire.SrmPacket.Report;

/** The streams of others that this member follows; bounded. Not thread safe. */
final class Streams {
    /** A source counts as active for so many session intervals after its last data. */
    static final int ACTIVE_INTERVALS = 10;

    private static final long REPORT_NANOS = 10_000_000_000L;

    private final SrmContext context;
    private final Neighbours neighbours;
    private final long activeNanos;
    private final Map<Long, FollowedStream> streams = new LinkedHashMap<>();
    /** Those for which there is something to do, now or later, in the order in which they were followed. */
    private final NavigableSet<FollowedStream> awake = new TreeSet<>(Comparator.comparingLong(stream -> stream.number));

    private final ReportLimit refusals = new ReportLimit(REPORT_NANOS);
    private long followed;
    private long reported;

    Streams(SrmContext context, Neighbours neighbours) {
        this.context = context;
        this.neighbours = neighbours;
        this.activeNanos = ACTIVE_INTERVALS * context.config.sessionIntervalNanos;
    }

    /** A stream of which something has come; null if it is not followed. */
    @Nullable
    FollowedStream find(long id) {
        FollowedStream stream = streams.get(id);
        if (stream != null) {
            awake.add(stream);
        }
        return stream;
    }

    /** Another member says what it has of a stream. */
    void onReport(Report report, long nowNanos) {
        FollowedStream stream = streams.get(report.source());
        if (stream != null && stream.onReport(report, nowNanos)) {
            awake.add(stream);
        }
    }

    Collection<FollowedStream> all() {
        return streams.values();
    }

    /** Those for which there is something to do: the cost of a group is that of those who send, however many could. */
    Collection<FollowedStream> awake() {
        return awake;
    }

    /**
     * A member that hears the group says how far its own stream is: it is followed from there on, or from what is still held.
     *
     * @return the stream, null if there is no room for one more
     */
    @Nullable
    FollowedStream follow(long id, int incarnation, Own own, long nowNanos, Actions actions) {
        FollowedStream known = find(id);
        if (known != null && !known.reception().isLost() && known.incarnation == incarnation) {
            return known;
        }
        if (known != null) {
            known.abandon(nowNanos, actions);
            remove(known);
        } else if (streams.size() >= context.config.maxSenders && !makeRoom()) {
            refuse(id, nowNanos, actions);
            return null;
        }
        boolean history = context.config.history && known == null;
        long start = history ? own.low() : own.limit();
        FollowedStream stream = new FollowedStream(
                context, neighbours, id, incarnation, start, history ? -1 : own.messages(), ++followed, nowNanos);
        streams.put(id, stream);
        awake.add(stream);
        return stream;
    }

    /** A stream that is over makes room. */
    private boolean makeRoom() {
        for (Iterator<FollowedStream> all = streams.values().iterator(); all.hasNext(); ) {
            FollowedStream stream = all.next();
            if (stream.reception().hasEnded() || stream.reception().isLost()) {
                stream.clear();
                awake.remove(stream);
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

    /** The group is heard again after an interruption. */
    void restartRequests(long nowNanos) {
        awake.forEach(stream -> stream.restartRequests(nowNanos));
    }

    void onGone(PresentMember member, @Nullable Neighbour neighbour, Reason reason, long nowNanos) {
        FollowedStream stream = find(member.id());
        if (stream != null) {
            stream.onGone(neighbour, member.address(), reason, nowNanos);
        }
    }

    /** The stream of a source that is gone and was known elsewhere, if it is of this incarnation; else null. */
    @Nullable
    FollowedStream fromElsewhere(long id, int incarnation, InetSocketAddress from) {
        FollowedStream stream = streams.get(id);
        return stream != null && stream.incarnation == incarnation && stream.wasElsewhere(from) ? stream : null;
    }

    private void remove(FollowedStream stream) {
        streams.remove(stream.id);
        awake.remove(stream);
    }

    /** Asks for what is due, and forgets what is over. */
    void onDeadline(long nowNanos, Actions actions) {
        for (Iterator<FollowedStream> all = awake.iterator(); all.hasNext(); ) {
            FollowedStream stream = all.next();
            stream.onDeadline(nowNanos, actions);
            if (stream.isForgettable(nowNanos)) {
                stream.clear();
                streams.remove(stream.id);
                all.remove();
            } else if (stream.isAtRest() && !stream.isActive(activeNanos, nowNanos)) {
                all.remove();
            }
        }
    }

    void deliver(long nowNanos, Actions actions) {
        for (FollowedStream stream : awake) {
            stream.deliver(nowNanos, actions);
        }
    }

    /** Those of which new data came in the last session intervals. */
    List<Long> active(long nowNanos) {
        List<Long> active = new ArrayList<>();
        for (FollowedStream stream : awake) {
            if (stream.isActive(activeNanos, nowNanos)) {
                active.add(stream.id);
            }
        }
        return active;
    }

    /** How many those are. */
    int activeCount(long nowNanos) {
        int count = 0;
        for (FollowedStream stream : awake) {
            count += stream.isActive(activeNanos, nowNanos) ? 1 : 0;
        }
        return count;
    }

    long nextDeadlineNanos() {
        long deadline = ProtocolEngine.NO_DEADLINE;
        for (FollowedStream stream : awake) {
            deadline = Deadlines.earlier(deadline, stream.nextDeadlineNanos());
        }
        return deadline;
    }

    @Override
    public String toString() {
        return streams.toString();
    }
}
