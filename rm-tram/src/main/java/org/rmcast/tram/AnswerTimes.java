package org.rmcast.tram;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How long a node that looks for a head waits for answers: it loses nothing, and sends none of its members away, while the answer of one
 * that is far away may be on its way; and it repeats a bind to such a one only when the answer is overdue.
 *
 * <p>Source: RFC 6298, section 2: three times the first sample of a round trip. The second that every search takes before it decides is
 * that of its rule 2.1, for ways that were never measured. The bounds are ours: whoever claims to be farther away delays nobody for
 * longer than three seconds. Without {@code promptNak} the configured times hold everywhere, as in JRMS 1.1.
 */
final class AnswerTimes {
    private static final long UNKNOWN_NANOS = 1_000_000_000L;
    private static final long LONGEST_ROUND_TRIP_NANOS = 1_000_000_000L;
    private static final int ROUND_TRIPS = 3;

    private final TramConfig config;
    private final int widestTtl;
    /** When this search first asked within a scope. */
    private final TreeMap<Integer, Long> askedNanos = new TreeMap<>();
    /** The longest round trip that is known. */
    private long farthestNanos;

    /** @param widestTtl how far this node may ask */
    AnswerTimes(TramConfig config, int widestTtl) {
        this.config = config;
        this.widestTtl = widestTtl;
    }

    /** A search begins. */
    void begin() {
        askedNanos.clear();
    }

    /** All within a scope were asked to offer themselves. */
    void onAsked(int ttl, long nowNanos) {
        askedNanos.putIfAbsent(ttl, nowNanos);
    }

    /** A round trip was measured. */
    void onRoundTrip(long nanos) {
        farthestNanos = Math.max(farthestNanos, Math.min(LONGEST_ROUND_TRIP_NANOS, nanos));
    }

    /** There is a head. */
    void onAttached(long roundTripNanos) {
        farthestNanos = 0;
        onRoundTrip(roundTripNanos);
    }

    /** Whether all that will answer may have done so. */
    boolean areAnswersIn(long nowNanos) {
        Long askedAll = askedNanos.get(widestTtl);
        long longest = Math.max(UNKNOWN_NANOS, ROUND_TRIPS * farthestNanos);
        return !config.promptNak || (askedAll != null && nowNanos - askedAll >= longest);
    }

    /** Within what time a candidate answers, 0 if nothing is known of that. */
    long answerNanos(HeadCandidate candidate) {
        if (!config.promptNak) {
            return 0;
        }
        return candidate.roundTripNanos > 0
                ? Math.min(LONGEST_ROUND_TRIP_NANOS, ROUND_TRIPS * candidate.roundTripNanos)
                : untilOffered(candidate);
    }

    /**
     * Half as long again as one that was not heard of before this search took to offer itself, if that is longer than heads that are near do:
     * about the round trip, and more where what asked it first was lost. Who took longer than any way is long had no place before.
     */
    private long untilOffered(HeadCandidate candidate) {
        Map.@Nullable Entry<Integer, Long> asked = askedNanos.ceilingEntry(candidate.ttl);
        if (asked == null || candidate.offeredNanos == Long.MIN_VALUE) {
            return 0;
        }
        long nanos = candidate.offeredNanos - asked.getValue();
        return nanos > LONGEST_ROUND_TRIP_NANOS || nanos <= config.solicitationIntervalNanos ? 0 : nanos + nanos / 2;
    }
}
