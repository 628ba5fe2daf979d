package org.rmcast.links;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.impair.GilbertElliottLoss;
import org.rmcast.core.impair.Impairments;

/**
 * What a link does to the datagrams that pass it in one direction: {@code WanLink.good().loss(5).delay(Duration.ofMillis(20))}.
 * Immutable; each method makes another link.
 *
 * @param lossPercent datagrams lost, each for itself, 0 to 100
 * @param burst loss in bursts, null for none
 * @param delay the constant part of the delay, whole microseconds, 0 to 10 s
 * @param jitter the delay varies uniformly from {@code delay - jitter} to {@code delay + jitter}; at most the delay. Datagrams
 *     that are closer to each other overtake; only the session's own impairments keep their order, at the price of a delay
 *     nearer to the upper end
 * @param bitsPerSecond the rate of the link, 0 for no limit; up to {@link #QUEUE_PACKETS} datagrams wait, the rest is lost
 * @param reorderPercent datagrams that overtake those before them, 0 to 100; needs a delay
 * @param duplicatePercent datagrams that arrive twice, 0 to 100
 */
public record WanLink(
        double lossPercent,
        GilbertElliottLoss.@Nullable Settings burst,
        Duration delay,
        Duration jitter,
        long bitsPerSecond,
        double reorderPercent,
        double duplicatePercent) {
    /** How many datagrams wait at most, for the rate or the delay. */
    public static final int QUEUE_PACKETS = 1_000;

    private static final Duration LONGEST = Duration.ofSeconds(10);
    private static final WanLink GOOD = new WanLink(0, null, Duration.ZERO, Duration.ZERO, 0, 0, 0);

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException naming what is wrong and what is allowed
     */
    public WanLink {
        checkPercent("loss", lossPercent);
        checkPercent("reorder", reorderPercent);
        checkPercent("duplicate", duplicatePercent);
        checkDuration("delay", delay);
        checkDuration("jitter", jitter);
        if (burst != null && lossPercent > 0) {
            throw new IllegalArgumentException("loss is given twice: use either loss or burst");
        }
        if (jitter.compareTo(delay) > 0) {
            throw new IllegalArgumentException("jitter must be at most the delay of " + delay + ", was " + jitter);
        }
        if (bitsPerSecond < 0 || (bitsPerSecond > 0 && bitsPerSecond < 8)) {
            throw new IllegalArgumentException("rate must be 8 bit/s or more, or 0 for no limit, was " + bitsPerSecond);
        }
        if (reorderPercent > 0 && delay.isZero()) {
            throw new IllegalArgumentException("reorder needs a delay that datagrams can skip");
        }
    }

    /** A link that passes everything at once. */
    public static WanLink good() {
        return GOOD;
    }

    /** Loses this many per cent, each datagram for itself. */
    public WanLink loss(double percent) {
        return new WanLink(percent, burst, delay, jitter, bitsPerSecond, reorderPercent, duplicatePercent);
    }

    /** Loses in bursts (Gilbert and Elliott's model). */
    public WanLink burst(GilbertElliottLoss.Settings chain) {
        return new WanLink(lossPercent, chain, delay, jitter, bitsPerSecond, reorderPercent, duplicatePercent);
    }

    /** Delays by this. */
    public WanLink delay(Duration time) {
        return new WanLink(lossPercent, burst, time, jitter, bitsPerSecond, reorderPercent, duplicatePercent);
    }

    /** Varies the delay, which is to be given first, by up to this in both directions. */
    public WanLink jitter(Duration time) {
        return new WanLink(lossPercent, burst, delay, time, bitsPerSecond, reorderPercent, duplicatePercent);
    }

    /**
     * Limits the rate.
     *
     * @param text such as {@code 10Mbit}, {@code 500kbit} or {@code 2MB}, per second
     */
    public WanLink rate(String text) {
        return rate(8 * Impairments.parse("rate=" + text).rateBytesPerSecond());
    }

    /** Limits the rate, in bits per second. */
    public WanLink rate(long rate) {
        return new WanLink(lossPercent, burst, delay, jitter, rate, reorderPercent, duplicatePercent);
    }

    /** Lets this many per cent overtake; needs a delay, to be given first. */
    public WanLink reorder(double percent) {
        return new WanLink(lossPercent, burst, delay, jitter, bitsPerSecond, percent, duplicatePercent);
    }

    /** Passes this many per cent twice. */
    public WanLink duplicate(double percent) {
        return new WanLink(lossPercent, burst, delay, jitter, bitsPerSecond, reorderPercent, percent);
    }

    /** The settings as the script {@code wan-link} in a container takes them, such as {@code loss=5}, {@code delay=20000us}. */
    List<String> settings() {
        List<String> settings = new ArrayList<>();
        add(settings, "loss", lossPercent);
        if (burst != null) {
            settings.add("burst=" + percent(burst.goodToBad()) + "," + percent(burst.badToGood()) + ","
                    + percent(burst.lossInGood()) + "," + percent(burst.lossInBad()));
        }
        add(settings, "delay", micros(delay), "us");
        add(settings, "jitter", micros(jitter), "us");
        add(settings, "rate", bitsPerSecond, "bit");
        add(settings, "reorder", reorderPercent);
        add(settings, "duplicate", duplicatePercent);
        return settings;
    }

    /**
     * The same for a session's own impairments, where the kernel can do nothing: {@code SessionBuilder.inbound}, or {@code
     * --impair-in} of the command line. Reordered datagrams are held back here instead of sent ahead.
     */
    public Impairments impairments() {
        Impairments.Builder builder = Impairments.builder()
                .loss(lossPercent / 100)
                .gilbertElliott(burst)
                .delay(delay.minus(jitter))
                .jitter(jitter.multipliedBy(2))
                .rate(bitsPerSecond / 8)
                .queuePackets(QUEUE_PACKETS)
                .reorder(reorderPercent / 100)
                .duplicate(duplicatePercent / 100);
        return reorderPercent > 0 ? builder.reorderDelay(delay).build() : builder.build();
    }

    /** The settings in words for people, such as {@code loss=5 delay=20000us}, or {@code good}. */
    @Override
    public String toString() {
        List<String> settings = settings();
        return settings.isEmpty() ? "good" : String.join(" ", settings);
    }

    private static void add(List<String> settings, String name, double percent) {
        if (percent > 0) {
            settings.add(name + "=" + plain(BigDecimal.valueOf(percent)));
        }
    }

    private static void add(List<String> settings, String name, long value, String unit) {
        if (value > 0) {
            settings.add(name + "=" + value + unit);
        }
    }

    private static String percent(double probability) {
        return plain(BigDecimal.valueOf(probability).movePointRight(2));
    }

    private static String plain(BigDecimal value) {
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }

    private static long micros(Duration time) {
        return time.toNanos() / 1_000;
    }

    private static void checkPercent(String name, double percent) {
        if (!(percent >= 0 && percent <= 100)) {
            throw new IllegalArgumentException(name + " must be 0 to 100 per cent, was " + percent);
        }
    }

    private static void checkDuration(String name, Duration time) {
        if (time.isNegative() || time.compareTo(LONGEST) > 0 || time.toNanos() % 1_000 != 0) {
            throw new IllegalArgumentException(
                    name + " must be whole microseconds, 0 to " + LONGEST.toSeconds() + " s, was " + time);
        }
    }
}
