package org.rmcast.sim.check;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Everything from the join: no message accepted after a member had joined is passed over before its first delivery. */
public final class FromTheJoin extends Watch {
    private final Map<Long, Participant> senders = new HashMap<>();

    @Override
    public String name() {
        return "from the join";
    }

    @Override
    public void onDelivered(Participant receiver, long sourceId, long number) {
        Participant sender = sender(sourceId);
        if (sender == null) {
            return;
        }
        ReceivedStream stream = receiver.received(sender);
        if (stream.skippedAtJoin() != ReceivedStream.NONE && stream.deliveredLimit() == number + 1) {
            throw new BrokenInvariant(
                    receiver.host(),
                    receiver + ": message " + number + " of " + sourceId
                            + " is the first that was delivered, but message " + stream.skippedAtJoin()
                            + " was accepted after the join, and not reported lost");
        }
    }

    private @Nullable Participant sender(long sourceId) {
        Participant known = senders.get(sourceId);
        if (known != null) {
            return known;
        }
        for (Participant member : run().members()) {
            if (member.memberId() == sourceId) {
                senders.put(sourceId, member);
                return member;
            }
        }
        return null;
    }
}
