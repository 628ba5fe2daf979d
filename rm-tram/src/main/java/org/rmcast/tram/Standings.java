package org.rmcast.tram;

import org.jspecify.annotations.Nullable;
import org.rmcast.api.EventCause;
import org.rmcast.core.engine.Actions;
import org.rmcast.tram.wire.TramPacket.DisownReason;
import org.rmcast.tram.wire.TramPacket.MemberReport;
import org.rmcast.tram.wire.TramPacket.ReportTaken;
import org.rmcast.tram.wire.TramPacket.Standing;

/**
 * Members that were pruned, or given up for their silence, are met with the same by every head. The sender hears of both by reports, and of
 * each head that takes one of them later; it tells that head, by the way that its report came, how long the member has yet to stay
 * away, and how often it was silent. So it does not matter what the member says of itself.
 *
 * <p>The sender believes such a report only of the branch in which the member was, and of the head that has told it so: a head can exclude no
 * members of others.
 */
final class Standings {
    private static final long MILLI = 1_000_000L;

    private final TramContext context;
    private final RepairHead.Host host;
    private final HeadMembers members;
    private final Exclusions exclusions;
    private final Probation.Memory silences;
    private final MemberReports reports;

    Standings(
            TramContext context,
            RepairHead.Host host,
            HeadMembers members,
            Exclusions exclusions,
            Probation.Memory silences,
            MemberReports reports) {
        this.context = context;
        this.host = host;
        this.members = members;
        this.exclusions = exclusions;
        this.silences = silences;
        this.reports = reports;
    }

    /**
     * A report has come from below.
     *
     * @param credible whether it was of the head that was known to have the member, before it was taken into account
     */
    void onReport(HeadMember from, MemberReport report, boolean credible, long nowNanos, Actions actions) {
        long id = report.memberId();
        switch (report.fate()) {
            case PRUNED -> {
                if (credible && exclusions.heldOffNanos(id, nowNanos) == 0) {
                    exclusions.add(id, report.memberAddress(), DisownReason.PRUNED, report.why(), nowNanos);
                }
            }
            case FAILED -> {
                if (credible && report.why().cause() == EventCause.SILENT) {
                    silences.onSilent(id, nowNanos);
                }
            }
            case JOINED, ADOPTED, HERE -> answer(from, report, nowNanos, actions);
            default -> {} // nothing that counts against anybody
        }
    }

    private void answer(HeadMember from, MemberReport report, long nowNanos, Actions actions) {
        long id = report.memberId();
        long heldOffMillis = exclusions.heldOffNanos(id, nowNanos) / MILLI;
        int silent = silences.count(id, nowNanos);
        if (host.position().sender() && from.id != id && (heldOffMillis > 0 || silent > 0)) {
            Standing standing =
                    new Standing(id, (int) Math.min(Integer.MAX_VALUE, heldOffMillis), Math.min(255, silent));
            context.unicast(from.address, new ReportTaken(report.reporterId(), report.number(), standing), actions);
        }
    }

    /**
     * The sender says how a node stands that somebody below has taken. If that is a member of this head, it is put on probation; else the
     * word is passed on.
     *
     * @return the member, null if it is none
     */
    @Nullable
    HeadMember onStanding(ReportTaken said, Standing standing, long nowNanos, Actions actions) {
        HeadMember member = members.get(standing.memberId());
        long passedBy = reports.passedBy(said);
        if (member == null || (said.reporterId() != context.engine.memberId() && passedBy != member.id)) {
            HeadMember next = members.get(passedBy);
            if (next != null && !next.ghost) {
                context.unicast(next.address, said, actions);
            }
            return null;
        }
        if (member.ghost) {
            return null;
        }
        silences.learn(member.id, standing.silences(), nowNanos);
        if (member.probation == null && !member.isHead()) {
            member.probation = silences.of(member.id, nowNanos);
            member.counts &= member.probation == null;
        }
        return member;
    }
}
