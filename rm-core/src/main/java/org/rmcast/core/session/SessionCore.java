package org.rmcast.core.session;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Channel;
import org.rmcast.api.Confirmation;
import org.rmcast.api.EventCause;
import org.rmcast.api.FlushResult;
import org.rmcast.api.Member;
import org.rmcast.api.MessageListener;
import org.rmcast.api.Receipt;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.Role;
import org.rmcast.api.SendState;
import org.rmcast.api.SessionClosedException;
import org.rmcast.api.SessionEvent;
import org.rmcast.api.SessionFailedException;
import org.rmcast.api.SessionMeter;
import org.rmcast.api.SessionOptions;
import org.rmcast.core.driver.DriverEnd;
import org.rmcast.core.driver.StateApplication;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.MeterValues;
import org.rmcast.core.engine.Promise;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.observe.EventLog;
import org.rmcast.core.runtime.DeliveryQueue;
import org.rmcast.core.runtime.EndReason;
import org.rmcast.core.runtime.EngineRunner;
import org.rmcast.core.runtime.RunnerListener;
import org.rmcast.core.runtime.RunnerSetup;
import org.rmcast.core.runtime.SendQueue;
import org.rmcast.core.runtime.StatisticsCache;
import org.rmcast.core.runtime.TimedEvent;
import org.rmcast.core.storage.FilePacketStore;
import org.rmcast.core.transport.DatagramTransport;

/**
 * What an open session consists of, and how it ends.
 *
 * <p>The end, whatever the reason: the engine ends; the send queue refuses; the delivery thread delivers what is left,
 * until the deadline; the sockets are closed; then those who wait hear of it. Methods named {@code on...} run on the
 * loop, the others on any thread.
 */
final class SessionCore implements RunnerListener {
    /** How long the rest is delivered when the engine ended by itself. */
    private static final long DEFAULT_DRAIN_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** How long an engine may be late with an answer that is due. */
    private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** How long the rest is delivered when others wait for the end. */
    private static final long SHORT_DRAIN_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long MAX_TIMEOUT_NANOS = TimeUnit.DAYS.toNanos(3650);

    private final Channel channel;
    private final Role role;
    private final SessionMember member;
    private final DatagramTransport transport;
    private final SendQueue sendQueue;
    private final DeliveryQueue deliveryQueue;
    private final Delivery delivery;
    private final @Nullable MessagePublisher publisher;
    private final boolean wantsEvents;
    private final EngineRunner runner;
    private final @Nullable StateLink state;
    private final @Nullable Duration stateAtStart;
    private final EventLog log;
    private final @Nullable FilePacketStore store;
    private final SessionMemory memory;
    private final long firstMessage;
    private final PendingFlushes flushes = new PendingFlushes();
    private final PendingReceipts receipts = new PendingReceipts();
    private final Promise promise;
    private final ReceiverGate receivers = new ReceiverGate();
    private final AtomicBoolean closing = new AtomicBoolean();
    private final CompletableFuture<FlushResult> ended = new CompletableFuture<>();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private volatile long drainDeadlineNanos;
    private volatile boolean aborted;
    private volatile DriverEnd end = new DriverEnd(MulticastSession.unconfirmed(0), null, null);
    private volatile @Nullable Reason failureReason;
    private volatile @Nullable SessionFailedException failure;
    private int unsent;
    private volatile @Nullable StatisticsCache<TakenStatistics> statistics;
    private final Ending ending;
    private final Ending takingDown;
    private final Ending closingOnLoop;

    SessionCore(
            SessionOptions options,
            SessionMember member,
            DatagramTransport transport,
            RunnerSetup setup,
            @Nullable FilePacketStore store,
            SessionHeap.Reservation heap) {
        SharedRuntime runtime = SharedRuntime.of(options);
        this.channel = options.channel();
        this.role = options.role();
        this.member = member;
        this.transport = transport;
        this.store = store;
        this.memory = heap.memory();
        this.firstMessage = setup.engine().firstMessage();
        this.promise = setup.protocol().promise();
        this.log = new EventLog(channel, role, member.id());
        this.sendQueue =
                new SendQueue(options.sendQueueMessages(), options.sendQueueBytes(), () -> onLoop(this::onSends));
        this.deliveryQueue = new DeliveryQueue(
                options.deliveryQueueMessages(), memory.deliveryQueueBytes(), () -> onLoop(this::onRoom));
        MessageListener messageListener = options.messageListener();
        this.publisher = messageListener == null && role.receives()
                ? new MessagePublisher(this::startDelivery, deliveryQueue::look)
                : null;
        MessageSink sink = publisher != null
                ? publisher
                : new ListenerSink(messageListener != null ? messageListener : message -> {});
        this.wantsEvents = options.eventListener() != null;
        this.state = options.stateProvider() == null
                ? null
                : new StateLink(options, deliveryQueue, this::onLoop, this::runner, this::onStateOutcome);
        this.stateAtStart = options.stateAtStart();
        this.delivery = new Delivery(
                SessionThreads.name(channel, role, "delivery"),
                runtime == null ? null : runtime.executor(),
                deliveryQueue,
                sink,
                options.eventListener(),
                state,
                () -> onLoop(this::checkDelivery));
        this.runner = new EngineRunner(setup, transport, sendQueue, this);
        if (options.deliverOwn() || (state != null && role.sends())) {
            runner.deliverOwn(member.id());
        }
        this.ending = new Ending(
                this::releaseState,
                deliveryQueue::publish,
                this::refuseSends,
                this::failFlushes,
                this::failReceipts,
                receivers::end,
                this::logEnd,
                this::drain);
        this.takingDown = new Ending(delivery::abort, this::closeOnLoop, this::answerAtLast);
        this.closingOnLoop = new Ending(this::finishStatistics, this::closeStore, transport::close, heap::release);
        if (messageListener != null || wantsEvents || state != null) {
            delivery.start();
        }
    }

    /** Starts the engine and the reading of the sockets. On the loop. */
    void onStart() {
        statistics = new StatisticsCache<>(transport, this::onSnapshot);
        log.opened(transport.localAddress() + " to " + transport.groupAddress() + " over " + transport.description()
                + memory);
        if (store != null && store.isResumed()) {
            log.resumed(store.directory(), firstMessage);
        }
        runner.start();
        if (stateAtStart != null) {
            runner.wantState(System.nanoTime() + saturatedNanos(stateAtStart));
        }
        if (!runner.isEnded()) {
            transport.start(runner);
            transport.watchInterface(this::onInterface);
        }
    }

    private void onInterface(boolean usable, String detail) {
        if (!runner.isEnded()) {
            onEvent(new SessionEvent.NetworkTrouble(usable, detail));
            onBatchEnd();
        }
    }

    /** Why the engine did not survive its start, or null. To be asked after {@link #onStart}. */
    @Nullable
    String startFailure() {
        Reason reason = failureReason;
        return reason == null ? null : reason.text();
    }

    Channel channel() {
        return channel;
    }

    Role role() {
        return role;
    }

    long memberId() {
        return member.id();
    }

    String memberName() {
        return member.name();
    }

    long firstMessage() {
        return firstMessage;
    }

    InetSocketAddress localAddress() {
        return transport.localAddress();
    }

    Promise promise() {
        return promise;
    }

    SendQueue sendQueue() {
        return sendQueue;
    }

    ReceiverGate receivers() {
        return receivers;
    }

    boolean isDeliveryThread() {
        return delivery.isCurrent();
    }

    Flow.Publisher<ReceivedMessage> publisher() {
        if (publisher == null) {
            throw new IllegalStateException(
                    role.receives()
                            ? "the messages go to the listener that the session was opened with"
                            : "a " + role + " receives no messages");
        }
        return publisher;
    }

    /** The other members, with what they call themselves as far as that is known. */
    List<Member> members() {
        return statistics().known().stream().map(member::named).toList();
    }

    TakenStatistics statistics() {
        StatisticsCache<TakenStatistics> cache = statistics;
        if (cache == null) {
            throw new IllegalStateException("the session is being opened");
        }
        return cache.get();
    }

    /** Why a message that is sent now would wait, as far as that can be said. */
    SendState sendState() {
        return sendQueue.isClosed()
                ? SendState.of(SendState.Cause.CLOSED).withWaits(true)
                : statistics().sendState();
    }

    /** On the loop. */
    private SendState sendStateNow() {
        SendState ofEngine = runner.sendState();
        boolean full = role.sends() && sendQueue.isFull();
        boolean queueOnly = full && ofEngine.cause() == SendState.Cause.READY;
        return (queueOnly ? SendState.of(SendState.Cause.QUEUE_FULL) : ofEngine).withWaits(full);
    }

    /** Asks for a flush behind all messages sent so far. */
    CompletableFuture<FlushResult> flush(Confirmation by, Duration timeout) {
        long nanos = saturatedNanos(timeout);
        long deadlineNanos = System.nanoTime() + nanos;
        CompletableFuture<FlushResult> answer = new CompletableFuture<>();
        long id = flushes.open(answer);
        try {
            sendQueue.putRequest(() -> {
                if (flushes.isOpen(id)) {
                    runner.flush(id, by, deadlineNanos);
                }
            });
        } catch (SessionClosedException | SessionFailedException e) {
            flushes.answer(id, MulticastSession.unconfirmed(0));
            throw e;
        }
        // Asked behind a backlog that outlasts the deadline, or answered too late: answered here.
        after(nanos + GRACE_NANOS / 10, () -> flushes.answer(id, MulticastSession.unconfirmed(runner.receivers())));
        return answer;
    }

    private EngineRunner runner() {
        return runner;
    }

    /** Asks for the state of another member. */
    void requestState(Duration timeout) {
        if (state == null) {
            throw new IllegalStateException("the session was opened without a state(provider, consumer)");
        }
        long deadlineNanos = System.nanoTime() + saturatedNanos(timeout);
        onLoop(() -> runner.wantState(deadlineNanos));
    }

    /** Begins to close, unless that has begun. */
    void close(Duration timeout) {
        if (!closing.compareAndSet(false, true)) {
            return;
        }
        long nanos = saturatedNanos(timeout);
        long deadlineNanos = System.nanoTime() + nanos;
        drainDeadlineNanos = deadlineNanos;
        AtomicBoolean asked = new AtomicBoolean();
        Runnable ask = () -> {
            if (asked.compareAndSet(false, true)) {
                runner.close(deadlineNanos);
            }
        };
        sendQueue.close(EndReason.closed("the session is closed"), ask);
        after(nanos, () -> onCloseDeadline(ask));
        after(nanos + GRACE_NANOS, () -> runner.abort(MulticastSession.unconfirmed(runner.receivers()), null, null));
    }

    /** Ends the session at once. */
    void abort() {
        aborted = true;
        closing.set(true);
        sendQueue.close(EndReason.closed("the session was aborted"), null);
        delivery.abort();
        onLoop(() -> runner.abort(MulticastSession.unconfirmed(runner.receivers()), null, null));
    }

    /** Ends the session at once as failed; its listeners still get what was received, but not for long. */
    void fail(Reason reason) {
        closing.set(true);
        if (drainDeadlineNanos == 0) {
            drainDeadlineNanos = System.nanoTime() + SHORT_DRAIN_NANOS;
        }
        onLoop(() -> runner.abort(MulticastSession.unconfirmed(runner.receivers()), reason, null));
    }

    /** Completes when everything has been taken down, with the answer to a close. */
    CompletableFuture<FlushResult> ended() {
        return ended;
    }

    /** As {@link #ended}, exceptionally if the session failed. */
    CompletableFuture<Void> closed() {
        return closed;
    }

    @Override
    public @Nullable StateApplication stateApplication() {
        return state;
    }

    /** On the delivery thread, which the loop does not write to the log for. */
    private void onStateOutcome(SessionEvent event) {
        onLoop(() -> log.onEvent(event, System.nanoTime()));
        delivery.deliverEvent(event, Instant.now());
    }

    @Override
    public boolean hasRoom() {
        return deliveryQueue.hasRoom();
    }

    @Override
    public void onMessage(ReceivedMessage message) {
        if (role.receives()) {
            deliveryQueue.add(message);
        }
    }

    @Override
    public void onEvent(SessionEvent event) {
        log.onEvent(event, System.nanoTime());
        if (wantsEvents) {
            deliveryQueue.add(new TimedEvent(event, Instant.now()));
        }
    }

    @Override
    public void onFlushed(long flushId, FlushResult result) {
        flushes.answer(flushId, result);
    }

    @Override
    public void onReceiptWanted(long message, CompletableFuture<Receipt> receipt) {
        receipts.open(message, receipt);
    }

    @Override
    public void onConfirmed(Receipt receipt) {
        receipts.answer(receipt);
    }

    @Override
    public void onBatchEnd() {
        deliveryQueue.publish();
        receivers.update(runner.receivers());
        checkDelivery();
    }

    @Override
    public void onEnded(DriverEnd driverEnd) {
        end = driverEnd;
        failureReason = driverEnd.failure();
        ending.run();
    }

    /** Who waits for a state gets what there is without it. */
    private void releaseState() {
        if (state != null) {
            state.failed(false, new Reason(EventCause.SESSION_ENDED, endReason().text()));
        }
    }

    private void refuseSends() {
        sendQueue.close(endReason(), null);
        unsent += sendQueue.discard();
    }

    private void failFlushes() {
        flushes.failAll(endReason());
    }

    private void failReceipts() {
        receipts.failAll(endReason());
    }

    private void logEnd() {
        log.ended(failureReason != null ? "ended by its failure" : aborted ? "aborted" : "closed");
    }

    /** Lets the delivery thread finish, but not for ever. */
    private void drain() {
        boolean waits = false;
        try {
            long now = System.nanoTime();
            long deadline = drainDeadlineNanos != 0 ? drainDeadlineNanos : now + DEFAULT_DRAIN_NANOS;
            CompletableFuture<Void> drained = delivery.end(failure());
            if (!aborted) {
                var unused = drained.copy()
                        .completeOnTimeout(null, Math.max(0, deadline - now), TimeUnit.NANOSECONDS)
                        .thenRun(takingDown::run);
                waits = true;
            }
        } finally {
            if (!waits) {
                takingDown.run();
            }
        }
    }

    private void closeOnLoop() {
        onLoop(closingOnLoop::run);
    }

    private void finishStatistics() {
        StatisticsCache<TakenStatistics> cache = statistics;
        if (cache != null) {
            cache.finish();
        }
    }

    private void answerAtLast() {
        FlushResult result = result();
        SessionFailedException failure = failure();
        transport.closed().whenCompleteAsync((done, ignored) -> {
            if (failure == null) {
                closed.complete(null);
            } else {
                closed.completeExceptionally(failure);
            }
            ended.complete(result);
        });
    }

    private EndReason endReason() {
        Reason reason = failureReason;
        return reason != null ? EndReason.failed(reason) : EndReason.closed("the session is closed");
    }

    private @Nullable SessionFailedException failure() {
        Reason reason = failureReason;
        SessionFailedException known = failure;
        if (known == null && reason != null) {
            known = new SessionFailedException(reason.cause(), reason.text(), end.cause());
            failure = known;
        }
        return known;
    }

    private FlushResult result() {
        FlushResult result = end.result();
        return unsent > 0 ? new FlushResult(false, result.missing(), result.unnamed()) : result;
    }

    /** Keeps what is stored for a sender that resumes, unless nobody needs it any more, as that of a repair head. */
    private void closeStore() {
        if (store != null && (store.isCache() || (failureReason == null && result().complete()))) {
            store.delete();
        } else if (store != null) {
            store.close();
        }
    }

    /** The send queue was not empty in time, so the engine has not been asked yet: what is left is not sent. */
    private void onCloseDeadline(Runnable ask) {
        if (!runner.isEnded()) {
            unsent += sendQueue.discard();
            ask.run();
        }
    }

    private void onSends() {
        runner.onWork();
    }

    private void onRoom() {
        runner.onRoom();
    }

    private void startDelivery() {
        delivery.start();
    }

    /** Where nobody can take messages any more the session has failed. On the loop; asked by itself, too, see Delivery. */
    private void checkDelivery() {
        Throwable cause = delivery.failure();
        if (cause != null && !runner.isEnded()) {
            runner.abort(
                    MulticastSession.unconfirmed(0),
                    new Reason(EventCause.APPLICATION_FAILED, deliveryFailure(cause)),
                    cause);
        }
    }

    private static String deliveryFailure(Throwable cause) {
        if (cause instanceof DeliveryRefusedException) {
            return String.valueOf(cause.getMessage());
        }
        return "the message listener " + (cause instanceof InterruptedException ? "was interrupted: " : "threw ")
                + cause;
    }

    private TakenStatistics onSnapshot() {
        EngineStatistics engine = runner.engineStatistics();
        MeterValues<SessionMeter> meters = runner.meters();
        meters.set(SessionMeter.MEMBERS, engine.members().size());
        meters.set(SessionMeter.DELIVERY_QUEUE, deliveryQueue.messages());
        meters.set(SessionMeter.SEND_QUEUE, sendQueue.messages());
        if (store != null) {
            meters.set(SessionMeter.STORAGE_PACKETS, store.packets());
            meters.set(SessionMeter.STORAGE_BYTES, store.bytes());
        }
        SendState sendState = sendStateNow();
        SessionMeter held = SendStateMeters.of(sendState.cause());
        if (held != null) {
            meters.set(held, 1);
        }
        return new TakenStatistics(meters, engine, runner.members(), sendState, System.nanoTime());
    }

    /** Runs a task on the loop; once the loop has ended there is nothing left to do. */
    private void onLoop(Runnable task) {
        try {
            transport.execute(task);
        } catch (RejectedExecutionException e) {
            // The session has ended.
        }
    }

    private void after(long nanos, Runnable task) {
        onLoop(() -> {
            try {
                var unused = transport.schedule(task, nanos);
            } catch (RejectedExecutionException e) {
                // The session has ended in between.
            }
        });
    }

    /** A duration in nanoseconds, ten years at most. */
    static long saturatedNanos(Duration timeout) {
        return timeout.compareTo(Duration.ofNanos(MAX_TIMEOUT_NANOS)) > 0 ? MAX_TIMEOUT_NANOS : timeout.toNanos();
    }
}
