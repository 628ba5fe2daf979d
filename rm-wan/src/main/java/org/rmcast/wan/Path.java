package org.rmcast.wan;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.RoundTripStatistics;
import org.rmcast.core.flow.EchoedRequests;
import org.rmcast.core.flow.RecentQuantiles;
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

    /** After so many intervals without a multicast none is heard. */
    private static final int DEAF_INTERVALS = 3;

    /** Of so many probes at most the round trips are kept. */
    private static final int PROBES_KEPT = 256;

    private static final int REQUESTS = 1_024;

    final RoundTripEstimate roundTrip;
    private final EchoedRequests requests;
    private final RecentQuantiles probed = new RecentQuantiles(PROBES_KEPT);
    /** Whether a request was answered, and when the last of those left that were. */
    private boolean answered;

    private long answeredNanos;
    private int nextProbe;
    private int oldestUnanswered;
    private double repairCost;
    private double apparentDelayMicros = Double.NaN;
    /** The number of the last probe that came, and whether one has. */
    private int lastHeard;

    private boolean heard;
    private long heardAtNanos;
    private boolean multicastHeard;
    private long multicastAtNanos;
    private int anticipated;
    private double lossHere;
    /** What the member says of the ways to it, by slots: apparent delays, NaN where it says nothing, and losses. */
    private final double[] apparentFrom = new double[Members.SLOTS];

    private final double[] lossFrom = new double[Members.SLOTS];

    /** @param firstRequest the number of the first request, a random one: nobody who does not see it can answer it */
    Path(RoundTripEstimate roundTrip, int firstRequest) {
        this.roundTrip = roundTrip;
        this.requests = new EchoedRequests(roundTrip, REQUESTS, firstRequest);
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

    /** A probe of the member came. Those before it that did not come are lost. */
    void onProbe(int number, long nowNanos) {
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
    }

    /** Something of the member came by multicast. */
    void onMulticast(long nowNanos) {
        multicastHeard = true;
        multicastAtNanos = nowNanos;
    }

    /** Whether the member's multicast comes here. */
    boolean hearsMulticast(long nowNanos, long intervalNanos) {
        return multicastHeard && nowNanos - multicastAtNanos <= DEAF_INTERVALS * intervalNanos;
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
        probed.add(roundTripMicros);
        oldestUnanswered = number + 1;
        reckon();
    }

    /** A request leaves for the member; its number. */
    int ask(long nowNanos) {
        return requests.ask(nowNanos);
    }

    /** The member has answered a request; whether it is later than those that it had answered before. */
    boolean onAnswer(int request, long nowNanos) {
        if (!requests.isRemembered(request)) {
            return false;
        }
        long sentNanos = requests.sentNanos(request);
        boolean later = !answered || sentNanos > answeredNanos;
        if (later) {
            answered = true;
            answeredNanos = sentNanos;
        }
        requests.onEcho(request, nowNanos);
        reckon();
        return later;
    }

    /**
     * Whether the member has answered what it was asked well after this: so the request was lost, or the answer to it. RACK (RFC 8985) with
     * requests in the place of segments; its window, a quarter of the round trip, for answers that overtake others.
     */
    boolean isOvertaken(long askedNanos, long reorderingNanos) {
        long windowNanos = Math.max(reorderingNanos, roundTrip.smoothedNanos() / 4);
        return answered && answeredNanos - askedNanos > windowNanos;
    }

    /** The round trip with the quantiles of the latest probes, null if none was answered. */
    @Nullable
    RoundTripStatistics statistics() {
        if (probed.count() == 0) {
            return null;
        }
        long[] micros = probed.quantiles(0.5, 0.9, 0.99);
        return new RoundTripStatistics(
                Duration.ofNanos(roundTrip.smoothedNanos()), micros(micros[0]), micros(micros[1]), micros(micros[2]));
    }

    private static Duration micros(long micros) {
        return Duration.of(micros, ChronoUnit.MICROS);
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
