package org.rmcast.sim.check;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.rmcast.core.event.SessionEvent;

/** A watch for silence: it knows which receivers were last told that they are out of the group: pruned, or without a repair head. */
abstract class SilenceWatch extends Watch {
    private final Set<Long> out = new HashSet<>();
    /** When those came back who were out. */
    private final Map<Long, Long> backNanos = new HashMap<>();

    @Override
    public void onEvent(Participant at, SessionEvent event) {
        if (event instanceof SessionEvent.NoRepairHead
                || (event instanceof SessionEvent.MemberPruned pruned && pruned.memberId() == at.memberId())) {
            out.add(at.memberId());
        } else if ((event instanceof SessionEvent.RepairHeadChanged changed && changed.currentId() != 0)
                || (event instanceof SessionEvent.MemberJoined joined && joined.memberId() == at.memberId())) {
            comeBack(at.memberId());
        }
    }

    private void comeBack(long memberId) {
        if (out.remove(memberId)) {
            backNanos.put(memberId, run().nowNanos());
        }
    }

    @Override
    public void onCrashed(Participant member) {
        out.remove(member.memberId());
    }

    final boolean isToldThatItIsOut(Participant receiver) {
        return out.contains(receiver.memberId());
    }

    /** Whether a receiver was out until not longer ago than this. */
    final boolean isJustBack(Participant receiver, long nanos) {
        Long back = backNanos.get(receiver.memberId());
        return back != null && run().nowNanos() - back <= nanos;
    }
}
