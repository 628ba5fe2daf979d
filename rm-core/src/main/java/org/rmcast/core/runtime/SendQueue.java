package org.rmcast.core.runtime;

import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
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
    /** Precedes a message that begins with headers. */
    private static final Object HEADERS_FOLLOW = new Object();

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
    private boolean headersNext;
    private int settledMessages;
    private long settledBytes;

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Waiter(byte[] message, boolean headers, CompletableFuture<Void> accepted) {}

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

    /** As {@link #put(byte[], boolean)} for a message without headers. */
    public void put(byte[] message) throws InterruptedException {
        put(message, false);
    }

    /**
     * Adds a message, waiting for room.
     *
     * @param headers whether it begins with headers
     * @throws IllegalStateException of one of the two kinds of {@link EndReason} if the queue is closed
     */
    public void put(byte[] message, boolean headers) throws InterruptedException {
        boolean wake;
        acquireInterruptibly();
        try {
            checkOpen();
            while (!waiters.isEmpty() || !hasRoom(message.length)) {
                room.await();
                checkOpen();
            }
            wake = add(message, headers);
        } finally {
            lock.unlock();
        }
        wakeIf(wake);
    }

    /** As {@link #offer(byte[], boolean)} for a message without headers. */
    public boolean offer(byte[] message) {
        return offer(message, false);
    }

    /** Adds a message, which may begin with headers, if there is room. */
    public boolean offer(byte[] message, boolean headers) {
        boolean wake;
        acquire();
        try {
            checkOpen();
            if (!waiters.isEmpty() || !hasRoom(message.length)) {
                return false;
            }
            wake = add(message, headers);
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

    /** As {@link #putLater(byte[], boolean)} for a message without headers. */
    public CompletableFuture<Void> putLater(byte[] message) {
        return putLater(message, false);
    }

    /**
     * Adds a message, which may begin with headers, as soon as there is room, in the order of these calls.
     *
     * @return completes when it is in the queue; exceptionally if the queue is or gets closed, or if as much is waiting
     *     for room already as the queue itself holds
     */
    public CompletableFuture<Void> putLater(byte[] message, boolean headers) {
        CompletableFuture<Void> accepted = new CompletableFuture<>();
        boolean wake = false;
        acquire();
        try {
            checkOpen();
            if (waiters.isEmpty() && hasRoom(message.length)) {
                wake = add(message, headers);
                accepted.complete(null);
            } else {
                addWaiter(new Waiter(message, headers, accepted));
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

    /** The next item, a message, a request or a mark, without removing it; null if there is none. On the loop. */
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
            if (item == HEADERS_FOLLOW) {
                headersNext = true;
            } else {
                ((Runnable) item).run();
            }
        }
    }

    /** Whether the message that {@link #peekMessage} gave begins with headers. On the loop. */
    boolean hasHeaders() {
        return headersNext;
    }

    /** Removes the item that {@link #peek} gave. On the loop. */
    void remove() {
        Object item = taken.removeFirst();
        if (item instanceof byte[] message) {
            headersNext = false;
            settledMessages++;
            settledBytes += message.length;
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

    /** Forgets what is in the queue; says how many messages that were. On the loop. */
    public int discard() {
        int discarded = 0;
        for (Object item = peek(); item != null; item = peek()) {
            discarded += item instanceof byte[] ? 1 : 0;
            remove();
        }
        settle();
        return discarded;
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
            add(first.message, first.headers);
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

    private boolean add(byte[] message, boolean headers) {
        messages++;
        bytes += message.length;
        boolean wake = headers && enqueue(HEADERS_FOLLOW);
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
