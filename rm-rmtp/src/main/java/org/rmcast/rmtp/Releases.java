package org.rmcast.rmtp;

import org.rmcast.api.EventCause;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.rmtp.ReceiverVerdict.Outcome;
import org.rmcast.rmtp.Served.State;
import org.rmcast.rmtp.wire.RmtpPacket.Release;

/**
 * Lets go of the receivers that have everything.
 *
 * <p>Paper: Shiroshita et al., section 3.2.1: REL to the group after each round; who has everything answers RACK. Ours: who does not answer is
 * released once more by unicast when all rounds are over, a few times; the delivery does not fail for it. Not thread safe.
 */
final class Releases {
    private final ServerContext context;
    private final Receivers receivers;
    private final ControlQueue queue;
    private int round;
    private int tries;
    private long dueNanos = ProtocolEngine.NO_DEADLINE;

    Releases(ServerContext context, Receivers receivers, ControlQueue queue) {
        this.context = context;
        this.receivers = receivers;
        this.queue = queue;
    }

    /** The answers to a round are there. */
    void release(int ofRound, Actions actions) {
        round = ofRound;
        int complete = receivers.count(State.COMPLETE);
        if (complete > 0) {
            context.multicast(release(complete), actions);
        }
    }

    private Release release(int complete) {
        return new Release(context.transfer, round, context.backoffMicros(complete), context.source.trailer());
    }

    /** A receiver that was served apart has everything. */
    void release(Served served, long nowNanos) {
        queue.add(served.address, release(1));
        served.tries = 0;
        if (dueNanos != ProtocolEngine.NO_DEADLINE) {
            dueNanos = Deadlines.earlier(dueNanos, nowNanos + context.answerNanos(1, 0));
        }
    }

    void onReleased(Served served, boolean whole, Actions actions) {
        if (whole) {
            receivers.onGone(served, Outcome.RELEASED, actions);
        } else {
            receivers.fail(
                    served,
                    Outcome.DAMAGED,
                    EventCause.OTHER,
                    "its application found the data set to be damaged",
                    actions);
        }
    }

    /** The rounds are over: those who have not answered are asked one by one. */
    void insist(long nowNanos) {
        if (dueNanos == ProtocolEngine.NO_DEADLINE && receivers.count(State.COMPLETE) > 0) {
            receivers.in(State.COMPLETE).forEach(served -> served.tries = 0);
            tries = 0;
            dueNanos = nowNanos + context.answerNanos(receivers.count(State.COMPLETE), 0);
        }
    }

    void onDeadline(long nowNanos, Actions actions) {
        if (!Deadlines.isDue(dueNanos, nowNanos)) {
            return;
        }
        dueNanos = ProtocolEngine.NO_DEADLINE;
        for (Served served : receivers.in(State.COMPLETE)) {
            if (served.tries++ >= context.config.polls) {
                receivers.onGone(served, Outcome.COMPLETE, actions);
            } else {
                queue.add(served.address, release(receivers.count(State.COMPLETE)));
            }
        }
        int complete = receivers.count(State.COMPLETE);
        if (complete > 0) {
            tries++;
            dueNanos = nowNanos + queue.nanos() + context.answerNanos(complete, tries);
        }
    }

    long nextDeadlineNanos() {
        return dueNanos;
    }
}
