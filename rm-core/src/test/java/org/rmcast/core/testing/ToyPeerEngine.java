package org.rmcast.core.testing;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Confirmation;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.EngineMeter;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.FlushResult;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.ReceivedMessage;
import org.rmcast.core.event.SessionEvent;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.WireReader;
import org.rmcast.core.wire.WireWriter;

/**
 * Each peer multicasts its messages, and tells each other peer by unicast how far it has that one's, and whether it has room.
 * Gaps are reported as lost.
 */
final class ToyPeerEngine implements ProtocolEngine {
    private static final int DATA = 1;
    private static final int HELLO = 2;
    private static final int REPORT = 3;
    private static final int END = 4;
    private static final long TICK_NANOS = 20_000_000L;

    private final EngineContext context;
    private final Map<Long, Other> others = new LinkedHashMap<>();
    private final List<Flush> flushes = new ArrayList<>();
    private final Deque<ReceivedMessage> held = new ArrayDeque<>();
    private long nextSequence;
    private long deadline;
    private long delivered;
    private long lost;

    private static final class Other {
        final InetSocketAddress address;
        long confirmed;
        long next = -1;
        boolean full;

        Other(InetSocketAddress address) {
            this.address = address;
        }
    }

    private record Flush(long id, long deadlineNanos, long limit, boolean close) {}

    ToyPeerEngine(EngineContext context) {
        this.context = context;
    }

    @Override
    public void onStart(long nowNanos, Actions actions) {
        deadline = nowNanos;
    }

    @Override
    public void onDatagram(InetSocketAddress from, Cast cast, byte[] datagram, long nowNanos, Actions actions)
            throws DecodeException {
        WireReader reader = new WireReader(datagram, DatagramHeader.BYTES);
        long sequence = reader.readSequence("sequence");
        boolean full = reader.readUnsignedByte("full") != 0;
        long member = DatagramHeader.memberId(datagram);
        if (DatagramHeader.type(datagram) == END) {
            others.remove(member);
            actions.report(new SessionEvent.StreamEnded(member));
            actions.report(new SessionEvent.MemberLeft(member, from));
            answerFlushes(nowNanos, actions);
            return;
        }
        Other other = others.get(member);
        if (other == null) {
            other = new Other(from);
            others.put(member, other);
            actions.report(new SessionEvent.MemberJoined(member, from));
        }
        if (DatagramHeader.type(datagram) == DATA) {
            onData(member, other, sequence, datagram, actions);
        } else if (DatagramHeader.type(datagram) == REPORT) {
            other.confirmed = Math.max(other.confirmed, sequence);
            other.full = full;
        }
        answerFlushes(nowNanos, actions);
    }

    private void onData(long member, Other other, long sequence, byte[] datagram, Actions actions) {
        if (other.next >= 0 && sequence > other.next) {
            lost += sequence - other.next;
            actions.report(new SessionEvent.MessagesLost(member, other.next, sequence, "not repaired"));
        }
        other.next = sequence + 1;
        int start = DatagramHeader.BYTES + 9;
        held.add(new ReceivedMessage(member, sequence, ByteBuffer.wrap(datagram, start, datagram.length - start)));
        deliverHeld(actions);
        report(other, actions);
    }

    @Override
    public boolean onSend(byte[] message, long nowNanos, Actions actions) {
        if (others.values().stream().anyMatch(other -> other.full)) {
            return false;
        }
        actions.multicast(packet(DATA, nextSequence++, message), context.ttl());
        return true;
    }

    @Override
    public void onFlush(long flushId, Confirmation by, long deadlineNanos, long nowNanos, Actions actions) {
        flushes.add(new Flush(flushId, deadlineNanos, nextSequence, false));
        answerFlushes(nowNanos, actions);
    }

    @Override
    public void onClose(long deadlineNanos, long nowNanos, Actions actions) {
        flushes.add(new Flush(0, deadlineNanos, nextSequence, true));
        answerFlushes(nowNanos, actions);
    }

    @Override
    public void onDeliveryRoom(long nowNanos, Actions actions) {
        deliverHeld(actions);
        others.values().forEach(other -> report(other, actions));
    }

    @Override
    public void onDeadline(long nowNanos, Actions actions) {
        deadline = nowNanos + TICK_NANOS;
        actions.multicast(packet(HELLO, nextSequence, new byte[0]), context.ttl());
        others.values().forEach(other -> report(other, actions));
        answerFlushes(nowNanos, actions);
    }

    @Override
    public void onBatchEnd(long nowNanos, Actions actions) {}

    @Override
    public long nextDeadlineNanos() {
        return deadline;
    }

    @Override
    public int receiverCount() {
        return others.size();
    }

    @Override
    public EngineStatistics statistics() {
        return EngineStatistics.builder()
                .with(EngineMeter.DATA_PACKETS_SENT, nextSequence)
                .with(EngineMeter.DATA_PACKETS_RECEIVED, delivered)
                .with(EngineMeter.MESSAGES_ACCEPTED, nextSequence)
                .with(EngineMeter.MESSAGES_DELIVERED, delivered)
                .with(EngineMeter.MESSAGES_LOST, lost)
                .with(EngineMeter.PACKETS_MISSED, lost)
                .with(EngineMeter.BUFFER_PACKETS, held.size())
                .with(EngineMeter.NEXT_SEQUENCE, nextSequence)
                .build();
    }

    private void report(Other other, Actions actions) {
        if (other.next >= 0) {
            actions.unicast(other.address, packet(REPORT, other.next, new byte[0]));
        }
    }

    private void deliverHeld(Actions actions) {
        while (!held.isEmpty() && actions.deliveryRoom()) {
            actions.deliver(held.remove());
            delivered++;
        }
    }

    private void answerFlushes(long nowNanos, Actions actions) {
        Iterator<Flush> open = flushes.iterator();
        while (open.hasNext()) {
            Flush flush = open.next();
            List<FlushResult.Laggard> behind = behind(flush.limit);
            if (behind.isEmpty() || flush.deadlineNanos - nowNanos <= 0) {
                open.remove();
                answer(flush, new FlushResult(behind.isEmpty(), behind, 0), actions);
            }
        }
    }

    private void answer(Flush flush, FlushResult result, Actions actions) {
        if (flush.close) {
            actions.multicast(packet(END, nextSequence, new byte[0]), context.ttl());
            actions.closed(result);
        } else {
            actions.flushed(flush.id, result);
        }
    }

    private List<FlushResult.Laggard> behind(long limit) {
        List<FlushResult.Laggard> behind = new ArrayList<>();
        others.forEach((member, other) -> {
            if (other.confirmed < limit) {
                behind.add(new FlushResult.Laggard(member, other.address, limit - other.confirmed));
            }
        });
        return behind;
    }

    private byte[] packet(int type, long sequence, byte[] payload) {
        WireWriter writer = new WireWriter(DatagramHeader.BYTES + 9 + payload.length);
        DatagramHeader.begin(writer, type, 0);
        return writer.writeLong(sequence)
                .writeByte(held.isEmpty() ? 0 : 1)
                .writeBytes(payload, 0, payload.length)
                .toByteArray();
    }
}
