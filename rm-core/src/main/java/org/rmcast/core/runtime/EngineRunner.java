package org.rmcast.core.runtime;

import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Confirmation;
import org.rmcast.api.FlushResult;
import org.rmcast.api.SendState;
import org.rmcast.api.SessionMeter;
import org.rmcast.core.driver.DriverEnd;
import org.rmcast.core.driver.EngineDriver;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.KnownMember;
import org.rmcast.core.engine.MeterValues;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.engine.Snapshot;
import org.rmcast.core.transport.DatagramHandler;
import org.rmcast.core.transport.DatagramTransport;
import org.rmcast.core.wire.Cast;

/**
 * Hosts an {@link EngineDriver} on the loop of one transport: a clock, a timer, the queues to and from the application.
 *
 * <p>The datagrams that wait in a socket, or the timer, or a call of the session are a wake-up each, which flushes the sockets
 * once, and reads the clock once, and again for each {@value #DATAGRAMS_PER_CLOCK}th datagram. All methods run on the loop.
 *
 * <p>Nothing is thrown to the loop, which would go on without a word: whatever fails here, in the listener, in the transport or
 * for want of memory, ends the session with its cause.
 */
public final class EngineRunner implements DatagramHandler {
    /**
     * A datagram may have been sent after the first one of the wake-up came: how long it took is not to be less than nothing by more than what
     * few datagrams take. For each one the clock costs a receiver 1.5 % of its processor time.
     */
    private static final int DATAGRAMS_PER_CLOCK = 8;

    private final EngineDriver driver;
    private final DatagramTransport transport;
    private final SendQueue sendQueue;
    private final RunnerListener listener;
    private final ImpairedPath inbound;
    private final ImpairedPath outbound;
    private final WakeUp wakeUp;
    private int datagrams;
    private volatile int receivers;

    /** Makes a runner of an engine that is not yet started. */
    public EngineRunner(RunnerSetup setup, DatagramTransport transport, SendQueue sendQueue, RunnerListener listener) {
        this.transport = transport;
        this.sendQueue = sendQueue;
        this.listener = listener;
        this.inbound = new ImpairedPath(setup.inbound(), this::receive);
        this.outbound = new ImpairedPath(setup.outbound(), (to, cast, ttl, packet) -> transport.send(to, ttl, packet));
        this.wakeUp = new WakeUp(transport, this::onWork);
        SessionHost host = new SessionHost(
                sendQueue,
                listener,
                transport,
                this::send,
                this::onEnded,
                setup.engine().firstMessage());
        this.driver = new EngineDriver(setup.protocol(), setup.engine(), setup.path(), setup.ttl(), host);
    }

    /** Gives the application what it sends itself, too, see {@link EngineDriver#deliverOwn}. To be called before {@link #start}. */
    public void deliverOwn(long memberId) {
        driver.deliverOwn(memberId);
    }

    /** Starts the engine. */
    public void start() {
        call(driver::start);
    }

    @Override
    public void onDatagram(InetSocketAddress from, Cast cast, byte[] datagram) {
        if (driver.isEnded()) {
            return;
        }
        try {
            readClock();
            inbound.offer(from, cast, 0, datagram, driver.nowNanos());
        } catch (RuntimeException | Error e) {
            driver.fail(e);
        }
    }

    private void readClock() {
        if (!driver.isAwake()) {
            datagrams = 0;
            driver.beginWakeUp(System.nanoTime());
        } else if (++datagrams % DATAGRAMS_PER_CLOCK == 0) {
            driver.advance(System.nanoTime());
        }
    }

    @Override
    public void onReadComplete() {
        if (driver.isAwake()) {
            endWakeUp();
        }
    }

    @Override
    public void onPortUnreachable(InetSocketAddress peer) {
        call(() -> driver.portUnreachable(peer));
    }

    /** There is something in the send queue, or the time has come that the engine waits for. */
    public void onWork() {
        call(() -> {});
    }

    /** The application has taken messages after there had been no room. */
    public void onRoom() {
        call(driver::room);
    }

    /** The application waits for the state of another member, by the deadline at the latest. */
    public void wantState(long deadlineNanos) {
        call(() -> driver.wantState(deadlineNanos));
    }

    /** The application has written its state down, or could not. */
    public void snapshotTaken(long id, Snapshot.@Nullable Content content) {
        call(() -> driver.snapshotTaken(id, content));
    }

    /** Passes a flush to the engine; to be called in its turn from the send queue. */
    public void flush(long flushId, Confirmation by, long deadlineNanos) {
        call(() -> driver.flush(flushId, by, deadlineNanos));
    }

    /** Closes the engine; to be called in its turn from the send queue. */
    public void close(long deadlineNanos) {
        call(() -> driver.close(deadlineNanos));
    }

    /** Ends the engine without a word to the group. */
    public void abort(FlushResult result, @Nullable Reason failure, @Nullable Throwable cause) {
        driver.abort(result, failure, cause);
        endBatch(false);
    }

    /** Whether the engine has ended. */
    public boolean isEnded() {
        return driver.isEnded();
    }

    /** Receivers that the engine knew at the end of the last wake-up. From any thread. */
    public int receivers() {
        return receivers;
    }

    /** What keeps messages from leaving the engine. */
    public SendState sendState() {
        return driver.engine().sendState(System.nanoTime());
    }

    /** The other members that the engine knows; on the loop. */
    public List<? extends KnownMember> members() {
        return driver.engine().members();
    }

    /** The engine's counters and gauges of now. */
    public EngineStatistics engineStatistics() {
        return driver.engine().statistics();
    }

    /** What this runner, its driver and its transport have counted so far, and the receivers of now: a copy. */
    public MeterValues<SessionMeter> meters() {
        MeterValues<SessionMeter> now = driver.counters().copy();
        now.addAll(transport.counters());
        now.add(SessionMeter.IMPAIRED_INBOUND, inbound.impaired());
        now.add(SessionMeter.IMPAIRED_OUTBOUND, outbound.impaired());
        now.set(SessionMeter.RECEIVERS, receivers);
        return now;
    }

    /** Runs one call, within the present wake-up or one of its own. */
    private void call(Runnable call) {
        if (driver.isEnded()) {
            return;
        }
        boolean own = !driver.isAwake();
        if (own) {
            driver.beginWakeUp(System.nanoTime());
        }
        call.run();
        if (own) {
            endWakeUp();
        }
    }

    private void endWakeUp() {
        try {
            inbound.release(driver.nowNanos());
            driver.endWakeUp();
            outbound.release(driver.nowNanos());
            receivers = driver.engine().receiverCount();
            sendQueue.settle();
        } catch (RuntimeException | Error e) {
            driver.fail(e);
        }
        long next = driver.nextWakeUpNanos();
        endBatch(Deadlines.isDue(next, driver.nowNanos()));
        try {
            schedule(next);
        } catch (RuntimeException | Error e) {
            // Without a timer nobody would ever call again.
            driver.fail(e);
            endBatch(false);
        }
    }

    /**
     * What was gathered goes out, down to the network and up to the application.
     *
     * @param goesOnAtOnce whether there is more to come before anything else happens
     */
    private void endBatch(boolean goesOnAtOnce) {
        try {
            if (goesOnAtOnce) {
                transport.flushFullRuns();
            } else {
                transport.flush();
            }
            listener.onBatchEnd();
        } catch (RuntimeException | Error e) {
            driver.fail(e);
        }
    }

    private void schedule(long nextNanos) {
        if (!driver.isEnded()) {
            long next = Deadlines.earlier(nextNanos, inbound.nextNanos());
            wakeUp.setBy(Deadlines.earlier(next, outbound.nextNanos()), driver.nowNanos());
        }
    }

    private void send(@Nullable InetSocketAddress to, int ttl, byte[] datagram) {
        outbound.offer(to, to == null ? Cast.MULTICAST : Cast.UNICAST, ttl, datagram, driver.nowNanos());
    }

    private void onEnded(DriverEnd end) {
        try {
            wakeUp.cancel();
        } finally {
            listener.onEnded(end);
        }
    }

    private void receive(@Nullable InetSocketAddress from, Cast cast, int ttl, byte[] datagram) {
        if (from != null) {
            driver.datagram(from, cast, datagram);
        }
    }
}
