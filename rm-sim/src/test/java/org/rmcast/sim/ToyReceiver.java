package org.rmcast.sim;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Confirmation;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.FlushResult;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.ReceivedMessage;
import org.rmcast.core.event.SessionEvent;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.WireReader;

/** Delivers in order, asks for what is missing, reports as lost what the sender no longer has. */
final class ToyReceiver implements ProtocolEngine {
    private static final byte[] NOTHING = new byte[0];
    private static final int CAPACITY = 4_096;
    private static final long ACK_NANOS = 10_000_000;

    private final EngineContext context;
    private final TreeMap<Long, byte[]> held = new TreeMap<>();
    private @Nullable InetSocketAddress sender;
    private long source;
    private long next = -1;
    private long known;
    private long low;
    private long ackAt = NO_DEADLINE;

    ToyReceiver(EngineContext context) {
        this.context = context;
    }

    @Override
    public void onStart(long now, Actions actions) {}

    @Override
    public void onDatagram(InetSocketAddress from, Cast cast, byte[] datagram, long now, Actions actions)
            throws DecodeException {
        int type = DatagramHeader.type(datagram);
        WireReader reader = new WireReader(datagram, DatagramHeader.BYTES);
        long first = reader.readSequence("first");
        long second = reader.readSequence("second");
        if (type != ToyProtocol.DATA && type != ToyProtocol.HEARTBEAT) {
            return;
        }
        if (source != 0 && source != DatagramHeader.memberId(datagram)) {
            return;
        }
        if (next < 0) {
            source = DatagramHeader.memberId(datagram);
            next = first;
            ackAt = now;
            actions.report(new SessionEvent.MemberJoined(context.memberId(), context.localAddress()));
        }
        sender = from;
        low = Math.max(low, second);
        if (type == ToyProtocol.DATA) {
            known = Math.max(known, first + 1);
            if (first >= next && held.size() < CAPACITY) {
                held.put(first, datagram);
            }
        } else {
            known = Math.max(known, first);
        }
        release(actions);
    }

    @Override
    public boolean onSend(byte[] message, long now, Actions actions) {
        return false;
    }

    @Override
    public void onFlush(long flushId, Confirmation by, long deadline, long now, Actions actions) {
        actions.flushed(flushId, FlushResult.completed());
    }

    @Override
    public void onClose(long deadline, long now, Actions actions) {
        actions.closed(FlushResult.completed());
    }

    @Override
    public void onDeliveryRoom(long now, Actions actions) {
        release(actions);
    }

    @Override
    public void onDeadline(long now, Actions actions) {
        ackAt = now + ACK_NANOS + context.random().nextLong(ACK_NANOS);
        InetSocketAddress to = sender;
        if (to == null) {
            return;
        }
        if (next < known) {
            long limit = held.isEmpty() ? known : held.firstKey();
            actions.unicast(to, ToyProtocol.datagram(context, ToyProtocol.NAK, next, limit, NOTHING));
        }
        actions.unicast(to, ToyProtocol.datagram(context, ToyProtocol.ACK, next, known, NOTHING));
    }

    @Override
    public void onBatchEnd(long now, Actions actions) {}

    @Override
    public long nextDeadlineNanos() {
        return ackAt;
    }

    @Override
    public int receiverCount() {
        return 0;
    }

    @Override
    public EngineStatistics statistics() {
        return Statistics.ofBuffer(held.size(), CAPACITY);
    }

    private void release(Actions actions) {
        while (actions.deliveryRoom()) {
            byte[] datagram = held.remove(next);
            if (datagram != null) {
                ByteBuffer payload = ByteBuffer.wrap(datagram).position(DatagramHeader.BYTES + 16);
                actions.deliver(new ReceivedMessage(source, next, payload));
                next++;
            } else if (next < low) {
                long limit = held.isEmpty() ? low : Math.min(low, held.firstKey());
                actions.report(new SessionEvent.MessagesLost(source, next, limit, "no longer kept"));
                next = limit;
            } else {
                return;
            }
        }
    }
}
