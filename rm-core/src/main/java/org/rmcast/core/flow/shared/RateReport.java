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

    /** Brings everything within its range: what comes from the network may be anything. */
    public RateReport {
        bytesPerSecond = Math.max(0, Math.min(MOST, bytesPerSecond));
        receiveRate = Math.max(0, Math.min(MOST, receiveRate));
        lossEventRate = lossEventRate >= 0 ? Math.min(1, lossEventRate) : 0;
        roundTripMicros = Math.max(0, roundTripMicros);
        queueMicros = Math.max(0, queueMicros);
    }

    /** The one that wants less; the first if they want the same. */
    public static RateReport lower(RateReport first, RateReport second) {
        return second.bytesPerSecond < first.bytesPerSecond ? second : first;
    }
}
