package org.rmcast.wan;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.wan.wire.WanPacket.AckEntry;
import org.rmcast.wan.wire.WanPacket.AckRow;
import org.rmcast.wan.wire.WanPacket.Link;
import org.rmcast.wan.wire.WanPacket.PacketType;
import org.rmcast.wan.wire.WanPacket.Range;
import org.rmcast.wan.wire.WanPacket.Unit;
import org.rmcast.wan.wire.WanPacket.Wants;

/**
 * What others send of their streams, and say of this member's: units, confirmations, where streams begin, what is asked for and what is not held.
 * Not thread safe.
 */
final class Inbound {
    /** How far ahead of the oldest unit that is kept one may come. */
    private static final int MOST_AHEAD = 1 << 14;

    private static final int MOST_ASKED = 1_024;

    private final WanContext context;
    private final Members members;
    private final Departures departures;
    private final Barriers barriers;
    private final OwnStream own;
    private final Acks acks;
    private final Outbound outbound;
    private final Links links;
    private final Requests requests;

    Inbound(
            WanContext context,
            Departures departures,
            Barriers barriers,
            OwnStream own,
            Acks acks,
            Outbound outbound,
            Links links,
            Requests requests) {
        this.context = context;
        this.members = context.members;
        this.departures = departures;
        this.barriers = barriers;
        this.own = own;
        this.acks = acks;
        this.outbound = outbound;
        this.links = links;
        this.requests = requests;
    }

    /** A unit came, from its sender or from another one. What is new may come in copies, which nobody confirms again. */
    void onUnit(Peer from, PacketType type, Unit unit, View view, long nowNanos) {
        HeldUnit held = context.places.fromWire(unit, view);
        if (held == null || held.sourceId == context.engine.memberId()) {
            return;
        }
        long link = held.link(Members.SELF_SLOT);
        Peer sender = members.find(held.sourceId);
        Departure departure = departures.unsettled(held.sourceId, link);
        boolean ofGone = departure != null
                && from.id() != held.sourceId
                && (sender == null || !sender.in.isOpen() || link <= sender.in.base());
        Source source = ofGone && departure != null ? departure.source() : sender == null ? null : sender.in;
        if (source == null) {
            return;
        }
        if (!source.isNew(link, MOST_AHEAD)) {
            context.counters.increment(EngineMeter.DUPLICATE_PACKETS);
            if (sender != null && source.isOpen() && type == PacketType.REPAIR) {
                acks.onNews(sender, nowNanos);
            }
            return;
        }
        if (source.heldBytes() + held.heldBytes() > context.shareBytes() && !source.isNext(link)) {
            context.own.increment(WanMeter.OVERFLOWS);
            return;
        }
        boolean repair = type == PacketType.REPAIR;
        Missing missed = source.put(link, held, repair);
        context.counters.increment(EngineMeter.DATA_PACKETS_RECEIVED);
        if (missed != null && repair) {
            context.counters.increment(EngineMeter.REPAIRS_RECEIVED);
            source.onLost();
        } else if (missed != null) {
            source.onOvertaken(nowNanos - missed.sinceNanos);
        }
        if (sender != null && !ofGone) {
            acks.onNews(sender, nowNanos);
        }
    }

    /** Confirmations came. Of others' rows those count that a coordinator passes on from far away. */
    void onRows(Peer from, View view, List<AckRow> rows, long nowNanos, Actions actions) {
        for (AckRow row : rows) {
            Peer of = row.member() < view.size() ? members.find(view.member(row.member())) : null;
            if (of == from || (of != null && isCoordinator(from, of))) {
                row.entries().forEach(entry -> onEntry(of, view, entry, nowNanos, actions));
            }
            if (of == from && context.config.mode == WanConfig.Mode.NESTED) {
                acks.onPassOn(from, members.slots(view, row.forward()), nowNanos);
            }
        }
    }

    /** Whether a member may pass on what another one confirms: it is much nearer than that one. */
    private boolean isCoordinator(Peer from, Peer of) {
        return context.config.mode == WanConfig.Mode.NESTED
                && from.roundTrip().smoothedNanos() * Routes.NEARER
                        <= of.roundTrip().smoothedNanos();
    }

    private void onEntry(Peer from, View view, AckEntry entry, long nowNanos, Actions actions) {
        if (entry.source() >= view.size()) {
            return;
        }
        long id = view.member(entry.source());
        if (id == context.engine.memberId()) {
            if (entry.received() <= own.lastNumber() && entry.received() >= from.out.base) {
                boolean news = from.out.onAck(entry.received(), entry.consumed());
                links.onAck(from, news, nowNanos);
                if (news) {
                    own.onAck(from, nowNanos, actions);
                }
            }
            return;
        }
        Peer source = members.find(id);
        if (source != null && source.in.isOpen()) {
            long before = source.in.hintBy(from.slot);
            source.in.onAck(from.slot, entry.received(), entry.consumed(), entry.reach());
            source.in.onReach(entry.reach());
            requests.onKnown(from, source.in, before, nowNanos);
        }
    }

    /** A member says where its stream begins and how far it is. */
    void onLink(Peer from, Link link, long nowNanos, Actions actions) {
        from.in.open(link.base(), link.first());
        from.in.onReach(link.reach());
        if (link.ended()) {
            from.in.end();
        }
        barriers.onBegan(from, link.began());
        if (link.asks()) {
            links.tell(from, actions);
        }
        acks.onRepeat(from, nowNanos);
        tellJoined(from, actions);
    }

    /** A member has joined, be it gone again, as soon as its stream is known and nothing of its former one is waited for. */
    void tellJoined(Peer peer, Actions actions) {
        Departure former = departures.unsettled(peer.id());
        if (!peer.reported && peer.in.isOpen() && (former == null || former.gone == peer)) {
            peer.reported = true;
            actions.report(new SessionEvent.MemberJoined(peer.id(), peer.address()));
        }
    }

    /** A member asks for units, or has not got what was asked for. */
    void onWants(Peer from, Wants wants, long nowNanos, Actions actions) {
        if (wants.type() == PacketType.LACK) {
            requests.onAnswer(from, wants.request(), departures, nowNanos);
            onLack(from, wants, nowNanos);
            return;
        }
        List<Range> lacked = new ArrayList<>();
        int asked = 0;
        for (Range range : wants.ranges()) {
            long first = -1;
            long link = range.first();
            for (; link < range.limit() && asked < MOST_ASKED; link++, asked++) {
                HeldUnit unit = find(from, wants.sourceId(), link);
                if (unit == null) {
                    first = first < 0 ? link : first;
                } else {
                    if (unit.sourceId == context.engine.memberId()) {
                        own.onRepair(from, unit);
                    }
                    outbound.repair(from, unit, link, wants.request());
                    if (first >= 0) {
                        lacked.add(new Range(first, link));
                        first = -1;
                    }
                }
            }
            if (first >= 0) {
                lacked.add(new Range(first, link));
            }
        }
        context.counters.add(EngineMeter.NAKS_RECEIVED, asked);
        if (!lacked.isEmpty()) {
            context.unicast(
                    from,
                    new Wants(
                            PacketType.LACK,
                            members.view().stamp,
                            wants.request(),
                            wants.requester(),
                            wants.sourceId(),
                            lacked),
                    actions);
        }
    }

    private @Nullable HeldUnit find(Peer from, long sourceId, long link) {
        if (sourceId == context.engine.memberId()) {
            return link < from.out.nextToSend() ? from.out.units.get(link) : null;
        }
        for (Departure departure : departures.all()) {
            HeldUnit unit = departure.gone.id() == sourceId ? departure.find(from.slot, link) : null;
            if (unit != null) {
                return unit;
            }
        }
        Peer source = members.find(sourceId);
        return source == null ? null : source.in.find(from.slot, link);
    }

    private void onLack(Peer from, Wants lack, long nowNanos) {
        for (Departure departure : departures.all()) {
            if (departure.gone.id() == lack.sourceId() && !departure.isSettled()) {
                requests.onLack(from, departure.source(), lack.ranges(), nowNanos);
            }
        }
        Peer source = members.find(lack.sourceId());
        if (source != null) {
            requests.onLack(from, source.in, lack.ranges(), nowNanos);
            if (source == from) {
                lack.ranges().forEach(range -> source.in.refute(range.first()));
            }
        }
    }
}
