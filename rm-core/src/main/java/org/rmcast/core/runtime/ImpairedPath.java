package org.rmcast.core.runtime;

import java.net.InetSocketAddress;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.impair.Impairer;
import org.rmcast.core.impair.Impairments;
import org.rmcast.core.wire.Cast;

/**
 * One direction of a member's traffic with a bad network in between: passes datagrams on at the time that its {@link
 * Impairer} says. What is delayed waits here, bounded in number and bytes; beyond that it is dropped. Runs on the loop.
 */
public final class ImpairedPath {
    private static final int MAX_DELAYED = 262_144;
    private static final long MAX_DELAYED_BYTES = 64L << 20;
    /** Both directions of a member together take no more than twice this part of the heap. */
    private static final int HEAP_PARTS = 32;
    /** What a datagram that waits takes besides its content. */
    private static final long DELAYED_OVERHEAD = 128;

    /** Where datagrams go after the path. */
    @FunctionalInterface
    public interface Exit {
        /**
         * A datagram leaves the path.
         *
         * @param peer its source or destination, null for the group
         * @param ttl its scope, where it goes to the group
         */
        void pass(@Nullable InetSocketAddress peer, Cast cast, int ttl, byte[] datagram);
    }

    private Impairer impairer;
    /** The usual path, without impairments: what is offered passes within the call. */
    private boolean clear;

    private final Exit exit;
    private final long maxDelayedBytes;
    private final PriorityQueue<Delayed> delayed = new PriorityQueue<>(Delayed.ORDER);
    private long delayedBytes;
    private long overflowed;
    private long impairedBefore;
    private long order;

    // The datagram that is being offered: the impairer calls back within the offer.
    private @Nullable InetSocketAddress peer;
    private Cast cast = Cast.MULTICAST;
    private int ttl;
    private long nowNanos;

    ImpairedPath(Impairer impairer, Exit exit) {
        this(impairer, heldAtMost(), exit);
    }

    /**
     * Makes an empty path.
     *
     * @param maxDelayedBytes how much may wait, positive
     * @param exit where datagrams go after the path
     */
    public ImpairedPath(Impairer impairer, long maxDelayedBytes, Exit exit) {
        this.impairer = impairer;
        this.clear = impairer.isNone();
        this.maxDelayedBytes = maxDelayedBytes;
        this.exit = exit;
    }

    /** Goes on with another network; what waits goes on waiting as long as it was to. */
    public void change(Impairer next) {
        impairedBefore += impairedNow();
        impairer = next;
        clear = next.isNone();
    }

    /** Forgets what waits. */
    public void clear() {
        delayed.clear();
        delayedBytes = 0;
    }

    private static long heldAtMost() {
        return Math.min(MAX_DELAYED_BYTES, Runtime.getRuntime().maxMemory() / HEAP_PARTS);
    }

    /** The most bytes that wait in a path with these impairments. */
    public static long boundBytes(Impairments impairments) {
        return impairments.isDelaying() ? heldAtMost() : 0;
    }

    /** Sends a datagram along the path. */
    public void offer(@Nullable InetSocketAddress peer, Cast cast, int ttl, byte[] datagram, long nowNanos) {
        if (clear) {
            exit.pass(peer, cast, ttl, datagram);
            return;
        }
        this.peer = peer;
        this.cast = cast;
        this.ttl = ttl;
        this.nowNanos = nowNanos;
        impairer.offer(datagram, nowNanos, this::arrive);
    }

    /** Passes on what has waited until now. */
    public void release(long nowNanos) {
        Delayed first = delayed.peek();
        while (first != null && first.atNanos - nowNanos <= 0) {
            delayed.remove();
            delayedBytes -= first.bytes();
            exit.pass(first.peer, first.cast, first.ttl, first.datagram);
            first = delayed.peek();
        }
    }

    /** When {@link #release} has something to do next, or {@link ProtocolEngine#NO_DEADLINE}. */
    public long nextNanos() {
        Delayed first = delayed.peek();
        return first == null ? ProtocolEngine.NO_DEADLINE : first.atNanos;
    }

    /** Datagrams dropped or damaged on purpose. */
    public long impaired() {
        return impairedBefore + impairedNow() + overflowed;
    }

    private long impairedNow() {
        return impairer.dropped() + impairer.corrupted();
    }

    private void arrive(byte[] datagram, long atNanos) {
        if (atNanos - nowNanos <= 0) {
            exit.pass(peer, cast, ttl, datagram);
            return;
        }
        Delayed later = new Delayed(atNanos, order++, peer, cast, ttl, datagram);
        if (delayed.size() >= MAX_DELAYED || delayedBytes + later.bytes() > maxDelayedBytes) {
            overflowed++;
        } else {
            delayedBytes += later.bytes();
            delayed.add(later);
        }
    }

    /** Equal times leave in the order of arrival. */
    @SuppressWarnings("ArrayRecordComponent") // never compared by content
    private record Delayed(
            long atNanos, long order, @Nullable InetSocketAddress peer, Cast cast, int ttl, byte[] datagram) {
        static final Comparator<Delayed> ORDER =
                (a, b) -> a.atNanos != b.atNanos ? Long.signum(a.atNanos - b.atNanos) : Long.compare(a.order, b.order);

        long bytes() {
            return DELAYED_OVERHEAD + datagram.length;
        }
    }
}
