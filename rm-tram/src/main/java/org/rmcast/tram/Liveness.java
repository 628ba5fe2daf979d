package org.rmcast.tram;

import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.flow.LossShare;

/**
 * Whether the other side of an affiliation is still there. Whoever is silent for longer than usual is probed: at short intervals, for
 * each probe is answered at once, whatever the interval of hellos is. After so many unanswered probes as are hardly lost by chance, and
 * a silence longer than a pause of a process, it is given up.
 *
 * <p>How long it is silent usually is measured. A look that comes late says that this process itself has paused, and is no sign that the
 * other one did.
 *
 * <p>If its host says that nobody has its port, it is probed at once, and {@link Refusals} need no long silence.
 *
 * <p>Source: JRMS 1.1 counts unanswered hellos; the probes between them are ours. With {@code probeInterval} 0 the hellos are the probes, as there.
 */
final class Liveness {
    private static final long LEAST_QUIET_NANOS = 100_000_000L;
    /** Whoever says that it is farther away is probed as if it were not. */
    private static final long LONGEST_ROUND_TRIP_NANOS = 2_000_000_000L;

    private static final long OWN_PAUSE_NANOS = 50_000_000L;
    /** How many times the longest interval of late a silence has to be to be unusual. */
    private static final int UNUSUAL = 2;
    /** So much of the longest interval is forgotten with each one that is shorter. */
    private static final int FORGOTTEN = 4;

    /** At which loss so many unanswered probes as are configured say that somebody is gone. */
    private static final double USUAL_LOSS = 0.1;
    /** The same of hellos. Where more is lost, answers may be in a long queue. */
    private static final double HIGH_LOSS = 0.2;
    /** How many times as many may be unanswered where more is lost: whoever is gone is to be noticed. */
    static final int MOST_PATIENCE = 3;

    private final TramConfig config;
    private long longestQuietNanos;
    private final Refusals refusals;
    private long roundTripNanos;
    private long heardNanos;
    private long intervalNanos;
    private boolean suspected;
    private long clearedNanos;
    private int unanswered;
    /** So many probes in a row are hardly lost by chance. */
    private int hardlyLost;

    private boolean muchIsLost;
    private long probedNanos;
    private long expectedNanos = ProtocolEngine.NO_DEADLINE;
    private boolean lateBefore;
    private boolean undecided;

    /**
     * @param longestQuietNanos a longer silence is always unusual
     * @param roundTripNanos to the other side, 0 if it is not known
     */
    Liveness(TramConfig config, long longestQuietNanos, long roundTripNanos, long nowNanos) {
        this.config = config;
        this.longestQuietNanos = longestQuietNanos;
        this.roundTripNanos = Math.min(roundTripNanos, LONGEST_ROUND_TRIP_NANOS);
        this.heardNanos = nowNanos;
        this.intervalNanos = longestQuietNanos;
        this.clearedNanos = nowNanos;
        this.hardlyLost = config.missedHellos;
        this.refusals = new Refusals(config.helloIntervalNanos, nowNanos);
    }

    /**
     * Says how much is lost on the way.
     *
     * @param share of late, 0 to less than 1
     * @param flows whether that is of data that has come since the last look; else what was lost once is no reason for more patience
     */
    void onLoss(double share, boolean flows) {
        if (!flows) {
            hardlyLost = config.missedHellos;
            return;
        }
        int few = config.missedHellos;
        double usual = config.probeIntervalNanos == 0 ? HIGH_LOSS : USUAL_LOSS;
        muchIsLost = share > HIGH_LOSS;
        hardlyLost = Math.min(MOST_PATIENCE * few, LossShare.asUnlikelyAs(few, usual, share));
    }

    /** A longer silence than this is unusual from now on. */
    void onQuietFor(long nanos) {
        longestQuietNanos = nanos;
    }

    /** Something came from there. */
    void onHeard(long nowNanos) {
        long interval = nowNanos - heardNanos;
        intervalNanos = Math.max(interval, intervalNanos - intervalNanos / FORGOTTEN);
        heardNanos = nowNanos;
        if (suspected) {
            suspected = false;
            clearedNanos = nowNanos;
        }
        unanswered = 0;
        refusals.onHeard(nowNanos);
    }

    /** When something came from there last. */
    long heardNanos() {
        return heardNanos;
    }

    /** The round trip was measured anew. */
    void onRoundTrip(long nanos) {
        roundTripNanos = Math.min(nanos, LONGEST_ROUND_TRIP_NANOS);
    }

    /** As it was last measured, 0 if it is not known. */
    long roundTripNanos() {
        return roundTripNanos;
    }

    /** There is another sign that it is gone: it is probed from now on, unless that was wrong a short while ago. */
    void suspect(long nowNanos) {
        suspected |= nowNanos - clearedNanos >= config.helloIntervalNanos;
    }

    /** Its host says that nobody has its port: it is probed from now on. */
    void onRefused(long nowNanos) {
        suspected |= config.watchPorts && refusals.onRefused(nowNanos);
    }

    /** How many probes are unanswered. */
    int unanswered() {
        return unanswered;
    }

    /**
     * To be called with each look: a late one forgives the silence of the time in which nobody looked. What came meanwhile may be taken only after
     * it, so that it decides nothing, unless the one before was late, too.
     */
    void onLook(long nowNanos) {
        long lateNanos = expectedNanos == ProtocolEngine.NO_DEADLINE ? 0 : nowNanos - expectedNanos;
        boolean late = config.probeIntervalNanos > 0 && lateNanos > OWN_PAUSE_NANOS;
        if (late) {
            heardNanos += lateNanos;
        }
        undecided = late && !lateBefore;
        lateBefore = late;
        expectedNanos = ProtocolEngine.NO_DEADLINE;
    }

    /** Whether it is to be probed now, or given up. */
    boolean isProbeDue(long nowNanos) {
        return (unanswered == 0 || config.probeIntervalNanos == 0)
                ? isSilent(nowNanos)
                : nowNanos - probedNanos >= probeIntervalNanos();
    }

    private boolean isSilent(long nowNanos) {
        return (suspected && config.probeIntervalNanos > 0) || nowNanos - heardNanos > quietNanos();
    }

    private long quietNanos() {
        return config.probeIntervalNanos == 0
                ? longestQuietNanos
                : Math.max(LEAST_QUIET_NANOS, Math.min(longestQuietNanos, UNUSUAL * intervalNanos));
    }

    /** A probe leaves. */
    void onProbe(long nowNanos) {
        unanswered++;
        refusals.onProbe();
        probedNanos = nowNanos;
    }

    /**
     * Whether it is gone: probes are due, and enough of them were not answered.
     *
     * @param leastNanos how long it is silent at least, unless its host says that it is gone
     */
    boolean isGone(long leastNanos, long nowNanos) {
        long silence = Math.max(leastNanos, config.silenceMinNanos);
        boolean silent = unanswered >= hardlyLost && nowNanos - heardNanos >= silence;
        return !undecided && (silent || refusals.areEnough());
    }

    /** Since when it is silent, for people. */
    String describe(long nowNanos) {
        String text = "silent for " + (nowNanos - heardNanos) / 1_000_000 + " ms";
        return refusals.areEnough() ? text + ", and nobody has its port" : text;
    }

    /** When to look next. */
    long nextLookNanos(long nowNanos) {
        long next = unanswered == 0 ? heardNanos + quietNanos() + 1 : probedNanos + probeIntervalNanos();
        expectedNanos = Deadlines.compare(next, nowNanos) < 0 ? nowNanos : next;
        return expectedNanos;
    }

    /** Two probes on their way at a time, or more on a short one. */
    private long probeIntervalNanos() {
        return config.probeIntervalNanos == 0 || muchIsLost
                ? config.helloIntervalNanos
                : Math.max(config.probeIntervalNanos, roundTripNanos / 2);
    }
}
