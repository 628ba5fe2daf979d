package org.rmcast.tram;

import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Reason;
import org.rmcast.tram.wire.TramPacket.Ack;
import org.rmcast.tram.wire.TramPacket.MemberFate;
import org.rmcast.tram.wire.TramPacket.MemberReport;
import org.rmcast.tram.wire.TramPacket.ReportTaken;

/** What becomes of a head's members, and of those below them: told here, and to the sender. */
final class MemberNews {
    private final TramContext context;
    private final RepairHead.Host host;
    private final MemberReports reports;

    MemberNews(TramContext context, RepairHead.Host host) {
        this.context = context;
        this.host = host;
        this.reports = new MemberReports(context);
    }

    /** The reports on their way up. */
    MemberReports reports() {
        return reports;
    }

    /** Something became of a member that the application is to know. */
    void tell(MemberFate fate, HeadMember member, long behind, Reason why, long nowNanos, Actions actions) {
        MemberReport report = reports.make(fate, host.position().source(), member, behind, why);
        if (host.isNews(report)) {
            MemberReports.tell(report, actions);
        } else if (fate == MemberFate.FAILED || fate == MemberFate.PRUNED) {
            // Another head has it by now, and said so before its farewell came here.
            onLeft(member, actions);
        }
        host.onReport(report, nowNanos, actions);
    }

    /** A member acknowledges: the sender is to know by name who is in the tree, and whoever had another head may be missed there. */
    void onHeard(HeadMember member, long nowNanos, Actions actions) {
        if (!member.heard) {
            member.heard = true;
            actions.report(new SessionEvent.MemberJoined(member.id, member.address));
        }
        if (!member.reported) {
            reportPlace(member, nowNanos, actions);
        }
    }

    /** A member leaves: for another head, with those below it, or for good. It says how many receivers want more. */
    void onFarewell(HeadMember member, Ack farewell, long nowNanos, Actions actions) {
        member.receivers = Math.min(member.receivers, farewell.receivers());
        leave(farewell.moves() ? MemberFate.LEFT : MemberFate.GONE, member, nowNanos, actions);
    }

    /** A member has to look for another head, with those below it. */
    void onSentAway(HeadMember member, long nowNanos, Actions actions) {
        leave(MemberFate.LEFT, member, nowNanos, actions);
    }

    private void leave(MemberFate how, HeadMember member, long nowNanos, Actions actions) {
        if (member.heard) {
            pass(how, member, nowNanos, actions);
        }
        onLeft(member, actions);
    }

    /** A member is let go. */
    void onLeft(HeadMember member, Actions actions) {
        if (member.heard) {
            host.onGone(member.id);
            actions.report(new SessionEvent.MemberLeft(member.id, member.address));
        }
    }

    /** A member is not known to the sender yet: it may have started again since it was told. */
    private void onAskedAgain(HeadMember member, long nowNanos, Actions actions) {
        if (member.reported && !reports.areAbout(member.id)) {
            reportPlace(member, nowNanos, actions);
        }
    }

    private void reportPlace(HeadMember member, long nowNanos, Actions actions) {
        member.reported = true;
        pass(member.formerHead == 0 ? MemberFate.JOINED : MemberFate.ADOPTED, member, nowNanos, actions);
    }

    private void pass(MemberFate fate, HeadMember member, long nowNanos, Actions actions) {
        host.onReport(reports.make(fate, host.position().source(), member, 0, Reason.NONE), nowNanos, actions);
    }

    /**
     * Takes a report of a member, itself a head.
     *
     * @return whether less is known to have come to those below the member than before
     */
    boolean onReport(HeadMember from, MemberReport said, long nowNanos, Actions actions) {
        // Of itself a member knows the address that it has here, not the one from which it is heard.
        MemberReport report = said.memberId() == from.id && said.reporterId() == from.id ? said.of(from.address) : said;
        if (report.source() != host.position().source() || !reports.hasRoomFor(from.id, report)) {
            return false;
        }
        boolean answered = report.fate() != MemberFate.HERE || host.knows(report);
        if (answered) {
            context.unicast(from.address, new ReportTaken(report.reporterId(), report.number()), actions);
        }
        if (!reports.isNew(from.id, report)) {
            if (!answered && report.memberId() == from.id) {
                onAskedAgain(from, nowNanos, actions);
            }
            return false;
        }
        boolean less = report.fate() == MemberFate.ADOPTED && report.subtreeStart() < from.subtreeStart;
        if (less) {
            from.subtreeStart = report.subtreeStart();
        }
        if (host.onReport(report, nowNanos, actions) && host.isNews(report)) {
            MemberReports.tell(report, actions);
        }
        return less;
    }
}
