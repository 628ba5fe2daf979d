package org.rmcast.lab.failover;

import java.nio.ByteBuffer;
import org.rmcast.lab.member.Stamp;

/** What comes to a receiver. Thread safe; nobody contends for the lock while messages come. */
final class Arrivals {
    private long messages;
    private long missing;
    private long outOfOrder;
    private long next;
    private long lastNanos;
    private long longestWaitNanos;
    private long longestPauseNanos;

    synchronized void onMessage(ByteBuffer message) {
        long now = System.nanoTime();
        long number = Stamp.number(message);
        if (number < next) {
            outOfOrder++;
            return;
        }
        missing += number - next;
        next = number + 1;
        longestWaitNanos = Math.max(longestWaitNanos, now - Stamp.dueNanos(message));
        longestPauseNanos = Math.max(longestPauseNanos, messages == 0 ? 0 : now - lastNanos);
        lastNanos = now;
        messages++;
    }

    /** What there was since the last time. */
    synchronized Seen look() {
        long silence = messages == 0 ? 0 : System.nanoTime() - lastNanos;
        Seen seen = new Seen(
                messages,
                missing,
                outOfOrder,
                Math.max(longestWaitNanos, silence),
                Math.max(longestPauseNanos, silence));
        longestWaitNanos = 0;
        longestPauseNanos = 0;
        return seen;
    }

    /** See {@link NodeReport}. */
    record Seen(long messages, long missing, long outOfOrder, long longestWaitNanos, long longestPauseNanos) {}
}
