package org.rmcast.sim.check;

import java.util.HashMap;
import java.util.Map;
import org.rmcast.api.Confirmation;
import org.rmcast.api.FlushResult;
import org.rmcast.api.SessionEvent;

/**
 * A flush, or close, that says complete has no losses behind it: no receiver has reported any message lost that was owed to it when
 * the flush was asked, unless an earlier answer named that receiver, or the sender was told since that it is gone. What {@link
 * FlushTruth} lets pass.
 */
public final class FlushLosses extends Watch {
    private final Gone gone = new Gone();

    /** By sender and receiver: below which message the sender knows that the receiver may miss some. Looked up only. */
    private final Map<Pair, Long> told = new HashMap<>();

    private record Pair(long senderId, long receiverId) {}

    @Override
    public String name() {
        return "flush losses";
    }

    @Override
    public void onEvent(Participant at, SessionEvent event) {
        gone.onEvent(at, event, run());
    }

    @Override
    public void onAnswered(FlushQuestion question, FlushResult result) {
        Participant sender = question.asker();
        if (!sender.role().sends()) {
            return;
        }
        for (Participant receiver : run().members()) {
            if (receiver == sender || !receiver.isRunning() || !receiver.role().receives()) {
                continue;
            }
            Pair pair = new Pair(sender.memberId(), receiver.memberId());
            if (isNamed(receiver, result) || isExcused(question, receiver)) {
                told.put(pair, question.messages());
            } else if (result.complete()) {
                check(question, receiver, told.getOrDefault(pair, 0L));
            }
        }
    }

    private static boolean isNamed(Participant receiver, FlushResult result) {
        return result.unnamed() > 0
                || result.missing().stream().anyMatch(laggard -> laggard.memberId() == receiver.memberId());
    }

    private boolean isExcused(FlushQuestion question, Participant receiver) {
        long senderId = question.asker().memberId();
        return gone.isGone(question, receiver.memberId(), run().nowNanos())
                || (question.by() == Confirmation.KEEPING_UP && gone.isLagging(senderId, receiver.memberId()));
    }

    private static void check(FlushQuestion question, Participant receiver, long toldLimit) {
        ReceivedStream stream = receiver.received(question.asker());
        long first = Math.max(toldLimit, stream.owedFrom());
        if (stream.isOwed() && stream.isLostWithin(first, question.messages())) {
            throw new BrokenInvariant(
                    question.asker().host(),
                    question.what() + " of " + question.asker() + " is complete, but " + receiver
                            + " has reported messages lost from " + first + " to " + question.messages());
        }
    }
}
