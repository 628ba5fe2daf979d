package org.rmcast.wan;

import java.util.ArrayList;
import java.util.List;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.wan.wire.WanCodec;
import org.rmcast.wan.wire.WanPacket.Ack;
import org.rmcast.wan.wire.WanPacket.AckEntry;
import org.rmcast.wan.wire.WanPacket.AckRow;

/**
 * Confirmations. Paper, section 4.1: decentralised, to the sender alone; or distributed, to the sender and all other destinations, put off and
 * with data so that they cost few packets. Not thread safe.
 */
final class Acks {
    private static final int MEMBERS_OF_A_DELAY = 8;

    private final WanContext context;

    Acks(WanContext context) {
        this.context = context;
    }

    /** Something of a source has come, or was consumed. */
    void onNews(Peer source, long nowNanos) {
        long atNanos = nowNanos + delayNanos();
        if (context.config.mode.isDistributed()) {
            for (Peer peer : context.members.peers()) {
                peer.ackAtNanos = Deadlines.earlier(peer.ackAtNanos, atNanos);
            }
        } else {
            source.ackAtNanos = Deadlines.earlier(source.ackAtNanos, atNanos);
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
        to.ackAtNanos = ProtocolEngine.NO_DEADLINE;
        return rows;
    }

    /** Sends those that are due. */
    void send(long nowNanos, Actions actions) {
        for (Peer peer : context.members.peers()) {
            if (Deadlines.isDue(peer.ackAtNanos, nowNanos)) {
                peer.ackAtNanos = ProtocolEngine.NO_DEADLINE;
                context.unicast(peer, new Ack(context.members.view().stamp, rows(peer)), actions);
            }
        }
    }

    private List<AckRow> rows(Peer to) {
        View view = context.members.view();
        List<AckEntry> entries = new ArrayList<>();
        for (Peer source : context.members.peers()) {
            if (source.in.isOpen() && (source == to || context.config.mode.isDistributed())) {
                long reach = source == to ? 0 : source.in.reachOf(to.slot);
                entries.add(new AckEntry(view.placeOf(source.id()), source.in.received(), source.in.consumed(), reach));
            }
        }
        return List.of(new AckRow(view.placeOf(context.engine.memberId()), entries));
    }

    long nextDeadlineNanos() {
        long next = ProtocolEngine.NO_DEADLINE;
        for (Peer peer : context.members.peers()) {
            next = Deadlines.earlier(next, peer.ackAtNanos);
        }
        return next;
    }
}
