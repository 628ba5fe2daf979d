package org.rmcast.wan;

import org.rmcast.core.flow.RoundTripEstimate;
import org.rmcast.core.paths.PathEstimate;
import org.rmcast.core.paths.PathModel;

/**
 * The way to one member and back, as probes measure it: the round trip, the apparent delay from it to this member (the difference of two
 * clocks), and what is lost. Not thread safe.
 *
 * <p>Two clocks that are not set alike shift all apparent delays between the same two ends by the same amount, over whatever relays: so ways
 * between two members can be compared, though the delay of one alone is not known.
 */
final class Path {
    private static final long MOST_MICROS = (long) (PathEstimate.MAX_DELAY_MILLIS * 1_000);
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double WEIGHT = 1.0 / 8;
    private static final double LOSS_WEIGHT = 1.0 / 16;

    final RoundTripEstimate roundTrip;
    private int nextProbe;
    private int oldestUnanswered;
    private int probesHeard;
    private double lossRatio;
    private double repairCost;
    private double apparentDelayMicros = Double.NaN;

    Path(RoundTripEstimate roundTrip) {
        this.roundTrip = roundTrip;
        reckon();
    }

    private void reckon() {
        repairCost = PathModel.repairMillis(new PathEstimate(roundTrip.smoothedNanos() / NANOS_PER_MILLI, lossRatio()));
    }

    /** The number of the next probe. */
    int nextProbe() {
        return nextProbe++;
    }

    /** A probe of the member came; says how many that were. */
    int onProbe() {
        return ++probesHeard;
    }

    /** Whether a probe of this number is out and not answered. */
    private boolean isAwaited(int number) {
        return number - oldestUnanswered >= 0 && number - nextProbe < 0;
    }

    /** Answers to all probes below a number had their time. */
    void onAnswerDue() {
        while (oldestUnanswered < nextProbe - 1) {
            oldestUnanswered++;
            lossRatio += (1 - lossRatio) * LOSS_WEIGHT;
        }
        reckon();
    }

    /** A probe was answered. What comes back is what somebody else wrote: a round trip that cannot be is none. */
    void onEcho(int number, long roundTripMicros) {
        if (!isAwaited(number) || roundTripMicros < 0 || roundTripMicros > MOST_MICROS) {
            return;
        }
        roundTrip.sample(Math.max(1, roundTripMicros * 1_000));
        oldestUnanswered = number + 1;
        lossRatio -= lossRatio * LOSS_WEIGHT;
        reckon();
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

    /** How much is lost on one of the two ways, 0 to 1: half of what is lost of probes and answers together. */
    double lossRatio() {
        return 1 - Math.sqrt(1 - lossRatio);
    }

    /** Paper, section 4.2: how far a member is as one to ask for repairs, delta (1 + epsilon) / (1 - epsilon). */
    double repairCost() {
        return repairCost;
    }
}
