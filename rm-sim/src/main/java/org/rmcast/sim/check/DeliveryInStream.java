package org.rmcast.sim.check;

import java.util.HashSet;
import java.util.Set;
import org.rmcast.api.SessionEvent;

/**
 * No delivery and no loss outside a stream: none before an event said that the member has joined, or that it sees or found the
 * sender; none after an event said that the stream has ended, unless the member joins again. None after the close is judged in every run.
 */
public final class DeliveryInStream implements Invariant {
    private final Set<Pair> begun = new HashSet<>();
    private final Set<Pair> ended = new HashSet<>();

    private record Pair(long receiverId, long sourceId) {}

    @Override
    public String name() {
        return "delivery in stream";
    }

    @Override
    public void onEvent(Participant at, SessionEvent event) {
        if (event instanceof SessionEvent.MemberJoined joined) {
            Pair pair = new Pair(at.memberId(), joined.memberId());
            begun.add(pair);
            ended.remove(pair);
        } else if (event instanceof SessionEvent.SenderFound found) {
            begun.add(new Pair(at.memberId(), found.sourceId()));
        } else if (event instanceof SessionEvent.StreamEnded end) {
            ended.add(new Pair(at.memberId(), end.sourceId()));
        } else if (event instanceof SessionEvent.MessagesLost lost) {
            checkOpen(at, lost.sourceId(), "messages from " + lost.firstMessage() + " were reported lost");
        }
    }

    @Override
    public void onDelivered(Participant receiver, long sourceId, long number) {
        String what = "message " + number + " was delivered";
        checkOpen(receiver, sourceId, what);
        if (!begun.contains(new Pair(receiver.memberId(), sourceId))
                && !begun.contains(new Pair(receiver.memberId(), receiver.memberId()))) {
            throw new BrokenInvariant(
                    receiver.host(),
                    receiver + ": " + what + " of " + sourceId + " before an event said that it had joined");
        }
    }

    private void checkOpen(Participant receiver, long sourceId, String what) {
        if (ended.contains(new Pair(receiver.memberId(), sourceId))) {
            throw new BrokenInvariant(
                    receiver.host(),
                    receiver + ": " + what + " of " + sourceId + " after its stream was said to have ended");
        }
    }
}
