package org.rmcast.lab.member;

import java.util.concurrent.TimeUnit;

/**
 * The messages of one run, in order and as they become due. The time at which a paced message was due is stamped into
 * it, not that at which it was taken, so that a sender that is held up counts as latency. Not thread safe.
 */
public final class Load {
    private final LoadSettings settings;
    private final int run;
    private final long startNanos;
    private final long endNanos;
    private long number;

    /**
     * The messages of a run.
     *
     * @param run is written into each
     * @param nowNanos when the first is due
     */
    public Load(LoadSettings settings, int run, long nowNanos) {
        this.settings = settings;
        this.run = run;
        this.startNanos = nowNanos;
        this.endNanos = nowNanos + (long) (settings.seconds() * TimeUnit.SECONDS.toNanos(1));
    }

    /** Whether all has been taken. */
    public boolean isDone(long nowNanos) {
        return number >= settings.messages()
                || (settings.messagesPerSecond() > 0 ? dueNanos(number) - endNanos >= 0 : nowNanos - endNanos >= 0);
    }

    /** How many nanoseconds until the next message may be taken; 0 or less if now. */
    public long waitNanos(long nowNanos) {
        return settings.messagesPerSecond() > 0 ? dueNanos(number) - nowNanos : 0;
    }

    /** The next message, a new array. */
    public byte[] next(long nowNanos) {
        byte[] message = new byte[settings.messageBytes()];
        Stamp.write(message, settings.messagesPerSecond() > 0 ? dueNanos(number) : nowNanos, number, run);
        number++;
        return message;
    }

    /** How many have been taken. */
    public long taken() {
        return number;
    }

    private long dueNanos(long index) {
        return startNanos + (long) (index * (1e9 / settings.messagesPerSecond()));
    }
}
