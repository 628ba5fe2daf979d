package org.rmcast.core.flow.shared;

/**
 * What a receiver, or the one of many that wants least, tells of how fast its sender may go.
 *
 * <p>Source: the feedback of RFC 4654, section 3.
 *
 * @param memberId whose report it is
 * @param limit what bounds the rate
 * @param bytesPerSecond the rate that it wants, 0 to {@link #MOST}
 * @param receiveRate what it gets, in bytes/s, 0 to {@link #MOST}
 * @param lossEventRate p, 0 to 1
 * @param roundTripMicros to the sender, with what is spent in queues, 0 or more
 * @param queueMicros how much of that packets wait in queues towards it, 0 or more
 */
public record RateReport(
        long memberId,
        RateLimit limit,
        long bytesPerSecond,
        long receiveRate,
        double lossEventRate,
        int roundTripMicros,
        int queueMicros) {
    /** The highest rate: 2^50 bytes/s, as good as none. */
    public static final long MOST = 1L << 50;

    private static final long LEAST_SILENCE_NANOS = 200_000_000L;
    private static final long SILENT_ROUND_TRIPS = 10;

    /** Brings everything within its range: what comes from the network may be anything. */
    public RateReport {
        bytesPerSecond = Math.max(0, Math.min(MOST, bytesPerSecond));
        receiveRate = Math.max(0, Math.min(MOST, receiveRate));
        lossEventRate = lossEventRate >= 0 ? Math.min(1, lossEventRate) : 0;
        roundTripMicros = Math.max(0, roundTripMicros);
        queueMicros = Math.max(0, queueMicros);
    }

    /**
     * Whether it is this one that limits the rate, and not another one: it wants less; or the same, and has the lower member id, so that of many that want
     * the same, as behind one bottleneck, one limits it and the others know.
     */
    public boolean isBelow(RateReport other) {
        return bytesPerSecond < other.bytesPerSecond
                || (bytesPerSecond == other.bytesPerSecond && memberId < other.memberId);
    }

    /**
     * Whether its receiver limits the rate no more if nothing newer was heard of it for so long: ten round trips, 200 ms at least.
     *
     * <p>Source: RFC 4654, the time-out of the current limiting receiver.
     */
    boolean isOldAfter(long silentNanos) {
        return silentNanos >= Math.max(LEAST_SILENCE_NANOS, SILENT_ROUND_TRIPS * 1_000L * roundTripMicros);
    }

    /** The report of a receiver that hears one of so many equal parts of what its sender sends, as if it heard all of it. */
    public RateReport ofParts(int parts) {
        return new RateReport(
                memberId,
                limit,
                parts * Math.min(MOST / parts, bytesPerSecond),
                parts * Math.min(MOST / parts, receiveRate),
                lossEventRate,
                roundTripMicros,
                queueMicros);
    }

    /** The one that wants less; the first if they want the same. */
    public static RateReport lower(RateReport first, RateReport second) {
        return second.bytesPerSecond < first.bytesPerSecond ? second : first;
    }
}
