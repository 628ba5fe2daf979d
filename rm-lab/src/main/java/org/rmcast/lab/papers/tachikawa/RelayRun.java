package org.rmcast.lab.papers.tachikawa;

import java.util.Locale;
import java.util.SplittableRandom;
import org.rmcast.core.impair.BernoulliLoss;
import org.rmcast.core.impair.LossModel;
import org.rmcast.core.paths.PathEstimate;
import org.rmcast.core.paths.PathModel;
import org.rmcast.core.paths.Relay;
import org.rmcast.core.paths.Route;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Run;

/**
 * Through a relay, and directly at the same time, with the same number of replicas on each path.
 *
 * @param events so many transmissions in vain are waited for
 * @param fewest trials at least
 */
record RelayRun(String name, PathEstimate direct, Relay relay, int replicas, int events, int fewest) implements Run {
    static final String TIME = "T through relay ms";
    static final String TIME_MODEL = "formula: T_ikj ms";
    static final String TIME_OFF = "T off by %";
    static final String TIME_ERROR = "its standard error %";
    static final String TIME_DIRECT = "formula: T_ij ms";
    static final String TIME_BOTH = "T with direct copies ms";
    static final String DIRECT_FIRST = "direct copy is first %";
    static final String LOST = "1 - Π_ikj";
    static final String LOST_MODEL = "formula: 1 - Π_ikj";
    static final String LOST_OFF = "1 - Π off by %";
    static final String LOST_ERROR = "standard error %";
    static final String LOST_PRINTED = "as printed";
    static final String COST = "C_ikj";
    static final String FULL_COST = "C of all copies";
    static final String COST_DIRECT = "C_ij";

    @Override
    public String id() {
        return "relay-" + name.toLowerCase(Locale.ROOT) + "-h" + replicas;
    }

    @Override
    public String description() {
        return name + ", h = " + replicas;
    }

    @Override
    public double cost() {
        return 2.0 * trials();
    }

    Route route() {
        return Route.through(relay, replicas, replicas, direct, replicas);
    }

    private long trials() {
        return Math.max(fewest, (long) Math.ceil(events / route().lost()));
    }

    @Override
    public Measurement measure(long seed) {
        SplittableRandom random = WideAreaRuns.random(this, seed);
        Measurement result = new Measurement(id());
        time(random, result);
        lost(random, result);
        return result.put(COST_DIRECT, PathModel.cost(direct, replicas))
                .put(COST, route().cost())
                .put(FULL_COST, route().fullCost());
    }

    private void time(SplittableRandom random, Measurement result) {
        LossModel directLoss = new BernoulliLoss(direct.loss(), random);
        LossModel firstLoss = new BernoulliLoss(relay.toRelay().loss(), random);
        LossModel onwardLoss = new BernoulliLoss(relay.onward().loss(), random);
        Tally through = new Tally();
        Tally both = new Tally();
        int directFirst = 0;
        for (int trial = 0; trial < fewest; trial++) {
            double relayed = Sending.millis(firstLoss, replicas, relay.toRelay().delayMillis())
                    + Sending.millis(onwardLoss, replicas, relay.onward().delayMillis());
            double alone = Sending.millis(directLoss, replicas, direct.delayMillis());
            through.add(relayed);
            both.add(Math.min(relayed, alone));
            directFirst += alone < relayed ? 1 : 0;
        }
        double model = route().expectedMillis();
        result.put(TIME, through.mean())
                .put(TIME_MODEL, model)
                .put(TIME_OFF, 100 * (through.mean() / model - 1))
                .put(TIME_ERROR, 100 * through.standardError() / model)
                .put(TIME_DIRECT, PathModel.expectedMillis(direct, replicas))
                .put(TIME_BOTH, both.mean())
                .put(DIRECT_FIRST, 100.0 * directFirst / fewest);
    }

    private void lost(SplittableRandom random, Measurement result) {
        LossModel directLoss = new BernoulliLoss(direct.loss(), random);
        LossModel firstLoss = new BernoulliLoss(relay.toRelay().loss(), random);
        LossModel onwardLoss = new BernoulliLoss(relay.onward().loss(), random);
        long trials = trials();
        long inVain = 0;
        for (long trial = 0; trial < trials; trial++) {
            boolean arrives = Sending.arrives(directLoss, replicas)
                    || (Sending.arrives(firstLoss, replicas) && Sending.arrives(onwardLoss, replicas));
            inVain += arrives ? 0 : 1;
        }
        double lost = (double) inVain / trials;
        double model = route().lost();
        result.put(LOST, lost)
                .put(LOST_MODEL, model)
                .put(LOST_OFF, 100 * (lost / model - 1))
                .put(LOST_ERROR, 100 * Math.sqrt((1 - lost) / inVain))
                .put(LOST_PRINTED, printed());
    }

    /** 1 - Π_ikj where Π_ikj has the "1 -" too many. */
    private double printed() {
        return PathModel.allLost(direct.loss(), replicas)
                * (1 - PathModel.allLost(relay.toRelay().loss(), replicas))
                * (1 - PathModel.allLost(relay.onward().loss(), replicas));
    }
}
