package org.rmcast.sim;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Confirmation;
import org.rmcast.api.FlushResult;
import org.rmcast.api.Role;
import org.rmcast.api.SessionMeter;
import org.rmcast.core.driver.EngineDriver;
import org.rmcast.core.driver.StateApplication;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.wire.Cast;
import org.rmcast.sim.check.FlushQuestion;
import org.rmcast.sim.ledger.SentLog;

/**
 * One life of a member: an {@link EngineDriver} with a clock, a timer and a workload in virtual time. Every method that
 * calls the engine is a wake-up or a part of one that {@link #finish} ends.
 */
final class Incarnation {
    private static final long WHILE_PAUSED_NANOS = 10_000_000;

    private final World world;
    private final SimNode node;
    private final NodeSettings settings;
    private final EngineDriver driver;
    private final MemberHost host;
    private final ReceptionTrace trace;
    private final long memberId;
    private final NodeClock clock;
    private final SendingApplication sending;
    private final ReceivingApplication receiving;
    private final SentLog log;
    private final EngineTimer timer;
    private boolean vanished;

    Incarnation(
            World world,
            Network network,
            SimNode node,
            NodeSettings settings,
            EngineContext context,
            NodeClock clock,
            SendingApplication sending,
            SentLog log) {
        this.world = world;
        this.node = node;
        this.settings = settings;
        this.memberId = context.memberId();
        this.clock = clock;
        this.sending = sending;
        this.log = log;
        this.timer = new EngineTimer(world.queue, this::onTimer);
        this.trace = new ReceptionTrace(world, node);
        this.receiving = new ReceivingApplication(
                world, memberId, settings.deliveryQueueMessages(), settings.role(), replicaHost());
        WorkloadTimer workload = new WorkloadTimer(world.queue, this::onWorkloadDue);
        this.host = new MemberHost(world, network, node, memberId, sending, workload, receiving, log);
        this.driver = new EngineDriver(
                settings.protocol(),
                settings.protocol().createEngine(context),
                settings.plan().path(memberId, context.incarnation()),
                settings.ttl(),
                host);
        driver.subscribe(trace);
        if (settings.deliverOwn() && settings.role() == Role.PEER) {
            driver.deliverOwn(memberId);
        }
    }

    long memberId() {
        return memberId;
    }

    boolean isRunning() {
        return !vanished && !host.hasEnded();
    }

    EngineDriver driver() {
        return driver;
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
        return host.closeResult();
    }

    /** The engine vanishes without a word. */
    void vanish() {
        vanished = true;
    }

    void start() {
        world.trace.record(world.now(), node.index(), TraceLog.Kind.START, memberId, 0, settings.role());
        wakeUp(() -> {
            driver.start();
            if (receiving.replica() != null) {
                wantState();
            }
        });
    }

    private @Nullable ReplicaHost replicaHost() {
        ReplicaSettings replicas = settings.replicas();
        return replicas == null || settings.role() != Role.PEER
                ? null
                : new ReplicaHost(
                        replicas.factory().apply(node.index()),
                        replicas.roomBytes(),
                        this::onSnapshot,
                        () -> world.queue.add(world.now(), now -> whenAwake(this::wantState)));
    }

    private void wantState() {
        ReplicaSettings replicas = settings.replicas();
        if (replicas != null) {
            driver.wantState(engineNow() + replicas.timeout().toNanos());
        }
    }

    private void onSnapshot(long id, byte[] content) {
        world.queue.add(
                world.now(), now -> whenAwake(() -> driver.snapshotTaken(id, StateApplication.content(content))));
    }

    private void whenAwake(Runnable call) {
        if (isRunning() && node.isPaused()) {
            world.queue.add(world.now() + WHILE_PAUSED_NANOS, now -> whenAwake(call));
        } else if (isRunning()) {
            wakeUp(call);
        }
    }

    void flush(long flushId, Confirmation by, long timeoutNanos) {
        world.record(node.index(), TraceLog.Kind.FLUSH, flushId, timeoutNanos);
        world.judge.asked(node.judged(), flushId, by, timeoutNanos);
        wakeUp(() -> driver.flush(flushId, by, engineNow() + timeoutNanos));
    }

    void close(long timeoutNanos) {
        world.record(node.index(), TraceLog.Kind.CLOSE, timeoutNanos, 0);
        host.closing();
        world.judge.asked(node.judged(), FlushQuestion.CLOSE, Confirmation.EVERYONE, timeoutNanos);
        wakeUp(() -> driver.close(engineNow() + timeoutNanos));
    }

    void room() {
        if (isRunning()) {
            world.record(node.index(), TraceLog.Kind.ROOM, 0, 0);
            wakeUp(driver::room);
        }
    }

    /** A host says that nobody has a port that the engine watches. */
    void portUnreachable(InetSocketAddress peer) {
        world.trace.record(world.now(), node.index(), TraceLog.Kind.UNREACHABLE, peer.getPort(), 0, peer.getAddress());
        wakeUp(() -> driver.portUnreachable(peer));
    }

    /** Gives the engine one datagram. To be followed by {@link #finish}. */
    void receive(Packet packet) {
        if (isRunning()) {
            trace.arriving(packet);
            driver.beginWakeUp(engineNow());
            driver.datagram(
                    packet.from(),
                    packet.destination() == Packet.GROUP ? Cast.MULTICAST : Cast.UNICAST,
                    packet.bytes());
            world.throwIfFailed();
        }
    }

    /** The clock goes at another rate from now on. */
    void drift(int ppm) {
        clock.drift(ppm, world.now());
        if (isRunning()) {
            scheduleTimer();
        }
    }

    /** Ends a wake-up, and looks what the engine and the application wait for. */
    void finish() {
        if (!isRunning()) {
            return;
        }
        endWakeUp();
        if (isRunning()) {
            node.consume(this);
            scheduleTimer();
            if (driver.counters().get(SessionMeter.WAKE_UPS) % settings.checkEvery() == 0) {
                checkMemory();
            }
        }
    }

    private void endWakeUp() {
        passWakeUp();
        long before = -1;
        while (isRunning() && node.offersAtOnce() && log.accepted() > before) {
            // What has left meanwhile has made room.
            before = log.accepted();
            passWakeUp();
        }
    }

    private void passWakeUp() {
        driver.beginWakeUp(engineNow());
        driver.endWakeUp();
        world.throwIfFailed();
    }

    void checkMemory() {
        host.checkMemory(driver.engine().statistics());
    }

    private void wakeUp(Runnable call) {
        driver.beginWakeUp(engineNow());
        call.run();
        world.throwIfFailed();
        finish();
    }

    private void onWorkloadDue() {
        if (!node.isPaused()) {
            finish();
        }
    }

    private void scheduleTimer() {
        long deadline = driver.nextWakeUpNanos();
        if (deadline == ProtocolEngine.NO_DEADLINE) {
            timer.clear();
            return;
        }
        timer.set(clock.whenItShows(deadline, world.now()));
    }

    private void onTimer() {
        if (!isRunning() || node.isPaused()) {
            return;
        }
        if (timer.isStuck()) {
            throw world.violation(node.index(), "member " + memberId + ": the engine's deadline does not move on");
        }
        finish();
    }

    private long engineNow() {
        return clock.at(world.now());
    }
}
