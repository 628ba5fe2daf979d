package org.rmcast.pbcast;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineMeter;
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
 * <p>Paper: Özkasap, "Performance Study", section 3 and figures 6, 7 and 9. A request counts if it answers the gossip of the
 * present round (soft failure detection); {@code acceptedRounds} lets older ones pass, and prompt requests answer none.
 */
final class Repairs {
    private final PbcastContext context;
    private final PbcastConfig config;
    private final RepairVariant variant;
    private final Streams streams;
    /** Per stream, below which sequence to go on after a limit stopped the service; looked up only. */
    private final Map<Long, Long> stoppedBelow = new HashMap<>();

    private int round;
    private int packets;
    private long bytes;
    private boolean overloaded;

    /** The streams of which packets may be held. */
    @FunctionalInterface
    interface Streams {
        @Nullable
        HeldStream find(long source);
    }

    Repairs(PbcastContext context, Streams streams) {
        this.context = context;
        this.config = context.config;
        this.variant = RepairVariant.of(config);
        this.streams = streams;
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

    /** Whether more was asked for than the limits allow since this was asked last. */
    boolean takeOverload() {
        boolean was = overloaded;
        overloaded = false;
        return was;
    }

    /** Somebody asks for packets. */
    void onRequest(InetSocketAddress from, Request request, Actions actions) {
        int age = round - request.round();
        boolean accepted = request.prompt() || (age >= 0 && age <= config.acceptedRounds);
        for (Want want : request.wants()) {
            serve(from, want.source(), want.start(), want.mask(), accepted, actions);
        }
    }

    /** Pull gossip: somebody says what it lacks. */
    void onLack(InetSocketAddress from, Digest digest, Actions actions) {
        for (Entry entry : digest.entries()) {
            serve(from, entry.source(), entry.maskStart(), entry.mask(), true, actions);
        }
    }

    /** Variant LOCAL: somebody else than who asked misses these, too. Counts, and is never answered by unicast. */
    void onMulticastRequest(Request request, Actions actions) {
        for (Want want : request.wants()) {
            HeldStream stream = streams.find(want.source());
            if (stream != null) {
                SequenceMask.forEachDescending(want.mask(), want.start(), sequence -> {
                    byte[] packet = stream.packet(sequence);
                    if (packet != null) {
                        context.counters.increment(EngineMeter.NAKS_RECEIVED);
                        RepairTallies.Tally tally = stream.tallies().of(sequence);
                        if (variant.multicastOnRequest(tally)) {
                            multicast(stream.tallies(), tally, packet, actions);
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
    private void serve(
            InetSocketAddress from, long source, long start, byte[] mask, boolean accepted, Actions actions) {
        HeldStream stream = streams.find(source);
        if (stream == null || mask.length == 0) {
            return;
        }
        long below = stoppedBelow.getOrDefault(source, Long.MAX_VALUE);
        List<Long> wanted = new ArrayList<>();
        List<Long> later = new ArrayList<>();
        SequenceMask.forEachDescending(mask, start, sequence -> (sequence < below ? wanted : later).add(sequence));
        wanted.addAll(later);
        boolean stopped = false;
        for (long sequence : wanted) {
            context.counters.increment(EngineMeter.NAKS_RECEIVED);
            byte[] packet = stream.packet(sequence);
            if (packet != null && !stopped && !answer(from, stream, sequence, packet, accepted, actions)) {
                stopped = true;
                overloaded = true;
                if (config.cyclicRepairs) {
                    stoppedBelow.put(source, sequence + 1);
                }
            }
        }
        if (!stopped) {
            stoppedBelow.remove(source);
        }
    }

    /** Answers one request; false if a limit is reached. */
    private boolean answer(
            InetSocketAddress from,
            HeldStream stream,
            long sequence,
            byte[] packet,
            boolean accepted,
            Actions actions) {
        if (variant != RepairVariant.BASIC) {
            RepairTallies tallies = stream.tallies();
            RepairTallies.Tally tally = tallies.of(sequence);
            if (variant.multicastOnRequest(tally)) {
                return multicast(tallies, tally, packet, actions);
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
        actions.unicast(from, PbcastCodec.again(PacketType.RETRANSMISSION, packet));
        count(packet.length);
        return true;
    }

    private boolean multicast(RepairTallies tallies, RepairTallies.Tally tally, byte[] packet, Actions actions) {
        if (config.boundMulticastRepairs && (tally.multicastRound == round || !hasRoom(packet.length))) {
            context.counters.increment(EngineMeter.REPAIRS_SUPPRESSED);
            return tally.multicastRound == round;
        }
        tally.requests = 0;
        tally.repairedElsewhere = 0;
        tallies.setRepaired(tally, false);
        tally.multicastRound = round;
        actions.multicast(PbcastCodec.again(PacketType.RETRANSMISSION, packet), context.engine.ttl());
        count(packet.length);
        return true;
    }

    private boolean hasRoom(int length) {
        return packets < config.repairsPerRound
                && (config.repairBytesPerRound == 0 || bytes + length <= config.repairBytesPerRound);
    }

    private void count(int length) {
        packets++;
        bytes += length;
        context.counters.increment(EngineMeter.REPAIRS_SENT);
    }
}
