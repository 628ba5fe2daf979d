package org.rmcast.core.flow.shared;

import org.jspecify.annotations.Nullable;

/**
 * What a receiver measures of a stream, and how fast it wants that to be: told of each data packet, and of round trips, it makes {@link
 * RateReport}s, about one for each round trip.
 *
 * <p>With losses the rate is that of the throughput equation, or of {@link WindowRate} if that is more, without them twice what it gets; {@link DelayLimit} bounds both.
 * What is lost first says little about how often packets are lost: the interval before it is taken to be the one at which the
 * equation gives half of the rate at which packets came, since in slow start the sender was up to twice too fast.
 *
 * <p>Source: RFC 4654, sections 2.3 and 2.4; RFC 5348, sections 5 and 6. Not thread safe.
 */
public final class RateReporter {
    /** Control is no quicker than this: on a LAN several round trips count as one. */
    private static final long LEAST_ROUND_TRIP_NANOS = 1_000_000L;

    private static final long LEAST_INTERVAL_NANOS = 10_000_000L;
    private static final long DEFAULT_ROUND_TRIP_NANOS = 100_000_000L;
    private static final double SMOOTHING = 1.0 / 16;

    private final long memberId;
    private final LossEvents losses = new LossEvents(this::firstInterval);
    private final MeasuredRate rate = new MeasuredRate();
    private final OneWayDelays delays = new OneWayDelays();
    private final DelayLimit delay = new DelayLimit();
    private final WindowRate window = new WindowRate();
    private double packetBytes;
    private long roundTripNanos = DEFAULT_ROUND_TRIP_NANOS;
    private boolean roundTripKnown;

    private boolean news;
    private long packetNanos;
    private boolean reported;
    private long reportedNanos;
    private double reportedRate = Double.POSITIVE_INFINITY;
    private long reportedEvents;

    public RateReporter(long memberId) {
        this.memberId = memberId;
    }

    /**
     * The round trip to the sender, queues included, as it was just measured, or is still believed to be: the shortest one is that without queues, the first one less what packets wait just
     * then.
     */
    public void onRoundTrip(long nanos) {
        if (roundTripKnown) {
            roundTripNanos = Math.min(roundTripNanos, Math.max(1, nanos));
            return;
        }
        roundTripKnown = true;
        roundTripNanos = Math.max(1, nanos - delays.waitingNanos());
    }

    /** The sender is farther away than was known, or nearer, by so many nanoseconds. */
    public void moveBy(long nanos) {
        roundTripNanos = Math.max(1, roundTripNanos + (roundTripKnown ? nanos : 0));
    }

    /** The way to the sender has changed: its round trip is to be learned anew. */
    public void forgetRoundTrip() {
        roundTripKnown = false;
    }

    /**
     * A data packet came that says when it left; {@link #onPacket} is to follow.
     *
     * @param sentMicros the sender's time when it left, in microseconds, modulo 2^32
     */
    public void onTime(int sentMicros, long nowNanos) {
        long slice = Math.max(LEAST_ROUND_TRIP_NANOS, roundTripNanos) / 4;
        delays.onPacket(sentMicros, nowNanos, Math.max(slice, LEAST_ROUND_TRIP_NANOS));
    }

    /** A data packet came, sent for the first time: repairs are not to be told. */
    public void onPacket(long sequence, int bytes, long nowNanos) {
        packetBytes = packetBytes == 0 ? bytes : packetBytes + SMOOTHING * (bytes - packetBytes);
        long base = Math.max(LEAST_ROUND_TRIP_NANOS, roundTripNanos);
        rate.onPacket(bytes, nowNanos, windowNanos());
        losses.onPacket(sequence, nowNanos, roundTripNanos());
        double received = rate.bytesPerSecond(windowNanos());
        window.onPacket(losses.events(), received, packetBytes, windowNanos(), nowNanos);
        if (delays.isMeasured()) {
            DelayLimit.State before = delay.state();
            delay.onPacket(delays.waitingNanos(), received, packetBytes, base, intervalNanos(), nowNanos);
            if (before == DelayLimit.State.DRAINING && delay.state() == DelayLimit.State.HOLDING) {
                onEmptied();
            }
        }
        news = true;
        packetNanos = nowNanos;
    }

    /** The queue was this sender's own: what it lost at first was no more than its start, and the rate of the bottleneck is known. */
    private void onEmptied() {
        losses.correctFirst(1 / ThroughputEquation.lossEventRate(packetBytes, seconds(), delay.bottleneck()));
    }

    private double firstInterval(long packetsSoFar) {
        double received = rate.bytesPerSecond(windowNanos());
        if (received <= 0) {
            return Math.max(1, packetsSoFar);
        }
        double share = delay.state() == DelayLimit.State.STARTING ? 2 : 1;
        double p = ThroughputEquation.lossEventRate(packetBytes, seconds(), received / share);
        return 1 / p;
    }

    private double seconds() {
        return roundTripNanos() / 1e9;
    }

    private long windowNanos() {
        return Math.max(LEAST_INTERVAL_NANOS, roundTripNanos());
    }

    /** The round trip to the sender without queues; 0 before it is known. */
    public long baseNanos() {
        return roundTripKnown ? roundTripNanos : 0;
    }

    /** The round trip to the sender, with what packets wait in queues now. */
    public long roundTripNanos() {
        return Math.max(LEAST_ROUND_TRIP_NANOS, roundTripNanos + delays.waitingNanos());
    }

    /** How long there is between two reports. */
    public long intervalNanos() {
        return Math.max(LEAST_INTERVAL_NANOS, roundTripNanos);
    }

    /** When the next report is due; {@link Long#MAX_VALUE} while there is nothing new. */
    public long dueNanos() {
        if (!news) {
            return Long.MAX_VALUE;
        }
        return !reported || isUrgent() ? packetNanos : reportedNanos + intervalNanos();
    }

    /** Congestion is not to wait. */
    private boolean isUrgent() {
        return (losses.events() > reportedEvents && wanted() < reportedRate)
                || delay.bytesPerSecond() < reportedRate * 7 / 8;
    }

    /** The rate that a report would say now, in bytes/s. */
    public double wantedNow() {
        double received = rate.bytesPerSecond(windowNanos());
        boolean bounded = delay.bytesPerSecond() < Double.POSITIVE_INFINITY;
        return bounded || received == 0 ? wanted() : Math.min(wanted(), 2 * received);
    }

    /** Whether there is news of congestion, and the stream comes more quickly than is wanted. */
    public boolean isTooFast() {
        return isUrgent() && wanted() < rate.bytesPerSecond(windowNanos());
    }

    private double wanted() {
        return Math.min(underLosses(), delay.bytesPerSecond());
    }

    /** As TCP would; infinite without losses. */
    private double underLosses() {
        double equation = ThroughputEquation.bytesPerSecond(packetBytes, seconds(), losses.lossEventRate());
        return Math.max(equation, window.bytesPerSecond(packetBytes, windowNanos()));
    }

    /** What there is to tell; null before the second packet. */
    public @Nullable RateReport report(long nowNanos) {
        if (packetBytes == 0) {
            return null;
        }
        double received = rate.bytesPerSecond(windowNanos());
        double p = losses.lossEventRate();
        double underLosses = underLosses();
        double bound = delay.bytesPerSecond();
        double twice = received == 0 ? Double.POSITIVE_INFINITY : 2 * received;
        RateLimit limit = RateLimit.START;
        double wanted = twice;
        if (bound < underLosses) {
            limit = RateLimit.DELAY;
            wanted = bound;
        } else if (p > 0) {
            limit = RateLimit.LOSS;
            wanted = Math.min(underLosses, twice);
        } else if (delay.state() == DelayLimit.State.COMPETING) {
            limit = RateLimit.COMPETITION;
        }
        news = false;
        reported = true;
        reportedNanos = nowNanos;
        reportedRate = wanted;
        reportedEvents = losses.events();
        return new RateReport(
                memberId,
                limit,
                (long) Math.min(RateReport.MOST, wanted),
                (long) received,
                p,
                (int) Math.min(Integer.MAX_VALUE, roundTripNanos() / 1_000),
                (int) Math.min(Integer.MAX_VALUE, delays.waitingNanos() / 1_000));
    }
}
