package org.rmcast.core.membership;

/**
 * How far this member should doubt itself: a member that is slow, or hardly connected, sees others as silent. The worse it is,
 * the longer it waits for answers and the more seldom it asks. After Dadgar, Phillips, Currey, "Lifeguard: Local Health
 * Awareness for More Accurate Failure Detection" (DSN-W 2018), section on the local health multiplier. Not thread safe.
 */
final class LocalHealth {
    /** S: waits become at most 1 + S times as long. The paper has 8; half of it keeps a member that is wrong about itself useful. */
    static final int MOST = 4;

    private int score;

    /** It came late to its own deadline. */
    void onLate() {
        worse();
    }

    /** Others suspected it, and it had to contradict. */
    void onAccused() {
        worse();
    }

    /** Neither the member probed nor all that were asked for help, and were heard of late, said anything. */
    void onNoHelp() {
        worse();
    }

    /** A member answered in time. */
    void onAnswered() {
        score = Math.max(0, score - 1);
    }

    /** 0: nothing is wrong with this member. */
    int score() {
        return score;
    }

    long stretch(long nanos) {
        return nanos * (1 + score);
    }

    private void worse() {
        score = Math.min(MOST, score + 1);
    }
}
