package org.rmcast.core.membership;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.event.SessionEvent;
import org.rmcast.core.membership.MembershipPacket.Ack;
import org.rmcast.core.membership.MembershipPacket.Join;
import org.rmcast.core.membership.MembershipPacket.Leave;
import org.rmcast.core.membership.MembershipPacket.Ping;
import org.rmcast.core.membership.MembershipPacket.Sender;
import org.rmcast.core.wire.DecodeException;

/**
 * Who is in the group: a block for a protocol's engine, which passes it its datagrams and deadlines. After Das, Gupta,
 * Motivala, "SWIM: Scalable Weakly-consistent Infection-style Process Group Membership Protocol" (DSN 2002).
 *
 * <p>It reports {@link SessionEvent.MemberJoined}, {@link SessionEvent.MemberLeft} and {@link SessionEvent.MemberFailed}
 * of the members in its view. Like an engine: one caller at a time, time is an argument, no input or output of its own.
 */
public final class SwimMembership {
    private final EngineContext context;
    private final MembershipConfig config;
    private final MembershipListener listener;
    private final MembershipCodec codec;
    private final MemberTable table;
    private final MembershipView view;
    private long nextTickNanos = ProtocolEngine.NO_DEADLINE;
    private int joins;

    /**
     * Makes the membership of one member.
     *
     * @param context the engine's
     * @param protocolWireId the protocol's byte in the common header, see {@code Protocol.wireId}
     * @param listener hears of changes, within the calls below
     */
    public SwimMembership(
            EngineContext context, int protocolWireId, MembershipConfig config, MembershipListener listener) {
        this.context = context;
        this.config = config;
        this.listener = listener;
        this.codec = new MembershipCodec(context, protocolWireId);
        this.table = new MemberTable(context.memberId(), config.maxView, context.random());
        this.view = new MembershipView(table);
    }

    /** Whether a datagram of this packet type is for {@link #onDatagram}. */
    public boolean owns(int packetType) {
        return packetType >= MembershipCodec.FIRST_TYPE && packetType <= MembershipCodec.LAST_TYPE;
    }

    /** The members known now, always the same object. */
    public MembershipView view() {
        return view;
    }

    /** The member has its sockets: joins the group. */
    public void onStart(long nowNanos, Actions actions) {
        nextTickNanos = nowNanos;
        onDeadline(nowNanos, actions);
    }

    /**
     * A datagram of a type that this one {@link #owns} arrived; its common header was checked.
     *
     * @throws DecodeException if it is malformed; nothing has changed then
     */
    public void onDatagram(InetSocketAddress from, byte[] datagram, long nowNanos, Actions actions)
            throws DecodeException {
        MembershipPacket packet = codec.decode(datagram);
        Sender sender = packet.sender();
        if (packet instanceof Leave) {
            MemberEntry entry = table.find(sender.id());
            if (entry != null) {
                remove(entry, DownReason.LEFT, nowNanos, actions);
            }
            return;
        }
        MemberEntry entry = table.find(sender.id());
        if (entry == null && !table.isFull()) {
            MemberEntry before = table.at(from);
            if (before != null) {
                remove(before, DownReason.RESTARTED, nowNanos, actions);
            }
            GroupMember member = new GroupMember(sender.id(), from, sender.incarnation(), sender.role());
            entry = table.add(member);
            actions.report(new SessionEvent.MemberJoined(member.id(), member.address()));
            listener.onUp(member, nowNanos, actions);
        }
        if (entry != null) {
            entry.clear(sender.incarnation());
        }
        if (packet instanceof Ping ping) {
            actions.unicast(from, codec.encode(new Ack(self(), ping.nonce(), 0, List.of())));
        } else if (packet instanceof Join) {
            actions.unicast(from, codec.encode(new Ping(self(), 0, sender.id(), List.of())));
        }
    }

    /** Time given by {@link #nextDeadlineNanos()} has come. */
    public void onDeadline(long nowNanos, Actions actions) {
        if (nextTickNanos == ProtocolEngine.NO_DEADLINE || nextTickNanos - nowNanos > 0) {
            return;
        }
        nextTickNanos = nowNanos + config.probePeriodNanos;
        if (joins++ < config.joinAttempts) {
            actions.multicast(codec.encode(new Join(self(), 0, joins)), context.ttl());
        }
        for (MemberEntry entry : new ArrayList<>(table.all())) {
            if (entry.isSuspected() && entry.suspectedUntilNanos() - nowNanos <= 0) {
                remove(entry, DownReason.FAILED, nowNanos, actions);
            } else if (!entry.isSuspected()) {
                entry.suspect(entry.incarnation(), nowNanos + config.suspicionPeriods * config.probePeriodNanos);
            }
        }
        for (MemberEntry entry : table.all()) {
            actions.unicast(entry.address(), codec.encode(new Ping(self(), 0, entry.id(), List.of())));
        }
    }

    /** Tells the group that this member leaves; after it the membership does nothing more. */
    public void leave(long nowNanos, Actions actions) {
        nextTickNanos = ProtocolEngine.NO_DEADLINE;
        actions.multicast(codec.encode(new Leave(self())), context.ttl());
    }

    /** When {@link #onDeadline} wants to be called, or {@link ProtocolEngine#NO_DEADLINE}. Cheap. */
    public long nextDeadlineNanos() {
        return nextTickNanos;
    }

    private void remove(MemberEntry entry, DownReason reason, long nowNanos, Actions actions) {
        table.remove(entry);
        actions.report(
                reason == DownReason.LEFT
                        ? new SessionEvent.MemberLeft(entry.id(), entry.address())
                        : new SessionEvent.MemberFailed(entry.id(), entry.address(), "no answer"));
        listener.onDown(entry.member(), reason, nowNanos, actions);
    }

    private Sender self() {
        return new Sender(context.memberId(), 0, context.role(), true, false, table.digest());
    }
}
