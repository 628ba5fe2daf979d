package org.rmcast.core.membership;

import java.net.InetSocketAddress;
import java.util.List;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.event.SessionEvent;
import org.rmcast.core.membership.GroupState.Teller;
import org.rmcast.core.membership.MembershipPacket.Ack;
import org.rmcast.core.membership.MembershipPacket.Announcement;
import org.rmcast.core.membership.MembershipPacket.IndirectAck;
import org.rmcast.core.membership.MembershipPacket.Join;
import org.rmcast.core.membership.MembershipPacket.Leave;
import org.rmcast.core.membership.MembershipPacket.Page;
import org.rmcast.core.membership.MembershipPacket.Ping;
import org.rmcast.core.membership.MembershipPacket.PingRequest;
import org.rmcast.core.membership.MembershipPacket.Pull;
import org.rmcast.core.membership.MembershipPacket.Sender;
import org.rmcast.core.membership.MembershipPacket.Welcome;
import org.rmcast.core.peers.PeerLimits;
import org.rmcast.core.peers.Peers;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;

/**
 * Who is in the group, without a coordinator: a block for a protocol's engine, which passes it its datagrams and deadlines.
 * After Das, Gupta, Motivala, "SWIM: Scalable Weakly-consistent Infection-style Process Group Membership Protocol" (DSN
 * 2002); {@code docs/protocols/membership.md} has the rules and the bytes.
 *
 * <p>It reports {@link SessionEvent.MemberJoined}, {@link SessionEvent.MemberLeft} and {@link SessionEvent.MemberFailed}
 * of the members in its view. Views of different members agree after a while, not at once. What it holds is bounded, whatever
 * others send; they are not authenticated, though: a forger on the network can bring in members that do not exist, for as
 * long as they take to be found out, and hide ones that do.
 *
 * <p>Like an engine: one caller at a time, time is an argument, no input or output of its own.
 */
public final class SwimMembership {
    /** How many members that are not in the view can have proved where they are, besides as many as are in it. */
    private static final int MORE_PEERS = 1_024;

    private static final int MOST_CREDIT_BYTES = 65_536;
    private static final long PEER_EXPIRY_NANOS = 300_000_000_000L;
    /** A cookie is shown a moment after it was given, or a few periods later. */
    private static final long COOKIE_NANOS = 60_000_000_000L;

    private final EngineContext context;
    private final MembershipConfig config;
    private final GroupState state;
    private final MembershipView view;
    private final Outbox outbox;
    private final Prober prober;
    private final JoinProcess joinProcess;
    private final StateTransfer transfer;
    private final Peers peers;
    private final Challenges challenges;
    private boolean running;

    /**
     * Makes the membership of one member.
     *
     * @param context the engine's
     * @param maxPacketBytes the channel's largest packet; no packet of the membership is longer than 1,200 bytes
     * @param listener hears of changes, within the calls below
     */
    public SwimMembership(
            EngineContext context, MembershipConfig config, int maxPacketBytes, MembershipListener listener) {
        this.context = context;
        this.config = config;
        this.peers = new Peers(limits(config), context.secrets());
        this.state = new GroupState(context, config, peers, listener);
        this.view = new MembershipView(state.table());
        this.outbox = new Outbox(context, state, peers, maxPacketBytes);
        this.prober = new Prober(context, config, state, outbox);
        this.joinProcess = new JoinProcess(context, config, state, outbox);
        this.transfer = new StateTransfer(config, state, outbox);
        this.challenges = new Challenges(outbox, peers, config.probeTimeoutNanos);
    }

    private static PeerLimits limits(MembershipConfig config) {
        int maxPeers = 2 * config.maxView + MORE_PEERS;
        return new PeerLimits(maxPeers, maxPeers, MOST_CREDIT_BYTES, 0, PEER_EXPIRY_NANOS, COOKIE_NANOS);
    }

    /** The most records, of some 250 bytes each, that a membership of this configuration holds. */
    public static long mostRecords(MembershipConfig config) {
        return GroupState.mostRecords(config) + Prober.mostRecords() + Challenges.mostRecords();
    }

    /** Records held now: members, those that are out, news, questions. At most {@link #mostRecords}. */
    public long records() {
        return (long) state.records() + prober.records() + challenges.records();
    }

    /** Whether a datagram of this packet type is for {@link #onDatagram}: 0xE0 to 0xEF. */
    public static boolean owns(int packetType) {
        return packetType >= MembershipCodec.FIRST_TYPE && packetType <= MembershipCodec.LAST_TYPE;
    }

    /** The members known now; always the same object. */
    public MembershipView view() {
        return view;
    }

    // Who is where.

    /** A datagram of a type that this one does not {@link #owns own} arrived; to be called before anything is sent in answer. */
    public void onHeard(InetSocketAddress from, Cast cast, byte[] datagram, long nowNanos) {
        if (!isVouched(from)) {
            // What all hear, all together may answer with no more.
            heard(from, datagram, cast == Cast.UNICAST ? 1 : view.size(), nowNanos);
        }
    }

    private void heard(InetSocketAddress from, byte[] datagram, int share, long nowNanos) {
        peers.heard(DatagramHeader.memberId(datagram), from, datagram.length / share, nowNanos);
    }

    /** Whether a member is known to be at this address: it has answered us there, or one that has answered us says so. */
    public boolean isVouched(InetSocketAddress address) {
        MemberEntry entry = state.table().at(address);
        return (entry != null && entry.isVouched()) || peers.isProved(address);
    }

    /**
     * Whether so many bytes may be sent to an address because of what came from there, or was said of it. If nobody is known to be
     * there they are taken from what came.
     */
    public boolean mayAnswer(InetSocketAddress to, int bytes, long nowNanos) {
        return isVouched(to) || peers.spend(to, bytes, nowNanos);
    }

    /**
     * Asks a member to prove that it is at this address, if that may be sent; {@link MembershipListener#onProved} tells when it
     * has.
     */
    public void challenge(long memberId, InetSocketAddress at, long nowNanos, Actions actions) {
        if (running && memberId != context.memberId() && !peers.isProved(memberId, at)) {
            challenges.ask(memberId, at, isVouched(at), nowNanos, actions);
        }
    }

    // Events.

    /** The member has its sockets: joins the group. */
    public void onStart(long nowNanos, Actions actions) {
        running = true;
        prober.start(nowNanos);
        joinProcess.start(nowNanos, actions);
    }

    /**
     * A datagram of a type that this one {@link #owns} arrived; its common header was checked.
     *
     * @throws DecodeException if it is malformed; nothing has changed then
     */
    public void onDatagram(InetSocketAddress from, Cast cast, byte[] datagram, long nowNanos, Actions actions)
            throws DecodeException {
        MembershipPacket packet = outbox.codec().decode(datagram);
        if (!running) {
            return;
        }
        if (cast == Cast.MULTICAST && !mayBeMulticast(packet)) {
            throw new DecodeException("a packet for one member came by multicast");
        }
        // Half of a join is for the answers by lot.
        heard(from, datagram, cast == Cast.UNICAST ? 1 : view.size() * (packet instanceof Join ? 2 : 1), nowNanos);
        if (packet instanceof Leave leave) {
            state.left(leave.sender(), from, nowNanos, actions);
        } else if (packet instanceof Join join) {
            onJoin(from, join, nowNanos, actions);
        } else {
            state.heardFrom(packet.sender(), from, nowNanos, actions);
            onMembersPacket(from, packet, datagram.length, nowNanos, actions);
        }
    }

    /** The time given by {@link #nextDeadlineNanos()} has come. */
    public void onDeadline(long nowNanos, Actions actions) {
        if (running) {
            transfer.onDeadline(nowNanos, actions);
            joinProcess.onDeadline(transfer.isRunning(), nowNanos, actions);
            prober.onDeadline(nowNanos, actions);
        }
    }

    /** Tells the group that this member leaves; after it the membership does nothing more. */
    public void leave(long nowNanos, Actions actions) {
        if (!running) {
            return;
        }
        running = false;
        if (config.multicastJoin) {
            outbox.multicast(new Leave(outbox.self()), actions);
        }
        Leave toFew = new Leave(outbox.self());
        for (int i = 0; i <= config.indirectProbes; i++) {
            MemberEntry entry = state.table().nextToProbe();
            if (entry != null) {
                outbox.unicast(entry.address(), toFew, actions);
            }
        }
    }

    /** When {@link #onDeadline} wants to be called, or {@link ProtocolEngine#NO_DEADLINE}. Cheap. */
    public long nextDeadlineNanos() {
        if (!running) {
            return ProtocolEngine.NO_DEADLINE;
        }
        long ofJoining = Deadlines.earlier(joinProcess.nextDeadlineNanos(), transfer.nextDeadlineNanos());
        return Deadlines.earlier(prober.nextDeadlineNanos(), ofJoining);
    }

    private static boolean mayBeMulticast(MembershipPacket packet) {
        return packet instanceof Join || packet instanceof Leave || packet instanceof Announcement;
    }

    private void onJoin(InetSocketAddress from, Join join, long nowNanos, Actions actions) {
        if (join.toGroup()) {
            state.joinedByMulticast(join.sender(), from, nowNanos, actions);
        } else {
            state.heardFrom(join.sender(), from, nowNanos, actions);
        }
        joinProcess.onJoin(from, join, nowNanos, actions);
    }

    private void onMembersPacket(
            InetSocketAddress from, MembershipPacket packet, int lengthBytes, long nowNanos, Actions actions) {
        if (packet instanceof Ping ping) {
            apply(from, ping.updates(), nowNanos, actions);
            long id = ping.sender().id();
            int limitBytes = peers.isProved(id, from) ? outbox.codec().maxBytes() : lengthBytes;
            outbox.ack(id, from, ping.nonce(), limitBytes, nowNanos, actions);
        } else if (packet instanceof Ack ack) {
            if (challenges.isAnswered(from, ack)) {
                state.proved(ack.sender(), from, nowNanos, actions);
            }
            prober.onAck(from, ack, nowNanos, actions);
            apply(from, ack.updates(), nowNanos, actions);
            transfer.onAck(ack.sender(), from, ack.cookie(), nowNanos, actions);
        } else if (packet instanceof PingRequest request) {
            prober.onPingRequest(from, request, nowNanos, actions);
        } else if (packet instanceof IndirectAck ack) {
            prober.onIndirectAck(ack);
        } else if (packet instanceof Welcome welcome) {
            onWelcome(from, welcome, nowNanos, actions);
        } else if (packet instanceof Pull pull) {
            if (peers.isCookie(pull.sender().id(), from, pull.cookie(), nowNanos)) {
                state.proved(pull.sender(), from, nowNanos, actions);
                transfer.answer(pull, from, actions);
            }
        } else if (packet instanceof Page page) {
            if (transfer.onPage(from, page, nowNanos, actions)) {
                joinProcess.joined(nowNanos);
            }
        } else if (packet instanceof Announcement announcement) {
            joinProcess.onAnnouncement(announcement.sender(), nowNanos);
        }
    }

    private void onWelcome(InetSocketAddress from, Welcome welcome, long nowNanos, Actions actions) {
        if (!joinProcess.isWanted(welcome) || transfer.isRunning()) {
            return;
        }
        Sender sender = welcome.sender();
        if (!sender.partial() && sender.digest() == state.table().digest()) {
            joinProcess.joined(nowNanos);
        } else {
            transfer.begin(sender, from, welcome.cookie(), nowNanos, actions);
        }
    }

    private void apply(InetSocketAddress from, List<MemberUpdate> updates, long nowNanos, Actions actions) {
        Teller teller = peers.isProved(from) ? Teller.PROVED : Teller.ANYONE;
        for (MemberUpdate update : updates) {
            state.apply(update, teller, nowNanos, actions);
        }
    }

    @Override
    public String toString() {
        return "membership of " + context.memberId() + ": " + state.table().count() + " others";
    }
}
