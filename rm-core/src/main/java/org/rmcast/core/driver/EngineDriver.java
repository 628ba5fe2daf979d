package org.rmcast.core.driver;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Confirmation;
import org.rmcast.api.EventCause;
import org.rmcast.api.FlushResult;
import org.rmcast.api.Receipt;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.Recipients;
import org.rmcast.api.SessionEvent;
import org.rmcast.api.SessionMeter;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.MeterValues;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.engine.Snapshot;
import org.rmcast.core.engine.StateActions;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DatagramHeader.Verdict;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.ExtensionFields;
import org.rmcast.core.wire.Wire;

/**
 * Drives the engine of one member: the contract of {@link ProtocolEngine}, once, for whoever has a clock and a network. A
 * host on sockets and one in a simulation drive the very same object.
 *
 * <p>Work is done in wake-ups: {@link #beginWakeUp}, then any number of datagrams and calls, then {@link #endWakeUp}, which
 * calls the engine's deadline if it has come, offers it the application's messages and ends its batch. Time stands still
 * within a wake-up. After it the host waits for {@link #nextWakeUpNanos()} or the next event, whichever is first.
 *
 * <p>An exception from the engine ends the engine, with its state in the message; a datagram that cannot be decoded is
 * counted. Not thread safe; under the rules of the seam.
 */
public final class EngineDriver {
    /** Messages offered to the engine in one wake-up, so that datagrams are read in between. */
    private static final int OFFERS_PER_WAKE_UP = 16_384;

    private static final FlushResult UNCONFIRMED = new FlushResult(false, List.of(), 0);

    private static final Reason NO_MEMORY =
            new Reason(EventCause.PROTOCOL_FAILED, "the protocol failed, and there was no memory to say how");

    /** Made beforehand, for an end that cannot be described. */
    private static final DriverEnd SPEECHLESS = new DriverEnd(UNCONFIRMED, NO_MEMORY, null);

    /** What an engine is called for. */
    private enum Call {
        START("onStart"),
        DATAGRAM("onDatagram"),
        UNREACHABLE("onPortUnreachable"),
        SEND("onSend"),
        ROOM("onDeliveryRoom"),
        FLUSH("onFlush"),
        CLOSE("onClose"),
        STATE("onStateWanted or onSnapshot"),
        DEADLINE("onDeadline"),
        BATCH_END("onBatchEnd");

        private final String method;

        Call(String method) {
            this.method = method;
        }
    }

    private final Configured protocol;
    private final ProtocolEngine engine;
    private final DriverHost host;
    private final int maxTtl;
    private final Actions actions = new EngineActions();
    private final PathLayer.Outlet outlet;
    private final PathLayer.Inlet inlet;
    private final MeterValues<SessionMeter> counters = new MeterValues<>(SessionMeter.class);
    private @Nullable Trace trace;
    private final @Nullable StateKeeper state;
    private @Nullable OwnMessages ownMessages;
    /** Receipts given within a call that offers a message, to be passed on when the host knows that it is accepted. */
    private final List<Receipt> early = new ArrayList<>();

    private @Nullable Reason reportedFailure;
    /** The call of the engine under way, or the last one. A number: to change a reference costs collectors a barrier, for each message. */
    private int doing;

    private boolean awake;
    private boolean ended;
    private boolean moreToOffer;
    private boolean toldOfVersion;
    private boolean toldOfTwin;
    private long nowNanos;

    /**
     * Makes a driver of an engine that is not yet started.
     *
     * @param protocol whose engine it is
     * @param path the way of its datagrams
     * @param maxTtl the widest scope of a multicast, the channel's
     */
    public EngineDriver(Configured protocol, ProtocolEngine engine, DatagramPath path, int maxTtl, DriverHost host) {
        this.protocol = protocol;
        this.engine = engine;
        this.host = host;
        this.maxTtl = maxTtl;
        StateApplication application = host.stateApplication();
        this.state = application == null ? null : new StateKeeper(application);
        this.outlet = path.outlet(this::leave);
        this.inlet = path.inlet(new EngineInlet());
    }

    /** Lets somebody watch the datagrams; replaces who watched before. Null for nobody, which costs nothing. */
    public void subscribe(@Nullable Trace subscriber) {
        trace = subscriber;
    }

    /**
     * Gives the application what it sends itself, too: each message as soon as the engine accepts it, with its number. While the
     * application has no room nothing more is offered to the engine. To be called before {@link #start}.
     *
     * @param memberId this member's
     */
    public void deliverOwn(long memberId) {
        ownMessages = new OwnMessages(memberId, engine.firstMessage(), host, this::give);
    }

    /** Begins a wake-up, unless one is under way, whose time then stays. */
    public void beginWakeUp(long timeNanos) {
        if (!awake) {
            awake = true;
            nowNanos = timeNanos;
        }
    }

    /** Time goes on within a wake-up, which may be long while datagrams keep coming. */
    public void advance(long timeNanos) {
        if (timeNanos - nowNanos > 0) {
            nowNanos = timeNanos;
        }
    }

    /** Whether a wake-up is under way. */
    public boolean isAwake() {
        return awake;
    }

    /** The time of the wake-up under way, or of the last one. */
    public long nowNanos() {
        return nowNanos;
    }

    /** Starts the engine. Within a wake-up, as all calls below. */
    public void start() {
        call(Call.START, () -> engine.onStart(nowNanos, actions));
    }

    /**
     * A datagram came from the network.
     *
     * @param datagram of the exact length; the engine may keep it, so nobody may change it any more
     */
    public void datagram(InetSocketAddress from, Cast cast, byte[] datagram) {
        if (!ended) {
            inlet.receive(from, cast, datagram);
        }
    }

    /** A host says that nobody has a port that the engine watches, see {@link DriverHost#watchPort}. */
    public void portUnreachable(InetSocketAddress peer) {
        call(Call.UNREACHABLE, () -> engine.onPortUnreachable(peer, nowNanos, actions));
    }

    /** The application has taken messages after there had been no room. */
    public void room() {
        call(Call.ROOM, () -> engine.onDeliveryRoom(nowNanos, actions));
    }

    /** The application asks for a flush, in its turn among the messages. */
    public void flush(long flushId, Confirmation by, long deadlineNanos) {
        call(Call.FLUSH, () -> engine.onFlush(flushId, by, deadlineNanos, nowNanos, actions));
    }

    /** The application closes, in its turn among the messages. */
    public void close(long deadlineNanos) {
        call(Call.CLOSE, () -> engine.onClose(deadlineNanos, nowNanos, actions));
    }

    /**
     * The application waits for the state of another member, from here on in the order of deliveries; {@link StateApplication#end} or
     * {@link StateApplication#failed} end that, at the deadline at the latest. Nothing happens if it waits already.
     */
    public void wantState(long deadlineNanos) {
        call(Call.STATE, () -> {
            if (state != null && state.begin()) {
                engine.onStateWanted(deadlineNanos, nowNanos, actions);
            }
        });
    }

    /** The application has written its state down, see {@link StateApplication#snapshot}; null if it could not. */
    public void snapshotTaken(long id, Snapshot.@Nullable Content content) {
        call(Call.STATE, () -> {
            if (state != null) {
                engine.onSnapshot(id, state.taken(id, content), nowNanos, actions);
            }
        });
    }

    private void give(ReceivedMessage message) {
        if (state != null) {
            state.delivered(message.sourceId(), message.sequence());
        }
        host.deliver(message);
    }

    /** Ends a wake-up: the deadline if it has come, the application's messages, the end of the batch. */
    public void endWakeUp() {
        try {
            if (!ended && isDue()) {
                onDeadline();
            }
            offerMessages();
            if (!ended) {
                enter(Call.BATCH_END);
                engine.onBatchEnd(nowNanos, actions);
            }
        } catch (RuntimeException | Error e) {
            fail(e);
        } finally {
            awake = false;
            counters.increment(SessionMeter.WAKE_UPS);
        }
    }

    /**
     * When the next wake-up is to begin if nothing happens before, or {@link ProtocolEngine#NO_DEADLINE}. To be asked after
     * each one.
     */
    public long nextWakeUpNanos() {
        if (ended) {
            return ProtocolEngine.NO_DEADLINE;
        }
        try {
            return moreToOffer ? nowNanos : engine.nextDeadlineNanos();
        } catch (RuntimeException | Error e) {
            fail(e);
            return ProtocolEngine.NO_DEADLINE;
        }
    }

    /** Ends the engine without a word to the group, because of a failure if there is one. */
    public void abort(FlushResult result, @Nullable Reason failure, @Nullable Throwable cause) {
        if (ended) {
            return;
        }
        DriverEnd end = SPEECHLESS;
        try {
            end = new DriverEnd(result, failure, cause);
            if (failure != null) {
                host.report(new SessionEvent.SessionFailed(failure.cause(), failure.text()));
            }
        } catch (RuntimeException | Error e) {
            // That it ends does not depend on whether that can be told.
        }
        end(end);
    }

    /**
     * A broken invariant, a mistake in the protocol, or no memory: this session ends, others go on. Whatever else fails on the
     * way, it ends.
     */
    public void fail(Throwable cause) {
        if (!ended) {
            abort(UNCONFIRMED, failureOf(cause), cause);
        }
    }

    private Reason failureOf(Throwable cause) {
        try {
            String text = "the protocol failed in " + Call.values()[doing].method + ": " + cause + "; state: "
                    + describeEngine();
            return new Reason(EventCause.PROTOCOL_FAILED, text);
        } catch (RuntimeException | Error e) {
            return NO_MEMORY;
        }
    }

    /** Whether the engine has ended. */
    public boolean isEnded() {
        return ended;
    }

    /** The engine, for its questions; its events are the driver's alone. */
    public ProtocolEngine engine() {
        return engine;
    }

    /** What was counted so far; always the same object. */
    public MeterValues<SessionMeter> counters() {
        return counters;
    }

    private void call(Call what, Runnable call) {
        if (ended) {
            return;
        }
        try {
            enter(what);
            call.run();
        } catch (RuntimeException | Error e) {
            fail(e);
        }
    }

    @SuppressWarnings("EnumOrdinal") // read back in this class
    private void enter(Call what) {
        doing = what.ordinal();
        counters.increment(SessionMeter.ENGINE_CALLS);
    }

    private boolean isDue() {
        long deadlineNanos = engine.nextDeadlineNanos();
        return deadlineNanos != ProtocolEngine.NO_DEADLINE && deadlineNanos - nowNanos <= 0;
    }

    private void onDeadline() {
        if (trace != null) {
            trace.onDeadline(nowNanos);
        }
        enter(Call.DEADLINE);
        engine.onDeadline(nowNanos, actions);
    }

    private void offerMessages() {
        moreToOffer = false;
        for (int i = 0; i < OFFERS_PER_WAKE_UP && !ended; i++) {
            byte[] message = host.nextMessage();
            if (message == null || ended || (ownMessages != null && !ownMessages.isReady())) {
                return;
            }
            enter(Call.SEND);
            boolean headers = host.hasHeaders();
            Recipients to = host.recipients();
            boolean accepted = engine.onSend(message, headers, to, nowNanos, actions);
            if (accepted) {
                host.messageAccepted();
            }
            confirmEarly();
            if (!accepted) {
                return;
            }
            if (ownMessages != null) {
                ownMessages.accepted(message, headers, to, nowNanos);
            }
        }
        moreToOffer = !ended;
    }

    private void confirmEarly() {
        if (!early.isEmpty() && !ended) {
            early.forEach(host::confirmed);
            early.clear();
        }
    }

    private void leave(@Nullable InetSocketAddress to, int ttl, byte[] datagram) {
        if (trace != null) {
            trace.onSent(protocol.kind(datagram), to, ttl, datagram, nowNanos);
        }
        host.send(to, ttl, datagram);
    }

    private void end(DriverEnd end) {
        ended = true;
        host.ended(end);
    }

    private void countRefused(Verdict verdict) {
        switch (verdict) {
            case STRANGER -> counters.increment(SessionMeter.REJECTED_STRANGERS);
            case OTHER_SESSION -> counters.increment(SessionMeter.REJECTED_OTHER_SESSIONS);
            case UNSUPPORTED -> counters.increment(SessionMeter.REJECTED_UNSUPPORTED);
            case DAMAGED -> counters.increment(SessionMeter.REJECTED_DAMAGED);
            case MALFORMED -> counters.increment(SessionMeter.REJECTED_MALFORMED);
            case TWIN -> counters.increment(SessionMeter.REJECTED_TWINS);
            case ACCEPTED, OWN -> {}
        }
    }

    /** What a person has to know, but not for each datagram. */
    private void tellOnce(InetSocketAddress from, byte[] datagram, Verdict verdict) {
        if (!ended && verdict == Verdict.UNSUPPORTED && !toldOfVersion) {
            int version = DatagramHeader.version(datagram);
            toldOfVersion = version != DatagramHeader.VERSION;
            if (toldOfVersion) {
                host.report(new SessionEvent.OtherVersion(from, version));
            }
        } else if (!ended && verdict == Verdict.TWIN && !toldOfTwin) {
            toldOfTwin = true;
            host.report(new SessionEvent.TwinHeard(DatagramHeader.memberId(datagram), from));
        }
    }

    private String describeEngine() {
        try {
            return engine + " " + engine.statistics();
        } catch (RuntimeException | Error e) {
            return "not available (" + e + ")";
        }
    }

    /** The upper end of the path. */
    private final class EngineInlet implements PathLayer.Inlet {
        @Override
        public void receive(InetSocketAddress from, Cast cast, byte[] datagram) {
            if (ended) {
                return;
            }
            if (trace != null) {
                trace.onReceived(protocol.kind(datagram), from, cast, datagram, nowNanos);
            }
            try {
                enter(Call.DATAGRAM);
                engine.onDatagram(from, cast, ExtensionFields.strip(datagram), nowNanos, actions);
            } catch (DecodeException e) {
                counters.increment(SessionMeter.REJECTED_MALFORMED);
                if (trace != null) {
                    trace.onMalformed(from, cast, datagram, e, nowNanos);
                }
            } catch (RuntimeException | Error e) {
                fail(e);
            }
        }

        @Override
        public void refuse(InetSocketAddress from, Cast cast, byte[] datagram, Verdict verdict) {
            countRefused(verdict);
            tellOnce(from, datagram, verdict);
            if (trace != null) {
                trace.onRefused(from, cast, datagram, verdict, nowNanos);
            }
        }
    }

    /** What the engine asks for, passed to the host. Nothing here calls the engine. */
    private final class EngineActions implements Actions {
        @Override
        public void multicast(byte[] datagram, int ttl) {
            checkLength(datagram);
            outlet.send(null, Math.max(0, Math.min(ttl, maxTtl)), datagram);
        }

        @Override
        public void unicast(InetSocketAddress to, byte[] datagram) {
            checkLength(datagram);
            outlet.send(to, 0, datagram);
        }

        @Override
        public void watchPort(InetSocketAddress peer) {
            host.watchPort(peer);
        }

        @Override
        public void unwatchPort(InetSocketAddress peer) {
            host.unwatchPort(peer);
        }

        @Override
        public long nowNanos() {
            return nowNanos;
        }

        @Override
        public void deliver(ReceivedMessage message) {
            if (!host.hasRoom()) {
                throw new IllegalStateException("message " + message.sequence() + " of " + message.sourceId()
                        + " delivered although there is no room");
            }
            give(message);
        }

        @Override
        public boolean deliveryRoom() {
            return host.hasRoom();
        }

        @Override
        public void report(SessionEvent event) {
            if (event instanceof SessionEvent.SessionFailed failed) {
                reportedFailure = new Reason(failed.cause(), failed.reason());
            } else if (state != null && event instanceof SessionEvent.MessagesLost loss) {
                state.lost(loss);
            }
            host.report(event);
        }

        @Override
        public @Nullable StateActions state() {
            return state;
        }

        @Override
        public void flushed(long flushId, FlushResult result) {
            host.flushed(flushId, result);
        }

        @Override
        @SuppressWarnings("EnumOrdinal") // as it was written down
        public void confirmed(Receipt receipt) {
            if (doing == Call.SEND.ordinal()) {
                early.add(receipt);
            } else {
                host.confirmed(receipt);
            }
        }

        @Override
        public void closed(FlushResult result) {
            if (!ended) {
                end(new DriverEnd(result, reportedFailure, null));
            }
        }

        /** A datagram that no socket could send is the engine's mistake; transports take any other. */
        private static void checkLength(byte[] datagram) {
            if (datagram.length == 0 || datagram.length > Wire.MAX_DATAGRAM_BYTES) {
                throw new IllegalArgumentException(
                        "a datagram must have 1 to " + Wire.MAX_DATAGRAM_BYTES + " bytes, was " + datagram.length);
            }
        }
    }
}
