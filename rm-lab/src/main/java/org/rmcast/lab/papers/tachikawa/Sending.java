package org.rmcast.lab.papers.tachikawa;

import org.rmcast.core.impair.LossModel;

/**
 * What the formulas speak of, done: h replicas are sent, and again after twice the delay if none has arrived. Nothing here knows a
 * formula.
 */
final class Sending {
    /** So many transmissions in vain are told apart; more of them in a row does not happen. */
    private static final int MOST_IN_VAIN = 4_096;

    private Sending() {}

    /** Whether one of so many replicas arrives. None is sent any more when one has: their fate changes nothing. */
    static boolean arrives(LossModel loss, int replicas) {
        for (int replica = 0; replica < replicas; replica++) {
            if (!loss.shouldDrop()) {
                return true;
            }
        }
        return false;
    }

    /** How many transmissions are in vain until one arrives. */
    static int inVain(LossModel loss, int replicas) {
        int inVain = 0;
        while (inVain < MOST_IN_VAIN && !arrives(loss, replicas)) {
            inVain++;
        }
        return inVain;
    }

    /** When the first replica arrives, from when the first is sent. */
    static double millis(LossModel loss, int replicas, double delayMillis) {
        return delayMillis * (1 + 2.0 * inVain(loss, replicas));
    }
}
