package org.rmcast.sim;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * A fault that one direction of a link does to some of its datagrams by a fixed rule, not by chance: what experiments inject
 * into the link of one member. Comes before the link's {@link LinkSettings}. Immutable; each link counts for itself.
 */
public final class LinkFault {
    /** What is done. */
    enum Kind {
        DROP,
        DROP_FIRST,
        DELAY,
        SPREAD,
        HOLD_BACK
    }

    private final Kind kind;
    private final Predicate<byte[]> which;
    private final int count;
    private final int period;
    private final long[] delaysNanos;
    private final ToLongFunction<byte[]> identity;

    private LinkFault(Kind kind, Predicate<byte[]> which, int count, int period, long... delaysNanos) {
        this.kind = kind;
        this.which = Objects.requireNonNull(which, "which");
        this.count = count;
        this.period = period;
        this.delaysNanos = delaysNanos;
        this.identity = datagram -> 0;
    }

    private LinkFault(Predicate<byte[]> which, ToLongFunction<byte[]> identity, int transmissions) {
        this.kind = Kind.DROP_FIRST;
        this.which = Objects.requireNonNull(which, "which");
        this.count = transmissions;
        this.period = 1;
        this.delaysNanos = new long[0];
        this.identity = Objects.requireNonNull(identity, "identity");
    }

    /**
     * Drops the last {@code consecutive} of every {@code period} datagrams concerned.
     *
     * @param which the datagrams concerned; the others pass and do not count
     */
    public static LinkFault drop(Predicate<byte[]> which, int consecutive, int period) {
        if (consecutive < 1 || period < consecutive) {
            throw new IllegalArgumentException("consecutive must be 1 to period, was " + consecutive + " of " + period);
        }
        return new LinkFault(Kind.DROP, which, consecutive, period);
    }

    /**
     * Drops the first {@code transmissions} datagrams of each identity: what is repaired is lost again.
     *
     * @param which the datagrams concerned; the others pass
     * @param identity what a datagram has in common with its repairs, such as its sequence
     * @param transmissions 1 or more; {@link Integer#MAX_VALUE} for all
     */
    public static LinkFault dropFirst(Predicate<byte[]> which, ToLongFunction<byte[]> identity, int transmissions) {
        if (transmissions < 1) {
            throw new IllegalArgumentException("transmissions must be 1 or more, was " + transmissions);
        }
        return new LinkFault(which, identity, transmissions);
    }

    /** Delays the datagrams concerned; the others overtake them, among themselves they keep their order. */
    public static LinkFault delay(Predicate<byte[]> which, Duration delay) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException("delay must not be negative, was " + delay);
        }
        return new LinkFault(Kind.DELAY, which, 1, 1, delay.toNanos());
    }

    /**
     * Sends the datagrams concerned over several paths by turns, of which each delays them by a time of its own: those on a shorter one
     * overtake those on a longer one.
     */
    public static LinkFault spread(Predicate<byte[]> which, List<Duration> delays) {
        if (delays.isEmpty() || delays.stream().anyMatch(Duration::isNegative)) {
            throw new IllegalArgumentException("delays must be one or more, and not negative, were " + delays);
        }
        return new LinkFault(
                Kind.SPREAD,
                which,
                1,
                delays.size(),
                delays.stream().mapToLong(Duration::toNanos).toArray());
    }

    /**
     * Holds the last of every {@code period} datagrams concerned back until {@code gap} later ones of them have passed.
     *
     * @param gap less than {@code period}, so that one at most is held back
     */
    public static LinkFault holdBack(Predicate<byte[]> which, int gap, int period) {
        if (gap < 1 || period <= gap) {
            throw new IllegalArgumentException(
                    "gap must be 1 or more and less than period, was " + gap + " of " + period);
        }
        return new LinkFault(Kind.HOLD_BACK, which, gap, period);
    }

    Kind kind() {
        return kind;
    }

    boolean concerns(byte[] datagram) {
        return which.test(datagram);
    }

    /** What the datagram and its repairs have in common. */
    long identity(byte[] datagram) {
        return identity.applyAsLong(datagram);
    }

    /** Datagrams to drop per period, or of each identity, or that overtake the one held back. */
    int count() {
        return count;
    }

    int period() {
        return period;
    }

    /** Of the datagram at a place in the period, counted from 1. */
    long delayNanos(int position) {
        return delaysNanos[position - 1];
    }
}
