package org.rmcast.sim.check;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * No receiver stands still: one that is up, hears its sender, is heard by somebody, has room, lacks messages and was told nothing
 * gets ahead with them within a bound, faults or not. The bound is longer while nobody else has been given more: then it is the sender
 * that waits, for a member that is slow or may be lost. That those who were told get theirs in the end is asked by {@link Convergence}.
 */
public final class Watchdog extends SilenceWatch {
    private final long boundNanos;
    private final long groupBoundNanos;
    private final Map<Pair, Progress> progress = new HashMap<>();

    private record Pair(long senderId, long receiverId) {}

    /** How far a receiver had come: with what it is owed, and, while it catches up, with what came before. */
    private record Reach(long owed, long deliveredLimit, long lost) {
        static Reach of(ReceivedStream stream) {
            return new Reach(stream.reach(), stream.deliveredLimit(), stream.lost());
        }
    }

    /**
     * @param sinceNanos since when it has not come further
     * @param behindNanos since when others have been given more
     */
    private record Progress(Reach reach, long sinceNanos, long behindNanos) {}

    /**
     * @param bound how long a receiver may stand still while others have what it lacks
     * @param groupBound how long all may
     */
    public Watchdog(Duration bound, Duration groupBound) {
        this.boundNanos = bound.toNanos();
        this.groupBoundNanos = groupBound.toNanos();
    }

    @Override
    public String name() {
        return "watchdog";
    }

    @Override
    public void inspect() {
        for (Participant sender : run().members()) {
            if (sender.sent().accepted() > 0) {
                long most = most(sender);
                for (Participant receiver : run().members()) {
                    if (isReceiver(receiver, sender)) {
                        look(sender, receiver, most);
                    }
                }
            }
        }
    }

    private static boolean isReceiver(Participant receiver, Participant sender) {
        return receiver.role().receives() && receiver.memberId() != sender.memberId();
    }

    /** The end of what any receiver has been given. */
    private long most(Participant sender) {
        long most = 0;
        for (Participant receiver : run().members()) {
            if (isReceiver(receiver, sender)) {
                most = Math.max(most, receiver.received(sender).deliveredLimit());
            }
        }
        return most;
    }

    private void look(Participant sender, Participant receiver, long most) {
        Pair pair = new Pair(sender.memberId(), receiver.memberId());
        if (!receiver.isRunning() || isToldThatItIsOut(receiver) || isToldThatNothingComes(receiver)) {
            progress.remove(pair);
            return;
        }
        ReceivedStream stream = receiver.received(sender);
        Reach reach = Reach.of(stream);
        long now = run().nowNanos();
        Progress last = progress.get(pair);
        if (last == null || !last.reach.equals(reach) || !isDue(sender, receiver, stream)) {
            progress.put(pair, new Progress(reach, now, now));
        } else if (now - last.behindNanos > boundNanos || now - last.sinceNanos > groupBoundNanos) {
            throw new BrokenInvariant(
                    receiver.host(),
                    receiver + " stands still before message " + stream.reach() + " of " + sender + " ("
                            + sender.sent().accepted() + " were accepted) since " + Duration.ofNanos(last.sinceNanos)
                            + ", and was told nothing");
        } else if (most <= stream.reach()) {
            progress.put(pair, new Progress(reach, last.sinceNanos, now));
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
