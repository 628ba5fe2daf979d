package org.rmcast.core.runtime;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.SessionEvent;
import org.rmcast.api.SessionEvent.EventsLost;
import org.rmcast.api.SessionEvent.MessagesLost;
import org.rmcast.core.buffer.ItemQueue;

/**
 * The bounded queue from the loop to the delivery thread: messages and events in their order. The loop gathers a
 * wake-up's worth and passes it on under one lock; the delivery thread takes many at once, and gives room back when they
 * are done.
 *
 * <p>Bytes are those that messages keep in memory ({@link ReceivedMessage#heldBytes()}), not their lengths. Once it was full,
 * there is room again only when it is half empty in messages and bytes. Events do not count against the room, and have bounds of
 * their own, {@value #MAX_EVENTS} and {@value #MAX_EVENT_BYTES} bytes; the last half is for those about the stream. Losses that
 * follow one another are one event; what is left out is counted in its place by {@link SessionEvent.EventsLost}.
 */
public final class DeliveryQueue {
    /** About how many bytes of events may wait. */
    public static final long MAX_EVENT_BYTES = 4 << 20;

    private static final int MAX_EVENTS = 16_384;

    private final int maxMessages;
    private final long maxBytes;
    private final Runnable wakeLoop;
    private final AtomicInteger messages = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private volatile boolean refused;
    private volatile boolean refusing;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ItemQueue<Object> items = new ItemQueue<>();
    private int events;
    private long eventBytes;
    private boolean ended;
    private boolean aborted;
    private int forgotten;
    private Runnable onChange = () -> {};

    // Of the loop alone.
    private boolean granted;
    private final ItemQueue<Object> gathered = new ItemQueue<>();
    /** What was gathered and is not among the messages and bytes above yet: the delivery thread changes those, too. */
    private int gatheredMessages;

    private long gatheredBytes;
    private boolean gatheredEvents;
    /** How much room there was at least, less what was added since. */
    private int freeMessages;

    private long freeBytes;

    /**
     * Makes a queue.
     *
     * @param maxMessages how many messages may wait, at least 1
     * @param maxBytes how many bytes the waiting messages may keep; one message may exceed it
     * @param wakeLoop tells the loop that there is room again; called by the delivery thread
     */
    public DeliveryQueue(int maxMessages, long maxBytes, Runnable wakeLoop) {
        this.maxMessages = maxMessages;
        this.maxBytes = maxBytes;
        this.wakeLoop = wakeLoop;
    }

    /**
     * Has somebody told when there may be something to {@link #poll}, who does not wait in {@link #take}. To be called before anything is
     * added.
     *
     * @param listener called by whoever changes the queue, under no lock; must not block
     */
    public void onChange(Runnable listener) {
        onChange = listener;
    }

    /** Whether one more message may be added. Once yes, it stays so until one was. On the loop. */
    public boolean hasRoom() {
        granted = granted || (!refusing && (isKnownToFit() || findRoom()));
        return granted;
    }

    /** Whether there was room for more when it was looked for last: since then the delivery thread can only have made more. */
    private boolean isKnownToFit() {
        return freeMessages > 0 && freeBytes > 0;
    }

    private boolean findRoom() {
        freeMessages = maxMessages - messages.get() - gatheredMessages;
        freeBytes = maxBytes - bytes.get() - gatheredBytes;
        if (isKnownToFit()) {
            return true;
        }
        count();
        refused = true;
        // The delivery thread may have made room before it could see that it was asked for.
        if (isHalfEmpty()) {
            refused = false;
            return true;
        }
        return false;
    }

    /** Nobody takes messages any more: there is no room from now on, whatever is released. From any thread. */
    public void refuse() {
        refusing = true;
    }

    /** Adds a message. On the loop. */
    public void add(ReceivedMessage message) {
        int heldBytes = message.heldBytes();
        granted = false;
        freeMessages--;
        freeBytes -= heldBytes;
        gatheredMessages++;
        gatheredBytes += heldBytes;
        gathered.add(message);
    }

    private void count() {
        messages.addAndGet(gatheredMessages);
        bytes.addAndGet(gatheredBytes);
        gatheredMessages = 0;
        gatheredBytes = 0;
    }

    /** Adds an event. On the loop. */
    public void add(TimedEvent event) {
        gatheredEvents = true;
        gathered.add(event);
    }

    /** Adds something to be done in its place. On the loop. */
    public void add(DeliveryTask task) {
        gathered.add(task);
    }

    /** Passes on what was added. On the loop. */
    public void publish() {
        if (gathered.isEmpty()) {
            return;
        }
        count();
        lock.lock();
        try {
            if (!gatheredEvents && !ended) {
                items.append(gathered);
            } else {
                enqueueGathered();
            }
            changed.signal();
        } finally {
            lock.unlock();
        }
        onChange.run();
    }

    private void enqueueGathered() {
        gatheredEvents = false;
        while (!gathered.isEmpty()) {
            Object item = gathered.removeFirst();
            if (item instanceof TimedEvent event) {
                enqueueEvent(event);
            } else if (!ended) {
                items.add(item);
            }
        }
    }

    /** Nothing more will be added; what is there is still delivered. */
    public void end() {
        lock.lock();
        try {
            ended = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
        onChange.run();
    }

    /** Nothing more will be added, and what is there is forgotten. */
    public void abort() {
        lock.lock();
        try {
            ended = true;
            aborted = true;
            forgotten += items.count(ReceivedMessage.class);
            items.clear();
            events = 0;
            eventBytes = 0;
            changed.signal();
        } finally {
            lock.unlock();
        }
        onChange.run();
    }

    /** So many messages that were taken are not delivered either. */
    public void forget(int takenMessages) {
        lock.lock();
        try {
            forgotten += takenMessages;
        } finally {
            lock.unlock();
        }
    }

    /** How many messages are forgotten, by {@link #abort} and {@link #forget}. */
    public int forgotten() {
        lock.lock();
        try {
            return forgotten;
        } finally {
            lock.unlock();
        }
    }

    /** Makes who waits look again at its allowance, and at the task that comes first. */
    public void look() {
        lock.lock();
        try {
            changed.signal();
        } finally {
            lock.unlock();
        }
        onChange.run();
    }

    /** Messages that wait, or are being delivered. */
    public int messages() {
        return messages.get();
    }

    /**
     * Takes items, waiting for the first.
     *
     * @param into where they are added; empty before
     * @param allowance how many messages the application takes now; events are free
     * @return false if the queue has ended and is empty
     */
    public boolean take(ItemQueue<Object> into, LongSupplier allowance) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (true) {
                boolean more = takeNow(into, allowance);
                if (!more || !into.isEmpty()) {
                    return more;
                }
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** As {@link #take}, but takes nothing where that would wait: {@link #onChange} tells when to try again. */
    public boolean poll(ItemQueue<Object> into, LongSupplier allowance) {
        lock.lock();
        try {
            return takeNow(into, allowance);
        } finally {
            lock.unlock();
        }
    }

    private boolean takeNow(ItemQueue<Object> into, LongSupplier allowance) {
        boolean waits = items.peekFirst() instanceof DeliveryTask task && !task.isReady();
        if (!waits) {
            takeAllowed(into, allowance.getAsLong());
        }
        return !(ended && items.isEmpty() && into.isEmpty());
    }

    /** Puts items that were taken before all others again. By who took them. */
    public void putBack(ItemQueue<Object> taken) {
        lock.lock();
        try {
            if (aborted) {
                forgotten += taken.count(ReceivedMessage.class);
                return;
            }
            while (!taken.isEmpty()) {
                Object item = taken.removeLast();
                items.addFirst(item);
                countEvent(item, 1);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Gives back the room of messages that the application has taken. */
    public void release(int releasedMessages, long releasedBytes) {
        messages.addAndGet(-releasedMessages);
        bytes.addAndGet(-releasedBytes);
        if (refused && isHalfEmpty()) {
            refused = false;
            wakeLoop.run();
        }
    }

    private void takeAllowed(ItemQueue<Object> into, long allowance) {
        if (allowance >= messages.get()) {
            // All that there are: in one step, not one by one under the lock.
            into.append(items);
            events = 0;
            eventBytes = 0;
            return;
        }
        long left = allowance;
        Object item = items.peekFirst();
        while (item != null && (!(item instanceof ReceivedMessage) || left-- > 0)) {
            into.add(items.removeFirst());
            countEvent(item, -1);
            item = items.peekFirst();
        }
    }

    /** Counts an event that came ({@code sign} 1) or went (-1); nothing else. */
    private void countEvent(Object item, int sign) {
        if (item instanceof TimedEvent timed && !(timed.event() instanceof EventsLost)) {
            events += sign;
            eventBytes += (long) sign * EventBytes.of(timed.event());
        }
    }

    private boolean isHalfEmpty() {
        return messages.get() <= maxMessages / 2 && bytes.get() <= maxBytes / 2;
    }

    private void enqueueEvent(TimedEvent timed) {
        SessionEvent event = timed.event();
        TimedEvent before = items.peekLast() instanceof TimedEvent last ? last : null;
        if (before != null
                && event instanceof MessagesLost lost
                && before.event() instanceof MessagesLost lostBefore
                && lostBefore.sourceId() == lost.sourceId()
                && lostBefore.limitMessage() == lost.firstMessage()) {
            items.removeLast();
            MessagesLost both = LossReasons.join(lostBefore, lost);
            items.add(new TimedEvent(both, before.time()));
            eventBytes += EventBytes.of(both) - EventBytes.of(lostBefore);
        } else if (hasRoomFor(event)) {
            items.add(timed);
            countEvent(timed, 1);
        } else if (before != null && before.event() instanceof EventsLost lostBefore) {
            items.removeLast();
            items.add(new TimedEvent(new EventsLost(lostBefore.count() + 1), before.time()));
        } else {
            items.add(new TimedEvent(new EventsLost(1), timed.time()));
        }
    }

    /** How the session ended is said in any case. */
    private boolean hasRoomFor(SessionEvent event) {
        int share = isOfStream(event) ? 1 : 2;
        return (events < MAX_EVENTS / share && eventBytes < MAX_EVENT_BYTES / share)
                || event instanceof SessionEvent.SessionFailed;
    }

    private static boolean isOfStream(SessionEvent event) {
        return event instanceof MessagesLost
                || event instanceof SessionEvent.StreamEnded
                || event instanceof SessionEvent.SenderLost
                || event instanceof SessionEvent.SessionFailed;
    }
}
