package org.rmcast.rmtp;

import org.jspecify.annotations.Nullable;
import org.rmcast.api.EventCause;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.rmtp.ReceiverVerdict.Outcome;
import org.rmcast.rmtp.Served.State;
import org.rmcast.rmtp.wire.RmtpPacket.Release;
import org.rmcast.rmtp.wire.RmtpPacket.ReleaseAck;

/**
 * Lets go of the receivers that have everything.
 *
 * <p>Paper: Shiroshita et al., section 3.2.1: REL to the group after each round; who has everything answers RACK. Ours: who does not answer is
 * released once more by unicast when all rounds are over, a few times; the delivery does not fail for it. Who says later that it has everything
 * is released then, even when the delivery is over. Who answers BUSY looks still whether what it has is whole, and has failed if it is busy for too
 * long. Nobody is released before the source knows its trailer. Not thread safe.
 */
final class Releases {
    private static final long ASK_AGAIN_NANOS = 2_000_000L;

    private final ServerContext context;
    private final Receivers receivers;
    private final ControlQueue queue;
    private int round;
    private int tries;
    private long dueNanos = ProtocolEngine.NO_DEADLINE;
    /** When the trailer is asked for again, for the sake of those who are to be released. */
    private long trailerNanos = ProtocolEngine.NO_DEADLINE;

    Releases(ServerContext context, Receivers receivers, ControlQueue queue) {
        this.context = context;
        this.receivers = receivers;
        this.queue = queue;
    }

    /** The answers to a round are there. */
    void release(int ofRound, long nowNanos, Actions actions) {
        round = ofRound;
        int complete = receivers.count(State.COMPLETE);
        byte[] trailer = complete == 0 ? null : trailer(nowNanos);
        if (trailer != null) {
            context.multicast(release(complete, trailer), actions);
        }
    }

    private byte @Nullable [] trailer(long nowNanos) {
        byte[] trailer = context.source.trailer();
        if (trailer != null) {
            trailerNanos = ProtocolEngine.NO_DEADLINE;
        } else if (context.source.hasFailed()) {
            context.fail();
        } else {
            trailerNanos = nowNanos + ASK_AGAIN_NANOS;
        }
        return trailer;
    }

    private Release release(int complete, byte[] trailer) {
        return new Release(context.transfer, round, context.backoffMicros(complete), trailer);
    }

    /** A receiver that was served apart has everything. */
    void release(Served served, long nowNanos) {
        served.tries = 0;
        byte[] trailer = trailer(nowNanos);
        if (trailer == null) {
            return;
        }
        queue.add(served.address, release(1, trailer));
        if (dueNanos != ProtocolEngine.NO_DEADLINE) {
            dueNanos = Deadlines.earlier(dueNanos, nowNanos + context.answerNanos(1, 0));
        }
    }

    /** It was not waited for any more, and says again that it has everything. */
    void again(Served served, Actions actions) {
        byte[] trailer = context.source.trailer();
        if (trailer != null) {
            context.unicast(served.address, release(1, trailer), actions);
        }
    }

    /** It looks still whether what it has is whole. */
    void onBusy(Served served, long nowNanos) {
        served.tries = 0;
        if (!served.busy) {
            served.beBusy(nowNanos);
        }
    }

    void onReleased(Served served, ReleaseAck ack, Actions actions) {
        if (ack.whole()) {
            receivers.onGone(served, Outcome.RELEASED, actions);
        } else {
            receivers.fail(
                    served,
                    Outcome.DAMAGED,
                    EventCause.OTHER,
                    Served.explained("its application found the data set to be damaged", ack.reason()),
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
        if (Deadlines.isDue(trailerNanos, nowNanos)) {
            release(round, nowNanos, actions);
        }
        if (!Deadlines.isDue(dueNanos, nowNanos)) {
            return;
        }
        dueNanos = ProtocolEngine.NO_DEADLINE;
        byte[] trailer = trailer(nowNanos);
        if (trailer == null) {
            dueNanos = context.hasFailed() ? ProtocolEngine.NO_DEADLINE : trailerNanos;
            return;
        }
        for (Served served : receivers.in(State.COMPLETE)) {
            insist(served, trailer, nowNanos, actions);
        }
        int complete = receivers.count(State.COMPLETE);
        if (complete > 0) {
            tries++;
            dueNanos = nowNanos + queue.nanos() + context.answerNanos(complete, tries);
        }
    }

    private void insist(Served served, byte[] trailer, long nowNanos, Actions actions) {
        boolean overdue = served.busy && nowNanos - served.busySinceNanos >= context.config.busyNanos;
        if (overdue && served.tries == 0) {
            // It has answered the last REL.
            String reason = Served.explained("it was busy for too long with what it has", served.busyReason);
            receivers.fail(served, Outcome.BUSY, EventCause.TOO_SLOW, reason, actions);
        } else if (served.tries++ < context.config.polls) {
            queue.add(served.address, release(receivers.count(State.COMPLETE), trailer));
        } else {
            receivers.onGone(served, Outcome.COMPLETE, actions);
        }
    }

    long nextDeadlineNanos() {
        return Deadlines.earlier(dueNanos, trailerNanos);
    }
}
