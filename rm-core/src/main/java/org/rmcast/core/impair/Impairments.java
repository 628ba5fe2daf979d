package org.rmcast.core.impair;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What a network does to the datagrams that pass it in one direction. Immutable; an {@link Impairer} carries it out.
 *
 * <p>In this order: loss, corruption, duplication, the rate limit with its queue, delay with jitter, reordering. Jitter
 * alone keeps the order of datagrams; only {@code reorder} lets later ones overtake.
 *
 * <p>The text form, for command lines: {@code loss=5%,burst=8,delay=20ms,jitter=2ms,reorder=1%,duplicate=1%,
 * corrupt=0.1%,rate=10Mbit,queue=100,seed=42}, see {@link #parse}.
 */
public final class Impairments {
    /** The longest delay, jitter or reorder delay. */
    public static final Duration MAX_DELAY = Duration.ofMinutes(10);

    /** The longest mean burst of losses. */
    public static final int MAX_BURST_PACKETS = 1_000_000;

    /** The packets that wait before the rate limit unless said otherwise. */
    public static final int DEFAULT_QUEUE_PACKETS = 1_000;

    private static final Impairments NONE = builder().build();

    private final Builder fields;

    private Impairments(Builder fields) {
        this.fields = fields;
    }

    /** A perfect network. */
    public static Impairments none() {
        return NONE;
    }

    public static Builder builder() {
        return new Builder();
    }

    /**
     * Reads the text form: {@code name=value} pairs separated by commas; empty text or {@code none} is a perfect network.
     *
     * <p>Names: {@code loss}, {@code duplicate}, {@code corrupt}, {@code reorder} (a probability as {@code 5%} or {@code
     * 0.05}); {@code burst} (mean length of a run of losses, packets); {@code gilbert} (four probabilities good-to-bad /
     * bad-to-good / loss in good / loss in bad, as in {@code 1%/20%/0%/50%}); {@code delay}, {@code jitter}, {@code
     * reorder-delay} (a duration as {@code 20ms}); {@code rate} (per second, in {@code bit}, {@code kbit}, {@code Mbit},
     * {@code Gbit}, {@code B}, {@code kB}, {@code MB}, powers of ten); {@code queue} (packets), {@code queue-bytes};
     * {@code seed}.
     *
     * @throws IllegalArgumentException naming what is wrong and what is allowed
     */
    public static Impairments parse(String text) {
        return ImpairmentsText.parse(text);
    }

    /** A builder that starts from these. */
    public Builder toBuilder() {
        return fields.copy();
    }

    /** Whether datagrams pass unchanged and at once. */
    public boolean isNone() {
        return !hasLoss()
                && fields.delayNanos == 0
                && fields.jitterNanos == 0
                && fields.reorder == 0
                && fields.duplicate == 0
                && fields.corrupt == 0
                && fields.rateBytesPerSecond == 0;
    }

    /** Whether datagrams may wait in the network. */
    public boolean isDelaying() {
        return fields.delayNanos > 0 || fields.jitterNanos > 0 || fields.reorder > 0 || fields.rateBytesPerSecond > 0;
    }

    /** Whether datagrams can be lost other than by a full queue. */
    public boolean hasLoss() {
        return fields.gilbert != null || fields.loss > 0;
    }

    /** The share of datagrams lost, 0 to 1; the mean where it comes in bursts. */
    public double loss() {
        return fields.gilbert != null ? fields.gilbert.meanLoss() : fields.loss;
    }

    /** The mean run of losses in packets, 0 if losses are independent. */
    public double burstPackets() {
        return fields.burstPackets;
    }

    /** The chain given as such, null if loss is independent or given by its mean. */
    public GilbertElliottLoss.@Nullable Settings gilbert() {
        return fields.gilbert;
    }

    /** The constant delay in nanoseconds. */
    public long delayNanos() {
        return fields.delayNanos;
    }

    /** The most that is added to the delay, uniformly from 0, in nanoseconds. */
    public long jitterNanos() {
        return fields.jitterNanos;
    }

    /** The probability that a datagram is held back by {@link #reorderDelayNanos}, 0 to 1. */
    public double reorder() {
        return fields.reorder;
    }

    /** By how much longer a reordered datagram takes, in nanoseconds. */
    public long reorderDelayNanos() {
        return fields.reorderDelayNanos;
    }

    /** The probability that a datagram arrives twice, 0 to 1. */
    public double duplicate() {
        return fields.duplicate;
    }

    /** The probability that 1 to 4 bits of a datagram are flipped, 0 to 1. */
    public double corrupt() {
        return fields.corrupt;
    }

    /** The rate limit in bytes per second, 0 for none. */
    public long rateBytesPerSecond() {
        return fields.rateBytesPerSecond;
    }

    /** The packets that may wait for the rate limit. */
    public int queuePackets() {
        return fields.queuePackets;
    }

    /** The bytes that may wait for the rate limit, 0 for no such bound. */
    public long queueBytes() {
        return fields.queueBytes;
    }

    /** The seed of the randomness. */
    public long seed() {
        return fields.seed;
    }

    /** A fresh loss model for these impairments. */
    public LossModel lossModel(RandomGenerator random) {
        GilbertElliottLoss.Settings chain = fields.gilbert;
        if (chain == null && fields.burstPackets > 0 && fields.loss > 0) {
            chain = GilbertElliottLoss.Settings.ofMean(fields.loss, fields.burstPackets);
        }
        if (chain != null) {
            return new GilbertElliottLoss(chain, random);
        }
        return fields.loss > 0 ? new BernoulliLoss(fields.loss, random) : LossModel.none();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Impairments impairments && toString().equals(impairments.toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    /** The text form that {@link #parse} reads: what differs from a perfect network, or {@code none}. */
    @Override
    public String toString() {
        return ImpairmentsText.format(this);
    }

    /** Collects the fields; each is checked as it is given, {@link #build()} checks them together. */
    public static final class Builder implements Cloneable {
        private double loss;
        private double burstPackets;
        private GilbertElliottLoss.@Nullable Settings gilbert;
        private long delayNanos;
        private long jitterNanos;
        private double reorder;
        private long reorderDelayNanos = Duration.ofMillis(1).toNanos();
        private double duplicate;
        private double corrupt;
        private long rateBytesPerSecond;
        private int queuePackets = DEFAULT_QUEUE_PACKETS;
        private long queueBytes;
        private long seed = 1;

        private Builder() {}

        /** The share of datagrams lost, 0 to 1; independent unless {@link #burst} is given. */
        public Builder loss(double probability) {
            loss = Checks.probability("loss", probability);
            return this;
        }

        /** The mean run of losses, 1 to 1,000,000 packets; 0 (the default) makes losses independent. */
        public Builder burst(double packets) {
            if (!(packets == 0 || (packets >= 1 && packets <= MAX_BURST_PACKETS))) {
                throw new IllegalArgumentException(
                        "burst must be 1 to " + MAX_BURST_PACKETS + " packets, or 0 for none, was " + packets);
            }
            burstPackets = packets;
            return this;
        }

        /** Loss by a chain of one's own, instead of {@link #loss} and {@link #burst}. */
        public Builder gilbertElliott(GilbertElliottLoss.@Nullable Settings settings) {
            gilbert = settings;
            return this;
        }

        /** A constant delay, 0 to 10 minutes. */
        public Builder delay(Duration delay) {
            delayNanos = Checks.nanos("delay", delay);
            return this;
        }

        /** Added to the delay, uniformly from 0 to this, 0 to 10 minutes; keeps the order. */
        public Builder jitter(Duration jitter) {
            jitterNanos = Checks.nanos("jitter", jitter);
            return this;
        }

        /** The probability, 0 to 1, that a datagram is held back so that later ones overtake it. */
        public Builder reorder(double probability) {
            reorder = Checks.probability("reorder", probability);
            return this;
        }

        /** How long a reordered datagram is held back, 0 to 10 minutes, 1 ms by default. */
        public Builder reorderDelay(Duration delay) {
            reorderDelayNanos = Checks.nanos("reorder-delay", delay);
            return this;
        }

        /** The probability, 0 to 1, that a datagram arrives twice. */
        public Builder duplicate(double probability) {
            duplicate = Checks.probability("duplicate", probability);
            return this;
        }

        /** The probability, 0 to 1, that 1 to 4 bits of a datagram are flipped. */
        public Builder corrupt(double probability) {
            corrupt = Checks.probability("corrupt", probability);
            return this;
        }

        /** The rate limit in bytes per second, 1 to 10^12; 0 (the default) for none. */
        public Builder rate(long bytesPerSecond) {
            rateBytesPerSecond = Checks.range("rate", bytesPerSecond, 0, 1_000_000_000_000L, "bytes/s");
            return this;
        }

        /** How many packets may wait for the rate limit, 1 to 10,000,000; what comes on top is dropped. */
        public Builder queuePackets(int packets) {
            queuePackets = (int) Checks.range("queue", packets, 1, 10_000_000, "packets");
            return this;
        }

        /** How many bytes may wait for the rate limit, 1 to 10^12; 0 (the default) for no such bound. */
        public Builder queueBytes(long bytes) {
            queueBytes = Checks.range("queue-bytes", bytes, 0, 1_000_000_000_000L, "bytes");
            return this;
        }

        /** The seed of the randomness, any number, 1 by default. */
        public Builder seed(long seed) {
            this.seed = seed;
            return this;
        }

        /**
         * Makes the impairments.
         *
         * @throws IllegalArgumentException if loss is given in two ways, or a burst is too short for its loss
         */
        public Impairments build() {
            if (gilbert != null && (loss > 0 || burstPackets > 0)) {
                throw new IllegalArgumentException("loss is given twice: use either loss and burst, or gilbert");
            }
            if (burstPackets > 0 && loss > 0) {
                GilbertElliottLoss.Settings.ofMean(loss, burstPackets);
            }
            return new Impairments(copy());
        }

        private Builder copy() {
            try {
                return (Builder) clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }
}
