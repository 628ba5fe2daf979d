package org.rmcast.core.membership;

import org.rmcast.core.membership.MemberUpdate.Kind;

/**
 * What is held against a member, by whom, and until when it may contradict. Each independent accuser shortens the time:
 * Dadgar, Phillips, Currey, "Lifeguard: Local Health Awareness for More Accurate Failure Detection" (DSN-W 2018), section on
 * dynamic suspicion time-outs, max - (max - min) log(C + 1) / log(K + 1) with C accusers after the first and at most K. Not
 * thread safe.
 */
final class Suspicion {
    /** K: more accusers change nothing. */
    static final int MOST_CONFIRMATIONS = 3;

    private final long[] accusers = new long[1 + MOST_CONFIRMATIONS];
    private int count;
    private Kind verdict = Kind.SUSPECT;
    private long sinceNanos;
    private long condemnedUntilNanos;
    private boolean condemned;
    private long askedNanos;
    private boolean asked;
    private long askedBeforeNanos;
    private boolean askedBefore;
    private boolean heardSince;

    Suspicion(long sinceNanos) {
        this.sinceNanos = sinceNanos;
    }

    /** Suspected, or held for failed or left by others, so that there is little time left to contradict. */
    Kind verdict() {
        return verdict;
    }

    long sinceNanos() {
        return sinceNanos;
    }

    /** Takes note of an accuser; whether it is one more that counts. */
    boolean add(long accuserId) {
        for (int i = 0; i < count; i++) {
            if (accusers[i] == accuserId) {
                return false;
            }
        }
        if (count == accusers.length) {
            return false;
        }
        accusers[count++] = accuserId;
        return true;
    }

    long latestAccuser() {
        return count == 0 ? 0 : accusers[count - 1];
    }

    /** Others hold the member for out: it has until then to answer. */
    void condemn(Kind kind, long untilNanos) {
        verdict = kind;
        if (!condemned || untilNanos - condemnedUntilNanos < 0) {
            condemned = true;
            condemnedUntilNanos = untilNanos;
        }
    }

    /**
     * When the member is removed.
     *
     * @param minNanos how long it may contradict if enough others accuse it too
     * @param maxNanos how long if nobody does
     * @param confirmations how many others could accuse it, at most so many count
     */
    long untilNanos(long minNanos, long maxNanos, int confirmations) {
        int most = Math.min(MOST_CONFIRMATIONS, confirmations);
        double share = most <= 0 ? 1 : StrictMath.log(Math.max(1, count)) / StrictMath.log(most + 1.0);
        long until = sinceNanos + Math.max(minNanos, Math.round(maxNanos - (maxNanos - minNanos) * share));
        return condemned && condemnedUntilNanos - until < 0 ? condemnedUntilNanos : until;
    }

    /** This member itself was held up. */
    void postpone(long byNanos) {
        sinceNanos += byNanos;
        condemnedUntilNanos += byNanos;
        askedNanos += byNanos;
        askedBeforeNanos += byNanos;
    }

    /** The member was asked, and told what is held against it. */
    void onAsked(long nowNanos) {
        askedBefore = asked;
        askedBeforeNanos = askedNanos;
        asked = true;
        askedNanos = nowNanos;
    }

    boolean isAskedSince(long nanos) {
        return asked && askedNanos - nanos > 0;
    }

    /**
     * Whether one of the last two questions was not answered.
     *
     * @param leastNanos how long it had to answer
     * @param mostNanos since when at most: an older question may have been lost in a bad moment that is over
     */
    boolean isUnanswered(long leastNanos, long mostNanos, long nowNanos) {
        return (asked && isWithin(nowNanos - askedNanos, leastNanos, mostNanos))
                || (askedBefore && isWithin(nowNanos - askedBeforeNanos, leastNanos, mostNanos));
    }

    private static boolean isWithin(long nanos, long leastNanos, long mostNanos) {
        return nanos >= leastNanos && nanos <= mostNanos;
    }

    /** Something came from its address since: it does not look dead. */
    void onHeard() {
        heardSince = true;
    }

    boolean isHeardSince() {
        return heardSince;
    }
}
