package org.rmcast.sim.check;

import java.util.HashMap;
import java.util.Map;
import org.rmcast.api.SessionEvent;

/**
 * Events about senders pair up, at each receiver: a sender is not found twice without having been lost, or its stream ended, in
 * between; it is not lost twice, nor does its stream end twice, unless it joins again; and after it is lost nothing is delivered until it is found,
 * or joined, again.
 */
public final class SenderEvents implements Invariant {
    private enum State {
        SEEN,
        FOUND,
        LOST,
        ENDED
    }

    private final Map<Pair, State> states = new HashMap<>();

    private record Pair(long receiverId, long sourceId) {}

    @Override
    public String name() {
        return "sender events";
    }

    @Override
    public void onEvent(Participant at, SessionEvent event) {
        if (event instanceof SessionEvent.SenderFound found) {
            change(at, found.sourceId(), State.FOUND, event);
        } else if (event instanceof SessionEvent.SenderLost lost) {
            change(at, lost.sourceId(), State.LOST, event);
        } else if (event instanceof SessionEvent.StreamEnded ended) {
            change(at, ended.sourceId(), State.ENDED, event);
        } else if (event instanceof SessionEvent.MemberJoined joined && joined.memberId() != at.memberId()) {
            states.computeIfPresent(
                    new Pair(at.memberId(), joined.memberId()),
                    (pair, state) -> state == State.LOST || state == State.ENDED ? State.SEEN : state);
        }
    }

    @Override
    public void onDelivered(Participant receiver, long sourceId, long number) {
        if (states.get(new Pair(receiver.memberId(), sourceId)) == State.LOST) {
            throw new BrokenInvariant(
                    receiver.host(),
                    receiver + ": message " + number + " of " + sourceId
                            + " was delivered after its sender was reported lost");
        }
    }

    private void change(Participant at, long sourceId, State state, SessionEvent event) {
        State before = states.put(new Pair(at.memberId(), sourceId), state);
        if (before == state || before == State.ENDED) {
            throw new BrokenInvariant(at.host(), at + " reported " + event + " after it had reported it " + before);
        }
    }
}
