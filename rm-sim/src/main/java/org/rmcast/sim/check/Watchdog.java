package org.rmcast.sim.check;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * No receiver stands still: one that is up, hears its sender, is heard by somebody, has room, lacks messages and was told nothing
 * gets ahead with them within a bound, faults or not.
 */
public final class Watchdog extends SilenceWatch {
    private final long boundNanos;
    private final Map<Pair, Progress> progress = new HashMap<>();

    private record Pair(long senderId, long receiverId) {}

    private record Progress(long reach, long atNanos) {}

    /** @param bound how long a receiver may stand still */
    public Watchdog(Duration bound) {
        this.boundNanos = bound.toNanos();
    }

    @Override
    public String name() {
        return "watchdog";
    }

    @Override
    public void inspect() {
        for (Participant sender : run().members()) {
            if (sender.sent().accepted() == 0) {
                continue;
            }
            for (Participant receiver : run().members()) {
                if (receiver.role().receives() && receiver.memberId() != sender.memberId()) {
                    look(sender, receiver);
                }
            }
        }
    }

    private void look(Participant sender, Participant receiver) {
        Pair pair = new Pair(sender.memberId(), receiver.memberId());
        if (!receiver.isRunning() || isToldThatItIsOut(receiver)) {
            progress.remove(pair);
            return;
        }
        ReceivedStream stream = receiver.received(sender);
        Progress last = progress.get(pair);
        if (last == null || last.reach != stream.reach() || !isDue(sender, receiver, stream)) {
            progress.put(pair, new Progress(stream.reach(), run().nowNanos()));
        } else if (run().nowNanos() - last.atNanos > boundNanos) {
            throw new BrokenInvariant(
                    receiver.host(),
                    receiver + " stands still before message " + stream.reach() + " of " + sender + " ("
                            + sender.sent().accepted() + " were accepted) since " + Duration.ofNanos(last.atNanos)
                            + ", and was told nothing");
        }
    }

    private boolean isDue(Participant sender, Participant receiver, ReceivedStream stream) {
        return stream.isOwed()
                && stream.reach() < sender.sent().accepted()
                && sender.isRunning()
                && !sender.isPaused()
                && !receiver.isPaused()
                && receiver.hasRoom()
                && isInTouch(receiver, sender);
    }
}
