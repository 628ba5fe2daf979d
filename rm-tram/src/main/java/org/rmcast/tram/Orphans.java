package org.rmcast.tram;

import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.event.SessionEvent;
import org.rmcast.core.stream.SenderFlushes;
import org.rmcast.tram.wire.TramPacket.MemberFate;
import org.rmcast.tram.wire.TramPacket.MemberReport;

/**
 * What the sender knows of receivers between two heads: those below a head that was lost or left, and those that move. Each time a
 * member is lost or leaves with receivers below it, so many are missing; each time one is taken elsewhere, they are there again,
 * whichever of the two is heard of first. Until then, or until they have been missing for too long, no flush is complete that they
 * may not have.
 */
final class Orphans {
    private static final int MAX_ADOPTIONS = 4096;
    private static final int MAX_MISSING = 4096;

    /** Receivers that are between two heads. */
    private static final class Missing {
        final MemberReport cause;
        final long untilNanos;
        int receivers;

        Missing(MemberReport cause, int receivers, long untilNanos) {
            this.cause = cause;
            this.receivers = receivers;
            this.untilNanos = untilNanos;
        }
    }

    private record Adoption(MemberReport report, long untilNanos) {}

    private final long patienceNanos;
    private final List<Missing> missing = new ArrayList<>();
    /** Those that came before anybody was missed. */
    private final ArrayDeque<Adoption> adoptions = new ArrayDeque<>();

    Orphans(TramConfig config) {
        this.patienceNanos = Math.max(config.orphanHoldNanos, config.livenessNanos());
    }

    /**
     * Takes a report.
     *
     * @param flushes those who wait are told who is lost
     * @return whether it is to be believed: what a head says of a member that another one has taken since is not
     */
    boolean onReport(MemberReport report, SenderFlushes flushes, long nextSequence, long nowNanos) {
        adoptions.removeIf(adoption -> nowNanos - adoption.untilNanos >= 0);
        switch (report.fate()) {
            case FAILED, PRUNED -> {
                if (isElsewhere(report)) {
                    return false;
                }
                if (report.receiver()) {
                    flushes.onLost(report.memberId(), report.memberAddress(), report.subtreeStart(), nextSequence);
                }
                miss(report, report.receiversBelow(), nowNanos);
            }
            case LEFT -> miss(report, report.receivers(), nowNanos);
            case ADOPTED -> adopt(report, nowNanos);
            case LAGGING, CAUGHT_UP -> {}
        }
        return true;
    }

    private boolean isElsewhere(MemberReport report) {
        for (Adoption adoption : adoptions) {
            if (adoption.report.memberId() == report.memberId()
                    && adoption.report.formerHead() == report.reporterId()) {
                return true;
            }
        }
        return false;
    }

    private void miss(MemberReport cause, int receivers, long nowNanos) {
        if (receivers <= 0 || missing.size() >= MAX_MISSING) {
            return;
        }
        Missing group = new Missing(cause, receivers, nowNanos + patienceNanos);
        Iterator<Adoption> before = adoptions.iterator();
        while (before.hasNext() && group.receivers > 0) {
            if (isFor(group, before.next().report)) {
                before.remove();
            }
        }
        if (group.receivers > 0) {
            missing.add(group);
        }
    }

    private void adopt(MemberReport adoption, long nowNanos) {
        for (Missing group : missing) {
            if (isFor(group, adoption)) {
                missing.removeIf(each -> each.receivers <= 0);
                return;
            }
        }
        adoptions.add(new Adoption(adoption, nowNanos + 3 * patienceNanos));
        if (adoptions.size() > MAX_ADOPTIONS) {
            adoptions.remove();
        }
    }

    /** Whether those who were adopted are among the missing, and if so counts them. */
    private static boolean isFor(Missing group, MemberReport adoption) {
        boolean itself = adoption.memberId() == group.cause.memberId();
        if (!itself && adoption.formerHead() != group.cause.memberId()) {
            return false;
        }
        boolean leader = itself && group.cause.fate() != MemberFate.LEFT;
        group.receivers -= leader ? adoption.receiversBelow() : adoption.receivers();
        return true;
    }

    /** Whether there may be receivers between two heads that miss something below a sequence. */
    int behind(long limit) {
        long behind = 0;
        for (Missing group : missing) {
            behind += group.cause.subtreeStart() < limit ? group.receivers : 0;
        }
        return (int) Math.min(Integer.MAX_VALUE, behind);
    }

    boolean isEmpty() {
        return missing.isEmpty();
    }

    long nextDeadlineNanos() {
        long next = ProtocolEngine.NO_DEADLINE;
        for (Missing group : missing) {
            next = Deadlines.earlier(next, group.untilNanos);
        }
        return next;
    }

    /** Gives up those who have been missing for too long. */
    void onDeadline(SenderFlushes flushes, long nextSequence, long nowNanos, Actions actions) {
        Iterator<Missing> all = missing.iterator();
        while (all.hasNext()) {
            Missing group = all.next();
            if (nowNanos - group.untilNanos >= 0) {
                all.remove();
                MemberReport cause = group.cause;
                flushes.onLost(group.receivers, cause.subtreeStart(), nextSequence);
                InetSocketAddress address = cause.memberAddress();
                actions.report(
                        new SessionEvent.ReceiversLost(cause.memberId(), address, group.receivers, reason(cause)));
            }
        }
    }

    private static String reason(MemberReport cause) {
        return cause.fate() == MemberFate.LEFT ? "left, and was not taken elsewhere" : cause.detail();
    }
}
