package org.rmcast.sim;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
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

/** Multicasts and keeps its newest messages; asks each source for what is missing until the source no longer has it. */
final class ToyPeer implements ProtocolEngine {
    private static final byte[] NOTHING = new byte[0];
    private static final int KEPT = 512;
    private static final int HELD_PER_SOURCE = 512;
    private static final long HEARTBEAT_NANOS = 20_000_000;
    private static final long SILENCE_NANOS = 1_000_000_000;

    private final EngineContext context;
    private final boolean closeWhenLost;
    private final TreeMap<Long, byte[]> kept = new TreeMap<>();
    private final Map<Long, Source> sources = new LinkedHashMap<>();
    private long next;
    private long heartbeatAt;

    /** What is known of another peer. */
    private static final class Source {
        private final long id;
        private final InetSocketAddress address;
        private final TreeMap<Long, byte[]> held = new TreeMap<>();
        private long next;
        private long known;
        private long low;
        private long heardAt;

        Source(long id, InetSocketAddress address, long next) {
            this.id = id;
            this.address = address;
            this.next = next;
        }
    }

    ToyPeer(EngineContext context, boolean closeWhenLost) {
        this.context = context;
        this.closeWhenLost = closeWhenLost;
    }

    @Override
    public void onStart(long now, Actions actions) {
        heartbeatAt = now + context.random().nextLong(HEARTBEAT_NANOS);
        actions.report(new SessionEvent.MemberJoined(context.memberId(), context.localAddress()));
    }

    @Override
    public void onDatagram(InetSocketAddress from, Cast cast, byte[] datagram, long now, Actions actions)
            throws DecodeException {
        int type = DatagramHeader.type(datagram);
        WireReader reader = new WireReader(datagram, DatagramHeader.BYTES);
        long first = reader.readSequence("first");
        long second = reader.readSequence("second");
        if (type == ToyProtocol.NAK) {
            for (byte[] data : kept.subMap(first, Math.max(first, second)).values()) {
                actions.unicast(from, data);
            }
            return;
        }
        Source source = source(DatagramHeader.memberId(datagram), from, first, actions);
        source.heardAt = now;
        source.low = Math.max(source.low, second);
        if (type == ToyProtocol.DATA) {
            source.known = Math.max(source.known, first + 1);
            if (first >= source.next && source.held.size() < HELD_PER_SOURCE) {
                source.held.put(first, datagram);
            }
        } else {
            source.known = Math.max(source.known, first);
        }
        release(source, actions);
    }

    private Source source(long id, InetSocketAddress from, long first, Actions actions) {
        Source source = sources.get(id);
        if (source == null) {
            source = new Source(id, from, first);
            sources.put(id, source);
            actions.report(new SessionEvent.MemberJoined(id, from));
        }
        return source;
    }

    @Override
    public boolean onSend(byte[] message, long now, Actions actions) {
        kept.put(next, ToyProtocol.datagram(context, ToyProtocol.DATA, next, Math.max(0, next + 1 - KEPT), message));
        actions.multicast(kept.lastEntry().getValue(), 255);
        next++;
        kept.headMap(next - KEPT).clear();
        return true;
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
        sources.values().forEach(source -> release(source, actions));
    }

    @Override
    public void onDeadline(long now, Actions actions) {
        heartbeatAt = now + HEARTBEAT_NANOS;
        actions.multicast(heartbeat(), 255);
        for (Iterator<Source> all = sources.values().iterator(); all.hasNext(); ) {
            Source source = all.next();
            if (now - source.heardAt > SILENCE_NANOS) {
                all.remove();
                actions.report(new SessionEvent.SenderLost(source.id, "silence"));
                if (closeWhenLost) {
                    actions.closed(FlushResult.completed());
                    return;
                }
            } else if (source.next < source.known) {
                long limit = source.held.isEmpty() ? source.known : source.held.firstKey();
                actions.unicast(
                        source.address, ToyProtocol.datagram(context, ToyProtocol.NAK, source.next, limit, NOTHING));
            }
        }
    }

    private byte[] heartbeat() {
        return ToyProtocol.datagram(context, ToyProtocol.HEARTBEAT, next, Math.max(0, next - KEPT), NOTHING);
    }

    @Override
    public void onBatchEnd(long now, Actions actions) {}

    @Override
    public long nextDeadlineNanos() {
        return heartbeatAt;
    }

    @Override
    public int receiverCount() {
        return sources.size();
    }

    @Override
    public EngineStatistics statistics() {
        return Statistics.ofBuffer(kept.size(), KEPT);
    }

    private void release(Source source, Actions actions) {
        while (actions.deliveryRoom()) {
            byte[] datagram = source.held.remove(source.next);
            if (datagram != null) {
                ByteBuffer payload = ByteBuffer.wrap(datagram).position(DatagramHeader.BYTES + 16);
                actions.deliver(new ReceivedMessage(source.id, source.next, payload));
                source.next++;
            } else if (source.next < source.low) {
                long limit = source.held.isEmpty() ? source.low : Math.min(source.low, source.held.firstKey());
                actions.report(new SessionEvent.MessagesLost(source.id, source.next, limit, "no longer kept"));
                source.next = limit;
            } else {
                return;
            }
        }
    }
}
