package org.rmcast.pbcast;

import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.EngineMeter;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.flow.RoundTripEstimate;
import org.rmcast.core.membership.GroupMember;
import org.rmcast.core.membership.SwimMembership;
import org.rmcast.core.wire.SequenceMask;
import org.rmcast.pbcast.wire.PbcastCodec;
import org.rmcast.pbcast.wire.PbcastPacket.Digest;
import org.rmcast.pbcast.wire.PbcastPacket.Entry;
import org.rmcast.pbcast.wire.PbcastPacket.Info;
import org.rmcast.pbcast.wire.PbcastPacket.PacketType;
import org.rmcast.pbcast.wire.PbcastPacket.Request;
import org.rmcast.pbcast.wire.PbcastPacket.Want;

/**
 * Asks for packets that are missing: in answer to gossip, most recent first, as many as a round allows (Özkasap, section 3);
 * and with {@code promptRequests} soon after a gap shows, from its sender or from a random member.
 */
final class Requester {
    private final PbcastContext context;
    private final PbcastConfig config;
    private final Targets targets;
    private final SwimMembership membership;
    private final RoundTripEstimate roundTrip;
    private final PriorityQueue<MissingPacket> queue =
            new PriorityQueue<>((one, other) -> Deadlines.compare(one.promptNanos, other.promptNanos));

    /** Packets asked for in this round. */
    private int asked;

    Requester(PbcastContext context, Targets targets, SwimMembership membership) {
        this.context = context;
        this.config = context.config;
        this.targets = targets;
        this.membership = membership;
        long min = config.requestHoldOffMinNanos;
        this.roundTrip = new RoundTripEstimate(Math.max(1, min), min, config.requestHoldOffMaxNanos);
    }

    /** A round of gossip ends. */
    void endRound() {
        asked = 0;
    }

    /** A packet is found missing. */
    void onMissing(MissingPacket packet) {
        if (config.promptAttempts > 0) {
            packet.promptNanos = packet.dueNanos;
            queue.add(packet);
        }
    }

    /** A packet that had been missing came as a repair. */
    void onRepaired(MissingPacket packet, long nowNanos) {
        if (packet.asked == 1) {
            roundTrip.sample(nowNanos - packet.askedNanos);
        }
    }

    /** Answers gossip: asks for what its sender holds and this member misses. */
    void onGossip(Digest digest, InetSocketAddress from, Sources sources, long nowNanos, Actions actions) {
        WantList wants = new WantList();
        for (Entry entry : digest.entries()) {
            Source source = sources.find(entry.source());
            if (source != null && !source.missing().isEmpty()) {
                collect(source, entry, wants, nowNanos);
            }
        }
        List<List<Want>> datagrams = wants.datagrams(config.maskBytes(), bodyBytes());
        for (List<Want> datagram : datagrams) {
            Request request = new Request(PacketType.REQUEST, false, digest.round(), datagram);
            byte[] encoded = PbcastCodec.encode(request);
            if (membership.mayAnswer(from, encoded.length, nowNanos)) {
                context.counters.increment(EngineMeter.CONTROL_PACKETS_SENT);
                actions.unicast(from, encoded);
            }
        }
        if (config.variant == PbcastConfig.Variant.LOCAL && !datagrams.isEmpty()) {
            inform(from, digest.round(), datagrams, actions);
        }
    }

    private void collect(Source source, Entry entry, WantList wants, long nowNanos) {
        var offered = source.missing().subMap(entry.low(), true, Math.max(entry.low(), entry.limit()), false);
        for (MissingPacket packet : offered.descendingMap().values()) {
            if (asked >= config.requestsPerRound) {
                return;
            }
            if (isHeld(entry, packet.sequence) && packet.dueNanos - nowNanos <= 0) {
                ask(packet, nowNanos);
                wants.add(packet.source.id(), packet.sequence);
            }
        }
    }

    private static boolean isHeld(Entry entry, long sequence) {
        return sequence < entry.next()
                || (sequence >= entry.maskStart() && !SequenceMask.isSet(entry.mask(), sequence - entry.maskStart()));
    }

    /** Variant LOCAL: tells a neighbour who holds what this member misses. */
    private void inform(InetSocketAddress holder, int round, List<List<Want>> datagrams, Actions actions) {
        GroupMember neighbour = targets.neighbour();
        if (neighbour != null) {
            for (List<Want> wants : datagrams) {
                context.unicast(neighbour.address(), new Info(holder, round, wants), actions);
            }
        }
    }

    private void ask(MissingPacket packet, long nowNanos) {
        packet.asked++;
        packet.askedNanos = nowNanos;
        packet.dueNanos = nowNanos + roundTrip.timeoutNanos();
        asked++;
        context.counters.increment(EngineMeter.NAKS_SENT);
    }

    // Prompt requests.

    /** When there is something to ask for promptly, or {@link ProtocolEngine#NO_DEADLINE}. */
    long nextDueNanos() {
        MissingPacket first = peek();
        return first == null ? ProtocolEngine.NO_DEADLINE : first.promptNanos;
    }

    private @Nullable MissingPacket peek() {
        MissingPacket first = queue.peek();
        while (first != null && first.done) {
            queue.remove();
            first = queue.peek();
        }
        return first;
    }

    /** Asks for what is due: from its sender in small groups, else from a member at random. */
    void onDue(long nowNanos, Actions actions) {
        MissingPacket packet = peek();
        if (packet == null || packet.promptNanos - nowNanos > 0) {
            return;
        }
        GroupMember anyone = targets.random();
        Map<InetSocketAddress, WantList> requests = new LinkedHashMap<>();
        while (packet != null && packet.promptNanos - nowNanos <= 0) {
            queue.remove();
            // It may have been asked for in answer to gossip meanwhile.
            if (packet.dueNanos - nowNanos <= 0) {
                askPromptly(packet, anyone, requests, nowNanos);
            }
            if (packet.asked < config.promptAttempts) {
                packet.promptNanos = packet.dueNanos;
                queue.add(packet);
            }
            packet = peek();
        }
        requests.forEach((to, wants) -> {
            for (List<Want> datagram : wants.datagrams(config.maskBytes(), bodyBytes())) {
                context.unicast(to, new Request(PacketType.REQUEST, true, 0, datagram), actions);
            }
        });
    }

    private void askPromptly(
            MissingPacket packet,
            @Nullable GroupMember anyone,
            Map<InetSocketAddress, WantList> requests,
            long nowNanos) {
        long source = packet.source.id();
        GroupMember sender = targets.mayAskSender() && targets.isVouched(source) ? targets.find(source) : null;
        GroupMember target = sender == null ? anyone : sender;
        if (target == null || asked >= config.requestsPerRound) {
            packet.dueNanos = nowNanos + config.roundNanos;
            return;
        }
        ask(packet, nowNanos);
        requests.computeIfAbsent(target.address(), key -> new WantList()).add(packet.source.id(), packet.sequence);
    }

    /** How many bytes of wants a datagram holds. */
    int bodyBytes() {
        return config.maxPacketBytes - PbcastCodec.LIST_OFFSET - 20;
    }
}
