package org.rmcast.lab.papers.tachikawa;

import org.rmcast.core.impair.LossModel;

/** Many sendings of the same kind: how many transmissions of each were in vain. */
final class InVain {
    private final long trials;
    private final long firstInVain;
    private final double sum;
    private final double squares;

    private InVain(long trials, long firstInVain, double sum, double squares) {
        this.trials = trials;
        this.firstInVain = firstInVain;
        this.sum = sum;
        this.squares = squares;
    }

    static InVain of(LossModel loss, int replicas, long trials) {
        long firstInVain = 0;
        double sum = 0;
        double squares = 0;
        for (long trial = 0; trial < trials; trial++) {
            int inVain = Sending.inVain(loss, replicas);
            if (inVain > 0) {
                firstInVain++;
                sum += inVain;
                squares += (double) inVain * inVain;
            }
        }
        return new InVain(trials, firstInVain, sum, squares);
    }

    /** How often the first transmission was in vain: 1 - Π. */
    double lost() {
        return (double) firstInVain / trials;
    }

    /** The standard error of {@link #lost}, as a share of it. */
    double lostError() {
        return Math.sqrt((1 - lost()) / firstInVain);
    }

    /** The mean of transmissions in vain. */
    double mean() {
        return sum / trials;
    }

    /** The standard error of {@link #mean}, as a share of it. */
    double meanError() {
        double variance = squares / trials - mean() * mean();
        return Math.sqrt(variance / trials) / mean();
    }
}
