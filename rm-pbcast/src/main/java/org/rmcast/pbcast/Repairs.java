package org.rmcast.pbcast;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EngineMeter;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.flow.Pacer;
import org.rmcast.core.repair.RepairLimits;
import org.rmcast.core.repair.RepairOutput;
import org.rmcast.core.repair.RepairQueue;
import org.rmcast.core.repair.RepairRequest;
import org.rmcast.core.wire.SequenceMask;
import org.rmcast.pbcast.wire.PbcastCodec;
import org.rmcast.pbcast.wire.PbcastPacket.Digest;
import org.rmcast.pbcast.wire.PbcastPacket.Entry;
import org.rmcast.pbcast.wire.PbcastPacket.PacketType;
import org.rmcast.pbcast.wire.PbcastPacket.Request;
import org.rmcast.pbcast.wire.PbcastPacket.Want;

/**
 * Sends again what others ask for, within the limits of each round.
 *
 * <p>Paper: Özkasap, "Performance Study", section 3 and figures 5, 7 and 9. A request counts if it answers the gossip of the
 * present round (soft failure detection); {@code acceptedRounds} lets older ones pass, and prompt requests answer none.
 *
 * <p>Repairs wait in a {@link RepairQueue}: a sender's go before its new data, at no more than half of its rate; those of others, and
 * of a sender that does not adapt its rate, at a pace that spreads what a round allows over the round. A sender's repairs for those
 * that it does not wait for any more take no more than a twentieth of its rate from new data. What waits too long for most of
 * the receivers shows overload.
 */
final class Repairs implements RepairOutput {
    /** Packets that wait at most, however few a round allows: multicasts of the paper's variants know no limit. */
    private static final int LEAST_ROOM = 4_096;
    /** The share of a sender's rate for those that lag, while new data waits. */
    private static final double LAGGARDS_SHARE = 0.05;
    /** Where only a number of packets bounds a round, it leaves within such a part of it: gossip asks again after a round. */
    private static final int PARTS_OF_ROUND = 4;

    private final PbcastContext context;
    private final PbcastConfig config;
    private final RepairVariant variant;
    private final Streams streams;
    /** Per stream, below which sequence to go on after a limit stopped the service; looked up only. */
    private final Map<Long, Long> stoppedBelow = new HashMap<>();

    private int round;
    private int packets;
    private long bytes;
    /** A limit has stopped the service of the want at hand. */
    private boolean stopped;

    private final RepairQueue queue;
    /** For those that are not waited for, of a member that sends. */
    private final @Nullable RepairQueue ofLaggards;

    private final @Nullable FlowControl flow;
    private double rate;

    /** The streams of which packets may be held. */
    @FunctionalInterface
    interface Streams {
        @Nullable
        HeldStream find(long source);
    }

    /** Those of a member that sends: at the rate of its own stream. */
    Repairs(PbcastContext context, Streams streams, FlowControl flow) {
        this(context, streams, flow, flow.isAdaptive() ? flow.pacer() : ownPacer(context.config));
    }

    /** Those of a member that only has streams of others: at a pace of their own. */
    Repairs(PbcastContext context, Streams streams) {
        this(context, streams, null, ownPacer(context.config));
    }

    private Repairs(PbcastContext context, Streams streams, @Nullable FlowControl flow, Pacer pacer) {
        this.context = context;
        this.config = context.config;
        this.variant = RepairVariant.of(config);
        this.streams = streams;
        this.flow = flow;
        this.rate = pacer.bytesPerSecond();
        this.queue = queue(pacer, RepairLimits.DEFAULT_SHARE);
        this.ofLaggards = flow == null ? null : queue(pacer, LAGGARDS_SHARE);
    }

    private RepairQueue queue(Pacer pacer, double share) {
        int mostPackets = Math.max(LEAST_ROOM, 4 * config.repairsPerRound);
        long mostBytes = (long) mostPackets * config.maxPacketBytes;
        RepairLimits usual = RepairLimits.of(mostPackets, mostBytes, Pacer.BURST_NANOS);
        RepairLimits limits = new RepairLimits(
                mostPackets, mostBytes, usual.maxRequesters(), usual.quantumBytes(), share, Pacer.BURST_NANOS);
        return new RepairQueue(limits, pacer, rate, context.engine.group());
    }

    private static Pacer ownPacer(PbcastConfig config) {
        double packets = (double) PARTS_OF_ROUND * config.repairsPerRound * config.maxPacketBytes;
        double bytes = config.repairBytesPerRound == 0 ? packets : Math.min(packets, config.repairBytesPerRound);
        double rate = Math.min((double) config.maxRate, Math.max(1, bytes * 1e9 / config.roundNanos));
        return new Pacer(rate, Pacer.BURST_NANOS);
    }

    /** The rate of the own stream may have changed. */
    private void setRate(double bytesPerSecond) {
        if (bytesPerSecond != rate) {
            rate = bytesPerSecond;
            queue.setRate(bytesPerSecond);
            if (ofLaggards != null) {
                ofLaggards.setRate(bytesPerSecond);
            }
        }
    }

    /** Sends what may leave now; before new data, in each wake-up. */
    void drain(boolean newDataWaits, long nowNanos, Actions actions) {
        if (flow != null && flow.isAdaptive()) {
            setRate(flow.pacer().bytesPerSecond());
        }
        queue.drain(this, newDataWaits, nowNanos, actions);
        if (ofLaggards != null) {
            ofLaggards.drain(this, newDataWaits, nowNanos, actions);
        }
    }

    /** When {@link #drain} has something to send, or {@code NO_DEADLINE}. */
    long nextDeadlineNanos() {
        long deadline = queue.nextDeadlineNanos();
        return ofLaggards == null ? deadline : Deadlines.earlier(deadline, ofLaggards.nextDeadlineNanos());
    }

    @Override
    public int unicast(long stream, long sequence, RepairRequest request, Actions actions) {
        byte[] packet = held(stream, sequence);
        if (packet == null) {
            return 0;
        }
        actions.unicast(request.from(), PbcastCodec.again(PacketType.RETRANSMISSION, packet));
        context.counters.increment(EngineMeter.REPAIRS_SENT);
        return packet.length;
    }

    @Override
    public int multicast(long stream, long sequence, Actions actions) {
        byte[] packet = held(stream, sequence);
        if (packet == null) {
            return 0;
        }
        actions.multicast(PbcastCodec.again(PacketType.RETRANSMISSION, packet), context.engine.ttl());
        context.counters.increment(EngineMeter.REPAIRS_SENT);
        return packet.length;
    }

    private byte @Nullable [] held(long source, long sequence) {
        HeldStream stream = streams.find(source);
        return stream == null ? null : stream.packet(sequence);
    }

    /** A round of gossip begins, of this number. */
    void beginRound(int number) {
        round = number;
        packets = 0;
        bytes = 0;
        if (stoppedBelow.size() > config.maxSenders) {
            stoppedBelow.clear();
        }
    }

    /**
     * Whether what waits takes more than half of the next round, or of the round trip if that is longer, and most of so many
     * receivers wait for it: for one that has much to be repaired nobody is slowed down.
     */
    boolean isOverloaded(int receivers, long roundTripNanos) {
        long nanos = Math.max(config.roundNanos, roundTripNanos);
        return 2 * queue.requesters() > receivers && queue.bytes() > rate * RepairLimits.DEFAULT_SHARE * nanos / 2e9;
    }

    /** Somebody asks for packets. */
    void onRequest(InetSocketAddress from, Request request, long nowNanos) {
        int age = round - request.round();
        boolean accepted = request.prompt() || (age >= 0 && age <= config.acceptedRounds);
        for (Want want : request.wants()) {
            serve(from, want.source(), want.start(), want.mask(), accepted, nowNanos);
        }
    }

    /** Pull gossip: somebody says what it lacks. */
    void onLack(InetSocketAddress from, Digest digest, long nowNanos) {
        for (Entry entry : digest.entries()) {
            serve(from, entry.source(), entry.maskStart(), entry.mask(), true, nowNanos);
        }
    }

    /** Variant LOCAL: somebody else than who asked misses these, too. Counts, and is never answered by unicast. */
    void onMulticastRequest(Request request, long nowNanos) {
        if (config.variant != PbcastConfig.Variant.LOCAL) {
            return;
        }
        for (Want want : request.wants()) {
            HeldStream stream = streams.find(want.source());
            if (stream != null) {
                SequenceMask.forEachDescending(want.mask(), want.start(), sequence -> {
                    byte[] packet = stream.packet(sequence);
                    if (packet != null) {
                        context.counters.increment(EngineMeter.NAKS_RECEIVED);
                        RepairTallies.Tally tally = stream.tallies().of(sequence);
                        if (variant.multicastOnRequest(tally)) {
                            multicast(stream, sequence, tally, packet, nowNanos);
                        }
                    }
                });
            }
        }
    }

    /** Somebody's gossip says what it has repaired. */
    void onRepairedElsewhere(Entry entry) {
        HeldStream stream = variant.usesRepairBits() ? streams.find(entry.source()) : null;
        if (stream != null) {
            SequenceMask.forEach(entry.repaired(), entry.repairedStart(), sequence -> {
                if (stream.packet(sequence) != null) {
                    stream.tallies().of(sequence).repairedElsewhere++;
                }
            });
        }
    }

    /** Most recent first; where a limit stopped the service in a round before, the older ones have their turn. */
    private void serve(InetSocketAddress from, long source, long start, byte[] mask, boolean accepted, long nowNanos) {
        HeldStream stream = streams.find(source);
        if (stream == null || mask.length == 0) {
            return;
        }
        long below = stoppedBelow.getOrDefault(source, Long.MAX_VALUE);
        stopped = false;
        SequenceMask.forEachDescending(mask, start, sequence -> {
            if (sequence < below) {
                serve(from, stream, sequence, accepted, nowNanos);
            }
        });
        if (below != Long.MAX_VALUE) {
            SequenceMask.forEachDescending(mask, start, sequence -> {
                if (sequence >= below) {
                    serve(from, stream, sequence, accepted, nowNanos);
                }
            });
        }
        if (!stopped) {
            stoppedBelow.remove(source);
        }
    }

    private void serve(InetSocketAddress from, HeldStream stream, long sequence, boolean accepted, long nowNanos) {
        context.counters.increment(EngineMeter.NAKS_RECEIVED);
        byte[] packet = stopped ? null : stream.packet(sequence);
        if (packet != null && !answer(from, stream, sequence, packet, accepted, nowNanos)) {
            stopped = true;
            if (config.cyclicRepairs) {
                stoppedBelow.put(stream.id(), sequence + 1);
            }
        }
    }

    /** Answers one request; false if a limit is reached. */
    private boolean answer(
            InetSocketAddress from, HeldStream stream, long sequence, byte[] packet, boolean accepted, long nowNanos) {
        if (variant != RepairVariant.BASIC) {
            RepairTallies tallies = stream.tallies();
            RepairTallies.Tally tally = tallies.of(sequence);
            if (variant.multicastOnRequest(tally)) {
                return multicast(stream, sequence, tally, packet, nowNanos);
            }
            if (accepted && hasRoom(packet.length)) {
                tallies.setRepaired(tally, variant.usesRepairBits());
            }
        }
        if (!accepted) {
            context.counters.increment(EngineMeter.REPAIRS_SUPPRESSED);
            return true;
        }
        if (!hasRoom(packet.length)) {
            context.counters.increment(EngineMeter.REPAIRS_SUPPRESSED);
            return false;
        }
        RepairRequest request = new RepairRequest(from, 0, 0);
        RepairQueue to = ofLaggards != null && flow != null && flow.isLagging(from) ? ofLaggards : queue;
        return queued(to.request(request, stream.id(), sequence, packet.length, nowNanos), packet.length);
    }

    private boolean multicast(
            HeldStream stream, long sequence, RepairTallies.Tally tally, byte[] packet, long nowNanos) {
        if (config.boundMulticastRepairs && (tally.multicastRound == round || !hasRoom(packet.length))) {
            context.counters.increment(EngineMeter.REPAIRS_SUPPRESSED);
            return tally.multicastRound == round;
        }
        tally.requests = 0;
        tally.repairedElsewhere = 0;
        stream.tallies().setRepaired(tally, false);
        tally.multicastRound = round;
        return queued(queue.requestForGroup(stream.id(), sequence, packet.length, 0, nowNanos), packet.length);
    }

    /** Counts what was asked for against the limits of the round; false if there is no room for it. */
    private boolean queued(RepairQueue.Answer answer, int length) {
        if (answer == RepairQueue.Answer.QUEUED) {
            packets++;
            bytes += length;
        } else {
            context.counters.increment(EngineMeter.REPAIRS_SUPPRESSED);
        }
        return answer != RepairQueue.Answer.REFUSED;
    }

    private boolean hasRoom(int length) {
        return packets < config.repairsPerRound
                && (config.repairBytesPerRound == 0 || bytes + length <= config.repairBytesPerRound);
    }
}
