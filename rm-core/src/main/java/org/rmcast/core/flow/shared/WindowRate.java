package org.rmcast.core.flow.shared;

/**
 * What a TCP connection would send now that had seen the same loss events: 0.7 of what came before the last one, and since then more along CUBIC's function of the time, or as
 * Reno would if that is more. The equation gives what Reno gets in the mean of many events; after few it remembers them for too long, and over long ways
 * with large queues it takes less than the TCP of today.
 *
 * <p>Source: RFC 9438, sections 4.2 (growth), 4.3 (as Reno), 4.6 (decrease) and 4.7 (fast convergence). Not thread safe.
 */
final class WindowRate {
    /** C, in packets per cubed second. */
    private static final double CUBIC = 0.4;

    private static final double LEFT = 0.7;
    private static final double FAST_CONVERGENCE = (1 + LEFT) / 2;
    private static final double RENO_GROWTH = 3 * (1 - LEFT) / (1 + LEFT);
    private static final double MOST_GROWTH = 1.5;
    private static final double USED = 0.8;

    private double packets;
    /** What Reno would have made of it (W_est). */
    private double renoPackets;
    /** Where the last event found the window (cwnd_prior), and left it. */
    private double priorPackets;

    private double leftPackets;
    /** What the function returns to (W_max). */
    private double mostPackets;

    private double secondsSince;
    private long events;
    private long grownNanos;

    /**
     * A packet came.
     *
     * @param lossEvents how many there were so far
     */
    void onPacket(long lossEvents, double receiveRate, double packetBytes, long roundTripNanos, long nowNanos) {
        double received = receiveRate * roundTripNanos / 1e9 / packetBytes;
        if (lossEvents == 0) {
            packets = 0;
            mostPackets = 0;
        } else if (lossEvents > events) {
            cut(received);
            grownNanos = nowNanos;
        } else if (nowNanos - grownNanos >= roundTripNanos) {
            if (received >= USED * packets) {
                grow(Math.min(nowNanos - grownNanos, 2 * roundTripNanos) / 1e9, roundTripNanos / 1e9);
            }
            grownNanos = nowNanos;
        }
        events = lossEvents;
    }

    private void cut(double received) {
        priorPackets = received;
        mostPackets = received < mostPackets ? FAST_CONVERGENCE * received : received;
        leftPackets = Math.max(1, LEFT * received);
        packets = leftPackets;
        renoPackets = leftPackets;
        secondsSince = 0;
    }

    private void grow(double seconds, double roundTripSeconds) {
        secondsSince += seconds;
        double growth = renoPackets < priorPackets ? RENO_GROWTH : 1;
        renoPackets += growth * seconds / roundTripSeconds;
        double plateauSeconds = Math.cbrt(Math.max(0, mostPackets - leftPackets) / CUBIC);
        double cubic = CUBIC * Math.pow(secondsSince + roundTripSeconds - plateauSeconds, 3) + mostPackets;
        packets = Math.max(Math.max(packets, renoPackets), Math.min(cubic, MOST_GROWTH * packets));
    }

    /** The rate in bytes/s, 0 before the first loss event. */
    double bytesPerSecond(double packetBytes, long roundTripNanos) {
        return packets * packetBytes * 1e9 / roundTripNanos;
    }
}
