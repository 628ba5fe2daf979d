package org.rmcast.sim.check;

import java.util.HashSet;
import java.util.Set;
import org.rmcast.core.event.SessionEvent;

/** Receivers whose last word about themselves is that they are out of the group: pruned, or without a repair head. */
final class Told {
    private final Set<Long> out = new HashSet<>();

    void onEvent(Participant at, SessionEvent event) {
        if (event instanceof SessionEvent.NoRepairHead
                || (event instanceof SessionEvent.MemberPruned pruned && pruned.memberId() == at.memberId())) {
            out.add(at.memberId());
        } else if ((event instanceof SessionEvent.RepairHeadChanged changed && changed.currentId() != 0)
                || (event instanceof SessionEvent.MemberJoined joined && joined.memberId() == at.memberId())) {
            out.remove(at.memberId());
        }
    }

    void onCrashed(Participant member) {
        out.remove(member.memberId());
    }

    boolean isOut(Participant receiver) {
        return out.contains(receiver.memberId());
    }
}
