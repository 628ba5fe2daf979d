package org.rmcast.tram;

import java.net.InetSocketAddress;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.event.SessionEvent;
import org.rmcast.tram.wire.TramPacket.MemberFate;
import org.rmcast.tram.wire.TramPacket.MemberReport;
import org.rmcast.tram.wire.TramPacket.ReportTaken;

/**
 * What became of members, on its way to the sender: a head makes a report, each head above takes it and passes it on. A report is
 * repeated until the head above has it, and copies are known by their number. While some wait, the node confirms no more for its
 * subtree: so the sender knows who is gone before it stops to wait for them. The names of those who are new can wait: they are counted.
 */
final class MemberReports {
    private static final int MAX_WAITING = 4096;
    private static final int MAX_SEEN = 16_384;
    /** How many are on their way at a time. */
    private static final int MAX_UNTAKEN = 32;

    private record Key(long reporterId, int number) {
        static Key of(MemberReport report) {
            return new Key(report.reporterId(), report.number());
        }
    }

    private static final class Outgoing {
        final MemberReport report;
        boolean sent;
        long dueNanos;

        Outgoing(MemberReport report) {
            this.report = report;
        }
    }

    private final TramContext context;
    private final Set<Key> seen = new LinkedHashSet<>();
    private final Map<Key, Outgoing> outgoing = new LinkedHashMap<>();
    /** How many of those that wait are more than the name of somebody new. */
    private int urgent;
    /** Begins anywhere, or who starts again would seem to repeat itself. */
    private int number;

    private long nextNanos = ProtocolEngine.NO_DEADLINE;

    MemberReports(TramContext context) {
        this.context = context;
        this.number = context.engine.random().nextInt(1 << 30);
    }

    /** A report about one of this head's own members. */
    MemberReport make(MemberFate fate, long source, HeadMember member, long packetsBehind, String detail) {
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
                member.start,
                member.subtreeStart,
                Math.max(0, packetsBehind),
                detail);
    }

    /** This receiver's own word that packets from a sequence on are lost to it; null while the last one waits. */
    @Nullable
    MemberReport missed(long source, long start) {
        for (Outgoing waiting : outgoing.values()) {
            if (waiting.report.fate() == MemberFate.MISSED && waiting.report.memberId() == context.engine.memberId()) {
                return null;
            }
        }
        number = number == Integer.MAX_VALUE ? 0 : number + 1;
        return new MemberReport(
                MemberFate.MISSED,
                source,
                context.engine.memberId(),
                number,
                context.engine.memberId(),
                0,
                context.engine.localAddress(),
                true,
                0,
                0,
                start,
                start,
                0,
                "");
    }

    /** Whether a report from below has not been seen before. */
    boolean isNew(MemberReport report) {
        boolean added = seen.add(Key.of(report));
        if (seen.size() > MAX_SEEN) {
            seen.remove(seen.iterator().next());
        }
        return added;
    }

    /** Has a report sent up. Of too many the oldest go, and names of those who are new are left out before. */
    void pass(MemberReport report) {
        if (!isUrgent(report) && outgoing.size() >= MAX_WAITING / 2) {
            return;
        }
        urgent += isUrgent(report) ? 1 : 0;
        outgoing.put(Key.of(report), new Outgoing(report));
        if (outgoing.size() > MAX_WAITING) {
            remove(outgoing.keySet().iterator().next());
        }
    }

    private static boolean isUrgent(MemberReport report) {
        return report.fate() != MemberFate.JOINED;
    }

    private void remove(Key key) {
        Outgoing removed = outgoing.remove(key);
        urgent -= removed != null && isUrgent(removed.report) ? 1 : 0;
    }

    /** Whether the head above has yet to take some before it may be told that the subtree has more. */
    boolean arePending() {
        return urgent > 0;
    }

    /** The head above has one. */
    void onTaken(ReportTaken taken, long nowNanos) {
        remove(new Key(taken.reporterId(), taken.number()));
        nextNanos = nowNanos;
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
        urgent = 0;
        seen.clear();
    }

    /** Tells the application, where a report is about a member of this head or has come to the sender. */
    static void tell(MemberReport report, Actions actions) {
        long id = report.memberId();
        InetSocketAddress address = report.memberAddress();
        switch (report.fate()) {
            case FAILED -> {
                actions.report(new SessionEvent.MemberFailed(id, address, report.detail()));
                actions.report(new SessionEvent.MemberPruned(id, address, report.detail()));
            }
            case PRUNED -> actions.report(new SessionEvent.MemberPruned(id, address, report.detail()));
            case LAGGING ->
                actions.report(new SessionEvent.ReceiverLagging(id, address, report.packetsBehind(), report.detail()));
            case CAUGHT_UP -> actions.report(new SessionEvent.ReceiverCaughtUp(id, address));
            case JOINED, ADOPTED, LEFT, GONE, MISSED -> {}
        }
    }
}
