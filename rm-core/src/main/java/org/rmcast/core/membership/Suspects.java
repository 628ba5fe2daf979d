package org.rmcast.core.membership;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.membership.MemberUpdate.Kind;

/** The members of the view against which something is held. Not thread safe. */
final class Suspects {
    /** A suspect that nobody else accuses is given so many times as long. */
    private static final int UNCONFIRMED_FACTOR = 2;

    /** What a member that others hold for out is left to answer us. */
    private static final int CONDEMNED_PERIODS = 2;

    /** A suspect that could not be asked for want of room is removed so much later. */
    private static final int MOST_PERIODS_OVERDUE = 2;

    private final MembershipConfig config;
    private final MemberTable table;
    private final Map<Long, MemberEntry> byId = new LinkedHashMap<>();

    Suspects(MembershipConfig config, MemberTable table) {
        this.config = config;
        this.table = table;
    }

    /** All of them, those suspected first at the front. */
    Iterable<MemberEntry> all() {
        return byId.values();
    }

    /** Members of the group, with this one, that nobody suspects: as many can accuse others. */
    int unsuspected() {
        return Math.max(1, table.groupSize() - byId.size());
    }

    /** Somebody got no answer from a member; whether that is news. */
    boolean accuse(MemberEntry entry, long accuserId, long nowNanos) {
        return suspicion(entry, nowNanos).add(accuserId);
    }

    /** Others hold a member for out: it is asked, and has little time to answer. Whether that is news. */
    boolean condemn(MemberEntry entry, Kind verdict, long nowNanos) {
        Suspicion suspicion = suspicion(entry, nowNanos);
        boolean news = suspicion.verdict().compareTo(verdict) < 0;
        if (news) {
            suspicion.condemn(verdict, nowNanos + CONDEMNED_PERIODS * config.probePeriodNanos);
        }
        return news;
    }

    private Suspicion suspicion(MemberEntry entry, long nowNanos) {
        Suspicion suspicion = entry.suspicion();
        if (suspicion == null) {
            suspicion = new Suspicion(nowNanos);
            table.setSuspicion(entry, suspicion);
            byId.put(entry.id(), entry);
        }
        return suspicion;
    }

    /** Nothing is held against a member any more. */
    void clear(MemberEntry entry) {
        if (byId.remove(entry.id()) != null) {
            table.setSuspicion(entry, null);
        }
    }

    /** Those that have not contradicted in time. */
    List<MemberEntry> overdue(long nowNanos) {
        List<MemberEntry> overdue = new ArrayList<>();
        for (MemberEntry entry : byId.values()) {
            Suspicion suspicion = entry.suspicion();
            long leftNanos = leftNanos(entry, nowNanos);
            if (suspicion != null
                    && leftNanos <= 0
                    && (isUnanswered(suspicion, nowNanos)
                            || leftNanos <= -MOST_PERIODS_OVERDUE * config.probePeriodNanos)) {
                overdue.add(entry);
            }
        }
        return overdue;
    }

    /** Whether a member that is held for out did not answer when we asked it, a moment ago. */
    boolean isUnanswered(@Nullable Suspicion suspicion, long nowNanos) {
        return suspicion != null
                && suspicion.isUnanswered(
                        config.probeTimeoutNanos, CONDEMNED_PERIODS * config.probePeriodNanos, nowNanos);
    }

    /** Whether a suspect was asked in this period or the one before: others may be waiting for their turn. */
    boolean isAskedOfLate(MemberEntry entry, long nowNanos) {
        Suspicion suspicion = entry.suspicion();
        return suspicion != null && suspicion.isAskedSince(nowNanos - 3 * config.probePeriodNanos / 2);
    }

    /** How much longer a suspect has to contradict; 0 or less if its time is over. */
    long leftNanos(MemberEntry entry, long nowNanos) {
        Suspicion suspicion = entry.suspicion();
        if (suspicion == null) {
            return Long.MAX_VALUE;
        }
        double scale = Math.max(1, StrictMath.log10(table.groupSize()));
        long min = Math.round(config.suspicionPeriods * scale * config.probePeriodNanos);
        int others = table.groupSize() <= 2 ? 0 : Math.max(1, unsuspected() - 1);
        return suspicion.untilNanos(min, UNCONFIRMED_FACTOR * min, others) - nowNanos;
    }

    /** This member was held up for so long: nobody had a chance to contradict. */
    void heldUp(long byNanos) {
        for (MemberEntry entry : byId.values()) {
            Suspicion suspicion = entry.suspicion();
            if (suspicion != null) {
                suspicion.postpone(byNanos);
            }
        }
    }
}
