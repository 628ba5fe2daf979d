package org.rmcast.sim;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.framing.HeaderBlock;
import org.rmcast.sim.ledger.SentLog;

/**
 * The application of one incarnation as it sends: messages given one by one wait in a bounded queue; those of a workload
 * are made when they are due and the one before was accepted.
 */
final class SendingApplication {
    /** What {@link #nextDueNanos} says when nothing more is going to be due by itself. */
    static final long NEVER = Long.MAX_VALUE;

    private final long memberId;
    private final int queueMessages;
    private final RandomGenerator random;
    private final ArrayDeque<byte[]> queue = new ArrayDeque<>();
    private final SentLog log;
    private Workload workload = Workload.unpaced(0, 0);
    private long workloadStartNanos;
    private long made;
    private byte @Nullable [] refused;
    private boolean refusedHasHeaders;

    SendingApplication(long memberId, int queueMessages, RandomGenerator random, SentLog log) {
        this.memberId = memberId;
        this.queueMessages = queueMessages;
        this.random = random;
        this.log = log;
    }

    boolean enqueue(byte[] message) {
        if (queue.size() >= queueMessages) {
            return false;
        }
        queue.add(message);
        return true;
    }

    void start(Workload fresh, long nowNanos) {
        workload = fresh;
        workloadStartNanos = nowNanos;
        made = 0;
    }

    /** The message to offer now, or null. It is the same again until {@link #accepted} is called. */
    byte @Nullable [] peek(long nowNanos) {
        if (refused == null) {
            refused = queue.poll();
        }
        if (refused == null && nextDueNanos() <= nowNanos) {
            int bytes = random.nextInt(workload.minBytes(), workload.maxBytes() + 1);
            refused = content(log.accepted(), bytes);
            made++;
        }
        return refused;
    }

    private byte[] content(long number, int bytes) {
        byte[] payload = Payloads.of(memberId, number, bytes);
        refusedHasHeaders = workload.headers() && number % 3 == 0;
        return refusedHasHeaders
                ? HeaderBlock.join(Payloads.headers(memberId, number), ByteBuffer.wrap(payload))
                : payload;
    }

    /** Whether the message that {@link #peek} gave begins with headers. */
    boolean hasHeaders() {
        return refusedHasHeaders;
    }

    void accepted() {
        refusedHasHeaders = false;
        refused = null;
    }

    /** When the workload's next message is due, or {@link #NEVER}. */
    long nextDueNanos() {
        return made < workload.messages()
                ? workloadStartNanos + made * workload.interval().toNanos()
                : NEVER;
    }

    /** Whether everything given so far was accepted and nothing is due later. */
    boolean isDone() {
        return refused == null && queue.isEmpty() && made >= workload.messages();
    }
}
