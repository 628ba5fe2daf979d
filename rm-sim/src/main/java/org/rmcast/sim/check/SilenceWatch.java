package org.rmcast.sim.check;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.rmcast.api.SessionEvent;

/**
 * A watch for silence: it knows which receivers were last told that they are out of the group: pruned, or without a repair head; and
 * which that what is missing does not come.
 */
abstract class SilenceWatch extends Watch {
    /** Who is out, and since when. */
    private final Map<Long, Long> outNanos = new HashMap<>();

    private final Map<Long, Absence> last = new HashMap<>();
    private final Set<Stall> stalled = new HashSet<>();

    private record Absence(long sinceNanos, long untilNanos) {}

    private record Stall(long receiverId, long sourceId) {}

    @Override
    public void onEvent(Participant at, SessionEvent event) {
        if (event instanceof SessionEvent.NoRepairHead
                || (event instanceof SessionEvent.MemberPruned pruned && pruned.memberId() == at.memberId())) {
            outNanos.putIfAbsent(at.memberId(), run().nowNanos());
        } else if ((event instanceof SessionEvent.RepairHeadChanged changed && changed.currentId() != 0)
                || (event instanceof SessionEvent.MemberJoined joined && joined.memberId() == at.memberId())) {
            comeBack(at.memberId());
        } else if (event instanceof SessionEvent.ReceptionStalled still) {
            stalled.add(new Stall(at.memberId(), still.sourceId()));
        } else if (event instanceof SessionEvent.ReceptionResumed resumed) {
            stalled.remove(new Stall(at.memberId(), resumed.sourceId()));
        }
    }

    private void comeBack(long memberId) {
        Long since = outNanos.remove(memberId);
        if (since != null) {
            last.put(memberId, new Absence(since, run().nowNanos()));
        }
    }

    @Override
    public void onCrashed(Participant member) {
        outNanos.remove(member.memberId());
        stalled.removeIf(stall -> stall.receiverId == member.memberId());
    }

    final boolean isToldThatItIsOut(Participant receiver) {
        return outNanos.containsKey(receiver.memberId());
    }

    final boolean isToldThatNothingComes(Participant receiver) {
        return stalled.stream().anyMatch(stall -> stall.receiverId == receiver.memberId());
    }

    /** Whether a receiver was out until not longer ago than this and the time that it was out: there is as much to catch up with. */
    final boolean isJustBack(Participant receiver, long nanos) {
        Absence absence = last.get(receiver.memberId());
        return absence != null
                && run().nowNanos() - absence.untilNanos <= nanos + absence.untilNanos - absence.sinceNanos;
    }
}
