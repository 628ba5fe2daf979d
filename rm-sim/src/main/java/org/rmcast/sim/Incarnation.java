package org.rmcast.sim;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Confirmation;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.FlushResult;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.ReceivedMessage;
import org.rmcast.core.engine.Role;
import org.rmcast.core.event.SessionEvent;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;

/**
 * One life of a member: runs its engine by the contract of {@link ProtocolEngine} and performs its actions. Every method
 * that calls the engine is one wake-up or a part of one that {@link #finish} ends.
 */
final class Incarnation implements Actions {
    private static final long NONE = -1;
    private static final int SENDS_PER_WAKE_UP = 16_384;

    private final World world;
    private final Network network;
    private final SimNode node;
    private final NodeSettings settings;
    private final ProtocolEngine engine;
    private final long memberId;
    private final long clockOffsetNanos;
    private final SendingApplication sending;
    private final ReceivingApplication receiving;
    private final SentLog log;
    private final EngineTimer timer;
    private final EventQueue.Event workloadDue = this::onWorkloadDue;
    private boolean running = true;
    private boolean closing;
    private @Nullable FlushResult closeResult;
    private long workloadAtNanos = NONE;
    private int wakeUps;

    Incarnation(
            World world,
            Network network,
            SimNode node,
            NodeSettings settings,
            EngineContext context,
            long clockOffsetNanos,
            SendingApplication sending,
            SentLog log) {
        this.world = world;
        this.network = network;
        this.node = node;
        this.settings = settings;
        this.memberId = context.memberId();
        this.clockOffsetNanos = clockOffsetNanos;
        this.sending = sending;
        this.log = log;
        this.timer = new EngineTimer(world.queue, this::onTimer);
        this.receiving = new ReceivingApplication(
                world, memberId, settings.deliveryQueueMessages(), settings.role() == Role.PEER);
        this.engine = settings.protocol().createEngine(context, settings.parameters());
    }

    long memberId() {
        return memberId;
    }

    boolean isRunning() {
        return running;
    }

    ProtocolEngine engine() {
        return engine;
    }

    SendingApplication sending() {
        return sending;
    }

    ReceivingApplication receiving() {
        return receiving;
    }

    SentLog log() {
        return log;
    }

    @Nullable
    FlushResult closeResult() {
        return closeResult;
    }

    /** The engine vanishes without a word. */
    void vanish() {
        running = false;
    }

    void start() {
        world.trace.record(world.now(), node.index(), TraceLog.Kind.START, memberId, 0, settings.role());
        guarded("onStart", () -> engine.onStart(engineNow(), this));
        finish();
    }

    void flush(long flushId, Confirmation by, long timeoutNanos) {
        record(TraceLog.Kind.FLUSH, flushId, timeoutNanos);
        guarded("onFlush", () -> engine.onFlush(flushId, by, engineNow() + timeoutNanos, engineNow(), this));
        finish();
    }

    void close(long timeoutNanos) {
        record(TraceLog.Kind.CLOSE, timeoutNanos, 0);
        closing = true;
        guarded("onClose", () -> engine.onClose(engineNow() + timeoutNanos, engineNow(), this));
        finish();
    }

    void room() {
        if (running) {
            record(TraceLog.Kind.ROOM, 0, 0);
            guarded("onDeliveryRoom", () -> engine.onDeliveryRoom(engineNow(), this));
            finish();
        }
    }

    /** Gives the engine one datagram. To be followed by {@link #finish}. */
    void receive(Packet packet) {
        if (!running) {
            return;
        }
        DatagramHeader.Verdict verdict =
                DatagramHeader.check(packet.bytes(), settings.protocol().wireId(), settings.sessionId(), memberId);
        if (verdict != DatagramHeader.Verdict.ACCEPTED) {
            node.counters().rejected++;
            world.trace.record(
                    world.now(), node.index(), TraceLog.Kind.REJECTED, packet.origin(), packet.hash(), verdict);
            if (verdict == DatagramHeader.Verdict.DAMAGED && !packet.corrupted()) {
                throw violation("a datagram of host " + packet.origin()
                        + " has a wrong checksum that no link made: it was not sealed, or its array was changed");
            }
            return;
        }
        node.counters().datagramsReceived++;
        node.counters().datagramBytesReceived += packet.bytes().length;
        record(TraceLog.Kind.DATAGRAM, packet.origin(), packet.hash());
        node.onReceived(packet.bytes());
        try {
            engine.onDatagram(packet.from(), packet.bytes(), engineNow(), this);
        } catch (DecodeException e) {
            node.counters().undecodable++;
            record(TraceLog.Kind.UNDECODABLE, packet.origin(), packet.hash());
        } catch (RuntimeException e) {
            throw failed("onDatagram", e);
        }
        world.throwIfFailed();
    }

    private void timeUp() {
        if (running
                && engine.nextDeadlineNanos() != ProtocolEngine.NO_DEADLINE
                && engine.nextDeadlineNanos() - engineNow() <= 0) {
            record(TraceLog.Kind.DEADLINE, 0, 0);
            try {
                engine.onDeadline(engineNow(), this);
            } catch (RuntimeException e) {
                throw failed("onDeadline", e);
            }
            world.throwIfFailed();
        }
    }

    /**
     * Ends a wake-up, in the order of the runner on sockets: the deadline if it has come, what the application wants to send,
     * the end of the batch; then looks what the engine waits for.
     */
    void finish() {
        timeUp();
        offerSends();
        if (running) {
            try {
                engine.onBatchEnd(engineNow(), this);
            } catch (RuntimeException e) {
                throw failed("onBatchEnd", e);
            }
            world.throwIfFailed();
        }
        if (running) {
            node.consume(this);
            scheduleTimer();
            if (++wakeUps % settings.checkEvery() == 0) {
                checkMemory();
            }
        }
    }

    void checkMemory() {
        EngineStatistics statistics = engine.statistics();
        if (statistics.bufferCapacityPackets() > 0 && statistics.bufferPackets() > statistics.bufferCapacityPackets()) {
            throw violation("the engine holds " + statistics.bufferPackets() + " packets, its bound is "
                    + statistics.bufferCapacityPackets());
        }
    }

    private void offerSends() {
        for (int i = 0; running && !closing; i++) {
            byte[] message = sending.peek(world.now());
            if (message == null) {
                awaitWorkload(sending.nextDueNanos());
                return;
            }
            if (i == SENDS_PER_WAKE_UP) {
                awaitWorkload(world.now());
                return;
            }
            int hash = Payloads.hash(message);
            int length = message.length;
            boolean accepted;
            try {
                accepted = engine.onSend(message, engineNow(), this);
            } catch (RuntimeException e) {
                throw failed("onSend", e);
            }
            world.throwIfFailed();
            if (!accepted) {
                return;
            }
            record(TraceLog.Kind.ACCEPTED, log.accepted(), hash);
            log.append(hash, length, world.now());
            sending.accepted();
            node.onAccepted(log.accepted() - 1L);
        }
    }

    private void awaitWorkload(long dueNanos) {
        if (dueNanos != SendingApplication.NEVER && workloadAtNanos == NONE) {
            workloadAtNanos = dueNanos;
            world.queue.add(dueNanos, workloadDue);
        }
    }

    private void onWorkloadDue(long nowNanos) {
        workloadAtNanos = NONE;
        if (running && !node.isPaused()) {
            finish();
        }
    }

    private void scheduleTimer() {
        long deadline = engine.nextDeadlineNanos();
        if (deadline == ProtocolEngine.NO_DEADLINE) {
            timer.clear();
            return;
        }
        long wait = Math.max(0, deadline - engineNow());
        timer.set(wait > Long.MAX_VALUE - world.now() ? Long.MAX_VALUE : world.now() + wait);
    }

    private void onTimer() {
        if (!running || node.isPaused()) {
            return;
        }
        if (timer.isStuck()) {
            throw violation("the engine's deadline does not move on");
        }
        finish();
    }

    @Override
    public void multicast(byte[] datagram, int ttl) {
        checkRunning("multicast");
        Packet packet = Packet.of(datagram, node.index(), node.address(), Packet.GROUP);
        node.counters().multicastsSent++;
        node.counters().bytesSent += datagram.length;
        record(TraceLog.Kind.MULTICAST, ttl, packet.hash());
        node.onSent(datagram, true);
        network.send(packet, Math.min(ttl, settings.ttl()));
    }

    @Override
    public void unicast(InetSocketAddress to, byte[] datagram) {
        checkRunning("unicast");
        int host = network.hostOf(to);
        Packet packet = Packet.of(datagram, node.index(), node.address(), host);
        node.counters().unicastsSent++;
        node.counters().bytesSent += datagram.length;
        record(TraceLog.Kind.UNICAST, host, packet.hash());
        node.onSent(datagram, false);
        if (host < 0) {
            node.counters().unroutable++;
        } else if (host != node.index()) {
            network.send(packet, 0);
        }
    }

    @Override
    public void deliver(ReceivedMessage message) {
        checkRunning("deliver");
        check(receiving.deliver(message, node.index()));
        node.onDelivered(message.sourceId(), message.sequence());
    }

    @Override
    public boolean deliveryRoom() {
        return receiving.askRoom();
    }

    @Override
    public void report(SessionEvent event) {
        checkRunning("report");
        world.trace.record(world.now(), node.index(), TraceLog.Kind.REPORT, 0, 0, event);
        check(receiving.report(event));
        node.onEvent(event);
    }

    @Override
    public void flushed(long flushId, FlushResult result) {
        checkRunning("flushed");
        record(TraceLog.Kind.FLUSHED, flushId, result.complete() ? 1 : 0);
        check(node.onFlushed(flushId, result));
    }

    @Override
    public void closed(FlushResult result) {
        checkRunning("closed");
        record(TraceLog.Kind.CLOSED, result.complete() ? 1 : 0, 0);
        running = false;
        closeResult = result;
        if (!closing) {
            if (!receiving.wasToldOfEnd()) {
                throw violation("the engine closed unasked, and no event said why");
            }
            log.abandon();
        }
    }

    private void guarded(String call, Runnable engineCall) {
        try {
            engineCall.run();
        } catch (RuntimeException e) {
            throw failed(call, e);
        }
        world.throwIfFailed();
    }

    private void checkRunning(String action) {
        if (!running) {
            throw violation("the engine asked for " + action + " after it had closed");
        }
    }

    private void check(@Nullable String wrong) {
        if (wrong != null) {
            throw violation(wrong);
        }
    }

    private InvariantViolation failed(String call, RuntimeException cause) {
        return world.violation(node.index(), "member " + memberId + ": " + call + " threw " + cause, cause);
    }

    private InvariantViolation violation(String what) {
        return world.violation(node.index(), "member " + memberId + ": " + what);
    }

    private void record(TraceLog.Kind kind, long first, long second) {
        world.record(node.index(), kind, first, second);
    }

    private long engineNow() {
        return world.now() + clockOffsetNanos;
    }
}
