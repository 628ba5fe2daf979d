package org.rmcast.sim;

import java.net.InetSocketAddress;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Confirmation;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.FlushResult;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.WireReader;

/** Multicasts, keeps what not all have acknowledged, repairs on request, forgets receivers that fall silent. */
final class ToySender implements ProtocolEngine {
    private static final byte[] NOTHING = new byte[0];
    private static final long HEARTBEAT_NANOS = 20_000_000;
    private static final long SILENCE_NANOS = 2_000_000_000;

    private final EngineContext context;
    private final int window;
    private final TreeMap<Long, byte[]> kept = new TreeMap<>();
    private final Map<Long, Member> members = new LinkedHashMap<>();
    private final TreeMap<Long, Flush> flushes = new TreeMap<>();
    private long next;
    private long heartbeatAt;

    private record Member(long acked, long heardAt) {}

    private record Flush(long mark, long deadline, boolean close) {}

    ToySender(EngineContext context, int window) {
        this.context = context;
        this.window = window;
    }

    @Override
    public void onStart(long now, Actions actions) {
        heartbeatAt = now;
    }

    @Override
    public void onDatagram(InetSocketAddress from, Cast cast, byte[] datagram, long now, Actions actions)
            throws DecodeException {
        WireReader reader = new WireReader(datagram, DatagramHeader.BYTES);
        long first = reader.readSequence("first");
        long limit = reader.readSequence("limit");
        reader.finish();
        if (DatagramHeader.type(datagram) == ToyProtocol.ACK) {
            members.put(DatagramHeader.memberId(datagram), new Member(first, now));
            release(now, actions);
        } else if (DatagramHeader.type(datagram) == ToyProtocol.NAK) {
            for (byte[] data : kept.subMap(first, Math.max(first, limit)).values()) {
                actions.multicast(data, 255);
            }
        }
    }

    @Override
    public boolean onSend(byte[] message, long now, Actions actions) {
        if (kept.size() >= window) {
            return false;
        }
        byte[] data = ToyProtocol.datagram(context, ToyProtocol.DATA, next, low(), message);
        kept.put(next, data);
        next++;
        actions.multicast(data, 255);
        return true;
    }

    @Override
    public void onFlush(long flushId, Confirmation by, long deadline, long now, Actions actions) {
        flushes.put(flushId, new Flush(next, deadline, false));
        release(now, actions);
    }

    @Override
    public void onClose(long deadline, long now, Actions actions) {
        flushes.put(Long.MAX_VALUE, new Flush(next, deadline, true));
        release(now, actions);
    }

    @Override
    public void onDeliveryRoom(long now, Actions actions) {}

    @Override
    public void onDeadline(long now, Actions actions) {
        heartbeatAt = now + HEARTBEAT_NANOS;
        actions.multicast(ToyProtocol.datagram(context, ToyProtocol.HEARTBEAT, next, low(), NOTHING), 255);
        members.values().removeIf(member -> now - member.heardAt() > SILENCE_NANOS);
        release(now, actions);
    }

    @Override
    public void onBatchEnd(long now, Actions actions) {}

    @Override
    public long nextDeadlineNanos() {
        return heartbeatAt;
    }

    @Override
    public int receiverCount() {
        return members.size();
    }

    @Override
    public EngineStatistics statistics() {
        return Statistics.ofBuffer(kept.size(), window);
    }

    private void release(long now, Actions actions) {
        long acked = members.values().stream().mapToLong(Member::acked).min().orElse(0);
        kept.headMap(acked).clear();
        for (Iterator<Map.Entry<Long, Flush>> open = flushes.entrySet().iterator(); open.hasNext(); ) {
            Map.Entry<Long, Flush> entry = open.next();
            Flush flush = entry.getValue();
            boolean complete = acked >= flush.mark();
            if (complete || now - flush.deadline() >= 0) {
                open.remove();
                FlushResult result = new FlushResult(complete, List.of(), 0);
                if (flush.close()) {
                    actions.closed(result);
                } else {
                    actions.flushed(entry.getKey(), result);
                }
            }
        }
    }

    private long low() {
        return kept.isEmpty() ? next : kept.firstKey();
    }
}
