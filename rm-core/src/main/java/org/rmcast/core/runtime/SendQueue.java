package org.rmcast.core.runtime;

import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Receipt;
import org.rmcast.core.buffer.ItemQueue;

/**
 * The bounded queue from the application's threads to the loop: messages, and requests that must keep their place among
 * them. The loop takes all that there is at once and gives room back in bulk, so that the lock costs little per message.
 *
 * <p>A message larger than the byte bound passes when the queue is empty.
 */
public final class SendQueue {
    /** Tries before a thread sleeps: the lock is held for less time than they take, and to be woken costs far more. */
    private static final int TRIES = 100;

    private final int maxMessages;
    private final long maxBytes;
    private final Runnable wakeLoop;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private final ArrayDeque<Waiter> waiters = new ArrayDeque<>();
    private final ItemQueue<Object> incoming = new ItemQueue<>();
    private int messages;
    private long bytes;
    private long waiterBytes;
    private boolean loopKnows;
    private @Nullable EndReason closedReason;

    // Of the loop alone.
    private final ItemQueue<Object> taken = new ItemQueue<>();
    /** Of the first message taken, once it was looked at. An envelope that says something lies in the queue before its message. */
    private Envelope next = Envelope.PLAIN;

    private int settledMessages;
    private long settledBytes;

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Waiter(byte[] message, Envelope envelope, CompletableFuture<Void> accepted) {}

    /**
     * Makes a queue.
     *
     * @param maxMessages how many messages may wait, at least 1
     * @param maxBytes how many payload bytes may wait, at least 1
     * @param wakeLoop makes the loop look at the queue; called by application threads, outside the lock
     */
    public SendQueue(int maxMessages, long maxBytes, Runnable wakeLoop) {
        this.maxMessages = maxMessages;
        this.maxBytes = maxBytes;
        this.wakeLoop = wakeLoop;
    }

    /** As {@link #put(byte[], Envelope)} for a plain message. */
    public void put(byte[] message) throws InterruptedException {
        put(message, Envelope.PLAIN);
    }

    /**
     * Adds a message, waiting for room.
     *
     * @param envelope what there is to be said of it. If the queue is emptied before the message is sent, its receipt fails
     * @throws IllegalStateException of one of the two kinds of {@link EndReason} if the queue is closed
     */
    public void put(byte[] message, Envelope envelope) throws InterruptedException {
        boolean wake;
        acquireInterruptibly();
        try {
            checkOpen();
            while (!waiters.isEmpty() || !hasRoom(message.length)) {
                room.await();
                checkOpen();
            }
            wake = add(message, envelope);
        } finally {
            lock.unlock();
        }
        wakeIf(wake);
    }

    /** As {@link #offer(byte[], Envelope)} for a plain message. */
    public boolean offer(byte[] message) {
        return offer(message, Envelope.PLAIN);
    }

    /** Adds a message if there is room. */
    public boolean offer(byte[] message, Envelope envelope) {
        boolean wake;
        acquire();
        try {
            checkOpen();
            if (!waiters.isEmpty() || !hasRoom(message.length)) {
                return false;
            }
            wake = add(message, envelope);
        } finally {
            lock.unlock();
        }
        wakeIf(wake);
        return true;
    }

    /** Whether {@link #offer} of a message of this length would succeed now. */
    public boolean wouldTake(int length) {
        lock.lock();
        try {
            checkOpen();
            return waiters.isEmpty() && hasRoom(length);
        } finally {
            lock.unlock();
        }
    }

    /** Whether even the shortest message would have to wait. */
    public boolean isFull() {
        lock.lock();
        try {
            return !waiters.isEmpty() || !hasRoom(1);
        } finally {
            lock.unlock();
        }
    }

    /** Whether it refuses what comes. */
    public boolean isClosed() {
        lock.lock();
        try {
            return closedReason != null;
        } finally {
            lock.unlock();
        }
    }

    /** As {@link #putLater(byte[], Envelope)} for a plain message. */
    public CompletableFuture<Void> putLater(byte[] message) {
        return putLater(message, Envelope.PLAIN);
    }

    /**
     * Adds a message as soon as there is room, in the order of these calls.
     *
     * @return completes when it is in the queue; exceptionally if the queue is or gets closed, or if as much is waiting
     *     for room already as the queue itself holds
     */
    public CompletableFuture<Void> putLater(byte[] message, Envelope envelope) {
        CompletableFuture<Void> accepted = new CompletableFuture<>();
        boolean wake = false;
        acquire();
        try {
            checkOpen();
            if (waiters.isEmpty() && hasRoom(message.length)) {
                wake = add(message, envelope);
                accepted.complete(null);
            } else {
                addWaiter(new Waiter(message, envelope, accepted));
            }
        } finally {
            lock.unlock();
        }
        wakeIf(wake);
        return accepted;
    }

    /** Adds a request, whatever the room: it runs on the loop when all messages before it have been accepted. */
    public void putRequest(Runnable request) {
        boolean wake;
        lock.lock();
        try {
            checkOpen();
            wake = enqueue(request);
        } finally {
            lock.unlock();
        }
        wakeIf(wake);
    }

    /**
     * Refuses what comes from now on. What waits in the queue stays, what waits for room fails.
     *
     * @param last a request to run after all that is in the queue, or null
     */
    public void close(EndReason reason, @Nullable Runnable last) {
        boolean wake = false;
        ArrayDeque<Waiter> failed;
        lock.lock();
        try {
            if (closedReason != null) {
                return;
            }
            if (last != null) {
                wake = enqueue(last);
            }
            closedReason = reason;
            failed = new ArrayDeque<>(waiters);
            waiters.clear();
            waiterBytes = 0;
            room.signalAll();
        } finally {
            lock.unlock();
        }
        wakeIf(wake);
        fail(failed, reason);
    }

    /** Messages in the queue. */
    public int messages() {
        lock.lock();
        try {
            return messages;
        } finally {
            lock.unlock();
        }
    }

    /** The next item, a message, a request or an envelope, without removing it; null if there is none. On the loop. */
    @Nullable
    Object peek() {
        if (taken.isEmpty()) {
            takeIncoming();
        }
        return taken.peekFirst();
    }

    /** The next message, without removing it; null if there is none. Runs and removes the requests before it. On the loop. */
    byte @Nullable [] peekMessage() {
        while (true) {
            // An array is told apart by its class; whether it is Runnable would be looked for in a list, for each
            // message.
            Object item = peek();
            if (item == null || item instanceof byte[]) {
                return (byte[]) item;
            }
            remove();
            if (!(item instanceof Envelope)) {
                ((Runnable) item).run();
            }
        }
    }

    /** That of the message that {@link #peekMessage} gave. On the loop. */
    Envelope envelope() {
        return next;
    }

    /** Removes the item that {@link #peek} gave. On the loop. */
    void remove() {
        Object item = taken.removeFirst();
        if (item instanceof byte[] message) {
            // To write a reference costs collectors a barrier, for each message.
            if (!next.isPlain()) {
                next = Envelope.PLAIN;
            }
            settledMessages++;
            settledBytes += message.length;
        } else if (item instanceof Envelope envelope) {
            next = envelope;
        }
    }

    /** Gives back the room of what was removed. On the loop, once a wake-up. */
    void settle() {
        if (settledMessages == 0) {
            return;
        }
        ArrayDeque<Waiter> accepted = null;
        acquire();
        try {
            messages -= settledMessages;
            bytes -= settledBytes;
            if (!waiters.isEmpty()) {
                accepted = admitWaiters();
            }
            if (waiters.isEmpty() && isHalfEmpty()) {
                room.signalAll();
            }
        } finally {
            lock.unlock();
        }
        settledMessages = 0;
        settledBytes = 0;
        if (accepted != null) {
            // The stages that depend on these may be the application's: they do not run on the loop.
            accepted.forEach(waiter -> waiter.accepted.completeAsync(() -> null));
        }
    }

    /** Forgets what is in the queue, and fails the receipts; says how many messages that were. On the loop, when it is closed. */
    public int discard() {
        int discarded = 0;
        for (Object item = peek(); item != null; item = peek()) {
            if (item instanceof byte[]) {
                discarded++;
                failReceipt(next.receipt());
            }
            remove();
        }
        settle();
        return discarded;
    }

    /** What depends on it may be the application's: that does not run on the loop. */
    private void failReceipt(@Nullable CompletableFuture<Receipt> receipt) {
        if (receipt != null) {
            EndReason reason = reason();
            ForkJoinPool.commonPool().execute(() -> receipt.completeExceptionally(reason.exception()));
        }
    }

    private EndReason reason() {
        lock.lock();
        try {
            return closedReason == null ? EndReason.closed("the message was not sent") : closedReason;
        } finally {
            lock.unlock();
        }
    }

    private void acquire() {
        if (!tryAcquire()) {
            lock.lock();
        }
    }

    private void acquireInterruptibly() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (!tryAcquire()) {
            lock.lockInterruptibly();
        }
    }

    private boolean tryAcquire() {
        for (int i = 0; i < TRIES; i++) {
            if (lock.tryLock()) {
                return true;
            }
            Thread.onSpinWait();
        }
        return false;
    }

    private void takeIncoming() {
        acquire();
        try {
            taken.append(incoming);
            loopKnows = false;
        } finally {
            lock.unlock();
        }
    }

    private ArrayDeque<Waiter> admitWaiters() {
        ArrayDeque<Waiter> admitted = new ArrayDeque<>();
        Waiter first = waiters.peekFirst();
        while (first != null && hasRoom(first.message.length)) {
            waiters.removeFirst();
            waiterBytes -= first.message.length;
            add(first.message, first.envelope);
            admitted.add(first);
            first = waiters.peekFirst();
        }
        if (!admitted.isEmpty() && taken.isEmpty()) {
            // The loop is in its wake-up and may have looked already: have it look again.
            loopKnows = true;
            wakeLoop.run();
        }
        return admitted;
    }

    private void addWaiter(Waiter waiter) {
        boolean full =
                waiters.size() >= maxMessages || (waiterBytes > 0 && waiterBytes + waiter.message.length > maxBytes);
        if (full) {
            waiter.accepted.completeExceptionally(
                    new IllegalStateException("too many asynchronous sends are waiting (" + waiters.size()
                            + " messages, " + waiterBytes + " bytes); wait for earlier ones, or raise sendQueue"));
            return;
        }
        waiters.add(waiter);
        waiterBytes += waiter.message.length;
    }

    /** To be woken for little room costs a thread more than what it sends then. */
    private boolean isHalfEmpty() {
        return messages <= maxMessages / 2 && bytes <= maxBytes / 2;
    }

    private boolean hasRoom(int length) {
        return messages == 0 || (messages < maxMessages && bytes + length <= maxBytes);
    }

    private boolean add(byte[] message, Envelope envelope) {
        messages++;
        bytes += message.length;
        boolean wake = !envelope.isPlain() && enqueue(envelope);
        return enqueue(message) || wake;
    }

    private boolean enqueue(Object item) {
        incoming.add(item);
        boolean wake = !loopKnows;
        loopKnows = true;
        return wake;
    }

    private void checkOpen() {
        if (closedReason != null) {
            throw closedReason.exception();
        }
    }

    private void wakeIf(boolean wake) {
        if (wake) {
            wakeLoop.run();
        }
    }

    private static void fail(ArrayDeque<Waiter> waiters, EndReason reason) {
        for (Waiter waiter : waiters) {
            waiter.accepted.completeExceptionally(reason.exception());
        }
    }
}
