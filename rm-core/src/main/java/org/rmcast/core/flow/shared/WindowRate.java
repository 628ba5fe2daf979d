package org.rmcast.core.flow.shared;

/**
 * What a TCP connection would send now that had seen the same loss events: half of what came before the last one, and a packet more in each
 * round trip since. The equation gives the same in the mean of many events; after few it remembers them for too long.
 *
 * <p>Source: RFC 5681, section 3.1. Not thread safe.
 */
final class WindowRate {
    private static final double USED = 0.8;

    private double packets;
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
        } else if (lossEvents > events) {
            packets = Math.max(1, received / 2);
            grownNanos = nowNanos;
        } else if (nowNanos - grownNanos >= roundTripNanos) {
            packets += received >= USED * packets ? 1 : 0;
            grownNanos = nowNanos;
        }
        events = lossEvents;
    }

    /** The rate in bytes/s, 0 before the first loss event. */
    double bytesPerSecond(double packetBytes, long roundTripNanos) {
        return packets * packetBytes * 1e9 / roundTripNanos;
    }
}
