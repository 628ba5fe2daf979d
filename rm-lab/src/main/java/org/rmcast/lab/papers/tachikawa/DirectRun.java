package org.rmcast.lab.papers.tachikawa;

import java.util.Locale;
import java.util.SplittableRandom;
import org.rmcast.core.impair.BernoulliLoss;
import org.rmcast.core.impair.LossModel;
import org.rmcast.core.paths.PathEstimate;
import org.rmcast.core.paths.PathModel;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Run;

/**
 * Replicas from the sender, each lost for itself.
 *
 * @param events so many transmissions in vain are waited for
 * @param fewest trials at least
 */
record DirectRun(String name, PathEstimate path, int replicas, int events, int fewest) implements Run {
    static final String TRIALS = "trials";
    static final String TIME = "T ms";
    static final String TIME_MODEL = "formula: T ms";
    static final String ADDED_OFF = "T - δ off by %";
    static final String ADDED_ERROR = "its standard error %";
    static final String LOST = "1 - Π";
    static final String LOST_MODEL = "formula: 1 - Π";
    static final String LOST_OFF = "1 - Π off by %";
    static final String LOST_ERROR = "standard error %";
    static final String KNOWN = "sender knows after ms";
    static final String COPIES = "copies";
    static final String KNOWN_LOSSY = "ACKs lost: knows after ms";
    static final String COPIES_LOSSY = "ACKs lost: copies";

    @Override
    public String id() {
        return String.format(
                Locale.ROOT,
                "direct-%d-loss%d-h%d",
                Math.round(path.delayMillis()),
                Math.round(path.loss() * 1_000),
                replicas);
    }

    @Override
    public String description() {
        return name + ", h = " + replicas;
    }

    @Override
    public double cost() {
        return trials();
    }

    private long trials() {
        return Math.max(fewest, (long) Math.ceil(events / PathModel.allLost(path.loss(), replicas)));
    }

    @Override
    public Measurement measure(long seed) {
        SplittableRandom random = WideAreaRuns.random(this, seed);
        InVain found = InVain.of(new BernoulliLoss(path.loss(), random), replicas, trials());
        double lost = PathModel.allLost(path.loss(), replicas);
        double time = PathModel.expectedMillis(path, replicas);
        double added = 2 * path.delayMillis() * found.mean();
        Measurement result = new Measurement(id())
                .put(TRIALS, trials())
                .put(TIME, path.delayMillis() + added)
                .put(TIME_MODEL, time)
                .put(ADDED_OFF, 100 * (added / (time - path.delayMillis()) - 1))
                .put(ADDED_ERROR, 100 * found.meanError())
                .put(LOST, found.lost())
                .put(LOST_MODEL, lost)
                .put(LOST_OFF, 100 * (found.lost() / lost - 1))
                .put(LOST_ERROR, 100 * found.lostError());
        confirmed(LossModel.none(), random, KNOWN, COPIES, result);
        confirmed(new BernoulliLoss(path.loss(), random), random, KNOWN_LOSSY, COPIES_LOSSY, result);
        return result;
    }

    /** The sender goes on until it hears of a replica: one confirmation for each transmission of which something arrives. */
    private void confirmed(
            LossModel confirmations, SplittableRandom random, String known, String copies, Measurement result) {
        LossModel loss = new BernoulliLoss(path.loss(), random);
        long transmissions = 0;
        for (int trial = 0; trial < fewest; trial++) {
            boolean heard = false;
            while (!heard) {
                transmissions++;
                heard = Sending.arrives(loss, replicas) && !confirmations.shouldDrop();
            }
        }
        double mean = (double) transmissions / fewest;
        result.put(known, 2 * path.delayMillis() * mean).put(copies, replicas * mean);
    }
}
