package org.rmcast.tram;

import java.util.ArrayDeque;

/**
 * The average rate as JRMS has it: looked at as an ack window ends, from the end of the oldest window of the last five seconds on. Of windows
 * that are longer than that each second one says nothing, since the look before is then forgotten with those before it.
 *
 * <p>Source: JRMS 1.1, TRAMRateAdjuster.calculateAverageDataRate.
 */
final class WindowEndAverage {
    private static final long SPAN_NANOS = 5_000_000_000L;
    /** So many looks are kept whatever their age. */
    private static final int KEPT = 2;
    /** A bound; no rate has so many ack windows in five seconds. */
    private static final int MOST = 1_000;

    private record Look(long nanos, long bytes) {}

    private final double most;
    private final ArrayDeque<Look> looks = new ArrayDeque<>();
    private long bytes;
    private double bytesPerSecond;

    /** @param most no average is higher */
    WindowEndAverage(double most) {
        this.most = most;
    }

    /** A packet was sent. */
    void add(int packetBytes) {
        bytes += packetBytes;
    }

    /** An ack window was sent. */
    void onWindowSent(long nowNanos) {
        looks.add(new Look(nowNanos, bytes));
        if (looks.size() > MOST) {
            looks.remove();
        }
        if (looks.size() > KEPT) {
            looks.removeIf(look -> nowNanos - look.nanos >= SPAN_NANOS);
        }
        Look first = looks.getFirst();
        if (nowNanos > first.nanos) {
            bytesPerSecond = Math.min(most, (bytes - first.bytes) * 1e9 / (nowNanos - first.nanos));
        }
    }

    /** As of the last look; 0 before the second. */
    double bytesPerSecond() {
        return bytesPerSecond;
    }
}
