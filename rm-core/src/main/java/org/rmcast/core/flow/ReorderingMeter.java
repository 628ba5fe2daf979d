package org.rmcast.core.flow;

/**
 * Says after what delay a gap is worth a request: how late packets come that were not lost but overtaken.
 *
 * <p>Source: RACK (RFC 8985, section 6.2), with gaps in place of unacknowledged segments and spurious repairs in place of DSACKs.
 * Until packets are seen to overtake one another the delay is the shortest. Two things make it longer: a packet that came by
 * itself after its gap had shown tells exactly how late it was, and the delay covers the latest of those by a quarter more;
 * a repair of what came by itself, whose lateness nobody knows, adds a quarter of a round trip, once per round trip. After
 * 16 recoveries without a spurious repair the second part is halved, and what was latest is forgotten 16 later: recoveries
 * within one round trip count as one. In all the delay is at most a share of the round trip.
 *
 * <p>Round trips and times are in nanoseconds. Not thread safe.
 */
public final class ReorderingMeter {
    /** After so many recoveries the delay may shrink: RACK's number. */
    public static final int PERIOD_RECOVERIES = 16;

    private static final int MAX_STEPS = 16;

    private final long minDelayNanos;
    private final long maxDelayNanos;
    private final double maxShare;
    private int steps;
    private boolean stepped;
    private long steppedNanos;
    private long latestNanos;
    private long latestBeforeNanos;
    private int recoveries;
    private boolean recovered;
    private long recoveredNanos;
    private boolean spuriousInPeriod;
    private long overtaken;
    private long spurious;

    /**
     * @param minDelayNanos the delay while nothing overtakes, 0 or more
     * @param maxDelayNanos the longest delay whatever the round trip, at least the shortest
     * @param maxShare the longest delay as a share of the round trip, more than 0; RACK has 1
     * @throws IllegalArgumentException if a value is out of its range
     */
    public ReorderingMeter(long minDelayNanos, long maxDelayNanos, double maxShare) {
        if (minDelayNanos < 0 || maxDelayNanos < minDelayNanos) {
            throw new IllegalArgumentException("minDelayNanos must be 0 or more and maxDelayNanos at least that, were "
                    + minDelayNanos + " and " + maxDelayNanos);
        }
        if (!(maxShare > 0)) {
            throw new IllegalArgumentException("maxShare must be more than 0, was " + maxShare);
        }
        this.minDelayNanos = minDelayNanos;
        this.maxDelayNanos = maxDelayNanos;
        this.maxShare = maxShare;
    }

    /** How long after a gap shows it is worth a request, given the smoothed round trip to who is asked. */
    public long delayNanos(long roundTripNanos) {
        long latest = Math.max(latestNanos, latestBeforeNanos);
        long wanted = Math.max(latest + latest / 4, steps * (roundTripNanos / 4));
        long most = Math.min(maxDelayNanos, (long) (maxShare * roundTripNanos));
        return Math.max(minDelayNanos, Math.min(wanted, most));
    }

    /**
     * A packet came by itself, so much later than its gap showed.
     *
     * @param latenessNanos the time from when the gap showed, 0 or more
     * @param asked whether it had been asked for: then its repair is, or will be, spurious
     */
    public void onOvertaken(long latenessNanos, boolean asked, long roundTripNanos, long nowNanos) {
        overtaken++;
        latestNanos = Math.max(latestNanos, latenessNanos);
        if (asked) {
            spurious++;
            spuriousInPeriod = true;
        }
        countRecovery(roundTripNanos, nowNanos);
    }

    /** A packet came by itself after its repair had filled the gap: nobody knows how late it was. */
    public void onSpuriousRepair(long roundTripNanos, long nowNanos) {
        spurious++;
        spuriousInPeriod = true;
        if (!stepped || nowNanos - steppedNanos >= roundTripNanos) {
            stepped = true;
            steppedNanos = nowNanos;
            steps = Math.min(steps + 1, MAX_STEPS);
        }
    }

    /** A repair filled a gap. */
    public void onRepaired(long roundTripNanos, long nowNanos) {
        countRecovery(roundTripNanos, nowNanos);
    }

    /** How many packets were overtaken only. */
    public long overtaken() {
        return overtaken;
    }

    /** How many packets were asked for, or repaired, though they were on their way. */
    public long spurious() {
        return spurious;
    }

    private void countRecovery(long roundTripNanos, long nowNanos) {
        if (recovered && nowNanos - recoveredNanos < roundTripNanos) {
            return;
        }
        recovered = true;
        recoveredNanos = nowNanos;
        if (++recoveries >= PERIOD_RECOVERIES) {
            endPeriod();
        }
    }

    private void endPeriod() {
        recoveries = 0;
        steps = spuriousInPeriod ? steps : steps / 2;
        spuriousInPeriod = false;
        latestBeforeNanos = latestNanos;
        latestNanos = 0;
    }
}
