package org.rmcast.pbcast;

import java.net.InetSocketAddress;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Confirmation;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.EventCause;
import org.rmcast.api.FlushResult;
import org.rmcast.api.Role;
import org.rmcast.api.SendState;
import org.rmcast.core.claims.Refutations;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.engine.Snapshot;
import org.rmcast.core.membership.DownReason;
import org.rmcast.core.membership.GroupMember;
import org.rmcast.core.membership.MembershipListener;
import org.rmcast.core.membership.SwimMembership;
import org.rmcast.core.state.StateExchange;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.pbcast.wire.PbcastCodec;
import org.rmcast.pbcast.wire.PbcastPacket;
import org.rmcast.pbcast.wire.PbcastPacket.Data;
import org.rmcast.pbcast.wire.PbcastPacket.Digest;
import org.rmcast.pbcast.wire.PbcastPacket.Entry;
import org.rmcast.pbcast.wire.PbcastPacket.Info;
import org.rmcast.pbcast.wire.PbcastPacket.Link;
import org.rmcast.pbcast.wire.PbcastPacket.PacketType;
import org.rmcast.pbcast.wire.PbcastPacket.Poll;
import org.rmcast.pbcast.wire.PbcastPacket.Position;
import org.rmcast.pbcast.wire.PbcastPacket.Request;
import org.rmcast.pbcast.wire.PbcastPacket.Want;

/**
 * Bimodal Multicast for one member, of any role: all are equal, but that a sender follows nobody's stream, a receiver has none
 * of its own, and a repair node has no application.
 *
 * <p>Coordinates the membership, the own stream, the streams of the others, and rounds of gossip. Each member numbers its
 * own rounds; they begin at a random time, so that members do not gossip in step.
 */
final class PbcastEngine implements ProtocolEngine, MembershipListener {
    /** What one member says to another: a whole group must not be made to answer it. */
    private static final Set<PacketType> FOR_ONE = EnumSet.of(
            PacketType.FORWARD,
            PacketType.GOSSIP,
            PacketType.LACK,
            PacketType.REQUEST,
            PacketType.INFO,
            PacketType.MCAST,
            PacketType.POSITION,
            PacketType.LINK);

    /** False claims about the own stream cost the group one datagram in this time. */
    private static final long REFUTATION_NANOS = 250_000_000L;

    private final PbcastContext context;
    private final PbcastConfig config;
    private final SwimMembership membership;
    private final ProofGate gate;
    private final Targets targets;
    private final Requester requester;
    private final Sources sources;
    private final Repairs repairs;
    private final Digests digests;
    private final StateExchange states;
    private final RoundPace pace;
    private final Greetings greetings;
    private final Refutations refutations = new Refutations(REFUTATION_NANOS);
    private final @Nullable OwnStream own;
    private final @Nullable DataTree tree;
    private int round;
    private long roundAtNanos = NO_DEADLINE;

    PbcastEngine(PbcastContext context) {
        this.context = context;
        this.config = context.config;
        this.membership = new SwimMembership(context.engine, config.membership, config.maxPacketBytes, this);
        this.gate = new ProofGate(membership);
        this.targets = new Targets(context, membership.view());
        this.requester = new Requester(context, targets, membership);
        this.sources = new Sources(context, requester, membership);
        this.states = new StateExchange(context.engine, membership, new PbcastStreams(sources), config.maxPacketBytes);
        this.tree = config.passesOnAlongTree() ? new DataTree(context, targets) : null;
        this.own = context.engine.role().sends() ? new OwnStream(context, targets, membership, tree) : null;
        this.digests = new Digests(context, sources, own);
        this.pace = new RoundPace(config.roundNanos);
        this.greetings = new Greetings(context, membership);
        this.repairs =
                own == null ? new Repairs(context, this::stream) : new Repairs(context, this::stream, own.flow());
    }

    private @Nullable HeldStream stream(long id) {
        return id == context.engine.memberId() ? own : sources.find(id);
    }

    // ProtocolEngine.

    @Override
    public void onStart(long nowNanos, Actions actions) {
        roundAtNanos =
                nowNanos + (long) (config.roundNanos * context.engine.random().nextDouble());
        membership.onStart(nowNanos, actions);
        states.onStart(nowNanos);
    }

    @Override
    public void onDatagram(InetSocketAddress from, Cast cast, byte[] datagram, long nowNanos, Actions actions)
            throws DecodeException {
        if (SwimMembership.owns(DatagramHeader.type(datagram))) {
            membership.onDatagram(from, cast, datagram, nowNanos, actions);
            return;
        }
        if (StateExchange.owns(DatagramHeader.type(datagram))) {
            membership.onHeard(from, cast, datagram, nowNanos);
            states.onDatagram(from, cast, datagram, nowNanos, actions);
            return;
        }
        PbcastPacket packet = PbcastCodec.decode(datagram);
        if (cast == Cast.MULTICAST && FOR_ONE.contains(packet.type())) {
            throw new DecodeException(packet.type() + " is for one member and came by multicast");
        }
        membership.onHeard(from, cast, datagram, nowNanos);
        onPacket(from, cast, DatagramHeader.memberId(datagram), packet, nowNanos, actions);
    }

    private void onPacket(
            InetSocketAddress from, Cast cast, long id, PbcastPacket packet, long nowNanos, Actions actions) {
        switch (packet.type()) {
            case DATA, RETRANSMISSION, FORWARD -> onData(from, id, (Data) packet, nowNanos, actions);
            case GOSSIP -> {
                if (isTrusted(from, id, nowNanos, actions)) {
                    onGossip(from, id, (Digest) packet, nowNanos, actions);
                }
            }
            case LACK -> {
                if (membership.isVouched(from)) {
                    onDigest(from, id, (Digest) packet, nowNanos, actions);
                }
                demand(from, id, packet, nowNanos, actions);
            }
            case INFO, MCAST -> {
                if (config.variant == PbcastConfig.Variant.LOCAL) {
                    demand(from, id, packet, nowNanos, actions);
                }
            }
            case REQUEST -> demand(from, id, packet, nowNanos, actions);
            case POLL -> onPoll(from, cast, id, (Poll) packet, nowNanos, actions);
            case POSITION -> {
                if (own != null && targets.isAt(id, from)) {
                    own.onPosition(id, (Position) packet, nowNanos, actions);
                }
            }
            case LINK -> {
                if (tree != null) {
                    tree.onLink(id, from, (Link) packet);
                }
            }
        }
    }

    /** Whether somebody is known to be where this came from; if not it is asked to prove that. */
    private boolean isTrusted(InetSocketAddress from, long id, long nowNanos, Actions actions) {
        boolean trusted = membership.isVouched(from);
        if (!trusted) {
            context.own.increment(PbcastMeter.UNPROVED);
            membership.challenge(id, from, nowNanos, actions);
        }
        return trusted;
    }

    /** Somebody wants packets, for itself or for others. */
    private void demand(InetSocketAddress from, long id, PbcastPacket packet, long nowNanos, Actions actions) {
        if (gate.mayPass(id, from, packet, nowNanos, actions)) {
            serve(from, packet, nowNanos, actions);
        }
    }

    private void serve(InetSocketAddress from, PbcastPacket packet, long nowNanos, Actions actions) {
        if (packet instanceof Digest lack) {
            repairs.onLack(from, lack, nowNanos);
        } else if (packet instanceof Info info) {
            requester.onInfo(info, sources, nowNanos, actions);
        } else if (packet instanceof Request request && request.type() == PacketType.MCAST) {
            repairs.onMulticastRequest(request, nowNanos);
        } else if (packet instanceof Request request) {
            repairs.onRequest(from, request, nowNanos);
            correct(from, request, actions);
        }
    }

    /** Who asks for own packets that are not held is told how far the own stream is: it cannot know. */
    private void correct(InetSocketAddress from, Request request, Actions actions) {
        if (own == null) {
            return;
        }
        for (Want want : request.wants()) {
            if (want.source() == context.engine.memberId() && own.packet(want.start()) == null) {
                context.own.increment(PbcastMeter.REFUTATIONS);
                context.unicast(from, own.announcement(), actions);
                return;
            }
        }
    }

    @Override
    public boolean onSend(byte[] message, boolean headers, long nowNanos, Actions actions) {
        wake(nowNanos);
        return own != null && own.onSend(message, headers);
    }

    @Override
    public void onFlush(long flushId, Confirmation by, long deadlineNanos, long nowNanos, Actions actions) {
        if (own == null) {
            actions.flushed(flushId, FlushResult.completed());
        } else {
            own.onFlush(flushId, by, deadlineNanos, nowNanos);
            wake(nowNanos);
        }
    }

    @Override
    public void onDeliveryRoom(long nowNanos, Actions actions) {
        sources.deliverAll(actions);
    }

    @Override
    public void onStateWanted(long deadlineNanos, long nowNanos, Actions actions) {
        states.onWanted(deadlineNanos, nowNanos, actions);
    }

    @Override
    public void onSnapshot(long id, @Nullable Snapshot snapshot, long nowNanos, Actions actions) {
        states.onSnapshot(id, snapshot, nowNanos, actions);
    }

    @Override
    public void onDeadline(long nowNanos, Actions actions) {
        membership.onDeadline(nowNanos, actions);
        states.onDeadline(nowNanos, actions);
        if (Deadlines.isDue(roundAtNanos, nowNanos)) {
            onRound(nowNanos, actions);
        }
    }

    @Override
    public void onBatchEnd(long nowNanos, Actions actions) {
        if (sources.takeChanged()) {
            wake(nowNanos);
        }
        sources.deliverNews(actions);
        requester.onDue(nowNanos, actions);
        repair(nowNanos, actions);
        states.onBatchEnd(nowNanos, actions);
        if (own != null) {
            own.onBatchEnd(nowNanos, actions);
            FlushResult closed = own.closed(nowNanos);
            if (closed != null) {
                leave(closed, nowNanos, actions);
            }
        }
    }

    private void repair(long nowNanos, Actions actions) {
        repairs.drain(own != null && own.hasDataToSend(), nowNanos, actions);
    }

    @Override
    public void onClose(long deadlineNanos, long nowNanos, Actions actions) {
        if (own == null) {
            leave(FlushResult.completed(), nowNanos, actions);
        } else {
            own.onClose(deadlineNanos, nowNanos);
            wake(nowNanos);
        }
    }

    private void leave(FlushResult result, long nowNanos, Actions actions) {
        if (own != null) {
            own.leave(actions);
        }
        membership.leave(nowNanos, actions);
        actions.closed(result);
    }

    @Override
    public long nextDeadlineNanos() {
        long deadline = Deadlines.earlier(membership.nextDeadlineNanos(), roundAtNanos);
        deadline = Deadlines.earlier(deadline, requester.nextDueNanos());
        deadline = Deadlines.earlier(deadline, states.nextDeadlineNanos());
        deadline = Deadlines.earlier(deadline, repairs.nextDeadlineNanos());
        return own == null ? deadline : Deadlines.earlier(deadline, own.nextDeadlineNanos());
    }

    @Override
    public int receiverCount() {
        return membership.view().receivers();
    }

    // Members.

    @Override
    public void onUp(GroupMember member, long nowNanos, Actions actions) {
        sources.onUp(member.id());
        if (own != null) {
            own.onUp(member);
            if (own.isActive() && member.role() != Role.SENDER) {
                greetings.onUp(member, own.announcement(), nowNanos, actions);
            }
        }
    }

    @Override
    public void onProved(long memberId, InetSocketAddress at, long nowNanos, Actions actions) {
        sources.onProved(memberId, at, nowNanos);
        PbcastPacket wanted = gate.take(at);
        if (wanted != null) {
            serve(at, wanted, nowNanos, actions);
        }
    }

    @Override
    public void onDown(GroupMember member, DownReason reason, long nowNanos, Actions actions) {
        if (reason == DownReason.DISPLACED) {
            sources.onDisplaced(member.id());
        } else {
            sources.onDown(member.id(), goneReason(reason));
        }
        states.onDown(member.id(), nowNanos, actions);
        if (own != null) {
            greetings.onDown(member.id());
            own.onDown(member, reason);
        }
        if (tree != null) {
            tree.onDown(member.id());
        }
    }

    private static Reason goneReason(DownReason down) {
        return switch (down) {
            case LEFT -> new Reason(EventCause.LEFT, "it left, and the end of its stream is not known");
            case RESTARTED -> new Reason(EventCause.CAME_AGAIN, "it failed");
            case FAILED, DISPLACED -> new Reason(EventCause.SILENT, "it failed");
        };
    }

    // Packets.

    private void onData(InetSocketAddress from, long id, Data data, long nowNanos, Actions actions) {
        boolean fresh = data.source() != context.engine.memberId() && sources.onData(from, data, nowNanos, actions);
        if (tree != null) {
            if (data.type() != PacketType.RETRANSMISSION) {
                tree.onData(id, from, data, sources.find(data.source()), fresh, nowNanos, actions);
            }
        } else if (fresh
                && config.dissemination == PbcastConfig.Dissemination.GOSSIP
                && data.type() != PacketType.RETRANSMISSION) {
            byte[] copy = PbcastCodec.again(PacketType.FORWARD, data.datagram());
            for (GroupMember member : targets.random(config.dataFanout)) {
                actions.unicast(member.address(), copy);
            }
        }
    }

    private void onGossip(InetSocketAddress from, long id, Digest digest, long nowNanos, Actions actions) {
        onDigest(from, id, digest, nowNanos, actions);
        for (Entry entry : digest.entries()) {
            repairs.onRepairedElsewhere(entry);
        }
        if (requester.onGossip(digest, id, from, sources, nowNanos, actions) && tree != null) {
            tree.graft(id, from, actions);
        }
    }

    private void onDigest(InetSocketAddress from, long id, Digest digest, long nowNanos, Actions actions) {
        boolean byMember = targets.isAt(id, from);
        for (Entry entry : digest.entries()) {
            if (entry.source() != context.engine.memberId()) {
                sources.onEntry(from, id, entry, nowNanos);
            } else if (own != null && byMember) {
                own.onEntry(id, entry);
                refutations.onClaim(entry.limit(), entry.ended(), own.nextSequence(), own.isEnded());
            }
        }
        Digest answer = digests.answer(digest, round, nowNanos);
        if (answer != null) {
            context.unicast(from, answer, actions);
        }
    }

    private void onPoll(InetSocketAddress from, Cast cast, long id, Poll poll, long nowNanos, Actions actions) {
        Source source = sources.onPoll(from, id, poll, nowNanos);
        boolean asked = poll.answer() && cast == Cast.UNICAST;
        if (asked && source != null && membership.mayAnswer(from, PbcastCodec.POSITION_BYTES, nowNanos)) {
            context.unicast(
                    from,
                    new Position(
                            poll.number(), source.next(), source.flowLimit(), source.lostLimit(), source.received()),
                    actions);
        }
    }

    // Rounds.

    private void onRound(long nowNanos, Actions actions) {
        round = (round + 1) & Integer.MAX_VALUE;
        long length = pace.next(!sources.takeChanged() && isIdle());
        roundAtNanos = Math.max(roundAtNanos + length, nowNanos + 1);
        if (roundAtNanos - nowNanos < length / 2) {
            roundAtNanos = nowNanos + length;
        }
        repairs.beginRound(round);
        requester.endRound();
        sources.endRound(nowNanos, actions);
        if (own != null) {
            if (repairs.isOverloaded(receiverCount(), own.flow().roundTripNanos())) {
                own.flow().onOverload(own.nextSequence(), nowNanos);
            }
            own.endRound(nowNanos, actions);
            greetings.endRound(nowNanos, actions);
            if (refutations.takeDue(nowNanos)) {
                context.own.increment(PbcastMeter.REFUTATIONS);
                context.multicast(own.announcement(), actions);
            }
        }
        gossip(nowNanos, actions);
    }

    private boolean isIdle() {
        return (own == null || own.isQuiet()) && sources.areIdle();
    }

    /** Something happens: if rounds had become long the next one comes soon. */
    private void wake(long nowNanos) {
        if (pace.wake() && roundAtNanos - nowNanos > config.roundNanos) {
            roundAtNanos = nowNanos
                    + 1
                    + (long) (config.roundNanos * context.engine.random().nextDouble());
        }
    }

    private void gossip(long nowNanos, Actions actions) {
        List<GroupMember> subgroup = targets.subgroup();
        if (subgroup.isEmpty()) {
            return;
        }
        for (Digest digest : digests.make(round, nowNanos)) {
            byte[] datagram = PbcastCodec.encode(digest);
            for (GroupMember member : subgroup) {
                context.counters.increment(EngineMeter.CONTROL_PACKETS_SENT);
                actions.unicast(member.address(), datagram);
            }
        }
    }

    @Override
    public List<GroupMember> members() {
        return membership.view().others();
    }

    @Override
    public EngineStatistics statistics() {
        long packets = own == null ? 0 : own.packets();
        long bytes = own == null ? 0 : own.bytes();
        for (Source source : sources.all()) {
            packets += source.packets();
            bytes += source.bytes();
        }
        long next = own == null ? nextToDeliver() : own.nextSequence();
        long streams = sources.all().size() + (own == null ? 0L : 1L);
        context.own.set(PbcastMeter.STREAMS_FOLLOWED, sources.all().size());
        return EngineStatistics.of(context.counters)
                .with(context.own)
                .with(EngineMeter.BUFFER_PACKETS, packets)
                .with(EngineMeter.BUFFER_BYTES, bytes)
                .with(EngineMeter.BUFFER_CAPACITY_PACKETS, streams * config.bufferPackets)
                .with(
                        EngineMeter.SEND_RATE_BYTES_PER_SECOND,
                        own == null ? 0 : own.flow().bytesPerSecond())
                .with(EngineMeter.WINDOW_PACKETS, own == null ? 0 : own.flow().windowPackets())
                .with(EngineMeter.NEXT_SEQUENCE, next)
                .build();
    }

    /** Who is in the group. */
    SwimMembership membership() {
        return membership;
    }

    @Override
    public SendState sendState(long nowNanos) {
        return own == null ? SendState.READY : own.sendState();
    }

    /** Where a receiver is with the one stream that it follows, 0 if there are none or several. */
    private long nextToDeliver() {
        return sources.all().size() == 1 ? sources.all().iterator().next().next() : 0;
    }

    @Override
    public String toString() {
        return "round " + round + ", " + targets.others().size() + " others, sources " + sources.all();
    }
}
