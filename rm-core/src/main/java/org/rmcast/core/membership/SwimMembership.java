package org.rmcast.core.membership;

import java.net.InetSocketAddress;
import java.util.List;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.membership.GroupState.Asked;
import org.rmcast.core.membership.MembershipPacket.Ack;
import org.rmcast.core.membership.MembershipPacket.Announcement;
import org.rmcast.core.membership.MembershipPacket.IndirectAck;
import org.rmcast.core.membership.MembershipPacket.Join;
import org.rmcast.core.membership.MembershipPacket.Leave;
import org.rmcast.core.membership.MembershipPacket.News;
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
 * of the members in its view, {@link SessionEvent.ViewChanged} and {@link SessionEvent.GroupsMerged}. Views of different members
 * agree after a while, not at once. What it holds is bounded, whatever others send. Nobody is authenticated, but that a member
 * is in the view only when it has answered at its address, this member or one in the view; and who answers stays in it, whatever
 * others say.
 *
 * <p>Like an engine: one caller at a time, time is an argument, no input or output of its own.
 */
public final class SwimMembership {
    /** How many members that are not in the view can have proved where they are, besides as many as are in it. */
    private static final int MORE_PEERS = 1_024;

    /** A member with its address, its places in four maps and two snapshots; others are smaller. */
    private static final long RECORD_BYTES = 512;

    private static final long PEER_BYTES = 256;
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
    private final Relays relays;
    private final RecentlyHeard heard = new RecentlyHeard();
    private final Peers peers;
    private final Challenges challenges;
    private final MembershipListener listener;
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
        this.listener = listener;
        this.peers = new Peers(limits(config), context.secrets());
        LocalHealth health = new LocalHealth();
        this.state = new GroupState(context, config, peers, health, listener);
        this.view = new MembershipView(state);
        this.outbox = new Outbox(context, state, peers, maxPacketBytes);
        this.prober = new Prober(context, config, state, outbox, health, heard);
        this.joinProcess = new JoinProcess(context, config, state, outbox);
        this.transfer = new StateTransfer(config, state, outbox);
        this.relays = new Relays(config, outbox);
        this.challenges = new Challenges(outbox, config.probeTimeoutNanos);
    }

    private static PeerLimits limits(MembershipConfig config) {
        int maxPeers = 2 * config.maxView + MORE_PEERS;
        return new PeerLimits(maxPeers, maxPeers, MOST_CREDIT_BYTES, 0, PEER_EXPIRY_NANOS, COOKIE_NANOS);
    }

    /** The most records that a membership of this configuration holds. */
    public static long mostRecords(MembershipConfig config) {
        return GroupState.mostRecords(config) + Prober.mostRecords() + Relays.mostRecords() + Challenges.mostRecords();
    }

    /** The most bytes of heap that a membership of this configuration takes. */
    public static long mostBytes(MembershipConfig config) {
        PeerLimits limits = limits(config);
        return RECORD_BYTES * mostRecords(config) + PEER_BYTES * (limits.maxPeers() + limits.maxUnproved());
    }

    /** Records held now: members, those that are out, news, questions. At most {@link #mostRecords}. */
    public long records() {
        return (long) state.records() + prober.records() + relays.records() + challenges.records();
    }

    /** Whether a datagram of this packet type is for {@link #onDatagram}: 0xE0 to 0xEF. */
    public static boolean owns(int packetType) {
        return packetType >= MembershipCodec.FIRST_TYPE && packetType <= MembershipCodec.LAST_TYPE;
    }

    /**
     * Whether a datagram of this packet type introduces its sender, see {@link org.rmcast.core.engine.Introductions#introduces}: no answers, which
     * are to be no longer than what they answer.
     */
    public static boolean introduces(int packetType) {
        return packetType == MembershipCodec.JOIN
                || packetType == MembershipCodec.PING
                || packetType == MembershipCodec.ANNOUNCEMENT;
    }

    /** The members known now; always the same object. */
    public MembershipView view() {
        return view;
    }

    // Who is where.

    /** A datagram of a type that this one does not {@link #owns own} arrived; to be called before anything is sent in answer. */
    public void onHeard(InetSocketAddress from, Cast cast, byte[] datagram, long nowNanos) {
        MemberEntry entry = state.table().at(from);
        if (entry != null) {
            state.table().onHeard(entry);
            heard.onHeard(entry, nowNanos);
        } else {
            // What all hear, all together may answer with no more.
            int share = cast == Cast.UNICAST ? 1 : view.size();
            peers.heard(DatagramHeader.memberId(datagram), from, datagram.length / share, nowNanos);
        }
    }

    /** Whether a member is known to be at this address: it has answered us there, or one of the view says so. */
    public boolean isVouched(InetSocketAddress address) {
        return outbox.isVouched(address);
    }

    /**
     * Whether so many bytes may be sent to an address because of what came from there, or was said of it. If nobody is known to be
     * there they are taken from what came.
     */
    public boolean mayAnswer(InetSocketAddress to, int bytes, long nowNanos) {
        return outbox.mayAnswer(to, bytes, nowNanos);
    }

    /**
     * Asks a member to prove that it is at this address, if that may be sent; {@link MembershipListener#onProved} tells when it
     * has, and at once if it had before.
     */
    public void challenge(long memberId, InetSocketAddress at, long nowNanos, Actions actions) {
        if (!running || memberId == context.memberId()) {
            return;
        }
        if (peers.isProved(memberId, at)) {
            listener.onProved(memberId, at, nowNanos, actions);
        } else {
            challenges.ask(memberId, at, false, 0, nowNanos, actions);
        }
    }

    /** The protocol that embeds this has measured a round trip to a member; see {@link MembershipView#roundTripNanos}. */
    public void onRoundTrip(long memberId, long nanos) {
        MemberEntry entry = state.table().find(memberId);
        if (entry != null && nanos >= 0) {
            entry.onRoundTrip(nanos);
        }
    }

    // Events.

    /** The member has its sockets: joins the group. */
    public void onStart(long nowNanos, Actions actions) {
        running = true;
        heard.start(nowNanos);
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
        Sender sender = packet.sender();
        if (cast == Cast.UNICAST) {
            // What came to the group and may be answered is paid for by lots: whoever draws one answers.
            peers.heard(sender.id(), from, datagram.length, nowNanos);
        }
        state.heardFrom(sender, from, nowNanos);
        MemberEntry entry = state.table().at(from);
        if (entry != null) {
            heard.onHeard(entry, nowNanos);
        }
        dispatch(from, cast, packet, nowNanos, actions);
        prober.pingCandidates(nowNanos, actions);
    }

    /** The time given by {@link #nextDeadlineNanos()} has come. */
    public void onDeadline(long nowNanos, Actions actions) {
        if (running) {
            transfer.onDeadline(nowNanos, actions);
            joinProcess.onDeadline(transfer.isRunning(), nowNanos, actions);
            relays.onDeadline(nowNanos, actions);
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
        long ofProbes = Deadlines.earlier(prober.nextDeadlineNanos(), relays.nextDeadlineNanos());
        return Deadlines.earlier(ofProbes, ofJoining);
    }

    private static boolean mayBeMulticast(MembershipPacket packet) {
        return packet instanceof Join
                || packet instanceof Leave
                || packet instanceof Announcement
                || packet instanceof News;
    }

    private void dispatch(InetSocketAddress from, Cast cast, MembershipPacket packet, long nowNanos, Actions actions) {
        Sender sender = packet.sender();
        if (packet instanceof Ping ping) {
            onPing(from, ping, nowNanos, actions);
        } else if (packet instanceof Ack ack) {
            onAck(from, ack, nowNanos, actions);
        } else if (packet instanceof PingRequest request) {
            if (state.isMember(sender.id(), from) && request.targetId() != context.memberId()) {
                relays.onRequest(from, request, nowNanos, actions);
            }
        } else if (packet instanceof IndirectAck ack) {
            prober.onIndirectAck(from, ack, nowNanos, actions);
        } else if (packet instanceof Join join) {
            apply(from, sender, join.updates(), state.passesOn(), nowNanos, actions);
            joinProcess.onJoin(from, join, nowNanos, actions);
        } else if (packet instanceof Welcome welcome) {
            onWelcome(from, welcome, nowNanos, actions);
        } else if (packet instanceof Pull pull) {
            if (shows(pull.cookie(), sender, from, nowNanos, actions)) {
                transfer.answer(pull, from, nowNanos, actions);
            }
        } else if (packet instanceof Page page) {
            if (transfer.onPage(from, page, nowNanos, actions)) {
                joinProcess.joined(nowNanos);
            }
        } else if (packet instanceof Leave) {
            state.left(sender, from, nowNanos, actions);
        } else if (packet instanceof Announcement) {
            boolean toGroup = cast == Cast.MULTICAST;
            if (joinProcess.onAnnouncement(sender, toGroup, nowNanos)) {
                challenges.ask(sender.id(), from, toGroup, 0, nowNanos, actions);
            }
        } else if (packet instanceof News news) {
            apply(from, sender, news.updates(), state.passesOn(), nowNanos, actions);
        }
    }

    private void onPing(InetSocketAddress from, Ping ping, long nowNanos, Actions actions) {
        Sender sender = ping.sender();
        if (ping.cookie() != 0) {
            shows(ping.cookie(), sender, from, nowNanos, actions);
        }
        apply(from, sender, ping.updates(), true, nowNanos, actions);
        outbox.ack(sender.id(), from, ping.nonce(), nowNanos, actions);
        if (sender.joined() && !state.isMember(sender.id(), from)) {
            challenge(sender.id(), from, nowNanos, actions);
        }
    }

    private void onAck(InetSocketAddress from, Ack ack, long nowNanos, Actions actions) {
        Sender sender = ack.sender();
        Asked challenged = challenges.answered(from, ack);
        if (challenged != null) {
            state.proved(sender, from, challenged, nowNanos, actions);
            onRoundTrip(sender.id(), nowNanos - challenged.nanos());
        } else if (!prober.onAck(from, ack, nowNanos, actions)) {
            relays.onAck(ack, actions);
            return;
        }
        apply(from, sender, ack.updates(), true, nowNanos, actions);
        if (state.isMember(sender.id(), from)) {
            transfer.onAck(sender, from, ack.cookie(), nowNanos, actions);
        }
    }

    /** Whether somebody shows the cookie that it got here; it has proved where it is then. */
    private boolean shows(long cookie, Sender sender, InetSocketAddress from, long nowNanos, Actions actions) {
        boolean shows = peers.isCookie(sender.id(), from, cookie, nowNanos);
        if (shows && state.proved(sender, from, null, nowNanos, actions) && !sender.joined()) {
            joinProcess.introduce(sender.id(), nowNanos, actions);
        }
        return shows;
    }

    /** Who answers a join is shown where this member is, by a pull of its view or a ping. */
    private void onWelcome(InetSocketAddress from, Welcome welcome, long nowNanos, Actions actions) {
        if (!joinProcess.isWanted(welcome)) {
            return;
        }
        Sender sender = welcome.sender();
        boolean same = !sender.partial() && sender.digest() == state.table().digest();
        boolean knows = sender.joined() || joinProcess.isInCompany();
        if (!state.isJoined() && knows && !same && !transfer.isRunning()) {
            transfer.begin(sender, from, welcome.cookie(), nowNanos, actions);
        } else {
            challenges.ask(sender.id(), from, false, welcome.cookie(), nowNanos, actions);
            if (same && sender.joined() && state.isMember(sender.id(), from)) {
                joinProcess.joined(nowNanos);
            }
        }
    }

    private void apply(
            InetSocketAddress from,
            Sender sender,
            List<MemberUpdate> updates,
            boolean passOn,
            long nowNanos,
            Actions actions) {
        boolean trusted = state.isMember(sender.id(), from);
        for (MemberUpdate update : updates) {
            state.apply(update, trusted, passOn, nowNanos, actions);
        }
    }

    @Override
    public String toString() {
        return "membership of " + context.memberId() + ": " + state.table().count() + " others";
    }
}
