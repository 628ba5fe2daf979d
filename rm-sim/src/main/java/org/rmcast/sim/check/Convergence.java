package org.rmcast.sim.check;

import java.time.Duration;

/**
 * Some time after the last fault, and after a message was accepted, every receiver that is up has been given it, or was told that
 * it is lost; and every receiver that is up is joined to every sender that is up. But for those that were told that they are not:
 * pruned, or without a repair head, who have that time, and as much as they were out, from when they are in it again. Not for groups with
 * members that take nothing.
 */
public final class Convergence extends SilenceWatch {
    private final long fromNanos;
    private final long boundNanos;

    /**
     * The bound.
     *
     * @param faultsEnd when the last fault is over, since the start
     * @param bound how long everything may take then
     */
    public Convergence(Duration faultsEnd, Duration bound) {
        this.fromNanos = faultsEnd.toNanos();
        this.boundNanos = bound.toNanos();
    }

    @Override
    public String name() {
        return "convergence";
    }

    @Override
    public void inspect() {
        if (run().nowNanos() - fromNanos <= boundNanos) {
            return;
        }
        for (Participant sender : run().members()) {
            SentStream sent = sender.sent();
            if (sent.accepted() == 0 || run().nowNanos() - sent.lastAcceptedNanos() <= boundNanos) {
                continue;
            }
            for (Participant receiver : run().members()) {
                if (receiver.isRunning()
                        && !receiver.isPaused()
                        && receiver.role().receives()
                        && receiver.memberId() != sender.memberId()
                        && !isToldThatItIsOut(receiver)
                        && !isJustBack(receiver, boundNanos)) {
                    check(sender, receiver);
                }
            }
        }
    }

    private void check(Participant sender, Participant receiver) {
        ReceivedStream stream = receiver.received(sender);
        if (sender.isRunning() && !stream.isOwed()) {
            throw new BrokenInvariant(
                    receiver.host(),
                    receiver + " has not joined, " + seconds() + " after the last fault, and " + sender + " is up");
        }
        if (stream.isOwed()
                && !sender.sent().isAbandoned()
                && stream.reach() < sender.sent().accepted()) {
            throw new BrokenInvariant(
                    receiver.host(),
                    receiver + " has neither been given message " + stream.reach() + " of " + sender
                            + " nor told that it is lost, " + seconds() + " after the last fault");
        }
    }

    private Duration seconds() {
        return Duration.ofNanos(run().nowNanos() - fromNanos);
    }
}
