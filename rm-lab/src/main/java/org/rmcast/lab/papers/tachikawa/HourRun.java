package org.rmcast.lab.papers.tachikawa;

import java.util.Locale;
import java.util.SplittableRandom;
import org.rmcast.core.impair.BernoulliLoss;
import org.rmcast.core.paths.PathModel;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Run;

/**
 * An hour between Hatoyama and Keele: replicas by that hour's loss, and by the mean of the day.
 *
 * @param events so many transmissions in vain are waited for
 */
record HourRun(int hour, int events) implements Run {
    static final String LOSS = "loss %";
    static final String REPLICAS = "replicas by the hour";
    static final String LOST = "1 - Π by the hour %";
    static final String REPLICAS_FIXED = "replicas by the day";
    static final String LOST_FIXED = "1 - Π by the day %";

    @Override
    public String id() {
        return String.format(Locale.ROOT, "hour%02d", hour);
    }

    @Override
    public String description() {
        return hour + " to " + (hour + 1) + " h";
    }

    @Override
    public double cost() {
        return events * 1_000.0;
    }

    private static int replicas(double loss) {
        return PathModel.replicas(WideAreaSettings.ALLOWED_LOSS, loss, WideAreaSettings.MOST_REPLICAS);
    }

    @Override
    public Measurement measure(long seed) {
        SplittableRandom random = WideAreaRuns.random(this, seed);
        double loss = HourlyLoss.of(hour);
        int fixed = replicas(MeasuredPath.KEELE.loss());
        return new Measurement(id())
                .put(LOSS, 100 * loss)
                .put(REPLICAS, replicas(loss))
                .put(LOST, 100 * lost(loss, replicas(loss), random))
                .put(REPLICAS_FIXED, fixed)
                .put(LOST_FIXED, 100 * lost(loss, fixed, random));
    }

    private double lost(double loss, int replicas, SplittableRandom random) {
        long trials = (long) Math.ceil(events / StrictMath.pow(loss, replicas));
        return InVain.of(new BernoulliLoss(loss, random), replicas, trials).lost();
    }
}
