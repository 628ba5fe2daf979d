package org.rmcast.core.membership;

import java.net.InetSocketAddress;
import java.util.List;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.event.SessionEvent;
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
    private final EngineContext context;
    private final MembershipConfig config;
    private final GroupState state;
    private final MembershipView view;
    private final Outbox outbox;
    private final Prober prober;
    private final JoinProcess joinProcess;
    private final StateTransfer transfer;
    private boolean running;

    /**
     * Makes the membership of one member.
     *
     * @param context the engine's
     * @param listener hears of changes, within the calls below
     */
    public SwimMembership(EngineContext context, MembershipConfig config, MembershipListener listener) {
        this.context = context;
        this.config = config;
        this.state = new GroupState(context, config, listener);
        this.view = new MembershipView(state.table());
        this.outbox = new Outbox(context, state);
        this.prober = new Prober(context, config, state, outbox);
        this.joinProcess = new JoinProcess(context, config, state, outbox);
        this.transfer = new StateTransfer(config, state, outbox);
    }

    /** The most records, of some 250 bytes each, that a membership of this configuration holds. */
    public static long mostRecords(MembershipConfig config) {
        return GroupState.mostRecords(config) + Prober.mostRecords();
    }

    /** Records held now: members, those that are out, news, questions. At most {@link #mostRecords}. */
    public long records() {
        return (long) state.records() + prober.records();
    }

    /** Whether a datagram of this packet type is for {@link #onDatagram}: 0xE0 to 0xEF. */
    public static boolean owns(int packetType) {
        return packetType >= MembershipCodec.FIRST_TYPE && packetType <= MembershipCodec.LAST_TYPE;
    }

    /** The members known now; always the same object. */
    public MembershipView view() {
        return view;
    }

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
    public void onDatagram(InetSocketAddress from, byte[] datagram, long nowNanos, Actions actions)
            throws DecodeException {
        MembershipPacket packet = MembershipCodec.decode(datagram);
        if (!running) {
            return;
        }
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
            apply(ping.updates(), nowNanos, actions);
            long id = ping.sender().id();
            int limitBytes = isProved(id, from) ? MembershipCodec.MAX_BYTES : lengthBytes;
            outbox.ack(id, from, ping.nonce(), limitBytes, nowNanos, actions);
        } else if (packet instanceof Ack ack) {
            apply(ack.updates(), nowNanos, actions);
            prober.onAck(from, ack, nowNanos, actions);
            transfer.onAck(ack.sender(), from, ack.cookie(), nowNanos, actions);
        } else if (packet instanceof PingRequest request) {
            prober.onPingRequest(from, request, nowNanos, actions);
        } else if (packet instanceof IndirectAck ack) {
            prober.onIndirectAck(ack);
        } else if (packet instanceof Welcome welcome) {
            onWelcome(from, welcome, nowNanos, actions);
        } else if (packet instanceof Pull pull) {
            if (outbox.cookies().matches(pull.sender().id(), from, pull.cookie(), nowNanos)) {
                transfer.answer(pull, from, actions);
            }
        } else if (packet instanceof Page page) {
            if (transfer.onPage(page, nowNanos, actions)) {
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

    private void apply(List<MemberUpdate> updates, long nowNanos, Actions actions) {
        for (MemberUpdate update : updates) {
            state.apply(update, nowNanos, actions);
        }
    }

    private boolean isProved(long id, InetSocketAddress from) {
        MemberEntry entry = state.table().find(id);
        return entry != null && entry.isHeard() && entry.address().equals(from);
    }

    @Override
    public String toString() {
        return "membership of " + context.memberId() + ": " + state.table().count() + " others";
    }
}
