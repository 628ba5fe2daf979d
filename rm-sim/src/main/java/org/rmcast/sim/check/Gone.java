package org.rmcast.sim.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.rmcast.api.SessionEvent;

/**
 * Whom a sender was told to be gone: failed, pruned or left, or below a repair head that was lost. It is so until that member joins
 * anew. A report from below that comes only after the member has joined anew, within {@link #LATE_NANOS}, counts no longer than that.
 */
final class Gone {
    private static final long LATE_NANOS = 5_000_000_000L;
    /** Within this time all have heard of a join. */
    private static final long JOIN_NANOS = 1_000_000_000L;

    private static final int MAX_LEVELS = 256;

    private static final class Report {
        final long atNanos;
        final boolean late;
        /** When the member joined anew after that, {@link Run#NEVER} if it has not. */
        long overNanos = Run.NEVER;

        Report(long atNanos, boolean late) {
            this.atNanos = atNanos;
            this.late = late;
        }
    }

    private final Map<Long, Long> joinedNanos = new HashMap<>();
    private final Map<Long, Long> firstJoinedNanos = new HashMap<>();
    /** Whom each member had last for a repair head, by its own word. */
    private final Map<Long, Long> heads = new HashMap<>();
    /** Who has no repair head any more, by its own word: what is reported of it is not of before it had joined anew. */
    private final Set<Long> detached = new HashSet<>();
    /** Who has said that it has joined: where there are repair heads, that the sender knows of it. */
    private final Set<Long> joinedByItsOwnWord = new HashSet<>();

    /** Of whose joining each member was told; where that is told, a sender knows of nobody else. */
    private final Map<Long, Set<Long>> met = new HashMap<>();

    private final Map<Long, Map<Long, Report>> reports = new HashMap<>();
    private final Map<Long, Map<Long, Boolean>> lagging = new HashMap<>();

    void onEvent(Participant at, SessionEvent event, Run run) {
        long nowNanos = run.nowNanos();
        if (event instanceof SessionEvent.MemberJoined joined) {
            boolean own = joined.memberId() == at.memberId();
            met.computeIfAbsent(at.memberId(), id -> new HashSet<>()).add(joined.memberId());
            if (own) {
                joinedByItsOwnWord.add(at.memberId());
            }
            if (own || !heads.containsKey(joined.memberId())) {
                onJoined(at.memberId(), joined.memberId(), nowNanos);
            }
        } else if (event instanceof SessionEvent.RepairHeadChanged changed) {
            onHeadChanged(at.memberId(), changed.currentId(), nowNanos);
        } else if (event instanceof SessionEvent.ReceiversLost lost) {
            onSubtreeGone(at, lost, run);
        } else if (event instanceof SessionEvent.MemberFailed failed) {
            onGone(at, failed.memberId(), nowNanos);
        } else if (event instanceof SessionEvent.MemberPruned pruned) {
            onGone(at, pruned.memberId(), nowNanos);
        } else if (event instanceof SessionEvent.MemberLeft left) {
            onGone(at, left.memberId(), nowNanos);
        } else if (event instanceof SessionEvent.ReceiverLagging behind) {
            lagging.computeIfAbsent(at.memberId(), id -> new HashMap<>()).put(behind.memberId(), true);
        } else if (event instanceof SessionEvent.ReceiverCaughtUp caughtUp) {
            lagging.computeIfAbsent(at.memberId(), id -> new HashMap<>()).remove(caughtUp.memberId());
        }
    }

    /**
     * Whether the sender that was asked a question holds a member for gone, as it was told, or has never known it. Who joins anew only
     * after the question is gone for that one.
     */
    boolean isGone(FlushQuestion question, long memberId, long nowNanos) {
        boolean unknown = heads.containsKey(memberId)
                ? !joinedByItsOwnWord.contains(memberId)
                : !met.getOrDefault(question.asker().memberId(), Set.of(memberId))
                        .contains(memberId);
        return unknown || isGone(question.asker().memberId(), memberId, question.askedNanos(), nowNanos);
    }

    private boolean isGone(long senderId, long memberId, long askedNanos, long nowNanos) {
        Report report = reports.getOrDefault(senderId, Map.of()).get(memberId);
        if (report == null) {
            return false;
        }
        if (report.late) {
            return nowNanos - report.atNanos <= LATE_NANOS;
        }
        return report.overNanos == Run.NEVER || report.overNanos > askedNanos;
    }

    /** Whether a sender was told that a member is behind, and not that it has caught up. */
    boolean isLagging(long senderId, long memberId) {
        return lagging.getOrDefault(senderId, Map.of()).containsKey(memberId);
    }

    private void onHeadChanged(long memberId, long headId, long nowNanos) {
        if (headId == 0) {
            detached.add(memberId);
            takeBackJoin(memberId, nowNanos);
            return;
        }
        detached.remove(memberId);
        heads.put(memberId, headId);
    }

    /**
     * Who was paused, or cut off, is told first that it had joined, and then that it was given up meanwhile: that it was gone is not
     * over with the first.
     */
    private void takeBackJoin(long memberId, long nowNanos) {
        for (Map<Long, Report> told : reports.values()) {
            Report report = told.get(memberId);
            if (report != null && report.overNanos != Run.NEVER && nowNanos - report.overNanos <= JOIN_NANOS) {
                report.overNanos = Run.NEVER;
            }
        }
    }

    /** A member has joined by its own word, which all are told, or is told to one that it has. */
    private void onJoined(long toldId, long memberId, long nowNanos) {
        joinedNanos.put(memberId, nowNanos);
        firstJoinedNanos.putIfAbsent(memberId, nowNanos);
        reports.forEach((senderId, told) -> {
            Report report = told.get(memberId);
            boolean hears = toldId == memberId || toldId == senderId;
            if (report != null && hears && report.overNanos == Run.NEVER) {
                report.overNanos = nowNanos;
            }
        });
    }

    /** Those who are named are gone, and others below that head, if there are not more of them than the sender was told. */
    private void onSubtreeGone(Participant sender, SessionEvent.ReceiversLost lost, Run run) {
        long nowNanos = run.nowNanos();
        lost.memberIds().forEach(memberId -> onGone(sender, memberId, nowNanos));
        List<Participant> below = new ArrayList<>();
        for (Participant member : run.members()) {
            boolean counts = member.isRunning() && member.role().receives();
            if (counts
                    && isBelow(member, lost.headId())
                    && !isGone(sender.memberId(), member.memberId(), nowNanos, nowNanos)) {
                below.add(member);
            }
        }
        if (below.size() <= lost.receivers() - lost.memberIds().size()) {
            below.forEach(member -> onGone(sender, member.memberId(), nowNanos));
        }
    }

    private boolean isBelow(Participant member, long headId) {
        long above = member.memberId();
        for (int level = 0; level < MAX_LEVELS && above != 0; level++) {
            if (above == headId) {
                return true;
            }
            above = heads.getOrDefault(above, 0L);
        }
        return false;
    }

    private void onGone(Participant at, long memberId, long nowNanos) {
        long joined = joinedNanos.getOrDefault(memberId, Run.NEVER);
        boolean anew = joined != Run.NEVER && joined - firstJoinedNanos.getOrDefault(memberId, joined) > JOIN_NANOS;
        // What its own head says of a member has not been overtaken by anything, nor what one finds out where there are
        // no heads.
        boolean fromBelow = heads.getOrDefault(memberId, at.memberId()) != at.memberId();
        boolean late = fromBelow && anew && nowNanos - joined <= LATE_NANOS && !detached.contains(memberId);
        reports.computeIfAbsent(at.memberId(), id -> new HashMap<>()).put(memberId, new Report(nowNanos, late));
    }
}
