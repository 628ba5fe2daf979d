package org.rmcast.sim.check;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.rmcast.api.FlushResult;
import org.rmcast.api.FlushResult.Laggard;

/**
 * Who is named by a flush, or close, really misses something: it runs no more, or lacked a message not longer ago than a grace for the
 * answer's way, or has lost one, be it before it joined anew. Asked of flushes that begin when the faults are over: before, a sender may
 * know no better.
 */
public final class FlushNames extends Watch {
    private final long fromNanos;
    private final long graceNanos;

    /** Since when a receiver has had everything that a flush asks for. Looked up only. */
    private final Map<Pair, Long> completeNanos = new HashMap<>();

    private final Map<Long, FlushQuestion> open = new HashMap<>();

    private record Pair(FlushQuestion question, long receiverId) {}

    /**
     * Looks at flushes from a time on.
     *
     * @param from when faults are over, since the start
     * @param grace how long a receiver may have had everything and yet be named, positive
     */
    public FlushNames(Duration from, Duration grace) {
        fromNanos = from.toNanos();
        graceNanos = grace.toNanos();
    }

    @Override
    public String name() {
        return "flush names";
    }

    @Override
    public void onAsked(FlushQuestion question) {
        if (question.askedNanos() >= fromNanos) {
            open.put(key(question), question);
        }
    }

    @Override
    public void inspect() {
        for (FlushQuestion question : open.values()) {
            for (Participant receiver : run().members()) {
                if (hasAll(question, receiver)) {
                    completeNanos.putIfAbsent(new Pair(question, receiver.memberId()), run().nowNanos());
                }
            }
        }
    }

    @Override
    public void onAnswered(FlushQuestion question, FlushResult result) {
        if (open.remove(key(question)) != null) {
            result.missing().forEach(laggard -> check(question, laggard));
        }
    }

    private static long key(FlushQuestion question) {
        return ((long) question.asker().host() << 32) | (question.id() + 1);
    }

    private void check(FlushQuestion question, Laggard laggard) {
        long since = completeNanos.getOrDefault(new Pair(question, laggard.memberId()), Long.MAX_VALUE);
        if (since != Long.MAX_VALUE && run().nowNanos() - since > graceNanos) {
            throw new BrokenInvariant(
                    question.asker().host(),
                    question.what() + " of " + question.asker() + " names " + laggard.memberId()
                            + ", which has had everything since " + Duration.ofNanos(since));
        }
    }

    private static boolean hasAll(FlushQuestion question, Participant receiver) {
        if (!receiver.isRunning() || receiver.isPaused() || !receiver.role().receives()) {
            return false;
        }
        ReceivedStream stream = receiver.received(question.asker());
        return stream.isOwed() && stream.reach() >= question.messages() && !stream.isLostWithin(0, question.messages());
    }
}
