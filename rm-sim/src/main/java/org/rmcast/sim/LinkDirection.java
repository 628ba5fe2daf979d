package org.rmcast.sim;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.impair.Impairer;
import org.rmcast.core.impair.Impairments;

/** One direction of a link: takes datagrams at one end and schedules their arrival at the other. */
final class LinkDirection {
    private static final int PURPOSE = 1;

    private final World world;
    private final int index;
    private final Port target;
    private final Impairer.Sink sink = this::schedule;
    private final ArrayDeque<Arrival> pool;
    private Impairer impairer;
    private int changes;
    private Traffic cut = Traffic.NONE;
    private @Nullable FaultyPassage fault;
    private Packet offered;
    private int offeredTtl;
    private double nanosPerByte;
    private long datagrams;
    private long bytes;
    private double busyNanos;
    private long overflowedBefore;

    /**
     * Makes a direction.
     *
     * @param index its number, from which its randomness follows
     * @param target what is at the far end
     * @param pool arrivals to use again, shared by all directions
     */
    LinkDirection(World world, int index, Port target, Impairments impairments, ArrayDeque<Arrival> pool, Packet none) {
        this.world = world;
        this.index = index;
        this.target = target;
        this.pool = pool;
        this.offered = none;
        this.impairer = impairer(impairments);
        this.nanosPerByte = nanosPerByte(impairments);
    }

    private static double nanosPerByte(Impairments impairments) {
        return impairments.rateBytesPerSecond() > 0 ? 1e9 / impairments.rateBytesPerSecond() : 0;
    }

    /** Changes what happens to datagrams offered from now on; those on their way arrive as they would have. */
    void impair(Impairments impairments) {
        changes++;
        overflowedBefore += impairer.overflowed();
        impairer = impairer(impairments);
        nanosPerByte = nanosPerByte(impairments);
    }

    /** What went in since the simulation began. */
    LinkUse use() {
        return new LinkUse(datagrams, bytes, Math.round(busyNanos), overflowedBefore + impairer.overflowed());
    }

    /** From now on, datagrams of this kind do not pass. */
    void setCut(Traffic traffic) {
        cut = traffic;
    }

    Impairer impairer() {
        return impairer;
    }

    void offer(Packet packet, int ttl, long nowNanos) {
        if (cut.concerns(packet)) {
            return;
        }
        FaultyPassage passage = fault;
        if (passage == null) {
            cross(packet, ttl, nowNanos);
        } else {
            passage.offer(packet, ttl, nowNanos);
        }
    }

    /** Puts a fault before the impairments, or none; a datagram that the one before holds back is lost. */
    void setFault(@Nullable LinkFault injected) {
        fault = injected == null ? null : new FaultyPassage(injected, this::crossAt);
    }

    /** Datagrams that the present fault has dropped. */
    long droppedByFault() {
        return fault == null ? 0 : fault.dropped();
    }

    private void crossAt(Packet packet, int ttl, long atNanos) {
        if (atNanos == world.now()) {
            cross(packet, ttl, atNanos);
        } else {
            world.queue.add(atNanos, now -> cross(packet, ttl, now));
        }
    }

    private void cross(Packet packet, int ttl, long nowNanos) {
        offered = packet;
        offeredTtl = ttl;
        impairer.offer(packet.bytes(), nowNanos, sink);
    }

    private Impairer impairer(Impairments impairments) {
        return new Impairer(impairments, world.random(PURPOSE, index, changes));
    }

    private void schedule(byte[] datagram, long deliverAtNanos) {
        datagrams++;
        bytes += datagram.length;
        busyNanos += datagram.length * nanosPerByte;
        Packet packet = offered;
        Arrival arrival = pool.poll();
        if (arrival == null) {
            arrival = new Arrival(packet, this);
        }
        arrival.packet = datagram == packet.bytes() ? packet : packet.corruptedAs(datagram);
        arrival.ttl = offeredTtl;
        arrival.direction = this;
        world.queue.add(deliverAtNanos, arrival);
    }

    /** The arrival of one datagram. Used again afterwards. */
    static final class Arrival implements EventQueue.Event {
        private Packet packet;
        private LinkDirection direction;
        private int ttl;

        private Arrival(Packet packet, LinkDirection direction) {
            this.packet = packet;
            this.direction = direction;
        }

        @Override
        public void fire(long nowNanos) {
            LinkDirection via = direction;
            Packet arriving = packet;
            int left = ttl;
            via.pool.push(this);
            via.target.arrive(arriving, left, via, nowNanos);
        }
    }
}
