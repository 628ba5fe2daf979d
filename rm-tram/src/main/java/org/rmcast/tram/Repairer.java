package org.rmcast.tram;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rmcast.core.buffer.BufferManager;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineMeter;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.flow.Pacer;
import org.rmcast.tram.wire.TramCodec;
import org.rmcast.tram.wire.TramPacket;

/**
 * Sends the repairs that members ask for: paced, each once for all who ask, and not again right after.
 *
 * <p>Source: JRMS 1.1: a packet is multicast again unless it is queued or was resent within {@code min(100 ms, aw *
 * maxPacket / (2 * rate))}. With {@code multicastRepairMembers} above 1 a packet that fewer members ask for goes to them
 * by unicast, which spares all others the packet.
 */
final class Repairer {
    private static final long MAX_HOLD_OFF_NANOS = 100_000_000L;
    private static final int MAX_PENDING = 1 << 14;

    /** A repair that was asked for or made: to whom. */
    private static final class Repair {
        final List<InetSocketAddress> requesters = new ArrayList<>(2);
        boolean multicast;
        long sentNanos;
    }

    private final TramContext context;
    private final Pacer pacer;
    private final TramPacket.Type type;
    private final Map<Long, Repair> pending = new LinkedHashMap<>();
    private final Map<Long, Repair> recent = new LinkedHashMap<>();

    /**
     * @param pacer repairs leave as it allows; the sender shares it with new data
     * @param type RETRANSMISSION for members, which may be multicast, or UNICAST_DATA
     */
    Repairer(TramContext context, Pacer pacer, TramPacket.Type type) {
        this.context = context;
        this.pacer = pacer;
        this.type = type;
    }

    /** Whoever has this address asks for a packet that is held. */
    void request(long sequence, InetSocketAddress from, int rateBytesPerSecond, long nowNanos) {
        context.counters.increment(EngineMeter.NAKS_RECEIVED);
        Repair repair = pending.get(sequence);
        if (repair == null) {
            Repair last = recent.get(sequence);
            if (last != null && nowNanos - last.sentNanos >= holdOffNanos(rateBytesPerSecond)) {
                last = null;
            }
            if (last != null && (last.multicast || last.requesters.contains(from))) {
                context.counters.increment(EngineMeter.REPAIRS_SUPPRESSED);
                return;
            }
            if (pending.size() >= MAX_PENDING) {
                return;
            }
            repair = new Repair();
            if (last != null) {
                // Another member got it by unicast a moment ago: there may be more to come.
                repair.requesters.addAll(last.requesters);
            }
            pending.put(sequence, repair);
        }
        if (!repair.requesters.contains(from)) {
            repair.requesters.add(from);
        }
    }

    /** Nothing is asked for from this address any more. */
    void forget(InetSocketAddress address) {
        Iterator<Repair> repairs = pending.values().iterator();
        while (repairs.hasNext()) {
            Repair repair = repairs.next();
            repair.requesters.remove(address);
            if (repair.requesters.isEmpty()) {
                repairs.remove();
            }
        }
    }

    void clear() {
        pending.clear();
        recent.clear();
    }

    /** Sends what the pacer lets go. */
    void drain(BufferManager cache, int ttl, long nowNanos, Actions actions) {
        Iterator<Map.Entry<Long, Repair>> entries = pending.entrySet().iterator();
        while (entries.hasNext() && pacer.mayLeave(nowNanos)) {
            Map.Entry<Long, Repair> entry = entries.next();
            entries.remove();
            byte[] packet = cache.get(entry.getKey());
            if (packet != null) {
                send(entry.getKey(), entry.getValue(), packet, ttl, nowNanos, actions);
            }
        }
        expireRecent(nowNanos);
    }

    /** When there is something more to send, or {@link ProtocolEngine#NO_DEADLINE}. */
    long nextDeadlineNanos() {
        return pending.isEmpty() ? ProtocolEngine.NO_DEADLINE : pacer.batchReadyNanos();
    }

    private void send(long sequence, Repair repair, byte[] packet, int ttl, long nowNanos, Actions actions) {
        byte[] datagram = TramCodec.repair(type, packet);
        repair.sentNanos = nowNanos;
        repair.multicast = type == TramPacket.Type.RETRANSMISSION
                && repair.requesters.size() >= context.config.multicastRepairMembers;
        if (repair.multicast) {
            actions.multicast(datagram, ttl);
            sent(datagram, nowNanos);
        } else {
            for (InetSocketAddress requester : repair.requesters) {
                actions.unicast(requester, datagram);
                sent(datagram, nowNanos);
            }
        }
        recent.remove(sequence);
        recent.put(sequence, repair);
    }

    private void sent(byte[] datagram, long nowNanos) {
        pacer.leave(datagram.length, nowNanos);
        context.counters.increment(EngineMeter.REPAIRS_SENT);
    }

    private void expireRecent(long nowNanos) {
        Iterator<Repair> repairs = recent.values().iterator();
        while (repairs.hasNext() && nowNanos - repairs.next().sentNanos >= MAX_HOLD_OFF_NANOS) {
            repairs.remove();
        }
    }

    private long holdOffNanos(int rateBytesPerSecond) {
        TramConfig config = context.config;
        if (config.repairHoldOffNanos > 0) {
            return config.repairHoldOffNanos;
        }
        double window = 1e9 * config.ackWindow * config.maxPacketBytes / (2.0 * Math.max(1, rateBytesPerSecond));
        return Math.min(MAX_HOLD_OFF_NANOS, (long) window);
    }
}
