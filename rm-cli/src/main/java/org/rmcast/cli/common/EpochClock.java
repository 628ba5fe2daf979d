package org.rmcast.cli.common;

import java.time.Instant;

/**
 * A clock that all processes of a machine share, which {@link System#nanoTime()} is not on every platform: nanoseconds of
 * the epoch, in steps of a microsecond or less. It may be set while it is read, so differences can be off, even negative.
 */
public final class EpochClock {
    private EpochClock() {}

    /** Nanoseconds since 1970, good until the year 2262. */
    public static long nanos() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000L + now.getNano();
    }
}
