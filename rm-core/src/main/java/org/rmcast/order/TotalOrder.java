package org.rmcast.order;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Member;
import org.rmcast.api.MessageHeaders;
import org.rmcast.api.MessageId;
import org.rmcast.api.MulticastPeer;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.Recipients;
import org.rmcast.api.SessionBuilder;
import org.rmcast.api.SessionClosedException;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.order.OrderActions;
import org.rmcast.core.order.OrderEngine;
import org.rmcast.core.text.MemberText;
import org.rmcast.core.wire.DecodeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One order of the messages of all peers of a channel: every peer is given the same messages in the same sequence, its own too.
 *
 * <pre>{@code
 * TotalOrder order = TotalOrder.over(ReliableMulticastSession.on(channel), 3)
 *         .state(ledger::write, ledger::read)
 *         .open(message -> ledger.apply(message.toByteArray()));
 * order.send(transfer).thenAccept(position -> ...); // it is in the ledger here, and a majority holds it
 * }</pre>
 *
 * <p><b>What is promised.</b> There are {@code voters} voters, the first members that met, each replaced by a later one once it is gone.
 *
 * <ul>
 *   <li>Total order and agreement: what two members are given at one position is the same, also what a member was given that then crashed
 *       or was cut off. A member is given every message from where it began, which is the first or that of the state that it took over.
 *   <li>Integrity: a message comes at most once, and only if it was sent. Messages of one sender come in the order of sending.
 *   <li>Acknowledgement: when the stage of {@link #send} completes, the message was given to the listener here, and a majority of the
 *       voters holds it and all before it. It is lost only with a majority.
 *   <li>Validity: a message of a member that stays is given to all, as soon as a majority of the voters hear one another, and it.
 * </ul>
 *
 * <p>The first three hold whatever happens to messages, views and clocks, as long as: fewer than half of the voters lose their memory (crash)
 * before others have taken their places; member ids are never used again; no more than {@code voters} members are there before the group is
 * founded (more, if they do not see one another alike, may found two groups; that is logged as an error); and nobody forges messages. Where there is no majority nothing is ordered or acknowledged, and what was sent waits: a
 * minority that is cut off goes on when it is back.
 *
 * <p><b>Over which protocol.</b> Any whose peers see one another. Views decide only who tries to be the sequencer, so they need not be agreed:
 * over Bimodal Multicast (pbcast) the promise is the same. What differs is how long it takes: there messages may be lost, and are sent again
 * after {@link TotalOrderBuilder#remindEvery}; and its groups that are larger than their view have no view to decide by, and are no use. Over the wide-area group (wan) messages between
 * members of a view arrive, and what is for one member goes to it alone.
 *
 * <p>Messages have at most 1 MiB. All are held in memory: an order in which all members end is gone. Thread safe.
 */
public final class TotalOrder implements AutoCloseable {
    /** The longest message, in bytes. */
    public static final int MAX_MESSAGE_BYTES = 1 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(TotalOrder.class);
    private static final int MOST_STATE_BYTES = 15 << 20;
    private static final int MOST_WAITING = 4_096;
    private static final Duration CLOSING = Duration.ofSeconds(10);

    private final TotalOrderBuilder options;
    private final OrderedListener listener;
    private final MulticastPeer session;
    private final OrderEngine engine;
    private final Actions actions = new Actions();
    private final ScheduledExecutorService worker;
    private final Semaphore room = new Semaphore(MOST_WAITING);
    private volatile @Nullable Thread thread;
    private long toldForeign;

    // Guarded by this.
    private final TreeMap<Long, Sent> pending = new TreeMap<>();
    private long pendingBytes;
    private long nextNumber;
    private boolean ordering;
    private boolean turnIsDue;
    private @Nullable Throwable ended;

    /** A message on its way. */
    private record Sent(int bytes, CompletableFuture<Long> acknowledged) {}

    TotalOrder(TotalOrderBuilder options, OrderedListener listener) throws IOException {
        this.options = options;
        this.listener = listener;
        this.worker = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread made = new Thread(task, "rmcast-" + options.channel.channel().name() + "-order");
            made.setDaemon(true);
            thread = made;
            return made;
        });
        CompletableFuture<Void> opened = new CompletableFuture<>();
        worker.execute(opened::join);
        try {
            session = options.channel
                    .onEvent(event -> {
                        options.listener.onEvent(event);
                        onEvent(event);
                    })
                    .openPeer(this::onMessage);
        } catch (IOException | RuntimeException e) {
            worker.shutdownNow();
            throw e;
        }
        engine = new OrderEngine(session.memberId(), options.voters, options.retainBytes);
        opened.complete(null);
        long millis = options.remind.toMillis();
        ScheduledFuture<?> unused =
                worker.scheduleWithFixedDelay(guarded(this::remind), 0, millis, TimeUnit.MILLISECONDS);
        CompletionStage<Void> end = session.closed()
                .whenComplete((any, failure) ->
                        end(failure == null ? new SessionClosedException("the session has ended") : failure));
        Objects.requireNonNull(end);
    }

    /**
     * Starts the options.
     *
     * @param channel the session, which is opened as a peer; its listeners are set here
     * @param voters of how many members a majority has to hold a message, 1 to 1,000, the same at all members. The order begins when so many
     *     have met, and goes on as long as more than half of them are there
     */
    public static TotalOrderBuilder over(SessionBuilder channel, int voters) {
        return new TotalOrderBuilder(channel, voters);
    }

    /** The session below: for its members, statistics and meters. What it sends or receives otherwise is refused by the order. */
    public MulticastPeer session() {
        return session;
    }

    /** This member's identity. */
    public long memberId() {
        return session.memberId();
    }

    /** Whether there is a sequencer, and a majority of the voters is there, as of a moment ago. */
    public synchronized boolean isOrdering() {
        return ordering;
    }

    /** Waits until {@link #isOrdering()}; returns whether it is. */
    public synchronized boolean awaitOrdering(Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (!ordering && ended == null) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return ordering;
    }

    /**
     * Sends a message, and waits while too much is not acknowledged; not on the thread of the order, where it never waits.
     *
     * @param message from position to limit; copied
     * @return completes with the message's position when it was given to the listener here and a majority holds it, on the thread of the order;
     *     exceptionally if the session ends before, and the message may be in the order all the same
     * @throws SessionClosedException if the session has ended
     */
    public CompletionStage<Long> send(ByteBuffer message) throws InterruptedException {
        byte[] content = new byte[message.remaining()];
        message.duplicate().get(content);
        if (content.length > MAX_MESSAGE_BYTES) {
            throw new IllegalArgumentException(
                    "a message must have 0 to " + MAX_MESSAGE_BYTES + " bytes, was " + content.length);
        }
        Sent sent = new Sent(content.length + 64, new CompletableFuture<>());
        synchronized (this) {
            while (ended == null
                    && pendingBytes > 0
                    && pendingBytes + sent.bytes > options.windowBytes
                    && Thread.currentThread() != thread) {
                wait();
            }
            checkOpen();
            pending.put(nextNumber++, sent);
            pendingBytes += sent.bytes;
            // Within this lock: numbers follow the order of submission.
            run(() -> engine.submit(content, actions));
        }
        return sent.acknowledged.minimalCompletionStage();
    }

    /** As {@link #send(ByteBuffer)} for a whole array. */
    public CompletionStage<Long> send(byte[] message) throws InterruptedException {
        return send(ByteBuffer.wrap(message));
    }

    private void checkOpen() {
        if (ended != null) {
            throw new SessionClosedException("the session has ended");
        }
    }

    /** Waits until what was sent is acknowledged, at most 10 seconds, and leaves. */
    @Override
    public void close() {
        try {
            awaitAcknowledged(CLOSING);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        session.close();
        worker.shutdownNow();
    }

    /** Waits until everything that was sent here is acknowledged; returns whether it is. */
    public synchronized boolean awaitAcknowledged(Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (!pending.isEmpty() && ended == null) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return pending.isEmpty();
    }

    /** Ends at once, without a word to the others. */
    public void abort() {
        session.abort();
        worker.shutdownNow();
    }

    // On the session's delivery thread.

    private void onMessage(ReceivedMessage message) throws InterruptedException {
        room.acquire();
        byte[] content = message.toByteArray();
        run(() -> {
            room.release();
            try {
                engine.onMessage(message.sourceId(), content, actions);
            } catch (DecodeException e) {
                LOG.debug("{}: {} is none of the order: {}", this, message, e.getMessage());
            }
        });
    }

    private void onEvent(SessionEvent event) {
        if (event instanceof SessionEvent.MemberJoined
                || event instanceof SessionEvent.MemberLeft
                || event instanceof SessionEvent.MemberFailed
                || event instanceof SessionEvent.ViewChanged
                || event instanceof SessionEvent.GroupsMerged) {
            run(this::look);
        }
    }

    // On the worker.

    private void run(Runnable task) {
        try {
            worker.execute(guarded(task));
        } catch (RejectedExecutionException e) {
            room.release();
        }
    }

    /** A task that ends the session if it fails, and is followed by the end of a turn. */
    private Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
                soonEndTurn();
            } catch (RuntimeException e) {
                fail(e);
            }
        };
    }

    /** The turn ends when what waits already is done: so many messages get their places, and are answered, at once. */
    private void soonEndTurn() {
        synchronized (this) {
            if (turnIsDue) {
                return;
            }
            turnIsDue = true;
        }
        try {
            worker.execute(() -> {
                synchronized (this) {
                    turnIsDue = false;
                }
                try {
                    engine.onTurnEnd(actions);
                    tell();
                } catch (RuntimeException e) {
                    fail(e);
                }
            });
        } catch (RejectedExecutionException e) {
            // It is being closed.
        }
    }

    private void tell() {
        long foreign = engine.foreignGroup();
        if (foreign != toldForeign) {
            toldForeign = foreign;
            LOG.error("{} hears a group that {} founded, with another order", this, MemberText.of(foreign));
        }
        synchronized (this) {
            ordering = engine.isOrdering() && ended == null;
            notifyAll();
        }
    }

    private void remind() {
        look();
        engine.onRemind(actions);
    }

    private void look() {
        Set<Long> others = new HashSet<>();
        for (Member member : session.members()) {
            others.add(member.memberId());
        }
        engine.onMembers(others, actions);
    }

    private void fail(Throwable failure) {
        LOG.error("{} cannot go on: {}", this, engine, failure);
        end(failure);
        session.abort();
        worker.shutdownNow();
    }

    private void end(Throwable why) {
        Map<Long, Sent> lost;
        synchronized (this) {
            if (ended == null) {
                ended = why;
            }
            ordering = false;
            lost = new TreeMap<>(pending);
            pending.clear();
            pendingBytes = 0;
            notifyAll();
        }
        SessionClosedException told =
                new SessionClosedException("the session ended before the message was acknowledged: " + why);
        lost.values().forEach(sent -> sent.acknowledged.completeExceptionally(told));
        room.release(MOST_WAITING);
    }

    @Override
    public String toString() {
        return "order of " + session;
    }

    private final class Actions implements OrderActions {
        private boolean subsets = true;

        @Override
        public void send(long to, byte[] message) {
            try {
                if (to == 0 || !subsets) {
                    sendTo(Recipients.GROUP, message);
                } else {
                    sendToOne(to, message);
                }
            } catch (SessionClosedException e) {
                // Its end is told by other ways.
            }
        }

        private void sendToOne(long to, byte[] message) {
            try {
                sendTo(Recipients.of(to), message);
            } catch (SessionClosedException e) {
                throw e;
            } catch (IllegalStateException e) {
                // This protocol sends to the whole group.
                subsets = false;
                sendTo(Recipients.GROUP, message);
            }
        }

        /** What finds no room in the queue is lost, and sent again after a reminder. */
        private void sendTo(Recipients to, byte[] message) {
            CompletionStage<Void> unused = session.sendAsync(ByteBuffer.wrap(message), MessageHeaders.NONE, to);
            Objects.requireNonNull(unused);
        }

        @Override
        public void deliver(long position, long source, long number, byte[] content) {
            try {
                listener.onMessage(
                        new OrderedMessage(position, new MessageId(source, number), ByteBuffer.wrap(content)));
            } catch (Exception e) {
                throw new IllegalStateException("the listener failed at " + position, e);
            }
        }

        @Override
        public void confirmed(long number, long position) {
            Sent sent;
            synchronized (TotalOrder.this) {
                sent = pending.remove(number);
                pendingBytes -= sent == null ? 0 : sent.bytes;
                TotalOrder.this.notifyAll();
            }
            if (sent != null) {
                sent.acknowledged.complete(position);
            }
        }

        @Override
        public byte @Nullable [] state() {
            if (options.provider == null) {
                return null;
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try {
                options.provider.write(bytes);
            } catch (Exception e) {
                LOG.warn("{} has no state to give", TotalOrder.this, e);
                return null;
            }
            if (bytes.size() > MOST_STATE_BYTES) {
                LOG.warn("{} has a state of {} bytes, which is too long", TotalOrder.this, bytes.size());
                return null;
            }
            return bytes.toByteArray();
        }

        @Override
        public void restore(long position, byte[] state) {
            if (options.consumer == null) {
                throw new IllegalStateException("another member gives its state, and there is nobody to read it");
            }
            try {
                options.consumer.read(new ByteArrayInputStream(state));
            } catch (Exception e) {
                throw new IllegalStateException("the state could not be read", e);
            }
        }
    }
}
