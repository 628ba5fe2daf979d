package org.rmcast.sim;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.rmcast.api.SessionEvent;

/**
 * Since when a member is joined to each source's stream, by the events that its application got. It has joined when it reports its
 * own joining, with the source that it had found by then; or where members see each other, when both have reported that. It
 * is out when told that it is pruned or its session failed, and of one source when told that this one is lost; until it joins
 * anew, has a repair head again, or has found the source again.
 */
final class Standing {
    private static final long NEVER = Meetings.NEVER;

    private final Meetings meetings;
    private final long memberId;

    /** Looked up, never iterated. */
    private final Map<Long, Long> joinedNanos = new HashMap<>();

    private final Map<Long, Long> lostNanos = new HashMap<>();

    /** Since when this member has other members in its view. */
    private final Map<Long, Long> seenNanos = new HashMap<>();

    private final Set<Long> found = new HashSet<>();
    private boolean findsSources;
    private boolean seesMembers;
    private long joinedAllNanos = NEVER;
    private long outNanos = NEVER;
    private boolean out;

    Standing(Meetings meetings, long memberId) {
        this.meetings = meetings;
        this.memberId = memberId;
    }

    /** Takes note of an event of this member; that it is out, or lost a sender, is to be said by the other methods. */
    void onEvent(SessionEvent event, long nowNanos) {
        if (event instanceof SessionEvent.MemberJoined joined) {
            if (joined.memberId() == memberId) {
                join(nowNanos);
            } else {
                meetings.met(memberId, joined.memberId(), nowNanos);
                seenNanos.put(joined.memberId(), nowNanos);
                lostNanos.remove(joined.memberId()); // it may have come again in the same moment
                seesMembers = true;
            }
        } else if (event instanceof SessionEvent.MemberLeft left) {
            seenNanos.remove(left.memberId());
        } else if (event instanceof SessionEvent.MemberFailed failed) {
            seenNanos.remove(failed.memberId());
        } else if (event instanceof SessionEvent.RepairHeadChanged changed && changed.currentId() != 0 && out) {
            join(nowNanos);
        } else if (event instanceof SessionEvent.SenderFound sender) {
            findsSources = true;
            found.add(sender.sourceId());
            if (seenNanos.containsKey(sender.sourceId())) {
                joinedNanos.putIfAbsent(sender.sourceId(), nowNanos);
            }
        }
    }

    /** The member is out of the group. */
    void leaveAll(long nowNanos) {
        joinedNanos.clear();
        joinedAllNanos = NEVER;
        outNanos = nowNanos;
        out = true;
    }

    /** A source is lost. */
    void leave(long sourceId, long nowNanos) {
        joinedNanos.remove(sourceId);
        found.remove(sourceId);
        lostNanos.put(sourceId, nowNanos);
    }

    /** Since when what a source sends is owed, {@link Meetings#NEVER} if it is not. */
    long sinceNanos(long sourceId) {
        Long joined = joinedNanos.get(sourceId);
        if (joined != null) {
            return joined;
        }
        long lost = lostNanos.getOrDefault(sourceId, NEVER);
        if (!findsSources && !seesMembers && joinedAllNanos > lost) {
            return joinedAllNanos;
        }
        return metNanos(sourceId, Math.max(lost, outNanos));
    }

    /** Since when this member sees a source that has seen it, if that began after a time. */
    private long metNanos(long sourceId, long afterNanos) {
        long here = seenNanos.getOrDefault(sourceId, NEVER);
        long there = meetings.sinceNanos(sourceId, memberId);
        return here > afterNanos && there != NEVER ? Math.max(here, there) : NEVER;
    }

    private void join(long nowNanos) {
        out = false;
        joinedAllNanos = joinedAllNanos == NEVER ? nowNanos : joinedAllNanos;
        for (long sourceId : found) {
            joinedNanos.putIfAbsent(sourceId, nowNanos);
        }
    }
}
