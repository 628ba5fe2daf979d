package org.rmcast.wan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EngineMeter;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.flow.Pacer;
import org.rmcast.core.wire.WireWriter;
import org.rmcast.wan.wire.WanCodec;
import org.rmcast.wan.wire.WanPacket.AckRow;
import org.rmcast.wan.wire.WanPacket.Data;
import org.rmcast.wan.wire.WanPacket.PacketType;
import org.rmcast.wan.wire.WanPacket.Unit;

/** Sends units: repairs that were asked for first, then what is new, in the order in which it was accepted, as fast as the rate allows. Not thread safe. */
final class Outbound {
    private static final int MOST_REPAIRS = 8_192;
    private static final int MOST_COPIES_KEPT = 4_096;

    private final WanContext context;
    private final Acks acks;
    private final Pacer pacer;
    private final Map<RepairKey, Repair> repairs = new LinkedHashMap<>();

    /** Copies that wait, by their times. */
    private final PriorityQueue<Copy> copies = new PriorityQueue<>(Comparator.comparingLong(Copy::atNanos));

    private record RepairKey(long peerId, long sourceId, long link) {}

    private record Repair(Peer to, HeldUnit unit, View view, int request) {}

    Outbound(WanContext context, Acks acks) {
        this.context = context;
        this.acks = acks;
        this.pacer = new Pacer(context.config.maxRate, Pacer.BURST_NANOS);
    }

    /**
     * A member is to get a unit again.
     *
     * @param link its number there
     * @param request the number of the request for it, 0 if there was none
     */
    void repair(Peer to, HeldUnit unit, long link, int request) {
        if (repairs.size() < MOST_REPAIRS) {
            repairs.putIfAbsent(
                    new RepairKey(to.id(), unit.sourceId, link),
                    new Repair(to, unit, context.members.viewOf(unit), request));
        }
    }

    /** A member is gone. */
    void onGone(Peer peer) {
        repairs.values().removeIf(repair -> repair.to == peer);
        copies.removeIf(copy -> copy.to == peer);
    }

    /** Sends what may leave now. */
    void drain(long nowNanos, Actions actions) {
        sendCopies(nowNanos, actions);
        while (!repairs.isEmpty() && pacer.mayLeave(nowNanos)) {
            sendRepairs(nowNanos, actions);
        }
        boolean more = true;
        while (more && pacer.mayLeave(nowNanos)) {
            more = sendNext(nowNanos, actions);
        }
    }

    /** Sends a packet with what was accepted first of what is new; whether there is any. */
    private boolean sendNext(long nowNanos, Actions actions) {
        HeldUnit multicast = context.multicasts.next();
        long number = multicast == null ? Long.MAX_VALUE : multicast.number;
        Peer to = null;
        for (Peer peer : context.members.peers()) {
            HeldUnit unit = peer.out.opened ? nextByUnicast(peer, nowNanos) : null;
            if (unit != null && unit.number < number) {
                to = peer;
                number = unit.number;
            }
        }
        if (to != null) {
            sendNew(to, nowNanos, actions);
        } else if (multicast != null) {
            multicast(multicast, nowNanos, actions);
        }
        return to != null || multicast != null;
    }

    /** The next unit to a member by unicast; those that have left by multicast count as sent. Null if there is none, or one is to be multicast first. */
    private @Nullable HeldUnit nextByUnicast(Peer peer, long nowNanos) {
        while (peer.out.hasToSend()) {
            HeldUnit unit = peer.out.units.get(peer.out.nextToSend());
            if (unit != null && (unit.byMulticast & peer.bit()) == 0) {
                return unit;
            }
            if (unit != null && !unit.multicastSent) {
                return null;
            }
            peer.out.sent();
            await(peer, nowNanos);
        }
        return null;
    }

    private void await(Peer peer, long nowNanos) {
        if (peer.out.resendAtNanos == ProtocolEngine.NO_DEADLINE) {
            peer.out.resendAtNanos = nowNanos + peer.confirmationNanos(context.config.ackDelayNanos);
        }
    }

    /** Sends a packet of units by multicast. */
    private void multicast(HeldUnit first, long nowNanos, Actions actions) {
        View view = context.members.viewOf(first);
        int copies = first.multicastCopies;
        Packet packet = new Packet(null, view, new Carriage(0, 0, copies));
        HeldUnit unit = first;
        while (unit != null
                && unit.multicastCopies == copies
                && context.members.viewOf(unit) == view
                && packet.add(unit)) {
            context.multicasts.sent();
            unit = context.multicasts.next();
        }
        packet.send(nowNanos, actions);
        context.counters.increment(EngineMeter.DATA_PACKETS_SENT);
        context.own.increment(WanMeter.MULTICASTS);
        context.members.peers().forEach(peer -> nextByUnicast(peer, nowNanos));
    }

    /** Whether new units wait. */
    boolean hasToSend() {
        if (context.multicasts.next() != null) {
            return true;
        }
        for (Peer peer : context.members.peers()) {
            if (peer.out.opened && peer.out.hasToSend()) {
                return true;
            }
        }
        return false;
    }

    private void sendRepairs(long nowNanos, Actions actions) {
        Iterator<Repair> all = repairs.values().iterator();
        Repair first = all.next();
        all.remove();
        List<HeldUnit> units = new ArrayList<>();
        units.add(first.unit);
        int bytes = first.unit.heldBytes();
        while (all.hasNext() && bytes < context.config.maxPacketBytes) {
            Repair next = all.next();
            if (next.to == first.to
                    && next.view == first.view
                    && bytes + next.unit.heldBytes() < context.config.maxPacketBytes) {
                units.add(next.unit);
                bytes += next.unit.heldBytes();
                all.remove();
            }
        }
        if (context.members.find(first.to.id()) != first.to) {
            return;
        }
        Packet packet = new Packet(first);
        for (HeldUnit unit : units) {
            if (!packet.add(unit)) {
                packet.send(nowNanos, actions);
                packet = new Packet(first);
                packet.add(unit);
            }
        }
        packet.send(nowNanos, actions);
        context.counters.add(EngineMeter.REPAIRS_SENT, units.size());
    }

    private void sendNew(Peer to, long nowNanos, Actions actions) {
        Packet packet = null;
        boolean full = false;
        HeldUnit unit = nextByUnicast(to, nowNanos);
        while (unit != null && !full && pacer.mayLeave(nowNanos)) {
            Carriage carriage = carriage(unit, to, nowNanos, actions);
            if (carriage != null) {
                View view = context.members.viewOf(unit);
                packet = packet == null ? new Packet(to, view, carriage) : packet;
                full = !packet.carries(view, carriage) || !packet.add(unit);
            }
            if (!full) {
                to.out.sent();
                unit = nextByUnicast(to, nowNanos);
            }
        }
        if (packet != null && !packet.isEmpty()) {
            packet.send(nowNanos, actions);
            context.counters.increment(EngineMeter.DATA_PACKETS_SENT);
        }
        await(to, nowNanos);
    }

    /**
     * How a unit goes to a member, null if it does not go there directly. One that is not for the relay is handed over to it, once for all to
     * whom that one passes it on; one that is goes there with the order to pass it on when it is that one's turn.
     */
    private @Nullable Carriage carriage(HeldUnit unit, Peer to, long nowNanos, Actions actions) {
        if (unit.routes == RoutePlan.PLAIN) {
            return Carriage.PLAIN;
        }
        Leg leg = unit.routes.leg(to.slot);
        Peer relay = leg.isRelayed() ? context.members.find(leg.relayId()) : null;
        boolean relayed = relay != null && relay.out.opened;
        if (relay != null && relayed && !unit.isFor(relay.slot) && (unit.handedOver & relay.bit()) == 0) {
            unit.handedOver |= relay.bit();
            View view = context.members.viewOf(unit);
            Packet packet = new Packet(relay, view, toPassOn(unit, relay, leg.toRelay(), view));
            packet.add(unit);
            packet.send(nowNanos, actions);
        }
        if (relayed && leg.direct() == 0) {
            return null;
        }
        return toPassOn(unit, to, Math.max(1, leg.direct()), context.members.viewOf(unit));
    }

    /** A unit goes to a member, in at least so many copies, which passes it on to those whose relay it is. */
    private Carriage toPassOn(HeldUnit unit, Peer to, int copies, View view) {
        long slots = unit.routes.relayedBy(to.id(), unit.slots());
        int most = copies;
        int onward = 0;
        for (long rest = slots; rest != 0; rest &= rest - 1) {
            Leg leg = unit.routes.leg(Long.numberOfTrailingZeros(rest));
            most = Math.max(most, leg.toRelay());
            onward = Math.max(onward, leg.onward());
        }
        return new Carriage(context.members.places(view, slots), onward, most);
    }

    /**
     * A packet came that is to be passed on: once, in however many copies it comes. It is not more than its sender would have sent, and goes out as
     * own packets do.
     */
    void passOn(Peer from, Data data, View view, long nowNanos, Actions actions) {
        if (data.forward() == 0) {
            return;
        }
        List<Unit> units = new ArrayList<>(data.units());
        units.removeIf(unit -> !from.passedOn.add(unit.number()));
        Carriage carriage = new Carriage(0, 0, Math.min(data.copies(), context.config.mostCopies));
        for (long rest = data.forward(); rest != 0; rest &= rest - 1) {
            int place = Long.numberOfTrailingZeros(rest);
            Peer to = context.members.find(view.member(place));
            if (to != null) {
                Packet packet = new Packet(to, view, carriage);
                for (Unit unit : units) {
                    if ((unit.destinations() >>> place & 1) != 0 && !packet.add(unit)) {
                        // This member's confirmations may be longer than those that the packet came with.
                        passOn(packet, nowNanos, actions);
                        packet = new Packet(to, view, carriage);
                        packet.add(unit);
                    }
                }
                passOn(packet, nowNanos, actions);
            }
        }
    }

    private void passOn(Packet packet, long nowNanos, Actions actions) {
        context.own.add(WanMeter.PASSED_ON, packet.isEmpty() ? 0 : 1);
        packet.send(nowNanos, actions);
    }

    /** Sends copies whose time has come. */
    private void sendCopies(long nowNanos, Actions actions) {
        Copy copy = copies.peek();
        while (copy != null && Deadlines.isDue(copy.atNanos, nowNanos) && pacer.mayLeave(nowNanos)) {
            copies.remove();
            leave(copy.to, copy.packet, nowNanos, actions);
            copy = copies.peek();
        }
    }

    private void leave(@Nullable Peer to, byte[] packet, long nowNanos, Actions actions) {
        if (to == null) {
            pacer.leave(packet.length, nowNanos);
            actions.multicast(packet, context.engine.ttl());
        } else if (context.members.find(to.id()) == to) {
            pacer.leave(packet.length, nowNanos);
            actions.unicast(to.address(), packet);
        }
    }

    long nextDeadlineNanos() {
        Copy copy = copies.peek();
        long next = copy == null ? ProtocolEngine.NO_DEADLINE : Math.max(copy.atNanos, pacer.readyNanos());
        return repairs.isEmpty() && !hasToSend() ? next : Deadlines.earlier(next, pacer.batchReadyNanos());
    }

    /** One datagram that is filled. */
    private final class Packet {
        /** Null for the group. */
        private final @Nullable Peer to;

        private final PacketType type;
        private final int request;
        private final View view;
        private final Carriage carriage;
        private final WireWriter writer = new WireWriter(context.config.maxPacketBytes);
        private int units;

        /** One of what is new. */
        Packet(@Nullable Peer to, View view, Carriage carriage) {
            this.to = to;
            this.type = PacketType.DATA;
            this.request = 0;
            this.view = view;
            this.carriage = carriage;
        }

        /** One of repairs, of which this is the first. */
        Packet(Repair first) {
            this.to = first.to;
            this.type = PacketType.REPAIR;
            this.request = first.request;
            this.view = first.view;
            this.carriage = Carriage.PLAIN;
        }

        boolean isEmpty() {
            return units == 0;
        }

        /** Whether it is such a packet. */
        boolean carries(View ofView, Carriage how) {
            return view == ofView && carriage.equals(how);
        }

        /** Adds a unit if it fits; one that is for nobody any more is passed over. */
        boolean add(HeldUnit held) {
            Unit unit = context.places.toWire(held, view);
            if (unit == null) {
                return true;
            }
            boolean added = add(unit);
            if (added && type == PacketType.DATA) {
                context.own.increment(WanMeter.UNITS_SENT);
                context.own.add(WanMeter.STATE_BYTES, WanCodec.unitBytes(unit));
            }
            return added;
        }

        /** Adds a unit if it fits. */
        boolean add(Unit unit) {
            int most = WanCodec.unitBytes(unit) + unit.payloadBytes();
            if (units == 0) {
                int room = context.config.maxPacketBytes - WanCodec.DATA_BYTES - most;
                boolean present = view == context.members.view();
                List<AckRow> rows = present && to != null ? acks.take(to, room) : List.of();
                WanCodec.beginData(writer, type, view.stamp, request, carriage.forward, carriage.onward, rows);
            } else if (writer.length() + most > context.config.maxPacketBytes) {
                return false;
            }
            WanCodec.writeUnit(writer, unit);
            units++;
            return true;
        }

        /** Sends it, and as many copies as it is to go in; those that there is no room to keep are left out. */
        void send(long nowNanos, Actions actions) {
            if (units == 0) {
                return;
            }
            byte[] packet = writer.toByteArray();
            for (int i = 1; i < carriage.copies && copies.size() < MOST_COPIES_KEPT; i++) {
                context.own.increment(WanMeter.COPIES_SENT);
                copies.add(new Copy(to, packet.clone(), nowNanos + i * context.config.copySpacingNanos));
            }
            leave(to, packet, nowNanos, actions);
        }
    }

    /**
     * How a packet goes.
     *
     * @param forward to whom who gets it passes it on, by places
     * @param onward in how many copies
     * @param copies in how many it goes to who gets it
     */
    private record Carriage(long forward, int onward, int copies) {
        static final Carriage PLAIN = new Carriage(0, 0, 1);
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Copy(@Nullable Peer to, byte[] packet, long atNanos) {}
}
