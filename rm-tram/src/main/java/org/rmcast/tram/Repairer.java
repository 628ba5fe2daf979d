package org.rmcast.tram;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EngineMeter;
import org.rmcast.core.buffer.HeldPackets;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.flow.Pacer;
import org.rmcast.core.repair.CodeLimits;
import org.rmcast.core.repair.RepairLimits;
import org.rmcast.core.repair.RepairOutput;
import org.rmcast.core.repair.RepairQueue;
import org.rmcast.core.repair.RepairRequest;
import org.rmcast.tram.wire.TramCodec;
import org.rmcast.tram.wire.TramPacket;
import org.rmcast.tram.wire.TramPacket.Asked;
import org.rmcast.tram.wire.TramPacket.CodedRepair;

/**
 * Sends the repairs that members ask for, as the {@link RepairQueue} lets them go: paced, at no more than half of the rate while new
 * data waits, in turns among those who ask, each once for all who ask, and not again right after.
 *
 * <p>Source: JRMS 1.1: a packet is multicast again unless it is queued or was resent within {@code min(100 ms, aw *
 * maxPacket / (2 * rate))}. With {@code multicastRepairMembers} above 1 a packet that fewer members ask for goes to them
 * by unicast, which spares all others the packet; among other heads it takes more, see {@link RepairService#requestersForGroup}. Turns are ours: JRMS repairs in the order of the requests.
 */
final class Repairer implements RepairOutput {
    private static final long MAX_HOLD_OFF_NANOS = 100_000_000L;
    private static final int MIN_REQUESTERS = 256;
    /** In a requester's turn: packets to the same address leave as one, where the network can divide them. */
    private static final int QUANTUM_PACKETS = 16;

    /** A head has one stream. */
    private static final long STREAM = 0;

    private final TramContext context;
    private final Pacer pacer;
    /** What leaves here takes its share of this one's rate, too; null if it has a rate of its own. */
    private final @Nullable Pacer charged;

    private final TramPacket.Type type;
    private final RepairQueue queue;
    private @Nullable HeldPackets cache;
    private int ttl;

    /**
     * @param pacer repairs leave as it allows; the sender shares it with new data
     * @param charged what leaves takes its share of that one's rate, too; null if not
     * @param type what one requester is sent: RETRANSMISSION for members, UNICAST_DATA for members of other heads. What goes to all is a
     *     RETRANSMISSION
     */
    Repairer(TramContext context, Pacer pacer, @Nullable Pacer charged, TramPacket.Type type) {
        this.context = context;
        this.pacer = pacer;
        this.charged = charged;
        this.type = type;
        RepairLimits limits = new RepairLimits(
                context.config.maxPendingRepairs,
                (long) context.config.maxPendingRepairs * context.config.maxPacketBytes,
                Math.max(MIN_REQUESTERS, context.config.maxMembers),
                QUANTUM_PACKETS * context.config.maxPacketBytes,
                RepairLimits.DEFAULT_SHARE,
                Pacer.BURST_NANOS);
        this.queue = new RepairQueue(limits, pacer, pacer.bytesPerSecond(), context.engine.group());
        if (type == TramPacket.Type.RETRANSMISSION) {
            queue.multicastAt(context.config.multicastRepairMembers);
            if (context.config.codedRepair) {
                queue.joinBy(CodeLimits.of(CodedRepair.MAX_SPAN, context.config.codedRepairDelayNanos));
            }
        }
    }

    /** What this head sends to whoever has this address. */
    RepairRequest asking(InetSocketAddress from, Asked asked, int rateBytesPerSecond) {
        long holdOffNanos = holdOffNanos(asked.roundTripMicros(), rateBytesPerSecond);
        return new RepairRequest(from, asked.number(), holdOffNanos, asked.decodes());
    }

    /** A packet that is held is asked for, or is to be sent all the same. */
    void request(RepairRequest request, long sequence, long nowNanos) {
        switch (queue.request(request, STREAM, sequence, context.config.maxPacketBytes, nowNanos)) {
            case QUEUED, MERGED -> {}
            case HELD_OFF -> context.counters.increment(EngineMeter.REPAIRS_SUPPRESSED);
            case REFUSED -> context.counters.increment(TramMeter.REPAIRS_REFUSED);
        }
    }

    /** What so many members ask for goes to the group. */
    void multicastAt(int members) {
        queue.multicastAt(members);
    }

    /** What so many hosts ask for within the longest hold-off goes to the group, and not again within that. */
    void multicastAtHosts(int hosts) {
        queue.multicastAtHosts(hosts, MAX_HOLD_OFF_NANOS);
    }

    /** Nothing is asked for from this address any more. */
    void forget(InetSocketAddress address) {
        queue.forget(address);
    }

    void clear() {
        queue.clear();
    }

    /**
     * Sends what may leave.
     *
     * @param scope reaches all members
     * @param newDataWaits whether there is new data for the same pacer
     */
    void drain(HeldPackets held, int scope, boolean newDataWaits, long nowNanos, Actions actions) {
        cache = held;
        ttl = scope;
        queue.setRate(pacer.bytesPerSecond());
        queue.drain(this, newDataWaits, nowNanos, actions);
    }

    /** When there is something more to send, or {@link ProtocolEngine#NO_DEADLINE}. */
    long nextDeadlineNanos() {
        return queue.nextDeadlineNanos();
    }

    @Override
    public int unicast(long stream, long sequence, RepairRequest request, Actions actions) {
        byte[] packet = held(sequence);
        if (packet == null) {
            return 0;
        }
        actions.unicast(request.from(), TramCodec.repair(type, packet, request.number()));
        return sent(packet, actions.nowNanos());
    }

    @Override
    public int multicast(long stream, long sequence, Actions actions) {
        byte[] packet = held(sequence);
        if (packet == null) {
            return 0;
        }
        actions.multicast(TramCodec.repair(TramPacket.Type.RETRANSMISSION, packet, 0), ttl);
        return sent(packet, actions.nowNanos());
    }

    @Override
    public int coded(long stream, long[] sequences, int[] numbers, Actions actions) {
        List<byte[]> packets = new ArrayList<>(sequences.length);
        for (long sequence : sequences) {
            byte[] packet = held(sequence);
            if (packet == null) {
                return 0;
            }
            packets.add(packet);
        }
        byte[] code = TramCodec.codedRepair(sequences, packets, numbers, context.config.maxPacketBytes);
        if (code == null) {
            return 0;
        }
        actions.multicast(code, ttl);
        context.counters.increment(TramMeter.CODES_SENT);
        return sent(code, actions.nowNanos());
    }

    private byte @Nullable [] held(long sequence) {
        return cache == null ? null : cache.get(sequence);
    }

    private int sent(byte[] packet, long nowNanos) {
        if (charged != null) {
            charged.leave(packet.length, nowNanos);
        }
        context.counters.increment(EngineMeter.REPAIRS_SENT);
        return packet.length;
    }

    /** Half of the round trip: who asks again by a good time-out, or since a later repair came, does so after more than one. */
    private long holdOffNanos(int roundTripMicros, int rateBytesPerSecond) {
        TramConfig config = context.config;
        if (config.repairHoldOffNanos > 0) {
            long halfNanos = Math.min(MAX_HOLD_OFF_NANOS * 10, roundTripMicros * 500L);
            return Math.max(config.repairHoldOffNanos, halfNanos);
        }
        double window = 1e9 * config.ackWindow * config.maxPacketBytes / (2.0 * Math.max(1, rateBytesPerSecond));
        return Math.min(MAX_HOLD_OFF_NANOS, (long) window);
    }
}
