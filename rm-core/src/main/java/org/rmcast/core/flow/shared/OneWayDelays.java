package org.rmcast.core.flow.shared;

/**
 * How long packets wait in queues, from the differences of their one-way delays: the shortest of late is taken to have waited nowhere,
 * so the clocks of sender and receiver need not agree, only run alike.
 *
 * <p>Source: LEDBAT (RFC 6817), sections 2.4.2 and 3.4.2: a base delay of the last minutes, by parts, so that a route that has become longer
 * or a clock that drifts is followed; the current delay is the least of the last packets, since single ones are held up elsewhere.
 * Bounded. Not thread safe.
 */
public final class OneWayDelays {
    private static final long BASE_NANOS = 30_000_000_000L;
    private static final int ENOUGH = 4;

    private boolean started;
    private int referenceMicros;
    private long baseMicros;
    private long baseBeforeMicros = Long.MAX_VALUE;
    private long baseBeganNanos;

    private long leastMicros;
    private long leastBeforeMicros = Long.MAX_VALUE;
    private long sliceBeganNanos;
    private int samples;

    /**
     * A packet came.
     *
     * @param sentMicros the sender's time in microseconds, modulo 2^32
     * @param sliceNanos of so long the least delay counts, positive
     */
    public void onPacket(int sentMicros, long nowNanos, long sliceNanos) {
        int difference = (int) (nowNanos / 1_000) - sentMicros;
        if (!started) {
            started = true;
            referenceMicros = difference;
            baseBeganNanos = nowNanos;
            sliceBeganNanos = nowNanos;
        }
        int micros = difference - referenceMicros;
        if (nowNanos - baseBeganNanos >= BASE_NANOS) {
            baseBeforeMicros = baseMicros;
            baseMicros = micros;
            baseBeganNanos = nowNanos;
        }
        baseMicros = Math.min(baseMicros, micros);
        if (samples == 0 || (samples >= ENOUGH && nowNanos - sliceBeganNanos >= sliceNanos)) {
            leastBeforeMicros = samples == 0 ? Long.MAX_VALUE : leastMicros;
            leastMicros = micros;
            sliceBeganNanos = nowNanos;
            samples = 0;
        }
        leastMicros = Math.min(leastMicros, micros);
        samples++;
    }

    /** How long the last packets have waited at least, in nanoseconds, 0 or more. */
    public long waitingNanos() {
        if (!started) {
            return 0;
        }
        long least = Math.min(leastMicros, leastBeforeMicros);
        return Math.max(0, least - Math.min(baseMicros, baseBeforeMicros)) * 1_000;
    }

    /** Whether enough packets were seen to say something. */
    public boolean isMeasured() {
        return leastBeforeMicros != Long.MAX_VALUE;
    }
}
