package org.rmcast.wan;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.wan.wire.WanCodec;
import org.rmcast.wan.wire.WanPacket.Ack;
import org.rmcast.wan.wire.WanPacket.AckEntry;
import org.rmcast.wan.wire.WanPacket.AckRow;

/**
 * Confirmations. Paper, section 4.1: decentralised, to the sender alone; or distributed, to the sender and all other destinations, put off and
 * with data so that they cost few packets. Section 6, with nested groups: to far members by way of the coordinator of their group. Not thread safe.
 */
final class Acks {
    private static final int MEMBERS_OF_A_DELAY = 8;

    private final WanContext context;
    private final Routes routes;

    Acks(WanContext context, Routes routes) {
        this.context = context;
        this.routes = routes;
    }

    /** Something of a source has come, or was consumed. */
    void onNews(Peer source, long nowNanos) {
        long atNanos = nowNanos + delayNanos();
        if (context.config.mode.isDistributed()) {
            for (Peer peer : context.members.peers()) {
                Peer coordinator = coordinator(peer);
                if (coordinator != null) {
                    coordinator.ackFor |= peer.bit();
                }
                Peer to = coordinator == null ? peer : coordinator;
                to.ackAtNanos = Deadlines.earlier(to.ackAtNanos, atNanos);
            }
        } else {
            source.ackAtNanos = Deadlines.earlier(source.ackAtNanos, atNanos);
        }
    }

    /** The coordinator by way of which confirmations go to a member, null if there is none. */
    private @Nullable Peer coordinator(Peer to) {
        return context.config.mode == WanConfig.Mode.NESTED
                ? context.members.find(routes.plan(false).leg(to.slot).relayId())
                : null;
    }

    /** A member's confirmation came that is to be passed on to some. It waits as own ones do, for others with it. */
    void onPassOn(Peer from, long slots, long nowNanos) {
        for (long rest = slots; rest != 0; rest &= rest - 1) {
            Peer to = context.members.bySlot(Long.numberOfTrailingZeros(rest));
            if (to != null && to != from) {
                to.ackOf |= from.bit();
                to.ackAtNanos = Deadlines.earlier(to.ackAtNanos, nowNanos + delayNanos());
            }
        }
    }

    /** A member is gone. */
    void onGone(Peer gone) {
        for (Peer peer : context.members.peers()) {
            peer.ackFor &= ~gone.bit();
            peer.ackOf &= ~gone.bit();
        }
    }

    /** Longer in large groups, in which each confirmation goes to many. */
    private long delayNanos() {
        return context.config.ackDelayNanos * Math.max(1, context.members.view().size() / MEMBERS_OF_A_DELAY);
    }

    /** A member is to be told again, as it may not have heard it. */
    void onRepeat(Peer peer, long nowNanos) {
        peer.ackAtNanos = Deadlines.earlier(peer.ackAtNanos, nowNanos);
    }

    /** What is confirmed to a member now, if it is due or there is a packet for it anyway; nothing otherwise. */
    List<AckRow> take(Peer to, int room) {
        if (to.ackAtNanos == ProtocolEngine.NO_DEADLINE) {
            return List.of();
        }
        List<AckRow> rows = rows(to);
        if (WanCodec.rowBytes(rows) > room) {
            return List.of();
        }
        told(to);
        return rows;
    }

    /** Sends those that are due. */
    void send(long nowNanos, Actions actions) {
        for (Peer peer : context.members.peers()) {
            if (Deadlines.isDue(peer.ackAtNanos, nowNanos)) {
                context.unicast(peer, new Ack(context.members.view().stamp, rows(peer)), actions);
                told(peer);
            }
        }
    }

    private static void told(Peer to) {
        to.ackAtNanos = ProtocolEngine.NO_DEADLINE;
        to.ackFor = 0;
        to.ackOf = 0;
    }

    /** What this member has, and what it is to pass on. */
    private List<AckRow> rows(Peer to) {
        View view = context.members.view();
        List<AckEntry> own = new ArrayList<>();
        for (Peer source : context.members.peers()) {
            if (source.in.isOpen() && (source == to || context.config.mode.isDistributed())) {
                long reach = source == to ? 0 : source.in.reachOf(to.slot);
                own.add(new AckEntry(view.placeOf(source.id()), source.in.received(), source.in.consumed(), reach));
            }
        }
        int self = view.placeOf(context.engine.memberId());
        List<AckRow> rows = new ArrayList<>();
        rows.add(new AckRow(self, context.members.places(view, to.ackFor), own));
        for (long rest = to.ackOf; rest != 0; rest &= rest - 1) {
            Peer of = context.members.bySlot(Long.numberOfTrailingZeros(rest));
            if (of != null) {
                rows.add(new AckRow(view.placeOf(of.id()), 0, passedOn(of, view)));
            }
        }
        return rows;
    }

    /** What another member has said that it has. */
    private List<AckEntry> passedOn(Peer of, View view) {
        List<AckEntry> entries = new ArrayList<>();
        for (Peer source : context.members.peers()) {
            if (source != of && source.in.isOpen()) {
                long received = source.in.receivedBy(of.slot);
                long consumed = Math.min(received, source.in.consumedBy(of.slot));
                entries.add(new AckEntry(view.placeOf(source.id()), received, consumed, 0));
            }
        }
        return entries;
    }

    long nextDeadlineNanos() {
        long next = ProtocolEngine.NO_DEADLINE;
        for (Peer peer : context.members.peers()) {
            next = Deadlines.earlier(next, peer.ackAtNanos);
        }
        return next;
    }
}
