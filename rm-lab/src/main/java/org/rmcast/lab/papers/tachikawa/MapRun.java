package org.rmcast.lab.papers.tachikawa;

import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.rmcast.core.impair.BernoulliLoss;
import org.rmcast.core.impair.LossModel;
import org.rmcast.core.paths.PathEstimate;
import org.rmcast.core.paths.PathModel;
import org.rmcast.core.paths.Relay;
import org.rmcast.core.paths.RouteChoice;
import org.rmcast.lab.experiment.Column;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.experiment.TimeSeries;

/**
 * A column of the map: one loss of the direct path, many lengths of the way around by a relay in its middle.
 *
 * @param percent the loss of the direct path
 * @param share the loss of both parts of the way around, in per cent of that
 */
record MapRun(int percent, int share, int trials) implements Run {
    static final String SAVED = "two replicas save of T %";
    static final String SAVED_ERROR = "its standard error %";
    static final String SAVED_FAR = "the same, 240 ms";
    static final String SERIES = "detours";
    static final Column DETOUR = new Column("way around over direct");
    static final Column DIRECT = new Column("T direct ms");
    static final Column RELAYED = new Column("T through relay ms");
    static final Column ERROR = new Column("standard error of their difference ms");
    static final Column CHOSEN = new Column("the formulas choose the relay");

    private static final double NEAR_MILLIS = 60;
    private static final double FAR_MILLIS = 240;
    private static final double[] DETOURS = {0.6, 0.8, 0.9, 1.05, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.8, 2};

    @Override
    public String id() {
        return String.format(Locale.ROOT, "map-loss%d-share%d", percent, share);
    }

    @Override
    public String description() {
        return "loss " + percent + " %, on the way around " + (share == 0 ? "none" : share + " % of it");
    }

    @Override
    public double cost() {
        return 60.0 * trials;
    }

    double loss() {
        return percent / 100.0;
    }

    @Override
    public Measurement measure(long seed) {
        SplittableRandom random = WideAreaRuns.random(this, seed);
        LossModel loss = new BernoulliLoss(loss(), random);
        Tally one = time(loss, 1, FAR_MILLIS);
        Tally two = time(loss, 2, FAR_MILLIS);
        Tally oneNear = time(loss, 1, NEAR_MILLIS);
        Tally twoNear = time(loss, 2, NEAR_MILLIS);
        return new Measurement(id())
                .put(SAVED, 100 * (1 - twoNear.mean() / oneNear.mean()))
                .put(SAVED_FAR, 100 * (1 - two.mean() / one.mean()))
                .put(SAVED_ERROR, 100 * Math.hypot(one.standardError(), two.standardError()) / one.mean())
                .put(SERIES, detours(one, random));
    }

    private Tally time(LossModel loss, int replicas, double delayMillis) {
        Tally time = new Tally();
        for (int trial = 0; trial < trials; trial++) {
            time.add(Sending.millis(loss, replicas, delayMillis));
        }
        return time;
    }

    private TimeSeries detours(Tally direct, SplittableRandom random) {
        TimeSeries.Builder series = TimeSeries.over(DETOUR, DIRECT, RELAYED, ERROR, CHOSEN);
        LossModel loss = new BernoulliLoss(loss() * share / 100, random);
        for (double detour : DETOURS) {
            PathEstimate part = new PathEstimate(detour * FAR_MILLIS / 2, loss() * share / 100);
            Tally relayed = new Tally();
            for (int trial = 0; trial < trials; trial++) {
                relayed.add(Sending.millis(loss, 1, part.delayMillis()) + Sending.millis(loss, 1, part.delayMillis()));
            }
            RouteChoice choice = WideAreaSettings.byTime()
                    .choose(new PathEstimate(FAR_MILLIS, loss()), List.of(new Relay(1, part, part)));
            series.row()
                    .set(DETOUR, detour)
                    .set(DIRECT, direct.mean())
                    .set(RELAYED, relayed.mean())
                    .set(ERROR, Math.hypot(direct.standardError(), relayed.standardError()))
                    .set(CHOSEN, choice.isRelayed() ? 1 : 0);
        }
        return series.build();
    }

    /** Up to which length of the way around the relay is no slower, by the formulas. */
    static double greatestDetour(double loss, double shareOfLoss, int replicas) {
        PathEstimate direct = new PathEstimate(1, loss);
        PathEstimate part = new PathEstimate(0.5, loss * shareOfLoss);
        return PathModel.expectedMillis(direct, replicas) / (2 * PathModel.expectedMillis(part, replicas));
    }
}
