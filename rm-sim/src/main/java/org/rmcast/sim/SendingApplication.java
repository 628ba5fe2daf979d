package org.rmcast.sim;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Receipt;
import org.rmcast.api.Recipients;
import org.rmcast.core.engine.KnownMember;
import org.rmcast.core.framing.HeaderBlock;
import org.rmcast.sim.ledger.SentLog;

/**
 * The application of one incarnation as it sends: messages given one by one wait in a bounded queue; those of a workload
 * are made when they are due and the one before was accepted.
 */
final class SendingApplication {
    /** What {@link #nextDueNanos} says when nothing more is going to be due by itself. */
    static final long NEVER = Long.MAX_VALUE;

    private static final int MAX_RECEIPTS = 10_000;

    private final long memberId;
    private final int queueMessages;
    private final RandomGenerator random;
    private final Supplier<List<? extends KnownMember>> members;
    private final ArrayDeque<Offer> queue = new ArrayDeque<>();
    private final List<Receipt> receipts = new ArrayList<>();
    private final SentLog log;
    private Workload workload = Workload.unpaced(0, 0);
    private long workloadStartNanos;
    private long made;
    private @Nullable Offer offer;

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Offer(byte[] message, boolean headers, Recipients to) {}

    /** @param members those that the engine knows now */
    SendingApplication(
            long memberId,
            int queueMessages,
            RandomGenerator random,
            SentLog log,
            Supplier<List<? extends KnownMember>> members) {
        this.memberId = memberId;
        this.queueMessages = queueMessages;
        this.random = random;
        this.log = log;
        this.members = members;
    }

    boolean enqueue(byte[] message, Recipients to) {
        if (queue.size() >= queueMessages) {
            return false;
        }
        queue.add(new Offer(message, false, to));
        return true;
    }

    void start(Workload fresh, long nowNanos) {
        workload = fresh;
        workloadStartNanos = nowNanos;
        made = 0;
    }

    /** The message to offer now, or null. It is the same again until {@link #accepted} is called. */
    byte @Nullable [] peek(long nowNanos) {
        if (offer == null) {
            offer = queue.poll();
        }
        if (offer == null && nextDueNanos() <= nowNanos) {
            offer = make(log.accepted());
            made++;
        }
        return offer == null ? null : offer.message;
    }

    private Offer make(long number) {
        byte[] payload = Payloads.of(memberId, number, random.nextInt(workload.minBytes(), workload.maxBytes() + 1));
        boolean headers = workload.headers() && number % 3 == 0;
        byte[] message =
                headers ? HeaderBlock.join(Payloads.headers(memberId, number), ByteBuffer.wrap(payload)) : payload;
        return new Offer(message, headers, drawRecipients());
    }

    /** Draws no number where all messages go to the group. */
    private Recipients drawRecipients() {
        if (workload.subsets() == 0 || random.nextDouble() >= workload.subsets()) {
            return Recipients.GROUP;
        }
        long[] others = members.get().stream()
                .mapToLong(KnownMember::id)
                .filter(id -> id != memberId)
                .sorted()
                .toArray();
        long[] drawn = {};
        while (drawn.length == 0 && others.length > 0) {
            drawn = Arrays.stream(others).filter(id -> random.nextBoolean()).toArray();
        }
        return drawn.length == 0 ? Recipients.GROUP : Recipients.of(drawn);
    }

    /** Whether the message that {@link #peek} gave begins with headers. */
    boolean hasHeaders() {
        return offer != null && offer.headers;
    }

    /** For whom the message is that {@link #peek} gave. */
    Recipients recipients() {
        return offer == null ? Recipients.GROUP : offer.to;
    }

    void accepted() {
        offer = null;
    }

    /** It was told what became of a message. */
    void confirmed(Receipt receipt) {
        if (receipts.size() < MAX_RECEIPTS) {
            receipts.add(receipt);
        }
    }

    /** What it was told, the first ones. */
    List<Receipt> receipts() {
        return receipts;
    }

    /** When the workload's next message is due, or {@link #NEVER}. */
    long nextDueNanos() {
        return made < workload.messages()
                ? workloadStartNanos + made * workload.interval().toNanos()
                : NEVER;
    }

    /** Whether everything given so far was accepted and nothing is due later. */
    boolean isDone() {
        return offer == null && queue.isEmpty() && made >= workload.messages();
    }
}
