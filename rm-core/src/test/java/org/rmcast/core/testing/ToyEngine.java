package org.rmcast.core.testing;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
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
import org.rmcast.core.engine.MeterValues;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.ReceivedMessage;
import org.rmcast.core.engine.Role;
import org.rmcast.core.event.SessionEvent;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.WireReader;
import org.rmcast.core.wire.WireWriter;

/** The engine of {@link ToyProtocol}: one class for all roles. */
final class ToyEngine implements ProtocolEngine {
    private static final int DATA = 1;
    private static final int HELLO = 2;
    private static final int PING = 3;
    private static final int END = 4;
    private static final int PAUSE = 5;
    private static final int RESUME = 6;
    private static final long TICK_NANOS = 20_000_000L;

    private final EngineContext context;
    private final String fail;
    private final boolean mute;
    private final Map<Long, Peer> receivers = new LinkedHashMap<>();
    private final List<Flush> flushes = new ArrayList<>();
    private final List<ReceivedMessage> held = new ArrayList<>();
    private final MeterValues<ToyMeter> own = new MeterValues<>(ToyMeter.class);
    private long nextSequence;
    private long deadline;
    private long accepted;
    private long delivered;
    private long lost;
    private boolean closing;
    private boolean pausing;

    private static final class Peer {
        final InetSocketAddress address;
        long next;
        boolean paused;

        Peer(InetSocketAddress address) {
            this.address = address;
        }
    }

    private record Flush(long id, long deadlineNanos, long limit) {}

    ToyEngine(EngineContext context, String fail, boolean mute) {
        this.context = context;
        this.fail = fail;
        this.mute = mute;
    }

    @Override
    public void onStart(long nowNanos, Actions actions) {
        failAt("onStart");
        deadline = nowNanos + TICK_NANOS;
    }

    @Override
    public void onDatagram(InetSocketAddress from, Cast cast, byte[] datagram, long nowNanos, Actions actions)
            throws DecodeException {
        failAt("onDatagram");
        WireReader reader = new WireReader(datagram, DatagramHeader.BYTES);
        long sequence = reader.readSequence("sequence");
        long member = DatagramHeader.memberId(datagram);
        if (context.role() == Role.RECEIVER) {
            onReceiver(from, datagram, member, sequence, actions);
        } else if (context.role() == Role.SENDER) {
            onSender(from, DatagramHeader.type(datagram), member, sequence, actions);
        }
        answerFlushes(nowNanos, actions);
    }

    private void onReceiver(InetSocketAddress from, byte[] datagram, long member, long sequence, Actions actions) {
        switch (DatagramHeader.type(datagram)) {
            case DATA -> onData(from, datagram, member, sequence, actions);
            case PING -> actions.unicast(from, packet(HELLO, nextSequence, new byte[0]));
            case END -> actions.report(new SessionEvent.StreamEnded(member));
            default -> {}
        }
    }

    private void onData(InetSocketAddress from, byte[] datagram, long member, long sequence, Actions actions) {
        if (sequence > nextSequence) {
            lost += sequence - nextSequence;
            actions.report(new SessionEvent.MessagesLost(member, nextSequence, sequence, "not repaired"));
        }
        nextSequence = sequence + 1;
        int start = DatagramHeader.BYTES + 8;
        held.add(new ReceivedMessage(member, sequence, ByteBuffer.wrap(datagram, start, datagram.length - start)));
        deliverHeld(actions);
        if (!held.isEmpty() && !pausing) {
            pausing = true;
            actions.unicast(from, packet(PAUSE, nextSequence, new byte[0]));
        }
    }

    private void onSender(InetSocketAddress from, int type, long member, long sequence, Actions actions) {
        own.increment(ToyMeter.HELLOS);
        Peer peer = receivers.get(member);
        if (peer == null) {
            peer = new Peer(from);
            receivers.put(member, peer);
            actions.report(new SessionEvent.MemberJoined(member, from));
        }
        peer.next = Math.max(peer.next, sequence);
        if (type == PAUSE || type == RESUME) {
            peer.paused = type == PAUSE;
        }
    }

    @Override
    public boolean onSend(byte[] message, long nowNanos, Actions actions) {
        failAt("onSend");
        for (Peer peer : receivers.values()) {
            if (peer.paused) {
                return false;
            }
        }
        accepted++;
        actions.multicast(packet(DATA, nextSequence++, message), context.ttl());
        return true;
    }

    @Override
    public void onFlush(long flushId, Confirmation by, long deadlineNanos, long nowNanos, Actions actions) {
        flushes.add(new Flush(flushId, deadlineNanos, nextSequence));
        deadline = nowNanos;
        answerFlushes(nowNanos, actions);
    }

    @Override
    public void onDeliveryRoom(long nowNanos, Actions actions) {
        deliverHeld(actions);
        if (held.isEmpty() && pausing) {
            pausing = false;
            actions.multicast(packet(RESUME, nextSequence, new byte[0]), context.ttl());
        }
    }

    @Override
    public void onDeadline(long nowNanos, Actions actions) {
        failAt("onDeadline");
        deadline = nowNanos + TICK_NANOS;
        if (context.role() == Role.RECEIVER) {
            actions.multicast(packet(HELLO, nextSequence, new byte[0]), context.ttl());
        } else if (context.role() == Role.SENDER && !flushes.isEmpty()) {
            actions.multicast(packet(PING, nextSequence, new byte[0]), context.ttl());
        }
        answerFlushes(nowNanos, actions);
    }

    @Override
    public void onBatchEnd(long nowNanos, Actions actions) {}

    @Override
    public void onClose(long deadlineNanos, long nowNanos, Actions actions) {
        closing = true;
        onFlush(0, Confirmation.EVERYONE, deadlineNanos, nowNanos, actions);
    }

    @Override
    public long nextDeadlineNanos() {
        return deadline;
    }

    @Override
    public int receiverCount() {
        return receivers.size();
    }

    @Override
    public EngineStatistics statistics() {
        return EngineStatistics.builder()
                .with(EngineMeter.DATA_PACKETS_SENT, accepted)
                .with(EngineMeter.DATA_PACKETS_RECEIVED, delivered)
                .with(EngineMeter.MESSAGES_ACCEPTED, accepted)
                .with(EngineMeter.MESSAGES_DELIVERED, delivered)
                .with(EngineMeter.MESSAGES_LOST, lost)
                .with(EngineMeter.PACKETS_MISSED, lost)
                .with(EngineMeter.BUFFER_PACKETS, held.size())
                .with(EngineMeter.NEXT_SEQUENCE, nextSequence)
                .with(own)
                .build();
    }

    @Override
    public String toString() {
        return "ToyEngine at " + nextSequence;
    }

    private void deliverHeld(Actions actions) {
        Iterator<ReceivedMessage> waiting = held.iterator();
        while (waiting.hasNext() && actions.deliveryRoom()) {
            actions.deliver(waiting.next());
            waiting.remove();
            delivered++;
        }
    }

    private void answerFlushes(long nowNanos, Actions actions) {
        if (mute) {
            return;
        }
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
        if (!closing || flush.id != 0) {
            actions.flushed(flush.id, result);
            return;
        }
        if (context.role() == Role.SENDER) {
            actions.multicast(packet(END, nextSequence, new byte[0]), context.ttl());
        }
        actions.closed(result);
    }

    private List<FlushResult.Laggard> behind(long limit) {
        List<FlushResult.Laggard> behind = new ArrayList<>();
        receivers.forEach((member, peer) -> {
            if (peer.next < limit) {
                behind.add(new FlushResult.Laggard(member, peer.address, limit - peer.next));
            }
        });
        return behind;
    }

    private byte[] packet(int type, long sequence, byte[] payload) {
        WireWriter writer = new WireWriter(DatagramHeader.BYTES + 8 + payload.length);
        DatagramHeader.begin(writer, type, 0);
        return writer.writeLong(sequence).writeBytes(payload, 0, payload.length).toByteArray();
    }

    private void failAt(String where) {
        if (fail.equals(where)) {
            throw new IllegalStateException("made to fail");
        }
    }
}
