package org.rmcast.sim;

import java.time.Duration;

/**
 * How a receiving application takes messages from its queue.
 *
 * @param interval between two messages; zero takes all at the end of each wake-up
 * @param stopped whether it takes none at all
 */
public record Consumption(Duration interval, boolean stopped) {
    public Consumption {
        if (interval.isNegative()) {
            throw new IllegalArgumentException("interval must not be negative, was " + interval);
        }
    }

    /** Everything at once: the default. */
    public static Consumption immediate() {
        return new Consumption(Duration.ZERO, false);
    }

    /** A slow consumer, from above 0 to 10^9 messages per second. */
    public static Consumption rate(double messagesPerSecond) {
        if (!(messagesPerSecond > 0 && messagesPerSecond <= 1e9)) {
            throw new IllegalArgumentException("rate must be above 0, to 10^9 per second, was " + messagesPerSecond);
        }
        return new Consumption(Duration.ofNanos(Math.max(1, Math.round(1e9 / messagesPerSecond))), false);
    }

    /** An application that takes nothing. */
    public static Consumption none() {
        return new Consumption(Duration.ZERO, true);
    }
}
