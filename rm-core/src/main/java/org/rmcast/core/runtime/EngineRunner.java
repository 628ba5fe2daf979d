package org.rmcast.core.runtime;

import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Confirmation;
import org.rmcast.core.engine.FlushResult;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.event.SessionEvent;
import org.rmcast.core.transport.DatagramHandler;
import org.rmcast.core.transport.DatagramTransport;
import org.rmcast.core.transport.TransportCounters;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;

/**
 * Drives one engine on the loop of one transport: the contract of {@link ProtocolEngine} in real time.
 *
 * <p>Work is done in wake-ups: the datagrams that wait in a socket, or a timer, or a call of the session. Each reads the
 * clock once, passes everything to the engine, offers it the application's messages, and flushes the sockets once.
 *
 * <p>An exception from the engine ends the engine, with its state in the message; a datagram that can not be decoded is
 * counted. All methods run on the loop.
 */
public final class EngineRunner implements DatagramHandler {
    /** Messages offered to the engine in one wake-up, so that datagrams are read in between. */
    private static final int OFFERS_PER_WAKE_UP = 16_384;

    private final RunnerSetup setup;
    private final ProtocolEngine engine;
    private final DatagramTransport transport;
    private final SendQueue sendQueue;
    private final RunnerListener listener;
    private final RunnerActions actions;
    private final ImpairedPath inbound;
    private final ImpairedPath outbound;
    private final RunnerCounters counters = new RunnerCounters();
    private final WakeUp wakeUp;
    private volatile int receivers;
    private @Nullable String reportedFailure;
    private String doing = "onStart";
    private boolean awake;
    private boolean ended;
    private boolean moreToOffer;
    private long nowNanos;

    /** Makes a runner of an engine that is not yet started. */
    public EngineRunner(RunnerSetup setup, DatagramTransport transport, SendQueue sendQueue, RunnerListener listener) {
        this.setup = setup;
        this.engine = setup.engine();
        this.transport = transport;
        this.sendQueue = sendQueue;
        this.listener = listener;
        this.actions = new RunnerActions(this, listener);
        this.inbound = new ImpairedPath(setup.inbound(), this::receive);
        this.outbound = new ImpairedPath(setup.outbound(), this::transmit);
        this.wakeUp = new WakeUp(transport, this::onTimer);
    }

    /** Starts the engine. */
    public void start() {
        call("onStart", () -> engine.onStart(nowNanos, actions));
    }

    @Override
    public void onDatagram(InetSocketAddress from, byte[] datagram) {
        if (!ended) {
            beginWakeUp();
            inbound.offer(from, 0, datagram, nowNanos);
        }
    }

    @Override
    public void onReadComplete() {
        if (awake) {
            endWakeUp();
        }
    }

    /** There is something in the send queue. */
    public void onSends() {
        call("onSend", () -> {});
    }

    /** The application has taken messages after there had been no room. */
    public void onRoom() {
        call("onDeliveryRoom", () -> engine.onDeliveryRoom(nowNanos, actions));
    }

    /** Passes a flush to the engine; to be called in its turn from the send queue. */
    public void flush(long flushId, Confirmation by, long deadlineNanos) {
        call("onFlush", () -> engine.onFlush(flushId, by, deadlineNanos, nowNanos, actions));
    }

    /** Closes the engine; to be called in its turn from the send queue. */
    public void close(long deadlineNanos) {
        call("onClose", () -> engine.onClose(deadlineNanos, nowNanos, actions));
    }

    /** Ends the engine without a word to the group. */
    public void abort(FlushResult result, @Nullable String failure, @Nullable Throwable cause) {
        if (failure != null && !ended) {
            listener.onEvent(new SessionEvent.SessionFailed(failure));
        }
        endWith(new RunnerEnd(result, failure, cause));
        transport.flush();
        listener.onBatchEnd();
    }

    /** Whether the engine has ended. */
    public boolean isEnded() {
        return ended;
    }

    /** Receivers that the engine knew at the end of the last wake-up. From any thread. */
    public int receivers() {
        return receivers;
    }

    /** Counters and gauges of now. */
    public RunnerStatistics statistics() {
        TransportCounters sockets = transport.counters();
        return new RunnerStatistics(
                engine.statistics(),
                sockets.datagramsSent(),
                sockets.bytesSent(),
                sockets.datagramsReceived(),
                sockets.bytesReceived(),
                counters.strangers(),
                counters.otherSessions(),
                counters.malformed(),
                inbound.impaired(),
                outbound.impaired(),
                sockets.sendFailures(),
                receivers);
    }

    /** The engine sends; a null destination is the group. */
    void send(@Nullable InetSocketAddress to, int ttl, byte[] datagram) {
        outbound.offer(to, ttl, datagram, nowNanos);
    }

    /** The engine reports an event. */
    void reported(SessionEvent event) {
        if (event instanceof SessionEvent.SessionFailed failed) {
            reportedFailure = failed.reason();
        }
        listener.onEvent(event);
    }

    /** The engine has ended, asked or not. */
    void engineClosed(FlushResult result) {
        endWith(new RunnerEnd(result, reportedFailure, null));
    }

    private void onTimer() {
        call("onDeadline", () -> {});
    }

    /** Runs one call on the engine, within the present wake-up or one of its own. */
    private void call(String what, Runnable call) {
        if (ended) {
            return;
        }
        boolean own = !awake;
        beginWakeUp();
        try {
            doing = what;
            call.run();
        } catch (RuntimeException | Error e) {
            engineFailed(e);
        }
        if (own) {
            endWakeUp();
        }
    }

    private void beginWakeUp() {
        if (!awake) {
            awake = true;
            nowNanos = System.nanoTime();
        }
    }

    private void endWakeUp() {
        try {
            finishWakeUp();
            sendQueue.settle();
            transport.flush();
        } catch (RuntimeException | Error e) {
            engineFailed(e);
        }
        listener.onBatchEnd();
        awake = false;
        if (!ended) {
            scheduleNext();
        }
    }

    private void finishWakeUp() {
        inbound.release(nowNanos);
        if (!ended && isDue(engine.nextDeadlineNanos())) {
            doing = "onDeadline";
            engine.onDeadline(nowNanos, actions);
        }
        offerMessages();
        if (!ended) {
            doing = "onBatchEnd";
            engine.onBatchEnd(nowNanos, actions);
        }
        outbound.release(nowNanos);
        receivers = engine.receiverCount();
    }

    private boolean isDue(long deadlineNanos) {
        return deadlineNanos != ProtocolEngine.NO_DEADLINE && deadlineNanos - nowNanos <= 0;
    }

    private void offerMessages() {
        moreToOffer = false;
        doing = "onSend";
        for (int i = 0; i < OFFERS_PER_WAKE_UP && !ended; i++) {
            Object item = sendQueue.peek();
            if (item == null) {
                return;
            }
            if (item instanceof byte[] message) {
                if (!engine.onSend(message, nowNanos, actions)) {
                    return;
                }
                sendQueue.remove();
            } else {
                sendQueue.remove();
                ((Runnable) item).run();
            }
        }
        moreToOffer = !ended;
    }

    private void scheduleNext() {
        long next = Deadlines.earlier(engine.nextDeadlineNanos(), inbound.nextNanos(), nowNanos);
        next = Deadlines.earlier(next, outbound.nextNanos(), nowNanos);
        wakeUp.setBy(moreToOffer ? nowNanos : next, nowNanos);
    }

    private void receive(@Nullable InetSocketAddress from, int ttl, byte[] datagram) {
        if (ended || from == null) {
            return;
        }
        DatagramHeader.Verdict verdict =
                DatagramHeader.check(datagram, setup.wireId(), setup.sessionId(), setup.memberId());
        if (verdict != DatagramHeader.Verdict.ACCEPTED) {
            counters.rejected(verdict);
            return;
        }
        try {
            doing = "onDatagram";
            engine.onDatagram(from, datagram, nowNanos, actions);
        } catch (DecodeException e) {
            counters.undecodable();
        } catch (RuntimeException | Error e) {
            engineFailed(e);
        }
    }

    private void transmit(@Nullable InetSocketAddress to, int ttl, byte[] datagram) {
        if (to == null) {
            transport.multicast(datagram, ttl);
        } else {
            transport.unicast(to, datagram);
        }
    }

    /** A broken invariant, or a mistake in the protocol: this session ends, the JVM and its other sessions go on. */
    private void engineFailed(Throwable cause) {
        if (ended) {
            return;
        }
        String reason = "the protocol failed in " + doing + ": " + cause + "; state: " + describeEngine();
        listener.onEvent(new SessionEvent.SessionFailed(reason));
        endWith(new RunnerEnd(new FlushResult(false, List.of(), 0), reason, cause));
    }

    private String describeEngine() {
        try {
            return engine + " " + engine.statistics();
        } catch (RuntimeException | Error e) {
            return "not available (" + e + ")";
        }
    }

    private void endWith(RunnerEnd end) {
        if (!ended) {
            ended = true;
            wakeUp.cancel();
            listener.onEnded(end);
        }
    }
}
