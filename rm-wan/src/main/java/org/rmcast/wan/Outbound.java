package org.rmcast.wan;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EngineMeter;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.flow.Pacer;
import org.rmcast.core.wire.WireWriter;
import org.rmcast.wan.wire.WanCodec;
import org.rmcast.wan.wire.WanPacket.PacketType;
import org.rmcast.wan.wire.WanPacket.Unit;

/** Sends units: repairs that were asked for first, then what is new, to each member in turn, as fast as the rate allows. Not thread safe. */
final class Outbound {
    private static final int MOST_REPAIRS = 8_192;
    private static final int BURST_PACKETS = 64;

    private final WanContext context;
    private final Acks acks;
    private final Pacer pacer;
    private final Map<RepairKey, Repair> repairs = new LinkedHashMap<>();

    private record RepairKey(long peerId, long sourceId, long link) {}

    private record Repair(Peer to, HeldUnit unit, View view) {}

    Outbound(WanContext context, Acks acks) {
        this.context = context;
        this.acks = acks;
        this.pacer = new Pacer(context.config.maxRate, Pacer.BURST_NANOS);
    }

    /**
     * A member is to get a unit again.
     *
     * @param link its number there
     */
    void repair(Peer to, HeldUnit unit, long link) {
        if (repairs.size() < MOST_REPAIRS) {
            repairs.putIfAbsent(
                    new RepairKey(to.id(), unit.sourceId, link), new Repair(to, unit, context.members.viewOf(unit)));
        }
    }

    /** A member is gone. */
    void onGone(Peer peer) {
        repairs.values().removeIf(repair -> repair.to == peer);
    }

    /** Sends what may leave now. */
    void drain(long nowNanos, Actions actions) {
        while (!repairs.isEmpty() && pacer.mayLeave(nowNanos)) {
            sendRepairs(nowNanos, actions);
        }
        boolean more = true;
        while (more && pacer.mayLeave(nowNanos)) {
            more = false;
            for (Peer peer : context.members.peers()) {
                int packets = 0;
                while (peer.out.opened && peer.out.hasToSend() && packets < BURST_PACKETS && pacer.mayLeave(nowNanos)) {
                    sendNew(peer, nowNanos, actions);
                    packets++;
                }
                more |= peer.out.opened && peer.out.hasToSend();
            }
        }
    }

    /** Whether new units wait. */
    boolean hasToSend() {
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
        Packet packet = new Packet(first.to, PacketType.REPAIR, first.view);
        for (HeldUnit unit : units) {
            if (!packet.add(unit)) {
                packet.send(nowNanos, actions);
                packet = new Packet(first.to, PacketType.REPAIR, first.view);
                packet.add(unit);
            }
        }
        packet.send(nowNanos, actions);
        context.counters.add(EngineMeter.REPAIRS_SENT, units.size());
    }

    private void sendNew(Peer to, long nowNanos, Actions actions) {
        HeldUnit unit = to.out.units.get(to.out.nextToSend());
        View view = unit == null ? context.members.view() : context.members.viewOf(unit);
        Packet packet = new Packet(to, PacketType.DATA, view);
        while (unit != null && context.members.viewOf(unit) == view && packet.add(unit)) {
            to.out.sent();
            unit = to.out.units.get(to.out.nextToSend());
        }
        if (packet.isEmpty()) {
            to.out.sent(); // it is for nobody any more
            return;
        }
        packet.send(nowNanos, actions);
        context.counters.increment(EngineMeter.DATA_PACKETS_SENT);
        if (to.out.resendAtNanos == ProtocolEngine.NO_DEADLINE) {
            to.out.resendAtNanos = nowNanos + to.roundTrip().timeoutNanos() + 2 * context.config.ackDelayNanos;
        }
    }

    long nextDeadlineNanos() {
        return repairs.isEmpty() && !hasToSend() ? ProtocolEngine.NO_DEADLINE : pacer.batchReadyNanos();
    }

    /** One datagram that is filled. */
    private final class Packet {
        private final Peer to;
        private final PacketType type;
        private final View view;
        private final WireWriter writer = new WireWriter(context.config.maxPacketBytes);
        private int units;

        Packet(Peer to, PacketType type, View view) {
            this.to = to;
            this.type = type;
            this.view = view;
        }

        boolean isEmpty() {
            return units == 0;
        }

        /** Adds a unit if it fits; one that is for nobody any more is passed over. */
        boolean add(HeldUnit held) {
            @Nullable Unit unit = context.places.toWire(held, view);
            if (unit == null) {
                return units > 0 || type == PacketType.REPAIR;
            }
            int most = WanCodec.unitBytes(unit) + unit.payloadBytes();
            if (units == 0) {
                int room = context.config.maxPacketBytes - WanCodec.DATA_BYTES - most;
                boolean present = view == context.members.view();
                WanCodec.beginData(writer, type, view.stamp, 0, present ? acks.take(to, room) : List.of());
            } else if (writer.length() + most > context.config.maxPacketBytes) {
                return false;
            }
            WanCodec.writeUnit(writer, unit);
            units++;
            if (type == PacketType.DATA) {
                context.own.increment(WanMeter.UNITS_SENT);
                context.own.add(WanMeter.STATE_BYTES, most - unit.payloadBytes());
            }
            return true;
        }

        void send(long nowNanos, Actions actions) {
            if (units > 0) {
                byte[] packet = writer.toByteArray();
                pacer.leave(packet.length, nowNanos);
                actions.unicast(to.address(), packet);
            }
        }
    }
}
