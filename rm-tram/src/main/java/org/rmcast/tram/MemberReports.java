package org.rmcast.tram;

import java.net.InetSocketAddress;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
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
 * subtree: so the sender knows who is gone before it stops to wait for them.
 */
final class MemberReports {
    private static final int MAX_WAITING = 1024;
    private static final int MAX_SEEN = 4096;
    private static final int MAX_BURST = 32;

    private record Key(long reporterId, int number) {
        static Key of(MemberReport report) {
            return new Key(report.reporterId(), report.number());
        }
    }

    private static final class Outgoing {
        final MemberReport report;
        long dueNanos = Long.MIN_VALUE;

        Outgoing(MemberReport report) {
            this.report = report;
        }
    }

    private final TramContext context;
    private final Set<Key> seen = new LinkedHashSet<>();
    private final Map<Key, Outgoing> outgoing = new LinkedHashMap<>();
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
                member.address,
                member.isReceiver(),
                member.receiversBelow(),
                fate == MemberFate.ADOPTED ? member.formerHead : 0,
                member.start,
                member.subtreeStart,
                Math.max(0, packetsBehind),
                detail);
    }

    /** Whether a report from below has not been seen before. */
    boolean isNew(MemberReport report) {
        boolean added = seen.add(Key.of(report));
        if (seen.size() > MAX_SEEN) {
            seen.remove(seen.iterator().next());
        }
        return added;
    }

    /** Has a report sent up. Of too many the oldest go. */
    void pass(MemberReport report) {
        outgoing.put(Key.of(report), new Outgoing(report));
        if (outgoing.size() > MAX_WAITING) {
            outgoing.remove(outgoing.keySet().iterator().next());
        }
    }

    /** Whether the head above has yet to take some. */
    boolean arePending() {
        return !outgoing.isEmpty();
    }

    /** The head above has one. */
    void onTaken(ReportTaken taken) {
        outgoing.remove(new Key(taken.reporterId(), taken.number()));
    }

    /** There is a new head above, which has none of them. */
    void sendAnew() {
        outgoing.values().forEach(next -> next.dueNanos = Long.MIN_VALUE);
    }

    /** When the next repetition is due, or {@link ProtocolEngine#NO_DEADLINE}. */
    long nextDeadlineNanos() {
        return outgoing.isEmpty() ? ProtocolEngine.NO_DEADLINE : nextNanos;
    }

    /** Sends those that are due, some at a time. */
    void send(InetSocketAddress head, long nowNanos, Actions actions) {
        int room = MAX_BURST;
        nextNanos = ProtocolEngine.NO_DEADLINE;
        Iterator<Outgoing> all = outgoing.values().iterator();
        while (all.hasNext() && room > 0) {
            Outgoing next = all.next();
            if (next.dueNanos <= nowNanos) {
                context.unicast(head, next.report, actions);
                next.dueNanos = nowNanos + context.config.bindTimeoutNanos;
                room--;
            }
            nextNanos = Deadlines.earlier(nextNanos, next.dueNanos);
        }
    }

    void clear() {
        outgoing.clear();
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
            case LEFT, ADOPTED -> {}
        }
    }
}
