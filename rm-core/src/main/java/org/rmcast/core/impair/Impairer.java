package org.rmcast.core.impair;

import java.util.Objects;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Carries out {@link Impairments} on a stream of datagrams: says for each what arrives, and when. Keeps no datagram and
 * no clock; whoever calls it waits until the time that it names. Time must not go back from call to call. Not thread
 * safe.
 */
public final class Impairer {
    private final Impairments impairments;
    private final RandomGenerator random;
    private final LossModel lossModel;
    private final RateLimiter limiter;
    private final boolean limited;
    private final boolean none;
    private boolean anyDelivered;
    private long lastDeliveryNanos;
    private long dropped;
    private long overflowed;
    private long corrupted;
    private long duplicated;
    private long reordered;

    /** Takes what arrives. */
    @FunctionalInterface
    public interface Sink {
        /**
         * A datagram arrives.
         *
         * @param datagram the array that was offered, or a corrupted copy of it
         * @param deliverAtNanos when, not before the time of the offer
         */
        void accept(byte[] datagram, long deliverAtNanos);
    }

    /** Makes an impairer that draws from {@code random} alone; the seed in the impairments is not used. */
    public Impairer(Impairments impairments, RandomGenerator random) {
        this.impairments = Objects.requireNonNull(impairments, "impairments");
        this.random = Objects.requireNonNull(random, "random");
        this.lossModel = impairments.lossModel(random);
        this.none = impairments.isNone();
        this.limited = impairments.rateBytesPerSecond() > 0;
        this.limiter = new RateLimiter(
                Math.max(1, impairments.rateBytesPerSecond()), impairments.queuePackets(), impairments.queueBytes());
    }

    /**
     * Makes an impairer from the seed in the impairments.
     *
     * @param salt tells apart impairers of the same seed: the two directions, or several members
     */
    public static Impairer seeded(Impairments impairments, long salt) {
        return new Impairer(impairments, new SplittableRandom(impairments.seed() * 0x9E3779B97F4A7C15L ^ salt));
    }

    /**
     * Passes one datagram; {@code sink} is called within this call, never, once, or twice. The array is not modified.
     */
    public void offer(byte[] datagram, long nowNanos, Sink sink) {
        if (none) {
            sink.accept(datagram, nowNanos);
            return;
        }
        if (lossModel.shouldDrop()) {
            dropped++;
            return;
        }
        byte[] arriving = datagram.length > 0 && happens(impairments.corrupt()) ? corrupt(datagram) : datagram;
        boolean twice = happens(impairments.duplicate());
        pass(arriving, nowNanos, sink);
        if (twice) {
            duplicated++;
            pass(arriving, nowNanos, sink);
        }
    }

    /** Whether every datagram arrives as it is, at once. */
    public boolean isNone() {
        return none;
    }

    /** Datagrams lost, by the loss model or a full queue. */
    public long dropped() {
        return dropped;
    }

    /** Of those, datagrams that found the queue full. */
    public long overflowed() {
        return overflowed;
    }

    /** Datagrams with flipped bits. */
    public long corrupted() {
        return corrupted;
    }

    /** Datagrams passed twice. */
    public long duplicated() {
        return duplicated;
    }

    /** Datagrams held back so that others overtake. */
    public long reordered() {
        return reordered;
    }

    private void pass(byte[] datagram, long nowNanos, Sink sink) {
        long leaves = limited ? limiter.depart(datagram.length, nowNanos) : nowNanos;
        if (limited && leaves == RateLimiter.DROPPED) {
            dropped++;
            overflowed++;
            return;
        }
        long arrives = leaves + impairments.delayNanos();
        if (impairments.jitterNanos() > 0) {
            arrives += random.nextLong(impairments.jitterNanos() + 1);
        }
        if (happens(impairments.reorder())) {
            reordered++;
            sink.accept(datagram, arrives + impairments.reorderDelayNanos());
            return;
        }
        if (anyDelivered && arrives - lastDeliveryNanos < 0) {
            arrives = lastDeliveryNanos;
        }
        anyDelivered = true;
        lastDeliveryNanos = arrives;
        sink.accept(datagram, arrives);
    }

    private boolean happens(double probability) {
        return probability > 0 && random.nextDouble() < probability;
    }

    private byte[] corrupt(byte[] datagram) {
        corrupted++;
        byte[] copy = datagram.clone();
        int flips = 1 + random.nextInt(4);
        while (flips > 0) {
            int bit = random.nextInt(copy.length * 8);
            int mask = 1 << (bit & 7);
            boolean flippedBefore = ((copy[bit >> 3] ^ datagram[bit >> 3]) & mask) != 0;
            if (!flippedBefore) {
                copy[bit >> 3] = (byte) (copy[bit >> 3] ^ mask);
                flips--;
            }
        }
        return copy;
    }
}
