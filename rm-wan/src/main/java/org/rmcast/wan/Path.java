package org.rmcast.wan;

import java.util.Arrays;
import org.rmcast.core.flow.RoundTripEstimate;
import org.rmcast.core.paths.PathEstimate;
import org.rmcast.core.paths.PathModel;

/**
 * The way to one member and back, as probes and repairs measure it: the round trip, the apparent delay from it to this member (the difference of two
 * clocks), and what is lost. Not thread safe.
 *
 * <p>Two clocks that are not set alike shift all apparent delays between the same two ends by the same amount, over whatever relays: so ways
 * between two members can be compared, though the delay of one alone is not known.
 */
final class Path {
    private static final long MOST_MICROS = (long) (PathEstimate.MAX_DELAY_MILLIS * 1_000);
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double WEIGHT = 1.0 / 8;
    private static final double LOSS_WEIGHT = 1.0 / 32;
    private static final int MOST_COUNTED = 64;
    /** After so many intervals without a probe one is held for lost. */
    private static final int SILENT_INTERVALS = 2;

    final RoundTripEstimate roundTrip;
    private int nextProbe;
    private int oldestUnanswered;
    private int probesHeard;
    private double repairCost;
    private double apparentDelayMicros = Double.NaN;
    /** When that was asked for whose repair was measured last. */
    private long repairAskedNanos = Long.MIN_VALUE;
    /** The number of the last probe that came, and whether one has. */
    private int lastHeard;

    private boolean heard;
    private long heardAtNanos;
    private int anticipated;
    private double lossHere;
    /** What the member says of the ways to it, by slots: apparent delays, NaN where it says nothing, and losses. */
    private final double[] apparentFrom = new double[Members.SLOTS];

    private final double[] lossFrom = new double[Members.SLOTS];

    Path(RoundTripEstimate roundTrip) {
        this.roundTrip = roundTrip;
        Arrays.fill(apparentFrom, Double.NaN);
        reckon();
    }

    private void reckon() {
        repairCost = PathModel.repairMillis(new PathEstimate(roundTrip.smoothedNanos() / NANOS_PER_MILLI, lossHere));
    }

    /** The number of the next probe. */
    int nextProbe() {
        return nextProbe++;
    }

    /** A probe of the member came; says how many that were. Those before it that did not come are lost. */
    int onProbe(int number, long nowNanos) {
        int lost = heard ? number - lastHeard - 1 : 0;
        if (!heard || lost >= 0) {
            heard = true;
            heardAtNanos = nowNanos;
            lastHeard = number;
            for (int i = anticipated; i < Math.min(lost, MOST_COUNTED); i++) {
                lossHere += (1 - lossHere) * LOSS_WEIGHT;
            }
            lossHere -= lossHere * LOSS_WEIGHT;
            anticipated = 0;
            reckon();
        }
        return ++probesHeard;
    }

    /** The member says how a way to it is. */
    void onWay(int slot, double delayMicros, double loss) {
        apparentFrom[slot] = delayMicros;
        lossFrom[slot] = loss;
    }

    /** The member of a slot is gone. */
    void free(int slot) {
        apparentFrom[slot] = Double.NaN;
        lossFrom[slot] = 0;
    }

    /** Whether a probe of this number is out and not answered. */
    private boolean isAwaited(int number) {
        return number - oldestUnanswered >= 0 && number - nextProbe < 0;
    }

    /** It is time to measure again. A member that has been silent for long has lost what it sent. */
    void onDue(long nowNanos, long intervalNanos) {
        if (heard && nowNanos - heardAtNanos > SILENT_INTERVALS * intervalNanos) {
            anticipated++;
            lossHere += (1 - lossHere) * LOSS_WEIGHT;
            reckon();
        }
    }

    /** A probe was answered. What comes back is what somebody else wrote: a round trip that cannot be is none. */
    void onEcho(int number, long roundTripMicros) {
        if (!isAwaited(number) || roundTripMicros < 0 || roundTripMicros > MOST_MICROS) {
            return;
        }
        roundTrip.sample(Math.max(1, roundTripMicros * 1_000));
        oldestUnanswered = number + 1;
        reckon();
    }

    /** What was asked for has come; of what was asked for together the first counts. */
    void onRepair(long askedNanos, long nowNanos) {
        if (askedNanos > repairAskedNanos) {
            repairAskedNanos = askedNanos;
            roundTrip.sample(Math.max(1, nowNanos - askedNanos));
            reckon();
        }
    }

    /** Something that its sender's clock has stamped took so long, by the two clocks. */
    void onApparentDelay(double micros) {
        apparentDelayMicros = Double.isNaN(apparentDelayMicros)
                ? micros
                : apparentDelayMicros + (micros - apparentDelayMicros) * WEIGHT;
    }

    /** The smoothed apparent delay from the member to this one, NaN while there is none. */
    double apparentDelayMicros() {
        return apparentDelayMicros;
    }

    /** Whether both ends have measured the ways between them. */
    boolean isMeasured() {
        return roundTrip.isSampled() && !Double.isNaN(apparentFrom[Members.SELF_SLOT]);
    }

    /** The apparent delay of a way to the member, as it says; NaN if it says nothing. */
    double apparentMicrosFrom(int slot) {
        return apparentFrom[slot];
    }

    /** How much is lost on a way to the member, as it says, 0 to 1. */
    double lossFrom(int slot) {
        return lossFrom[slot];
    }

    /** How much of what this member sends there is lost, 0 to 1, as the other one says. */
    double lossThere() {
        return lossFrom[Members.SELF_SLOT];
    }

    /** How much of what the member sends to this one is lost, 0 to 1. */
    double lossHere() {
        return lossHere;
    }

    /** Paper, section 4.2: how far a member is as one to ask for repairs, delta (1 + epsilon) / (1 - epsilon). */
    double repairCost() {
        return repairCost;
    }
}
