package org.rmcast.tram;

import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.Set;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.event.SessionEvent;
import org.rmcast.tram.wire.TramPacket.MemberFate;
import org.rmcast.tram.wire.TramPacket.MemberReport;
import org.rmcast.tram.wire.TramPacket.MemberRole;

/**
 * What became of members, on its way to the sender: a head makes a report, each head above passes it on. As nobody
 * acknowledges reports, each goes up three times, and copies are known by their number.
 */
final class MemberReports {
    private static final int COPIES = 3;
    private static final int MAX_WAITING = 256;
    private static final int MAX_SEEN = 1024;

    private record Seen(long reporterId, int number) {}

    private record Outgoing(MemberReport report, int copies) {}

    private final TramContext context;
    private final Set<Seen> seen = new LinkedHashSet<>();
    private final ArrayDeque<Outgoing> outgoing = new ArrayDeque<>();
    private int number;

    MemberReports(TramContext context) {
        this.context = context;
    }

    /** A report about one of this head's own members. */
    MemberReport make(MemberFate fate, long source, HeadMember member, long packetsBehind, String detail) {
        return new MemberReport(
                fate,
                source,
                context.engine.memberId(),
                number++,
                member.id,
                member.address,
                member.role != MemberRole.EAGER_HEAD && member.receivers > 0,
                member.start,
                Math.max(0, packetsBehind),
                detail);
    }

    /** Whether a report from below has not been seen before. */
    boolean isNew(MemberReport report) {
        boolean added = seen.add(new Seen(report.reporterId(), report.number()));
        if (seen.size() > MAX_SEEN) {
            seen.remove(seen.iterator().next());
        }
        return added;
    }

    /** Has a report sent up. Of too many the oldest go. */
    void pass(MemberReport report) {
        outgoing.add(new Outgoing(report, COPIES));
        if (outgoing.size() > MAX_WAITING) {
            outgoing.remove();
        }
    }

    /** Sends one copy of each that has some left. */
    void send(InetSocketAddress head, Actions actions) {
        int waiting = outgoing.size();
        for (int i = 0; i < waiting; i++) {
            Outgoing next = outgoing.remove();
            context.unicast(head, next.report, actions);
            if (next.copies > 1) {
                outgoing.add(new Outgoing(next.report, next.copies - 1));
            }
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
        }
    }
}
