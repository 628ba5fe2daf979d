package org.rmcast.tram;

/**
 * When a member acknowledges, and how far it lets the sender go.
 *
 * <p>Source: JRMS 1.1. An acknowledgement is due when {@code seq >= nextAck}, the first {@code nextAck} random in {@code
 * [0, aw)} so that members do not acknowledge in step, then {@code max + aw}; with {@link JrmsRule#NEXT_ACK} only after one that was
 * due, so that one that a closing gap forces does not shift the others. An acknowledgement with nothing missing
 * widens the congestion window; congestion ({@code missing >= aw/4} and growing, once per window) narrows it to three
 * quarters. {@code highestAllowed = max(old, floor((x + aw) / aw) * aw + cwnd)} where x is the last packet in order, or
 * with {@code windowBeyondGaps} the highest one known.
 */
final class AckWindow {
    private static final double NARROW = 0.75;
    /** So many round trips of packets may be on their way: a loss, its repair, and that once more. */
    private static final int ROUND_TRIPS = 3;

    private final TramConfig config;
    private final WindowUse use;
    private final long startNanos;
    private double window;
    private boolean slowStart;
    private long nextAck;
    private long highestAllowed;
    private long ackedStart;

    private long windowEnd;
    private long lostBefore;
    private long missingBefore;
    private int loss;
    private boolean congestion;
    /** Packets within a round trip, and since when and where that is counted anew. */
    private long arrived;

    private long measuredLimit;
    private long measuredNanos;

    /**
     * @param start the first sequence that the member wants
     * @param firstAck when the first acknowledgement is due, in packets from the start
     */
    AckWindow(TramConfig config, long start, int firstAck, long nowNanos) {
        this.config = config;
        this.use = new WindowUse(config.windowStart, config.helloIntervalNanos, start, nowNanos);
        this.startNanos = nowNanos;
        this.window = config.windowStart;
        this.slowStart = config.windowSlowStart;
        this.nextAck = start + firstAck;
        this.ackedStart = start;
        this.highestAllowed = start + config.windowStart - 1;
        this.windowEnd = start + config.ackWindow;
        this.measuredLimit = start;
        this.measuredNanos = nowNanos;
    }

    /**
     * A new data packet came; says whether an acknowledgement is due.
     *
     * @param lost how many packets were lost so far: fewer than before, if some of them were only overtaken
     * @param missing how many are missing now
     */
    boolean onData(long sequence, long lost, long missing, long nowNanos) {
        if (sequence >= windowEnd) {
            endOfWindow(sequence, lost, missing, nowNanos);
        }
        return sequence >= nextAck;
    }

    private void endOfWindow(long sequence, long lost, long missing, long nowNanos) {
        long newlyLost = Math.max(0, lost - lostBefore);
        int packets = (int) Math.min(1 << 20, sequence - windowEnd + config.ackWindow);
        int percent = Math.min(10_000, (int) (10_000L * newlyLost / Math.max(1, packets)));
        loss = (3 * loss + percent) / 4;
        boolean congested = (config.promptNak ? newlyLost : missing) >= packets * config.congestionLossShare
                && missing > missingBefore;
        if (congested && nowNanos - startNanos >= config.congestionGraceNanos) {
            congestion = true;
            slowStart = false;
            window = Math.max(config.windowMin, window * NARROW);
        }
        missingBefore = missing;
        lostBefore = Math.max(lostBefore, lost);
        windowEnd = sequence + config.ackWindow;
    }

    /**
     * An acknowledgement is about to be sent.
     *
     * @param start the first sequence missing
     * @param limit the sequence after the highest known
     * @param room the first sequence for which there is no buffer
     * @param roundTripNanos to the head
     */
    void onAck(long start, long limit, long room, long roundTripNanos, long nowNanos) {
        measure(limit, roundTripNanos, nowNanos);
        double most = Math.max(config.windowMax, (double) ROUND_TRIPS * arrived);
        long acked = (start - ackedStart + config.ackWindow - 1) / config.ackWindow;
        if (start >= limit && start > ackedStart) {
            widen(slowStart ? start - ackedStart : (double) config.windowIncrease * acked, most);
        } else if (start > ackedStart && config.promptNak && !congestion) {
            // With prompt repair there is nearly always a packet on its way: progress counts, too.
            widen(slowStart ? start - ackedStart : config.windowIncrease * acked / 2.0, most);
        }
        ackedStart = Math.max(ackedStart, start);
        if (limit >= nextAck || !config.has(JrmsRule.NEXT_ACK)) {
            nextAck = Math.max(nextAck, limit - 1 + spacing());
        }
        congestion = false;
        highestAllowed = allowed(start, limit, room);
    }

    /** By so many packets, as far as the window was used. */
    private void widen(double packets, double most) {
        double widened = Math.min(most, window + packets);
        window = config.promptNak ? Math.max(Math.min(most, window), Math.min(use.bound(), widened)) : widened;
    }

    /** How much arrives within a round trip: for as long what was lost holds the window up, and once more while its repair is lost. */
    private void measure(long limit, long roundTripNanos, long nowNanos) {
        if (!config.promptNak) {
            return;
        }
        use.onAck(limit, roundTripNanos, nowNanos);
        window = use.narrowed(window, nowNanos);
        if (nowNanos - measuredNanos < roundTripNanos) {
            return;
        }
        arrived = Math.round((limit - measuredLimit) * ((double) roundTripNanos / (nowNanos - measuredNanos)));
        measuredLimit = limit;
        measuredNanos = nowNanos;
    }

    /** How far an acknowledgement lets the sender go that would be sent now, see {@link #onAck}. */
    long allowed(long start, long limit, long room) {
        long x = Math.max(0, (config.windowBeyondGaps ? limit : start) - 1);
        long allowed = (x + config.ackWindow) / config.ackWindow * config.ackWindow + (long) window;
        return Math.max(highestAllowed, Math.min(allowed, room - 1));
    }

    /** Packets between two acknowledgements: {@code ackWindow}, or more where the window is wide. */
    long spacing() {
        long share = config.acksPerWindow == 0 ? 0 : (long) window / config.acksPerWindow;
        return Math.max(config.ackWindow, share);
    }

    /** Whether congestion is to be reported with the next acknowledgement. */
    boolean congestion() {
        return congestion;
    }

    long highestAllowed() {
        return highestAllowed;
    }

    /** The first sequence missing as last acknowledged. */
    long ackedStart() {
        return ackedStart;
    }

    /** Smoothed loss in hundredths of a per cent: {@code 0.75 old + 0.25 now}. */
    int loss() {
        return loss;
    }
}
