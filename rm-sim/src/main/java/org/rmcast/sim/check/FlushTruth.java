package org.rmcast.sim.check;

import org.rmcast.api.Confirmation;
import org.rmcast.api.FlushResult;
import org.rmcast.api.SessionEvent;

/**
 * A flush, or close, that says complete is true: at that moment each receiver has been given, or told to have lost, every message
 * that was owed to it when the flush was asked. But for those of which the sender was told that they failed, left or were pruned,
 * and, where the flush is for those that keep up, that they lag.
 */
public final class FlushTruth extends Watch {
    private final Gone gone = new Gone();

    @Override
    public String name() {
        return "flush truth";
    }

    @Override
    public void onEvent(Participant at, SessionEvent event) {
        gone.onEvent(at, event, run());
    }

    @Override
    public void onAnswered(FlushQuestion question, FlushResult result) {
        if (!result.complete() || !question.asker().role().sends()) {
            return;
        }
        for (Participant receiver : run().members()) {
            if (receiver.isRunning() && receiver.role().receives() && receiver != question.asker()) {
                check(question, receiver);
            }
        }
    }

    private void check(FlushQuestion question, Participant receiver) {
        Participant sender = question.asker();
        ReceivedStream stream = receiver.received(sender);
        boolean excused = gone.isGone(question, receiver.memberId(), run().nowNanos())
                || (question.by() == Confirmation.KEEPING_UP && gone.isLagging(sender.memberId(), receiver.memberId()));
        if (stream.isOwed() && !excused && stream.reach() < question.messages()) {
            throw new BrokenInvariant(
                    sender.host(),
                    question.what() + " of " + sender + " is complete, but " + receiver
                            + " has only what is below message " + stream.reach() + " of " + question.messages());
        }
    }
}
