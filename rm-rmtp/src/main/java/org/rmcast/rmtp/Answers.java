package org.rmcast.rmtp;

import org.rmcast.api.EngineMeter;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.flow.Pacer;
import org.rmcast.rmtp.wire.NackEntries;
import org.rmcast.rmtp.wire.RmtpPacket.Ack;
import org.rmcast.rmtp.wire.RmtpPacket.Nack;

/**
 * A receiver's answers: ACK, or NACK in as many datagrams as it takes, which leave one after another.
 *
 * <p>Paper: Shiroshita et al., section 3.2.2. Not thread safe.
 */
final class Answers {
    private static final long[] UNWRITTEN = {};

    private final ReceiverContext context;
    private final ServerSeen server;
    private final PacketSet held;
    private final long token;
    private final NackEntries entries;
    private final Pacer pacer;

    /** The last round that was answered, or is to be. */
    private int last = -1;

    private boolean acknowledged;
    private long dueNanos = ProtocolEngine.NO_DEADLINE;
    private int round;
    private long from;

    Answers(ReceiverContext context, ServerSeen server, PacketSet held, long token) {
        this.context = context;
        this.server = server;
        this.held = held;
        this.token = token;
        this.entries = new NackEntries(held::nextAbsent, held::next, held.size());
        this.pacer = new Pacer((double) context.config.nackRate, Pacer.BURST_NANOS);
    }

    /** The last round that was answered, or is to be; -1 before the first. */
    int last() {
        return last;
    }

    boolean isAcknowledged() {
        return acknowledged;
    }

    /** Whether an answer is still to be sent, or the rest of it. */
    boolean isPending() {
        return dueNanos != ProtocolEngine.NO_DEADLINE;
    }

    /** Answers a round after some time, in place of what was to be answered before. */
    void answer(int ofRound, long fromPacket, long delayNanos, long nowNanos) {
        last = Math.max(last, ofRound);
        round = ofRound;
        from = fromPacket;
        dueNanos = nowNanos + delayNanos;
    }

    /** Nothing is to be said. */
    void stop() {
        dueNanos = ProtocolEngine.NO_DEADLINE;
    }

    void onDeadline(long nowNanos, Actions actions) {
        while (Deadlines.isDue(dueNanos, nowNanos)) {
            if (held.isFull()) {
                acknowledged = true;
                stop();
                context.own.increment(RmtpMeter.RESPONSES);
                context.unicast(server.address(), new Ack(server.transfer(), token, round), actions);
            } else if (pacer.mayLeave(nowNanos)) {
                sendPart(nowNanos, actions);
            } else {
                dueNanos = pacer.batchReadyNanos();
            }
        }
    }

    private void sendPart(long nowNanos, Actions actions) {
        long missing = held.size() - held.count();
        Nack nack = new Nack(server.transfer(), token, round, missing, from, 0, UNWRITTEN);
        NackEntries.Part part = entries.write(nack, context.config.maxPacketBytes);
        if (from == 0) {
            context.counters.add(EngineMeter.NAKS_SENT, missing);
        }
        from = part.limit();
        pacer.leave(part.packet().length, nowNanos);
        context.own.increment(RmtpMeter.RESPONSES);
        context.unicast(server.address(), part.packet(), actions);
        if (from >= held.size()) {
            stop();
        }
    }

    long nextDeadlineNanos() {
        return dueNanos;
    }
}
