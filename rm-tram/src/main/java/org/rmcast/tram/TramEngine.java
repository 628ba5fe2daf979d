package org.rmcast.tram;

import java.net.InetSocketAddress;
import java.util.EnumSet;
import java.util.Set;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.tram.wire.TramCodec;
import org.rmcast.tram.wire.TramPacket;

/** What both engines do: they decode what comes, count it to its source address, and answer by way of the {@link AnswerGuard}. */
abstract class TramEngine implements ProtocolEngine {
    /** What one node says to one other. From the group it is refused: everybody would answer one forged packet. */
    private static final Set<TramPacket.Type> FOR_ONE = EnumSet.of(
            TramPacket.Type.HEAD_BIND,
            TramPacket.Type.ACCEPT_MEMBER,
            TramPacket.Type.REJECT_MEMBER,
            TramPacket.Type.UNICAST_HELLO,
            TramPacket.Type.ACK,
            TramPacket.Type.NOT_REPAIRED,
            TramPacket.Type.UNICAST_DATA,
            TramPacket.Type.MEMBER_REPORT,
            TramPacket.Type.REPORT_TAKEN,
            TramPacket.Type.COOKIE_REQUEST,
            TramPacket.Type.COOKIE);

    private final TramContext context;

    TramEngine(TramContext context) {
        this.context = context;
    }

    @Override
    public final void onDatagram(InetSocketAddress from, Cast cast, byte[] datagram, long nowNanos, Actions actions)
            throws DecodeException {
        checkLength(from, datagram, actions);
        TramPacket packet = TramCodec.decode(datagram);
        TramPacket.Type type = packet.type();
        if (type != TramPacket.Type.DATA) {
            if (cast == Cast.MULTICAST && FOR_ONE.contains(type)) {
                throw new DecodeException(type + " came to the group: all would answer");
            }
            // New data needs no answer to where it came from.
            context.addresses.heard(from, datagram.length, nowNanos);
        }
        onPacket(from, DatagramHeader.memberId(datagram), packet, nowNanos, context.guard.of(actions, nowNanos));
    }

    @Override
    public final void onDeadline(long nowNanos, Actions actions) {
        atDeadline(nowNanos, context.guard.of(actions, nowNanos));
    }

    @Override
    public final void onBatchEnd(long nowNanos, Actions actions) {
        atBatchEnd(nowNanos, context.guard.of(actions, nowNanos));
    }

    /** Refuses a datagram that cannot be taken for its length. */
    abstract void checkLength(InetSocketAddress from, byte[] datagram, Actions actions) throws DecodeException;

    /** A packet came, see {@link #onDatagram}; {@code id} says who sent it. */
    abstract void onPacket(InetSocketAddress from, long id, TramPacket packet, long nowNanos, Actions actions);

    /** See {@link #onDeadline}. */
    abstract void atDeadline(long nowNanos, Actions actions);

    /** See {@link #onBatchEnd}. */
    abstract void atBatchEnd(long nowNanos, Actions actions);
}
