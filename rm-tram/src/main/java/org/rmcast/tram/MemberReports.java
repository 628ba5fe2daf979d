package org.rmcast.tram;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Reason;
import org.rmcast.tram.wire.TramPacket.MemberFate;
import org.rmcast.tram.wire.TramPacket.MemberReport;
import org.rmcast.tram.wire.TramPacket.ReportTaken;

/**
 * What became of members, on its way to the sender: a head makes a report, each head above takes it and passes it on. A report is
 * repeated until the head above has it, and copies are known by their number. While some wait, the node confirms no more for its
 * subtree: so the sender knows who is gone before it stops to wait for them. The names of those who are new can wait: they are counted.
 *
 * <p>No report is lost for want of room. Of each member only so many are held at a time as it sends at a time; it keeps the others, and
 * repeats them. Where many of the head's own wait, it takes nobody more, and leaves out only who lags.
 */
final class MemberReports {
    static final int MAX_SEEN = 16_384;
    /** How many are on their way at a time, and how many of one member wait here. */
    private static final int MAX_UNTAKEN = 32;
    /** While so many of the head's own wait, it takes nobody. Each of its members may still add two. */
    private static final int MANY_OWN = 2048;

    private record Key(long reporterId, int number) {
        static Key of(MemberReport report) {
            return new Key(report.reporterId(), report.number());
        }
    }

    private static final class Outgoing {
        final MemberReport report;
        /** The member that passed it on, or this head. */
        final long fromId;

        boolean sent;
        long dueNanos;

        Outgoing(MemberReport report, long fromId) {
            this.report = report;
            this.fromId = fromId;
        }
    }

    private final TramContext context;
    /** Reports from below, with the member that passed each on; the oldest first. */
    private final Map<Key, Long> seen = new LinkedHashMap<>();

    private final Map<Key, Outgoing> outgoing = new LinkedHashMap<>();
    /** How many wait of each member, and of this head. */
    private final Map<Long, Integer> waiting = new HashMap<>();
    /** How many of those that wait are more than the name of somebody new. */
    private int urgent;
    /** Begins anywhere, or who starts again would seem to repeat itself. */
    private int number;

    private long nextNanos = ProtocolEngine.NO_DEADLINE;

    MemberReports(TramContext context) {
        this.context = context;
        this.number = context.engine.random().nextInt(1 << 30);
    }

    /** How many may wait: a share of each member's, and the head's own. */
    static int mostWaiting(TramConfig config) {
        return MANY_OWN + config.maxMembers * (MAX_UNTAKEN + 2);
    }

    /** A report about one of this head's own members. */
    MemberReport make(MemberFate fate, long source, HeadMember member, long packetsBehind, Reason why) {
        number = number == Integer.MAX_VALUE ? 0 : number + 1;
        return new MemberReport(
                fate,
                source,
                context.engine.memberId(),
                number,
                member.id,
                member.move,
                member.address,
                member.isReceiver(),
                member.receiversBelow(),
                fate == MemberFate.ADOPTED ? member.formerHead : 0,
                member.confirmed(),
                member.subtreeStart,
                Math.max(0, packetsBehind),
                why);
    }

    /** This receiver's own word that packets from a sequence on are lost to it; null while the last one waits. */
    @Nullable
    MemberReport missed(long source, long start) {
        for (Outgoing next : outgoing.values()) {
            if (next.report.fate() == MemberFate.MISSED && next.report.memberId() == context.engine.memberId()) {
                return null;
            }
        }
        return own(MemberFate.MISSED, source, start, 0);
    }

    /** This receiver's own question whether the sender knows where it is, in place of the one before. */
    MemberReport here(long source, long start, int move) {
        outgoing.values().stream()
                .map(waiting -> waiting.report)
                .filter(before -> before.fate() == MemberFate.HERE && before.reporterId() == context.engine.memberId())
                .map(Key::of)
                .toList()
                .forEach(this::remove);
        return own(MemberFate.HERE, source, start, move);
    }

    private MemberReport own(MemberFate fate, long source, long start, int move) {
        number = number == Integer.MAX_VALUE ? 0 : number + 1;
        return new MemberReport(
                fate,
                source,
                context.engine.memberId(),
                number,
                context.engine.memberId(),
                move,
                context.engine.localAddress(),
                true,
                0,
                0,
                start,
                start,
                0,
                Reason.NONE);
    }

    /** Whether there is room for a report from below; else the member repeats it. */
    boolean hasRoomFor(long memberId, MemberReport report) {
        return waiting(memberId) < MAX_UNTAKEN || seen.containsKey(Key.of(report));
    }

    /** Whether a report from below has not been seen before, nor made here. */
    boolean isNew(long memberId, MemberReport report) {
        if (report.reporterId() == context.engine.memberId()) {
            return false;
        }
        boolean added = seen.putIfAbsent(Key.of(report), memberId) == null;
        if (seen.size() > MAX_SEEN) {
            seen.remove(seen.keySet().iterator().next());
        }
        return added;
    }

    /** Whether a report from below was passed on, and the head above has it. */
    boolean wasTaken(MemberReport report) {
        Key key = Key.of(report);
        return seen.containsKey(key) && !outgoing.containsKey(key);
    }

    /** Whether so many of this head's own wait that it is to take no more members. */
    boolean areMany() {
        return waiting(context.engine.memberId()) >= MANY_OWN;
    }

    private int waiting(long fromId) {
        return waiting.getOrDefault(fromId, 0);
    }

    /** Whether reports that this head made of a member wait. */
    boolean areAbout(long memberId) {
        return outgoing.values().stream()
                .anyMatch(next ->
                        next.report.memberId() == memberId && next.report.reporterId() == context.engine.memberId());
    }

    /** Has a report sent up. */
    void pass(MemberReport report) {
        Key key = Key.of(report);
        // It may wait already, and not be remembered to have come.
        remove(key);
        boolean lag = report.fate() == MemberFate.LAGGING || report.fate() == MemberFate.CAUGHT_UP;
        long fromId = seen.getOrDefault(key, context.engine.memberId());
        if (lag && fromId == context.engine.memberId() && areMany()) {
            return;
        }
        urgent += isUrgent(report) ? 1 : 0;
        outgoing.put(key, new Outgoing(report, fromId));
        waiting.merge(fromId, 1, Integer::sum);
    }

    private static boolean isUrgent(MemberReport report) {
        return report.fate() != MemberFate.JOINED && report.fate() != MemberFate.HERE;
    }

    private @Nullable Outgoing remove(Key key) {
        Outgoing removed = outgoing.remove(key);
        if (removed != null) {
            urgent -= isUrgent(removed.report) ? 1 : 0;
            waiting.computeIfPresent(removed.fromId, (id, count) -> count > 1 ? count - 1 : null);
        }
        return removed;
    }

    /** Whether the head above has yet to take some before it may be told that the subtree has more. */
    boolean arePending() {
        return urgent > 0;
    }

    /**
     * The head above has one.
     *
     * @return whose question it answers, 0 if it answers none
     */
    long onTaken(ReportTaken taken, long nowNanos) {
        Outgoing removed = remove(new Key(taken.reporterId(), taken.number()));
        nextNanos = nowNanos;
        return removed != null && removed.report.fate() == MemberFate.HERE ? removed.fromId : 0;
    }

    /** The member that passed on the report to which this is an answer; 0 if there is none. */
    long passedBy(ReportTaken taken) {
        return seen.getOrDefault(new Key(taken.reporterId(), taken.number()), 0L);
    }

    /** There is a new head above, which has none of them. */
    void sendAnew() {
        outgoing.values().forEach(next -> next.sent = false);
    }

    /** When the next repetition is due, or {@link ProtocolEngine#NO_DEADLINE}. */
    long nextDeadlineNanos() {
        return outgoing.isEmpty() ? ProtocolEngine.NO_DEADLINE : nextNanos;
    }

    /** Sends those that are due, the oldest first, as many as may be on their way. */
    void send(InetSocketAddress head, long nowNanos, Actions actions) {
        int room = MAX_UNTAKEN;
        nextNanos = ProtocolEngine.NO_DEADLINE;
        Iterator<Outgoing> all = outgoing.values().iterator();
        while (all.hasNext() && room > 0) {
            Outgoing next = all.next();
            room--;
            if (!next.sent || Deadlines.isDue(next.dueNanos, nowNanos)) {
                context.unicast(head, next.report, actions);
                next.sent = true;
                next.dueNanos = nowNanos + context.config.bindTimeoutNanos;
            }
            nextNanos = Deadlines.earlier(nextNanos, next.dueNanos);
        }
    }

    void clear() {
        outgoing.clear();
        waiting.clear();
        urgent = 0;
        seen.clear();
    }

    /** Tells the application, where a report is about a member of this head or has come to the sender. */
    static void tell(MemberReport report, Actions actions) {
        long id = report.memberId();
        InetSocketAddress address = report.memberAddress();
        Reason why = report.why();
        switch (report.fate()) {
            case FAILED -> {
                actions.report(new SessionEvent.MemberFailed(id, address, why.cause(), why.text()));
                actions.report(new SessionEvent.MemberPruned(id, address, why.cause(), why.text()));
            }
            case PRUNED -> actions.report(new SessionEvent.MemberPruned(id, address, why.cause(), why.text()));
            case LAGGING ->
                actions.report(
                        new SessionEvent.ReceiverLagging(id, address, report.packetsBehind(), why.cause(), why.text()));
            case CAUGHT_UP -> actions.report(new SessionEvent.ReceiverCaughtUp(id, address));
            case JOINED, ADOPTED, LEFT, GONE, MISSED, HERE -> {}
        }
    }
}
