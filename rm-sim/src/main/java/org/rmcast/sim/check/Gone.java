package org.rmcast.sim.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rmcast.core.event.SessionEvent;

/**
 * Whom a sender was told to be gone: failed, pruned or left, or below a repair head that was lost. It is so until that member joins
 * anew. A report that comes only after the member has joined anew, within {@link #LATE_NANOS}, counts no longer than that.
 */
final class Gone {
    private static final long LATE_NANOS = 5_000_000_000L;
    /** Within this time all have heard of a join. */
    private static final long JOIN_NANOS = 1_000_000_000L;

    private static final int MAX_LEVELS = 256;

    private record Report(long atNanos, boolean late) {}

    private final Map<Long, Long> joinedNanos = new HashMap<>();
    private final Map<Long, Long> firstJoinedNanos = new HashMap<>();
    /** Whom each member had last for a repair head, by its own word. */
    private final Map<Long, Long> heads = new HashMap<>();

    private final Map<Long, Map<Long, Report>> reports = new HashMap<>();
    private final Map<Long, Map<Long, Boolean>> lagging = new HashMap<>();

    void onEvent(Participant at, SessionEvent event, Run run) {
        long nowNanos = run.nowNanos();
        if (event instanceof SessionEvent.MemberJoined joined) {
            onJoined(joined.memberId(), nowNanos);
        } else if (event instanceof SessionEvent.RepairHeadChanged changed && changed.currentId() != 0) {
            onJoined(at.memberId(), nowNanos);
            heads.put(at.memberId(), changed.currentId());
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

    /** Whether a sender holds a member for gone, as it was told. */
    boolean isGone(long senderId, long memberId, long nowNanos) {
        Report report = reports.getOrDefault(senderId, Map.of()).get(memberId);
        if (report == null) {
            return false;
        }
        long joined = joinedNanos.getOrDefault(memberId, Run.NEVER);
        return report.late ? nowNanos - report.atNanos <= LATE_NANOS : joined < report.atNanos;
    }

    /** Whether a sender was told that a member is behind, and not that it has caught up. */
    boolean isLagging(long senderId, long memberId) {
        return lagging.getOrDefault(senderId, Map.of()).containsKey(memberId);
    }

    private void onJoined(long memberId, long nowNanos) {
        joinedNanos.put(memberId, nowNanos);
        firstJoinedNanos.putIfAbsent(memberId, nowNanos);
    }

    /** Those who are named are gone, and others below that head, if there are not more of them than the sender was told. */
    private void onSubtreeGone(Participant sender, SessionEvent.ReceiversLost lost, Run run) {
        lost.memberIds().forEach(memberId -> onGone(sender, memberId, run.nowNanos()));
        List<Participant> below = new ArrayList<>();
        for (Participant member : run.members()) {
            boolean counts = member.isRunning() && member.role().receives();
            if (counts
                    && isBelow(member, lost.headId())
                    && !isGone(sender.memberId(), member.memberId(), run.nowNanos())) {
                below.add(member);
            }
        }
        if (below.size() <= lost.receivers() - lost.memberIds().size()) {
            below.forEach(member -> onGone(sender, member.memberId(), run.nowNanos()));
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
        boolean late = anew && nowNanos - joined <= LATE_NANOS;
        reports.computeIfAbsent(at.memberId(), id -> new HashMap<>()).put(memberId, new Report(nowNanos, late));
    }
}
