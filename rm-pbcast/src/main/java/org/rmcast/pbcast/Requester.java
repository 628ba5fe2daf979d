package org.rmcast.pbcast;

import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EngineMeter;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.flow.ReorderingMeter;
import org.rmcast.core.flow.RoundTripEstimate;
import org.rmcast.core.flow.ShortestRoundTrips;
import org.rmcast.core.membership.GroupMember;
import org.rmcast.core.membership.SwimMembership;
import org.rmcast.core.repair.RequestWindow;
import org.rmcast.core.wire.SequenceMask;
import org.rmcast.pbcast.MissingPacket.Asked;
import org.rmcast.pbcast.wire.PbcastCodec;
import org.rmcast.pbcast.wire.PbcastPacket.Digest;
import org.rmcast.pbcast.wire.PbcastPacket.Entry;
import org.rmcast.pbcast.wire.PbcastPacket.Info;
import org.rmcast.pbcast.wire.PbcastPacket.PacketType;
import org.rmcast.pbcast.wire.PbcastPacket.Request;
import org.rmcast.pbcast.wire.PbcastPacket.Want;

/**
 * Asks for packets that are missing: in answer to gossip, most recent first, as many as a round allows (Özkasap, section 3);
 * and with {@code promptRequests} soon after a gap shows, the oldest first.
 *
 * <p>Who misses a few asks their sender; in large groups by lot, so that no more do that than in small ones, and else anybody. Who
 * misses many at a time asks any member first, and the sender only for what it did not get: the sender's line is the one that new
 * data needs. Where nothing comes of that the others miss the same, and the sender is asked at once for a while. With a
 * {@code requestWindow} no more is asked for than the way takes ({@link RequestWindow}): a member that was away would else be sent
 * all at once what it missed.
 *
 * <p>Until packets are seen to overtake one another a gap is asked for at once ({@link ReorderingMeter}); while a request may still be
 * unanswered what shows is gathered, up to two milliseconds, and asked for in one (as Nagle, RFC 896): a request for each loss by itself
 * would cost sender and receivers more than the repairs do.
 *
 * <p>Each wake-up costs as much as is asked for and comes in it, whatever is missing besides.
 */
final class Requester {
    /** Of so many requests for a packet the last is for another than its sender, which may stand still, or not be reached. */
    private static final int OTHERS_TURN = 3;
    /** Who misses more of a stream asks any member first. */
    private static final int MANY = 64;
    /** So many packets are asked of one member at random, before it is another's turn. */
    private static final int PACKETS_PER_TARGET = 16;
    /** When others did not have {@code PACKETS_PER_TARGET} packets in a row, senders are asked for so many before others are again. */
    private static final int PACKETS_OF_SENDERS = 8 * PACKETS_PER_TARGET;
    /** When gossip offers much that cannot be asked for now, no more of it is looked at than so many times a round's requests. */
    private static final int LOOKED_AT = 4_096;

    /** What is found missing after a request waits at most so long for more of it. */
    private static final long GATHER_NANOS = 2_000_000L;

    private static final int MOST_IN_VAIN = 8;
    private static final int ROUNDS_OF_LATE = 64;
    /** The shortest round trips to so many members are remembered. */
    static final int MOST_WAYS = 1_024;

    private final PbcastContext context;
    private final PbcastConfig config;
    private final Targets targets;
    private final SwimMembership membership;
    private final RoundTripEstimate roundTrip;
    private final ReorderingMeter overtaking;
    private final @Nullable RequestWindow window;
    /** What is to be asked for promptly. */
    private final DueQueue queue = new DueQueue();

    /** What was told of, in the order in which it is to be asked for. */
    private final ArrayDeque<Gaps.Told> told = new ArrayDeque<>();

    private final AwaitedPackets awaited;
    private final ShortestRoundTrips shortest = new ShortestRoundTrips(MOST_WAYS);
    /** When the packets were asked for that came last, and how long the last of them took, negative if none came. */
    private long flightAskedNanos;

    private long flightNanos = -1;
    /** The shortest round trip to the farthest member that was asked in the last rounds in which anybody was. */
    private long farthestNanos;
    /** Requests in a row, to those who had what was asked for, that nothing came of. */
    private int inVain;
    /** When the last of them was made: all that it asked for is lost with it. */
    private long inVainNanos;

    /** Whom to ask instead of a sender, for so many packets of that sender's still. */
    private @Nullable GroupMember other;

    private int left;
    private long leftOf;
    /** Requests in a row, to others than the sender, that nothing came of. */
    private int othersInVain;
    /** So many packets are asked of their senders still, whatever is missing. */
    private int leftOfSenders;
    /** Until when there is no use in looking for somebody to ask, since there was nobody. */
    private long nobodyUntilNanos = ProtocolEngine.NO_DEADLINE;
    /** Before that what is due waits for more. */
    private long gatheredNanos = ProtocolEngine.NO_DEADLINE;
    /** Packets asked for in this round. */
    private int asked;

    Requester(PbcastContext context, Targets targets, SwimMembership membership) {
        this.context = context;
        this.config = context.config;
        this.targets = targets;
        this.membership = membership;
        long min = config.requestHoldOffMinNanos;
        this.roundTrip = new RoundTripEstimate(Math.max(1, min), min, config.requestHoldOffMaxNanos);
        this.overtaking = new ReorderingMeter(0, config.promptDelayNanos, 1);
        int start = config.requestWindow;
        this.window = start == 0
                ? null
                : new RequestWindow(
                        Math.max(1, start / 2),
                        start,
                        Math.max(start, config.requestsPerRound),
                        config.queueDelayNanos);
        this.awaited = new AwaitedPackets(roundTrip, config.requestHoldOffMaxNanos, window);
    }

    /** A round of gossip ends. */
    void endRound() {
        if (asked > 0) {
            farthestNanos -= farthestNanos / ROUNDS_OF_LATE;
        }
        asked = 0;
    }

    /** How long a gap that shows is not worth a request, since its packets may only have been overtaken. */
    long promptDelayNanos() {
        return overtaking.delayNanos(roundTrip.smoothedNanos());
    }

    /** A packet that had been missing came by itself. */
    void onOvertaken(MissingPacket packet, long nowNanos) {
        long late = nowNanos - packet.shownNanos;
        overtaking.onOvertaken(late, packet.asked > 0, roundTrip.smoothedNanos(), nowNanos);
    }

    /** A packet came by itself that had been repaired. */
    void onSpuriousRepair(long nowNanos) {
        overtaking.onSpuriousRepair(roundTrip.smoothedNanos(), nowNanos);
    }

    /** A packet is found missing. */
    void onMissing(MissingPacket packet) {
        if (asksPromptly()) {
            queue.add(packet);
        }
    }

    /** Whether something is asked for without gossip that offers it. */
    boolean asksPromptly() {
        return config.promptAttempts > 0;
    }

    /** Somebody tells of packets: if they have not come after {@code tailDelay} they are wanted. */
    void onTold(Gaps.Told of) {
        told.add(of);
    }

    private void wantTold(long nowNanos) {
        Gaps.Told first = firstTold();
        while (first != null && nowNanos - first.sinceNanos >= config.tailDelayNanos) {
            takeTold();
            first.source.wantTold(first.limit, first.sinceNanos, nowNanos);
            first = firstTold();
        }
    }

    private Gaps.@Nullable Told firstTold() {
        Gaps.Told first = told.peek();
        while (first != null && first.source.hasAllTold(first.limit)) {
            takeTold();
            first = told.peek();
        }
        return first;
    }

    private void takeTold() {
        told.remove().taken = true;
    }

    /** A packet that was known by hearsay only is found missing, since later ones come. */
    void onShown(MissingPacket packet, long nowNanos) {
        long dueNanos = nowNanos + promptDelayNanos();
        if (packet.asked == 0 && dueNanos - packet.dueNanos < 0) {
            packet.dueNanos = dueNanos;
            onMissing(packet);
        }
    }

    /** A packet that had been missing came as a repair. */
    void onRepaired(MissingPacket packet, InetSocketAddress from, long nowNanos) {
        if (packet.asked == 0) {
            return;
        }
        long took = took(packet, from, nowNanos);
        if (took >= 0) {
            sampleFlight(took, nowNanos);
            shortest.sample(from, took, nowNanos);
        } else if (shortest.nanos(from) == ShortestRoundTrips.UNKNOWN) {
            long most = mostTook(packet, from, nowNanos);
            if (most >= 0) {
                // Not longer than this, which is enough to ask it once and wait for the answer.
                shortest.sample(from, most, nowNanos);
            }
        }
        inVain = 0;
        overtaking.onRepaired(roundTrip.smoothedNanos(), nowNanos);
        if (packet.awaited) {
            packet.awaited = false;
            othersInVain = packet.isSure() ? othersInVain : 0;
            if (window != null) {
                window.came(took, took < 0 ? 0 : shortest.nanos(from));
            }
        } else if (window != null && took >= 0) {
            window.cameLate();
        }
    }

    /**
     * What was asked for at the same time is one sample, the longest: many that are alike would make the time-out as short as their mean,
     * and the next answer late.
     */
    private void sampleFlight(long took, long nowNanos) {
        long askedNanos = nowNanos - took;
        if (!roundTrip.isSampled()) {
            roundTrip.sample(took);
        } else if (flightNanos >= 0 && askedNanos - flightAskedNanos > 0) {
            roundTrip.sample(flightNanos);
            flightNanos = -1;
        }
        if (flightNanos < 0) {
            flightAskedNanos = askedNanos;
        }
        flightNanos = Math.max(flightNanos, took);
    }

    /**
     * How long the answer took, negative if nobody can tell: from who was not asked, or to which of several requests. Who was asked
     * twice and answers sooner after the second than ever before answers the first one, if it had the packet. Before any other answer,
     * where pings tell of the way nothing can be told; where they do not it is taken for the answer to the first request: that may be
     * too long, and never too short. A way that is thought to be shorter than it is makes whatever comes look as if it had waited in a
     * queue.
     */
    private long took(MissingPacket packet, InetSocketAddress from, long nowNanos) {
        Asked last = MissingPacket.of(from, packet.last);
        Asked before = last == null ? null : MissingPacket.of(from, last.before);
        boolean remembersAll = packet.remembersAll(from);
        if (remembersAll && (last == null || before == null)) {
            return last == null ? -1 : nowNanos - last.nanos;
        }
        long way = shortest.nanos(from);
        if (way == ShortestRoundTrips.UNKNOWN) {
            return roundTrip.isSampled() ? -1 : mostTook(packet, from, nowNanos);
        }
        if (last == null || before == null || !before.sure || nowNanos - last.nanos >= way / 2) {
            return -1;
        }
        boolean onlyThese = remembersAll && MissingPacket.of(from, before.before) == null;
        long sinceBefore = nowNanos - before.nanos;
        return onlyThese || sinceBefore >= way ? sinceBefore : -1;
    }

    /** How long the answer took at most, negative if it was not asked for there; of requests that are not remembered, the first. */
    private static long mostTook(MissingPacket packet, InetSocketAddress from, long nowNanos) {
        if (!packet.remembersAll(from)) {
            return nowNanos - packet.firstAskedNanos;
        }
        long most = -1;
        for (Asked asked = packet.last; asked != null; asked = asked.before) {
            most = asked.of.equals(from) ? nowNanos - asked.nanos : most;
        }
        return most;
    }

    /** How long to wait for what is asked of a member; by prompt requests it is never asked for twice at the same time. */
    private long timeoutNanos(InetSocketAddress member) {
        return asksPromptly() ? awaited.timeoutNanos(wayNanos(member)) : roundTrip.timeoutNanos();
    }

    /** The shortest round trip to a member; if nothing is known of it, half a round, so that it is not asked again at once. */
    private long wayNanos(InetSocketAddress member) {
        long nanos = shortest.nanos(member);
        return nanos == ShortestRoundTrips.UNKNOWN ? config.roundNanos / 2 : nanos;
    }

    /** After how many rounds a missing packet is given up: long enough for {@code lossTimeouts} requests. */
    int lossRounds() {
        return config.lossRounds(Math.max(roundTrip.timeoutNanos(), awaited.timeoutNanos(farthestNanos)));
    }

    private boolean mayAsk() {
        return asked < config.requestsPerRound && (window == null || window.room() > 0);
    }

    /** Until there is an answer to a request, pings of the membership tell how long one takes. */
    private void beginWith(long memberId, InetSocketAddress address, long nowNanos) {
        if (roundTrip.isSampled() && shortest.nanos(address) != ShortestRoundTrips.UNKNOWN) {
            return;
        }
        long nanos = membership.view().roundTripNanos(memberId);
        if (nanos < 0) {
            return;
        }
        if (!roundTrip.isSampled()) {
            roundTrip.sample(nanos);
        }
        shortest.sample(address, nanos, nowNanos);
    }

    /** @param sure whether who is asked has it */
    private void ask(MissingPacket packet, InetSocketAddress member, boolean sure, long nowNanos) {
        packet.source.passage().onAsked(packet.sequence);
        packet.ask(member, sure, nowNanos);
        farthestNanos = Math.max(farthestNanos, wayNanos(member));
        packet.dueNanos = nowNanos + timeoutNanos(member);
        if (window != null || asksPromptly()) {
            awaited.add(packet, wayNanos(member));
        }
        if (window != null) {
            window.asked();
        }
        asked++;
        context.counters.increment(EngineMeter.NAKS_SENT);
    }

    /** What was asked for and did not come in time may be asked for again. */
    private void expire(long nowNanos) {
        MissingPacket late = awaited.pollLate(nowNanos);
        while (late != null) {
            late.dueNanos = nowNanos;
            if (window != null && isKnown(late)) {
                window.lost();
            } else if (window != null) {
                window.settled();
            }
            backOff(late);
            if (late.asked < config.promptAttempts && late.lane == DueQueue.NOWHERE) {
                queue.add(late);
            }
            late = awaited.pollLate(nowNanos);
        }
    }

    /** Whether it is known how long the answer takes; else it may come yet, and its absence says nothing of the way. */
    private boolean isKnown(MissingPacket packet) {
        return packet.last != null && shortest.nanos(packet.last.of) != ShortestRoundTrips.UNKNOWN;
    }

    /**
     * Where nothing comes of many requests in a row the way is longer than it was thought to be, or there is none: it is given
     * longer. Of a few nothing comes by chance, and each is one of many that are lost for themselves.
     */
    private void backOff(MissingPacket late) {
        if (late.isSure() && (inVain == 0 || late.askedNanos() != inVainNanos)) {
            inVain++;
            inVainNanos = late.askedNanos();
        }
        othersInVain += late.isSure() || leftOfSenders > 0 ? 0 : 1;
        if (othersInVain >= PACKETS_PER_TARGET) {
            othersInVain = 0;
            leftOfSenders = PACKETS_OF_SENDERS;
        }
        if (inVain >= MOST_IN_VAIN) {
            inVain = 0;
            roundTrip.backOff();
        }
    }

    /**
     * Answers gossip: asks for what its sender holds and this member misses.
     *
     * @return whether it has more of a stream of which nothing comes any more
     */
    boolean onGossip(Digest digest, long id, InetSocketAddress from, Sources sources, long nowNanos, Actions actions) {
        expire(nowNanos);
        wantTold(nowNanos);
        beginWith(id, from, nowNanos);
        WantList wants = new WantList();
        boolean cutOff = false;
        for (Entry entry : digest.entries()) {
            Source source = sources.find(entry.source());
            if (source != null && !source.missing().isEmpty()) {
                collect(source, entry, from, wants, nowNanos);
            }
            if (source != null) {
                cutOff |= source.passage().isCutOffFrom(entry.limit());
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
        return cutOff;
    }

    private void collect(Source source, Entry entry, InetSocketAddress from, WantList wants, long nowNanos) {
        var offered = source.missing().subMap(entry.kept(), true, Math.max(entry.kept(), entry.limit()), false);
        int lookedAt = 0;
        for (MissingPacket packet : offered.descendingMap().values()) {
            if (!mayAsk() || lookedAt++ > LOOKED_AT + config.requestsPerRound) {
                return;
            }
            if (!packet.awaited && packet.dueNanos - nowNanos <= 0 && isHeld(entry, packet.sequence)) {
                ask(packet, from, true, nowNanos);
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

    /** Variant LOCAL: a neighbour misses something; if this member misses it as well, who holds it should multicast it. */
    void onInfo(Info info, Sources sources, long nowNanos, Actions actions) {
        if (config.variant != PbcastConfig.Variant.LOCAL || !membership.isVouched(info.holder())) {
            return;
        }
        WantList common = new WantList();
        for (Want want : info.wants()) {
            Source source = sources.find(want.source());
            if (source != null) {
                source.addMissing(want, common, nowNanos);
            }
        }
        for (List<Want> wants : common.datagrams(config.maskBytes(), bodyBytes())) {
            context.unicast(info.holder(), new Request(PacketType.MCAST, false, info.round(), wants), actions);
        }
    }

    // Prompt requests.

    /** When there is something to ask for promptly, or to give up waiting for, or {@link ProtocolEngine#NO_DEADLINE}. */
    long nextDueNanos() {
        long deadline = awaited.nextDueNanos();
        Gaps.Told first = firstTold();
        if (first != null) {
            deadline = Deadlines.earlier(deadline, first.sinceNanos + config.tailDelayNanos);
        }
        if (nobodyUntilNanos != ProtocolEngine.NO_DEADLINE) {
            return Deadlines.earlier(deadline, nobodyUntilNanos);
        }
        // Where nothing more may be asked for, what comes makes room, or the next round does.
        MissingPacket packet = mayAsk() ? queue.peek() : null;
        if (packet == null) {
            return deadline;
        }
        return Deadlines.earlier(deadline, isGathering(packet.dueNanos) ? gatheredNanos : packet.dueNanos);
    }

    private boolean isGathering(long nowNanos) {
        return gatheredNanos != ProtocolEngine.NO_DEADLINE && gatheredNanos - nowNanos > 0;
    }

    /** Asks for what is due. */
    void onDue(long nowNanos, Actions actions) {
        expire(nowNanos);
        wantTold(nowNanos);
        if (nobodyUntilNanos != ProtocolEngine.NO_DEADLINE && !Deadlines.isDue(nobodyUntilNanos, nowNanos)) {
            return;
        }
        nobodyUntilNanos = ProtocolEngine.NO_DEADLINE;
        MissingPacket packet = queue.peek();
        if (packet == null || packet.dueNanos - nowNanos > 0 || !mayAsk() || isGathering(nowNanos)) {
            return;
        }
        gatheredNanos = nowNanos + Math.min(GATHER_NANOS, roundTrip.smoothedNanos());
        Map<InetSocketAddress, WantList> requests = new LinkedHashMap<>();
        left = 0;
        while (packet != null && packet.dueNanos - nowNanos <= 0 && mayAsk()) {
            GroupMember sender = senderOf(packet);
            GroupMember target = sender == null ? other(packet) : sender;
            if (target == null) {
                target = sender = targets.findVouched(packet.source.id());
            }
            if (target == null) {
                nobodyUntilNanos = nowNanos + config.roundNanos;
                break;
            }
            queue.remove(packet);
            beginWith(target.id(), target.address(), nowNanos);
            ask(packet, target.address(), sender != null, nowNanos);
            requests.computeIfAbsent(target.address(), key -> new WantList()).add(packet.source.id(), packet.sequence);
            packet = queue.peek();
        }
        requests.forEach((to, wants) -> {
            for (List<Want> datagram : wants.datagrams(config.maskBytes(), bodyBytes())) {
                context.unicast(to, new Request(PacketType.REQUEST, true, 0, datagram), actions);
            }
        });
    }

    /** A member that is not the sender, the same for a few packets in a row: one datagram asks for them. */
    private @Nullable GroupMember other(MissingPacket packet) {
        if (left == 0 || other == null || leftOf != packet.source.id() || !targets.isVouched(other.id())) {
            left = PACKETS_PER_TARGET;
            leftOf = packet.source.id();
            other = targets.drawBut(leftOf);
        }
        left--;
        return other;
    }

    /**
     * The sender of a packet if it is the one to ask, else null. Not where who had it was asked in vain: a sender that stands still
     * is not asked until nobody holds the packet any more.
     */
    private @Nullable GroupMember senderOf(MissingPacket packet) {
        boolean others =
                packet.asked > 0 ? packet.asked % OTHERS_TURN == OTHERS_TURN - 1 : packet.source.mayMiss() > MANY;
        if (others && leftOfSenders > 0) {
            leftOfSenders--;
            others = false;
        }
        return !others && targets.drawSender() ? targets.findVouched(packet.source.id()) : null;
    }

    /** How many bytes of wants a datagram holds. */
    private int bodyBytes() {
        return config.maxPacketBytes - PbcastCodec.LIST_OFFSET - 20;
    }
}
