package org.rmcast.core.flow.shared;

import org.jspecify.annotations.Nullable;
import org.rmcast.core.flow.RateController;

/**
 * How fast a sender goes in a network that it shares: as fast as the receiver wants that wants least ({@link RateReport}) of those that
 * the group waits for.
 *
 * <ul>
 *   <li>It begins with the initial window of RFC 5348, section 4.2, in each round trip: {@code min(4 s, max(2 s, 4380 bytes))}.
 *   <li>It goes at once where the rate is to be lower; and where it is to be higher while that receiver has seen no sign of congestion (slow
 *       start, to twice what it gets), or holds its queue short. Else it grows by a quarter, or a packet, per round trip at most.
 *   <li>While the application gives it less to send than the rate, it does not grow.
 *   <li>Half of the rate is left when nobody has reported for four round trips of sending, and after each second without anything to send,
 *       down to the initial one.
 * </ul>
 *
 * <p>Source: RFC 4654, sections 2.5 and 2.7 (the receiver that limits the rate); RFC 5348, sections 4.2 to 4.4; the quarter is that of the
 * conservative slow start of HyStart++ (RFC 9406, section 4.2). Not thread safe.
 */
public final class SharedRateController implements RateController {
    private static final long FIRST_ROUND_TRIP_NANOS = 100_000_000L;
    private static final long LEAST_ROUND_TRIP_NANOS = 1_000_000L;
    private static final long LEAST_WINDOW_NANOS = 10_000_000L;
    /** Reports are no more frequent than once in 10 ms, and are delayed themselves. */
    private static final long LEAST_PATIENCE_NANOS = 100_000_000L;

    private static final long IDLE_NANOS = 1_000_000_000L;
    private static final double USED = 0.75;
    private static final double MOST_GROWTH = 1.25;
    private static final double USUAL_PACKET_BYTES = 1_400;
    private static final double SMOOTHING = 1.0 / 16;

    private final double min;
    private final double max;
    private final MeasuredRate sent = new MeasuredRate();
    private double packetBytes = USUAL_PACKET_BYTES;
    private double rate;
    private @Nullable RateReport limiting;

    private boolean sending;
    private long sentNanos;
    /** When somebody reported last, or the sender began to send without being heard of. */
    private long feedbackNanos;

    private long grownNanos;

    /**
     * @param min the lowest rate in bytes/s, positive
     * @param max the highest rate, at least the lowest
     * @throws IllegalArgumentException if a value is out of its range
     */
    public SharedRateController(double min, double max) {
        if (!(min > 0) || !(max >= min)) {
            throw new IllegalArgumentException(
                    "min must be positive and max at least that, were " + min + " and " + max);
        }
        this.min = min;
        this.max = max;
        this.rate = bounded(initialRate(FIRST_ROUND_TRIP_NANOS));
    }

    @Override
    public double bytesPerSecond() {
        return rate;
    }

    /** The report that the rate follows, null before the first. */
    public @Nullable RateReport limiting() {
        return limiting;
    }

    /** Somebody has reported. */
    public void onFeedback(long nowNanos) {
        feedbackNanos = nowNanos;
    }

    /**
     * What is known of receivers has changed.
     *
     * @param least the report of the one that wants least of those for whom the group waits; null if there is none
     */
    public void follow(@Nullable RateReport least, long nowNanos) {
        limiting = least;
        if (least == null) {
            return;
        }
        double wanted = bounded((double) least.bytesPerSecond());
        switch (least.limit()) {
            case START -> start(wanted);
            case DELAY -> rate = wanted;
            case COMPETITION, LOSS -> {
                if (wanted > rate) {
                    grow(wanted, nowNanos);
                    return;
                }
                rate = wanted;
            }
        }
        grownNanos = nowNanos;
    }

    private void start(double wanted) {
        long roundTrip = roundTripNanos();
        double initial = initialRate(roundTrip);
        if (wanted > rate) {
            double used = sent.bytesPerSecond(windowNanos());
            rate = Math.max(rate, Math.min(Math.max(wanted, initial), Math.max(2 * used, initial)));
        } else if (isUsed()) {
            rate = Math.max(wanted, Math.min(rate, initial));
        }
        rate = bounded(rate);
    }

    private void grow(double wanted, long nowNanos) {
        long roundTrip = windowNanos();
        long elapsed = nowNanos - grownNanos;
        if (elapsed < roundTrip) {
            return;
        }
        grownNanos = nowNanos;
        if (isUsed()) {
            double roundTrips = Math.min(2, (double) elapsed / roundTrip);
            double packetMore = rate + roundTrips * packetBytes * 1e9 / roundTrip;
            rate = bounded(Math.min(wanted, Math.max(MOST_GROWTH * rate, packetMore)));
        }
    }

    /** Whether the rate is what bounds the sender, and not what it has to send. */
    private boolean isUsed() {
        return sent.bytesPerSecond(windowNanos()) >= USED * rate;
    }

    @Override
    public void onPacketSent(int bytes, long openPackets, long nowNanos) {
        packetBytes += SMOOTHING * (bytes - packetBytes);
        long patience = patienceNanos();
        if (!sending || nowNanos - sentNanos > patience) {
            onBegin(sending ? nowNanos - sentNanos : 0, nowNanos);
        } else if (nowNanos - feedbackNanos > patience) {
            rate = bounded(rate / 2);
            feedbackNanos = nowNanos;
        }
        sending = true;
        sentNanos = nowNanos;
        sent.onPacket(bytes, nowNanos, windowNanos());
    }

    /** The first packet, or the first one after a while without anything to send. */
    private void onBegin(long idleNanos, long nowNanos) {
        feedbackNanos = nowNanos;
        grownNanos = nowNanos;
        int halvings = (int) Math.min(64, idleNanos / IDLE_NANOS);
        double left = rate / Math.pow(2, halvings);
        rate = bounded(Math.max(left, Math.min(rate, initialRate(roundTripNanos()))));
    }

    private long patienceNanos() {
        double fourPackets = 4e9 * packetBytes / rate;
        return Math.max(LEAST_PATIENCE_NANOS, Math.max(4 * roundTripNanos(), (long) fourPackets));
    }

    private long roundTripNanos() {
        RateReport report = limiting;
        return report == null
                ? FIRST_ROUND_TRIP_NANOS
                : Math.max(LEAST_ROUND_TRIP_NANOS, report.roundTripMicros() * 1_000L);
    }

    private long windowNanos() {
        return Math.max(LEAST_WINDOW_NANOS, roundTripNanos());
    }

    private double initialRate(long roundTripNanos) {
        double window = Math.min(4 * packetBytes, Math.max(2 * packetBytes, 4_380));
        return window * 1e9 / roundTripNanos;
    }

    private double bounded(double wanted) {
        return Math.max(min, Math.min(max, wanted));
    }

    /** Nothing: the rule does not look at windows. */
    @Override
    public void onWindowSent(long nowNanos) {}

    /** Nothing: reports say it. */
    @Override
    public void onCongestion(long nowNanos) {}

    /** Nothing: a sender that waits sends no more anyway. */
    @Override
    public void onWindowClosed(long nowNanos) {}
}
