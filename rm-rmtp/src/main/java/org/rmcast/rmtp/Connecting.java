package org.rmcast.rmtp;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EventCause;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.peers.AddressCookies;
import org.rmcast.rmtp.ReceiverVerdict.Outcome;
import org.rmcast.rmtp.Served.State;
import org.rmcast.rmtp.wire.RmtpPacket.Answer;
import org.rmcast.rmtp.wire.RmtpPacket.ConnectionAck;
import org.rmcast.rmtp.wire.RmtpPacket.ConnectionRequest;
import org.rmcast.rmtp.wire.RmtpPacket.Token;

/**
 * Who takes part.
 *
 * <p>Paper: Shiroshita et al., section 3.2.1: CONN by multicast, CACK by unicast, CONN again by unicast to the silent. Ours: nobody takes part who
 * has not shown a token that was sent to its address, as the address tokens of QUIC (RFC 9000, section 8). A server that knows no addresses
 * asks by multicast again. Not thread safe.
 */
final class Connecting {
    private static final long COOKIE_NANOS = 60_000_000_000L;
    /** While others are taken all are asked so often again. */
    private static final long OPEN_NANOS = 1_000_000_000L;
    /** For how many receivers answers are spread where it is not known how many there are. */
    private static final int UNKNOWN = 256;

    /** Who comes while others are waited for hears of it soon. */
    private static final int MOST_DOUBLINGS = 3;

    private final ServerContext context;
    private final ReceiverList list;
    private final Receivers receivers;
    private final ControlQueue queue;
    private final AddressCookies cookies;
    private int tries;
    private long beganNanos;
    private boolean over;
    private long dueNanos = ProtocolEngine.NO_DEADLINE;

    Connecting(ServerContext context, ReceiverList list, Receivers receivers, ControlQueue queue) {
        this.context = context;
        this.list = list;
        this.receivers = receivers;
        this.queue = queue;
        this.cookies = new AddressCookies(context.engine.secrets(), COOKIE_NANOS);
    }

    void begin(long nowNanos, Actions actions) {
        beganNanos = nowNanos;
        ask(nowNanos, actions);
    }

    boolean isOver() {
        return over;
    }

    private int asked() {
        return list.expected() == 0 ? UNKNOWN : list.expected();
    }

    private void ask(long nowNanos, Actions actions) {
        boolean toAll = tries == 0 || list.addresses().isEmpty();
        int silent = Math.max(1, toAll ? asked() : receivers.count(State.EXPECTED));
        ConnectionRequest request = context.connectionRequest(list.open(), silent);
        if (toAll) {
            context.multicast(request, actions);
        } else {
            for (Served served : receivers.in(State.EXPECTED)) {
                queue.add(served.address, request);
            }
        }
        dueNanos = nowNanos + queue.nanos() + context.answerNanos(silent, Math.min(tries, MOST_DOUBLINGS));
        tries++;
    }

    /** Asks again, or takes those who are there. */
    void onDeadline(long nowNanos, Actions actions) {
        if (!Deadlines.isDue(dueNanos, nowNanos)) {
            return;
        }
        if (over) {
            context.multicast(context.connectionRequest(true, asked()), actions);
            dueNanos = nowNanos + OPEN_NANOS;
        } else if (isWaiting(nowNanos) && !isEverybodyThere()) {
            ask(nowNanos, actions);
        } else {
            finish(nowNanos, actions);
        }
    }

    /** Whether those who have not answered are asked again. */
    private boolean isWaiting(long nowNanos) {
        return tries < context.config.connectTries || nowNanos - beganNanos < context.config.connectTimeNanos;
    }

    /** Whether there is nobody to wait for. */
    private boolean isEverybodyThere() {
        return list.expected() > 0 && receivers.count(State.EXPECTED) == 0 && receivers.connected() >= list.expected();
    }

    private void finish(long nowNanos, Actions actions) {
        over = true;
        dueNanos = list.open() ? nowNanos + OPEN_NANOS : ProtocolEngine.NO_DEADLINE;
        String reason = "it did not answer " + tries + " connection requests";
        for (Served served : receivers.in(State.EXPECTED)) {
            receivers.fail(served, Outcome.NOT_CONNECTED, EventCause.SILENT, reason, actions);
        }
    }

    /** The first round has ended: nobody else is taken. */
    void close() {
        dueNanos = ProtocolEngine.NO_DEADLINE;
    }

    boolean isOpen() {
        return !over || dueNanos != ProtocolEngine.NO_DEADLINE;
    }

    /**
     * CACK.
     *
     * @return a receiver that takes part from now on, or does again; null if none does
     */
    @Nullable
    Served onAck(InetSocketAddress from, long id, ConnectionAck ack, long nowNanos, Actions actions) {
        Served served = receivers.find(from);
        if (served == null && (!isOpen() || !list.admits(from, receivers.connected(), !over))) {
            context.own.increment(RmtpMeter.UNEXPECTED);
            return null;
        }
        long given = served != null && served.id == id ? served.token : 0;
        boolean proved = given != 0
                ? given == ack.token()
                : ack.token() != 0 && cookies.matches(id, from, ack.token(), nowNanos);
        if (!proved) {
            long token = given != 0 ? given : cookies.of(id, from, nowNanos);
            context.own.increment(RmtpMeter.TOKENS_SENT);
            context.unicast(from, new Token(context.transfer, ack.nonce(), token, false), actions);
            return null;
        }
        if (ack.answer() == Answer.ASKS) {
            context.unicast(from, context.connectionRequest(list.open(), 0), actions);
            return null;
        }
        return onProved(served == null ? receivers.add(from) : served, id, ack, actions);
    }

    private @Nullable Served onProved(Served served, long id, ConnectionAck ack, Actions actions) {
        if (served.id == id && served.state != State.EXPECTED) {
            return null;
        }
        served.id = id;
        served.token = ack.token();
        if (ack.answer() == Answer.NO) {
            if (!served.isDone()) {
                String reason = Served.explained("it declined", ack.reason());
                receivers.fail(served, Outcome.DECLINED, EventCause.LEFT, reason, actions);
            }
            return null;
        }
        served.held = ack.held();
        served.outcome = Outcome.UNDER_WAY;
        served.reason = "";
        served.busy = false;
        context.onRoundTrip(ack.roundTripMicros());
        return served;
    }

    /** Everybody is there, if that is so: no need to wait any longer. */
    void look(long nowNanos, Actions actions) {
        if (!over && isEverybodyThere()) {
            finish(nowNanos, actions);
        }
    }

    long nextDeadlineNanos() {
        return dueNanos;
    }
}
