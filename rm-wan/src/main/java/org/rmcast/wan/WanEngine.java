package org.rmcast.wan;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Confirmation;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.EventCause;
import org.rmcast.api.FlushResult;
import org.rmcast.api.Recipients;
import org.rmcast.api.SendState;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.KnownMember;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.membership.DownReason;
import org.rmcast.core.membership.GroupMember;
import org.rmcast.core.membership.MembershipListener;
import org.rmcast.core.membership.SwimMembership;
import org.rmcast.core.stream.LossCount;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.wan.wire.WanCodec;
import org.rmcast.wan.wire.WanPacket;
import org.rmcast.wan.wire.WanPacket.Ack;
import org.rmcast.wan.wire.WanPacket.Data;
import org.rmcast.wan.wire.WanPacket.Echo;
import org.rmcast.wan.wire.WanPacket.Fence;
import org.rmcast.wan.wire.WanPacket.InView;
import org.rmcast.wan.wire.WanPacket.Install;
import org.rmcast.wan.wire.WanPacket.Link;
import org.rmcast.wan.wire.WanPacket.PacketType;
import org.rmcast.wan.wire.WanPacket.Probe;
import org.rmcast.wan.wire.WanPacket.Promise;
import org.rmcast.wan.wire.WanPacket.Propose;
import org.rmcast.wan.wire.WanPacket.Refuse;
import org.rmcast.wan.wire.WanPacket.Stable;
import org.rmcast.wan.wire.WanPacket.Unit;
import org.rmcast.wan.wire.WanPacket.ViewId;
import org.rmcast.wan.wire.WanPacket.WantView;
import org.rmcast.wan.wire.WanPacket.Wants;

/**
 * The wide-area group for one member: membership and views (the paper's GM protocol), messages to subsets in causal order, confirmations and
 * repair (its GC protocol, section 5).
 */
final class WanEngine implements ProtocolEngine, MembershipListener, Agreement.Listener {
    private static final int MOST_EARLY = 512;
    private static final int LAST_LINKS = 3;

    private final WanContext context;
    private final Members members;
    private final SwimMembership membership;
    private final QuietActions quiet = new QuietActions();
    private final Whereabouts whereabouts;
    private final Agreement agreement;
    private final Departures departures;
    private final Barriers barriers;
    private final Routes routes;
    private final OwnStream own;
    private final Acks acks;
    private final Outbound outbound;
    private final Links links;
    private final Requests requests;
    private final Inbound inbound;
    private final Delivery delivery;
    private final Probes probes;
    private final Flushes flushes;
    /** Packets of views that are to be installed. */
    private final List<Early> early = new ArrayList<>();
    /** Why members were taken out by the membership last. */
    private final Map<Long, DownReason> downs = new LinkedHashMap<>();

    private boolean viewUntold;
    private boolean stopped;

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Early(InetSocketAddress from, Cast cast, long id, byte[] datagram) {}

    WanEngine(EngineContext engine, WanConfig config) {
        View alone = new View(new ViewId(1, engine.memberId()), List.of(engine.memberId()));
        this.members = new Members(engine.memberId(), alone);
        this.context = new WanContext(engine, config, members);
        this.membership = new SwimMembership(engine, config.membership, config.maxPacketBytes, this);
        this.whereabouts = new Whereabouts(membership.view());
        this.agreement = new Agreement(context, membership.view(), whereabouts, this);
        this.departures = new Departures(context);
        this.barriers = new Barriers(context, departures);
        this.routes = new Routes(context);
        this.own = new OwnStream(context, departures, routes);
        this.acks = new Acks(context, routes);
        this.outbound = new Outbound(context, acks);
        this.links = new Links(context, own, outbound);
        this.requests = new Requests(context);
        this.inbound = new Inbound(context, departures, barriers, own, acks, outbound, links, requests);
        this.delivery = new Delivery(context, departures, barriers, acks);
        this.probes = new Probes(context, acks);
        this.flushes = new Flushes(context, own, departures);
    }

    // ProtocolEngine.

    @Override
    public void onStart(long nowNanos, Actions actions) {
        membership.onStart(nowNanos, quiet.of(actions));
        probes.start(nowNanos);
    }

    @Override
    public void onDatagram(InetSocketAddress from, Cast cast, byte[] datagram, long nowNanos, Actions actions)
            throws DecodeException {
        if (SwimMembership.owns(DatagramHeader.type(datagram))) {
            membership.onDatagram(from, cast, datagram, nowNanos, quiet.of(actions));
            return;
        }
        WanPacket packet = WanCodec.decode(datagram);
        if (cast == Cast.MULTICAST && !mayBeMulticast(packet)) {
            throw new DecodeException(packet.type() + " is for one member and came by multicast");
        }
        long id = DatagramHeader.memberId(datagram);
        membership.onHeard(from, cast, datagram, nowNanos);
        Peer known = members.find(id);
        if (!whereabouts.isAt(id, from) && (known == null || !known.address().equals(from))) {
            context.own.increment(WanMeter.UNPROVED);
            membership.challenge(id, from, nowNanos, quiet.of(actions));
            return;
        }
        if (packet instanceof InView placed) {
            onPlaced(from, cast, id, placed, datagram, nowNanos, actions);
        } else {
            onViews(from, id, packet, nowNanos, actions);
        }
    }

    private static boolean mayBeMulticast(WanPacket packet) {
        return packet instanceof Probe
                || (packet instanceof Data data
                        && data.type() == PacketType.DATA
                        && data.forward() == 0
                        && data.rows().isEmpty());
    }

    private void onViews(InetSocketAddress from, long id, WanPacket packet, long nowNanos, Actions actions) {
        if (packet instanceof Propose propose) {
            agreement.onPropose(from, id, propose, nowNanos, actions);
        } else if (packet instanceof Promise promise) {
            agreement.onPromise(id, promise);
        } else if (packet instanceof Refuse refuse) {
            agreement.onRefuse(refuse, nowNanos);
        } else if (packet instanceof Install install) {
            agreement.onInstall(id, install, nowNanos, actions);
        } else if (packet instanceof WantView want) {
            agreement.onWantView(from, id, want, actions);
        }
    }

    private void onPlaced(
            InetSocketAddress from, Cast cast, long id, InView packet, byte[] datagram, long nowNanos, Actions actions)
            throws DecodeException {
        View view = members.find(packet.view());
        if (view == null) {
            if (packet.view().number() > members.view().id.number() && early.size() < MOST_EARLY) {
                early.add(new Early(from, cast, id, datagram));
                context.own.increment(WanMeter.HELD_FOR_VIEW);
            } else {
                context.own.increment(WanMeter.OTHER_VIEWS);
            }
            agreement.onOtherView(from, nowNanos, actions);
            return;
        }
        Peer peer = members.find(id);
        if (peer == null || !view.contains(id) || view.id.number() < peer.sinceView) {
            context.own.increment(WanMeter.OTHER_VIEWS);
            if (peer == null) {
                agreement.onFormer(from, nowNanos, actions);
            }
            return;
        }
        peer.moved(from);
        peer.heardNanos = nowNanos;
        if (view == members.view() && !peer.seenInView) {
            peer.seenInView = true;
            agreement.onSeen(id);
        }
        if (cast == Cast.MULTICAST) {
            peer.path.onMulticast(nowNanos);
            if (packet instanceof Probe) {
                return;
            }
        }
        onPacket(peer, view, packet, nowNanos, actions);
    }

    private void onPacket(Peer peer, View view, InView packet, long nowNanos, Actions actions) throws DecodeException {
        if (packet instanceof Data data) {
            check(peer, data, view);
            outbound.passOn(peer, data, view, nowNanos, actions);
            inbound.onRows(peer, view, data.rows(), nowNanos, actions);
            if (data.type() == PacketType.REPAIR) {
                requests.onAnswer(peer, data.request(), departures, nowNanos);
            }
            data.units().forEach(unit -> inbound.onUnit(peer, data.type(), unit, view, nowNanos));
        } else if (packet instanceof Ack ack) {
            inbound.onRows(peer, view, ack.rows(), nowNanos, actions);
        } else if (packet instanceof Wants wants) {
            inbound.onWants(peer, wants, nowNanos, actions);
        } else if (packet instanceof Stable stable) {
            peer.in.onStable(stable.number(), stable.taken());
        } else if (packet instanceof Link link) {
            inbound.onLink(peer, link, nowNanos, actions);
        } else if (packet instanceof Fence fence) {
            departures.onFence(peer, fence, actions);
        } else if (packet instanceof Probe probe) {
            probes.onProbe(peer, probe, nowNanos, actions);
        } else if (packet instanceof Echo echo) {
            probes.onEcho(peer, echo, nowNanos);
        }
    }

    private static void check(Peer peer, Data data, View view) throws DecodeException {
        if (data.forward() >>> view.size() != 0) {
            throw new DecodeException("the place of one to pass it on to is not in the view");
        }
        for (Unit unit : data.units()) {
            if (data.forward() != 0 && view.placeOf(peer.id()) != unit.origin()) {
                throw new DecodeException("it is to be passed on, and not from its sender");
            }
            if (unit.origin() >= view.size() || unit.destinations() >>> view.size() != 0) {
                throw new DecodeException("a place is not in the view");
            }
            for (WanPacket.Cause cause : unit.causes()) {
                if (cause.origin() >= view.size() || cause.destinations() >>> view.size() != 0) {
                    throw new DecodeException("the place of a cause is not in the view");
                }
            }
        }
    }

    // The application.

    @Override
    public boolean onSend(byte[] message, boolean headers, long nowNanos, Actions actions) {
        return onSend(message, headers, Recipients.GROUP, nowNanos, actions);
    }

    @Override
    public boolean onSend(byte[] message, boolean headers, Recipients to, long nowNanos, Actions actions) {
        return own.send(message, headers, to, nowNanos, actions);
    }

    @Override
    public void onFlush(long flushId, Confirmation by, long deadlineNanos, long nowNanos, Actions actions) {
        flushes.onFlush(flushId, deadlineNanos);
    }

    @Override
    public void onDeliveryRoom(long nowNanos, Actions actions) {
        delivery.deliver(nowNanos, actions);
    }

    @Override
    public void onClose(long deadlineNanos, long nowNanos, Actions actions) {
        flushes.onClose(deadlineNanos);
    }

    // Time.

    @Override
    public void onDeadline(long nowNanos, Actions actions) {
        membership.onDeadline(nowNanos, quiet.of(actions));
        if (probes.onDeadline(nowNanos, actions)) {
            links.repeatStable(actions);
            routes.onMeasured(actions);
        }
    }

    @Override
    public void onBatchEnd(long nowNanos, Actions actions) {
        if (stopped) {
            return;
        }
        agreement.onDeadline(nowNanos, actions);
        delivery.deliver(nowNanos, actions);
        tellEnds(actions);
        departures.onDeadline(departure -> onSettled(departure, actions), nowNanos, actions);
        tellView(actions);
        delivery.deliver(nowNanos, actions);
        barriers.onDeadline(links, nowNanos, actions);
        members.peers().forEach(peer -> peer.in.look(nowNanos, actions));
        requests.ask(departures, nowNanos, actions);
        links.onDeadline(nowNanos, actions);
        links.tellStable(nowNanos, actions);
        outbound.drain(nowNanos, actions);
        acks.send(nowNanos, actions);
        flushes.answer(nowNanos, actions);
        FlushResult closed = flushes.closed(nowNanos);
        if (closed != null) {
            leave(closed, nowNanos, actions);
        }
    }

    private void leave(FlushResult result, long nowNanos, Actions actions) {
        stopped = true;
        for (int i = 0; i < LAST_LINKS; i++) {
            links.end(actions);
        }
        membership.leave(nowNanos, quiet.of(actions));
        actions.closed(result);
    }

    @Override
    public long nextDeadlineNanos() {
        if (stopped) {
            return NO_DEADLINE;
        }
        long deadline = Deadlines.earlier(membership.nextDeadlineNanos(), probes.nextDeadlineNanos());
        deadline = Deadlines.earlier(deadline, agreement.nextDeadlineNanos());
        deadline = Deadlines.earlier(deadline, departures.nextDeadlineNanos());
        deadline = Deadlines.earlier(deadline, barriers.nextDeadlineNanos());
        deadline = Deadlines.earlier(deadline, requests.nextDeadlineNanos(departures));
        deadline = Deadlines.earlier(deadline, links.nextDeadlineNanos());
        deadline = Deadlines.earlier(deadline, outbound.nextDeadlineNanos());
        deadline = Deadlines.earlier(deadline, acks.nextDeadlineNanos());
        return Deadlines.earlier(deadline, flushes.nextDeadlineNanos());
    }

    // Members and views.

    @Override
    public void onUp(GroupMember member, long nowNanos, Actions actions) {
        downs.remove(member.id());
        whereabouts.onChanged(member.id());
        Peer peer = members.find(member.id());
        if (peer != null) {
            peer.moved(member.address());
        }
        agreement.onGroup(nowNanos);
    }

    @Override
    public void onProved(long memberId, InetSocketAddress at, long nowNanos, Actions actions) {
        whereabouts.onProved(memberId, at);
        Peer peer = members.find(memberId);
        if (peer != null) {
            peer.moved(at);
        }
    }

    @Override
    public void onDown(GroupMember member, DownReason reason, long nowNanos, Actions actions) {
        downs.put(member.id(), reason);
        whereabouts.onChanged(member.id());
        if (downs.size() > 2 * WanCodec.MOST_MEMBERS) {
            downs.remove(downs.keySet().iterator().next());
        }
        agreement.onGroup(nowNanos);
    }

    @Override
    public void onView(Install install, long nowNanos, Actions actions) {
        View before = members.view();
        View next = new View(install.id(), install.members());
        ViewId lineage = lineage(install, next, context.engine.memberId());
        List<Peer> staying = new ArrayList<>();
        List<Peer> gone = new ArrayList<>();
        for (Peer peer : members.peers()) {
            boolean stays = next.contains(peer.id())
                    && before.id.equals(lineage)
                    && lineage.equals(lineage(install, next, peer.id()));
            (stays ? staying : gone).add(peer);
        }
        Map<Long, InetSocketAddress> formerly = new HashMap<>();
        gone.forEach(peer -> {
            formerly.put(peer.id(), peer.address());
            remove(peer, before, next, staying, nowNanos, actions);
        });
        members.install(next);
        boolean meets = meetsOthers(install, next, staying);
        for (Peer peer : staying) {
            peer.out.onView(next.id.number());
            if (meets) {
                links.tell(peer, actions);
            }
        }
        if (meets) {
            barriers.begin(next.id.number(), staying, nowNanos);
        }
        for (long id : next.members()) {
            if (id != context.engine.memberId() && members.find(id) == null) {
                add(id, formerly.get(id), nowNanos, actions);
            }
        }
        viewUntold = true;
        context.own.set(WanMeter.VIEW_MEMBERS, next.size());
        replayEarly(nowNanos, actions);
    }

    /** Whether some of those that come, and do not come from a view of their own alone, may know what is still on its way here from those that stay. */
    private boolean meetsOthers(Install install, View next, List<Peer> staying) {
        if (staying.isEmpty()) {
            return false;
        }
        ViewId own = lineage(install, next, context.engine.memberId());
        for (long id : next.members()) {
            ViewId lineage = lineage(install, next, id);
            if (!lineage.equals(own) && lineage.number() > 1) {
                return true;
            }
        }
        return false;
    }

    private static ViewId lineage(Install install, View view, long id) {
        return install.before().get(install.lineages().get(view.placeOf(id)));
    }

    private void remove(Peer peer, View before, View next, List<Peer> staying, long nowNanos, Actions actions) {
        DownReason down = downs.get(peer.id());
        Reason reason = reason(down);
        if (down != DownReason.LEFT) {
            flushes.onGone(peer);
        }
        members.remove(peer);
        for (Peer other : members.peers()) {
            other.in.free(peer.slot);
            other.path.free(peer.slot);
        }
        routes.onGone(peer);
        context.multicasts.onGone(peer);
        acks.onGone(peer);
        departures.onGone(peer);
        peer.in.free(peer.slot);
        outbound.onGone(peer);
        context.past.free(peer.id(), peer.slot);
        own.onGone(peer, reason, nowNanos, actions);
        departures.begin(
                new Departure(peer, before, next.id.number(), down == DownReason.LEFT, reason, staying, nowNanos));
    }

    private static Reason reason(@Nullable DownReason down) {
        if (down == null) {
            return new Reason(EventCause.SILENT, "it was cut off, and has come back");
        }
        return switch (down) {
            case LEFT -> new Reason(EventCause.LEFT, "it left");
            case RESTARTED -> new Reason(EventCause.CAME_AGAIN, "another member answers at its address");
            case FAILED, DISPLACED -> new Reason(EventCause.SILENT, "it did not answer");
        };
    }

    /** @param formerly where it was before this view, null if it was not there */
    private void add(long id, @Nullable InetSocketAddress formerly, long nowNanos, Actions actions) {
        InetSocketAddress known = whereabouts.of(id);
        InetSocketAddress address = known == null ? formerly : known;
        if (address == null) {
            throw new IllegalStateException("a view was taken with a member that is not known: " + id);
        }
        long base = own.lastAccepted();
        int slot = members.freeSlot();
        Peer peer = new Peer(
                id,
                slot,
                address,
                new OutLink(base, base + 1),
                new Source(id, new LossCount(context.counters), context.config.stallNanos, nowNanos),
                new Path(context.newRoundTrip(), context.engine.random().nextInt()),
                members.view().id.number(),
                nowNanos);
        members.add(peer);
        links.begin(peer, nowNanos, actions);
        probes.onUp(peer, nowNanos, actions);
    }

    private void replayEarly(long nowNanos, Actions actions) {
        List<Early> waiting = List.copyOf(early);
        early.clear();
        for (Early packet : waiting) {
            try {
                InView placed = (InView) WanCodec.decode(packet.datagram);
                if (placed.view().number() >= members.view().id.number()) {
                    onPlaced(packet.from, packet.cast, packet.id, placed, packet.datagram, nowNanos, actions);
                }
            } catch (DecodeException e) {
                throw new IllegalStateException("it was decoded before", e);
            }
        }
    }

    /** All that a member that is gone had sent is at all its destinations, or lost. */
    private void onSettled(Departure departure, Actions actions) {
        Peer gone = departure.gone;
        Source source = departure.source();
        delivery.end(source);
        if (!source.endTold && source.isStarted() && gone.reported) {
            actions.report(new SessionEvent.SenderLost(gone.id(), departure.reason.cause(), departure.reason.text()));
        }
        if (gone.reported) {
            actions.report(
                    departure.memberLeft
                            ? new SessionEvent.MemberLeft(gone.id(), gone.address())
                            : new SessionEvent.MemberFailed(
                                    gone.id(), gone.address(), departure.reason.cause(), departure.reason.text()));
        }
        Departure goneAgain = departures.unsettled(gone.id());
        Peer again = goneAgain == null ? members.find(gone.id()) : goneAgain.gone;
        if (again != null) {
            inbound.tellJoined(again, actions);
        }
    }

    private void tellEnds(Actions actions) {
        for (Peer peer : members.peers()) {
            tellEnd(peer.in, actions);
        }
        for (Departure departure : departures.all()) {
            tellEnd(departure.source(), actions);
        }
    }

    private void tellEnd(Source source, Actions actions) {
        if (source.hasEnded() && !source.endTold && source.isOpen() && source.isConsumed()) {
            source.endTold = true;
            actions.report(new SessionEvent.StreamEnded(source.id));
        }
    }

    private void tellView(Actions actions) {
        if (viewUntold && departures.areSettled()) {
            viewUntold = false;
            View view = members.view();
            actions.report(new SessionEvent.ViewChanged(view.hash(), view.id.number(), view.size()));
        }
    }

    // What is known.

    @Override
    public int receiverCount() {
        int count = 0;
        for (Peer peer : members.peers()) {
            count += peer.out.opened ? 1 : 0;
        }
        return count;
    }

    @Override
    public SendState sendState(long nowNanos) {
        return own.isFull() ? SendState.of(SendState.Cause.WINDOW) : SendState.READY;
    }

    @Override
    public List<? extends KnownMember> members() {
        return List.copyOf(members.peers());
    }

    @Override
    public EngineStatistics statistics() {
        long packets = own.units();
        long bytes = own.bytes() + delivery.assemblyBytes();
        List<EngineStatistics.Served> served = new ArrayList<>();
        for (Peer peer : members.peers()) {
            packets += peer.in.heldUnits();
            bytes += peer.in.heldBytes();
            served.add(new EngineStatistics.Served(
                    peer.id(),
                    peer.address(),
                    own.unconsumed(peer, own.lastNumber()),
                    100 * peer.path.lossThere(),
                    peer.path.statistics()));
        }
        for (Departure departure : departures.all()) {
            packets += departure.source().heldUnits();
            bytes += departure.source().heldBytes();
        }
        context.own.set(WanMeter.CAUSES, context.past.size());
        context.counters.set(EngineMeter.BUFFER_PACKETS, packets);
        context.counters.set(EngineMeter.BUFFER_BYTES, bytes);
        context.counters.set(EngineMeter.NEXT_SEQUENCE, own.lastNumber() + 1);
        return EngineStatistics.of(context.counters)
                .with(context.own)
                .members(served)
                .build();
    }

    @Override
    public String toString() {
        return members + ", " + own + ", " + agreement + ", " + departures.all() + ", " + barriers;
    }
}
