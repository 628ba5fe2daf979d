package org.rmcast.lab.papers.tachikawa;

import org.rmcast.lab.experiment.Words;

/**
 * How much is lost between regions, which nobody publishes: a share everywhere, and one that grows with the delay.
 *
 * @param share 0 to 0.5
 * @param perMilli of loss for each millisecond of delay
 */
record CloudLoss(double share, double perMilli) {
    /** The slope of the paper's table 1: 11.7 % at 241 ms, 0.9 % at 60 ms. */
    static final double SLOPE = (0.117 - 0.009) / (241.370 - 60.427);

    private static final double HIGHEST = 0.5;

    double at(double delayMillis) {
        return Math.min(HIGHEST, share + perMilli * delayMillis);
    }

    String id() {
        return perMilli > 0 ? "growing" : "loss" + Math.round(share * 1_000);
    }

    String words() {
        return perMilli > 0 ? "loss as table 1 has it, 0.06 % for each ms" : "loss " + Words.percent(share * 100, 1);
    }
}
