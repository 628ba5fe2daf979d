package org.rmcast.srm;

import java.util.Arrays;

/**
 * The scopes of requests, from those nearby to the whole group: which one a request has first, and which next.
 *
 * <p>Source: local recovery of SRM by scopes (Floyd et al., ToN 5(6), 1997), with the ladder of LRMP (draft-liao-lrmp-00): each scope is
 * tried once, upward, then the whole group is asked. A scope in which so many requests in a row found no answer is left out for a time, or
 * until a repair is heard in it. Here a scope is used only if another member was heard in it that is not heard in a narrower one. Not
 * thread safe.
 */
final class ScopeLadder {
    private final int[] hops;
    private final int tries;
    private final long pauseNanos;
    private final int[] unanswered;
    private final long[] pausedNanos;
    /** In which scopes somebody was heard, and in no narrower one. */
    private final boolean[] inhabited;

    ScopeLadder(SrmConfig config, int ttl) {
        int[] scopes = config.localRecovery == SrmConfig.LocalRecovery.NONE ? new int[0] : config.scopeHops;
        int narrower = (int) Arrays.stream(scopes).filter(scope -> scope < ttl).count();
        hops = Arrays.copyOf(scopes, narrower + 1);
        hops[narrower] = ttl;
        tries = config.scopeTries;
        pauseNanos = config.scopePauseNanos;
        unanswered = new int[hops.length];
        pausedNanos = new long[hops.length];
        inhabited = new boolean[hops.length];
    }

    /** How many rungs there are; the last one is the whole group. */
    int count() {
        return hops.length;
    }

    /** The time to live of a rung. */
    int hops(int rung) {
        return hops[rung];
    }

    /** The whole group. */
    int widest() {
        return hops.length - 1;
    }

    /** The narrowest rung that reaches as far as a time to live. */
    int rungOf(int ttl) {
        for (int rung = 0; rung < widest(); rung++) {
            if (ttl <= hops[rung]) {
                return rung;
            }
        }
        return widest();
    }

    /** Somebody is heard in a rung, and in no narrower one. */
    void onInhabited(int rung) {
        inhabited[rung] = true;
    }

    /** The rung of a request, at least this one. */
    int from(int rung, long nowNanos) {
        for (int tried = rung; tried < widest(); tried++) {
            boolean paused = unanswered[tried] >= tries && nowNanos - pausedNanos[tried] < pauseNanos;
            if (inhabited[tried] && !paused) {
                return tried;
            }
        }
        return widest();
    }

    /** Packets were asked for in a rung. */
    void onAsked(int rung, long nowNanos) {
        unanswered[rung]++;
        if (unanswered[rung] == tries) {
            pausedNanos[rung] = nowNanos;
        } else if (unanswered[rung] > tries) {
            // The pause was over, and this is the first try since.
            unanswered[rung] = 1;
        }
    }

    /** What was asked for with this time to live was repaired, or a repair was heard that was sent with it. */
    void onRepair(int ttl) {
        unanswered[rungOf(ttl)] = 0;
    }
}
