package org.rmcast.sim;

import java.time.Duration;

/**
 * What an application sends: messages of known contents ({@link Payloads#of}) at a rate, or as fast as they are accepted.
 *
 * @param messages how many, 0 or more
 * @param minBytes the shortest message, 0 to 16 MiB
 * @param maxBytes the longest; lengths are uniform between the two
 * @param headers whether every third message carries headers ({@link Payloads#headers}), by its number
 * @param interval between the times at which messages become due; zero for as fast as accepted. A message that is due
 *     waits until it is accepted and does not delay the times of the later ones
 * @param subsets the share of the messages that go to some members, 0 to 1. Each goes to a subset, all equally likely but the empty one, of
 *     the other members that the sender's engine knows when the message becomes due; to the group if it knows none
 */
public record Workload(long messages, int minBytes, int maxBytes, boolean headers, Duration interval, double subsets) {
    public Workload {
        if (messages < 0) {
            throw new IllegalArgumentException("messages must be 0 or more, was " + messages);
        }
        if (minBytes < 0 || maxBytes < minBytes) {
            throw new IllegalArgumentException("bytes must be 0 <= min <= max, were " + minBytes + " and " + maxBytes);
        }
        if (interval.isNegative()) {
            throw new IllegalArgumentException("interval must not be negative, was " + interval);
        }
        if (!(subsets >= 0 && subsets <= 1)) {
            throw new IllegalArgumentException("subsets must be 0 to 1, was " + subsets);
        }
    }

    /** Messages without headers to the group; the arguments are those of the components. */
    public Workload(long messages, int minBytes, int maxBytes, Duration interval) {
        this(messages, minBytes, maxBytes, false, interval, 0);
    }

    /** Messages of one size as fast as they are accepted. */
    public static Workload unpaced(long messages, int bytes) {
        return new Workload(messages, bytes, bytes, Duration.ZERO);
    }

    /** Messages of one size at a rate, from above 0 to 10^9 per second. */
    public static Workload paced(long messages, int bytes, double messagesPerSecond) {
        if (!(messagesPerSecond > 0 && messagesPerSecond <= 1e9)) {
            throw new IllegalArgumentException("rate must be above 0, to 10^9 per second, was " + messagesPerSecond);
        }
        return new Workload(messages, bytes, bytes, Duration.ofNanos(Math.round(1e9 / messagesPerSecond)));
    }

    /** This one with lengths uniform between two. */
    public Workload withBytes(int min, int max) {
        return new Workload(messages, min, max, headers, interval, subsets);
    }

    /** This one with headers on every third message. */
    public Workload withHeaders() {
        return new Workload(messages, minBytes, maxBytes, true, interval, subsets);
    }

    /**
     * This one with a share of the messages sent to random subsets. For protocols that promise {@link
     * org.rmcast.core.engine.Promise.Destinations#SUBSET}.
     */
    public Workload toSubsets(double share) {
        return new Workload(messages, minBytes, maxBytes, headers, interval, share);
    }
}
