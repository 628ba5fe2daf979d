package org.rmcast.lab.papers.tachikawa;

import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.rmcast.lab.experiment.Column;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.experiment.TimeSeries;

/**
 * The paper's pings from a model of delays: 5,000 of them, so many times over; figures are medians of these.
 *
 * @param fit the kind of model
 */
record DelayRun(MeasuredPath path, Fit fit, int times) implements Run {
    static final String LEAST = "min ms";
    static final String MEAN = "mean ms";
    static final String GREATEST = "max ms";
    static final String MOST = "80 % of those sent within ms";
    static final String DEVIATION = "standard deviation ms";
    static final String TIMEOUT = "timeout ms";
    static final String LATE = "not confirmed in time %";
    static final String LATE_ALIKE = "both ways alike: not confirmed in time %";
    static final String SERIES = "arrived";
    static final Column AFTER = new Column("ms after the fastest");
    static final Column ARRIVED = new Column("share of those sent");

    private static final int SERIES_MILLIS = 300;
    private static final int SERIES_STEP = 5;

    /** A kind of model. */
    enum Fit {
        BODY_AND_TAIL("body and tail"),
        EXPONENTIAL("exponential"),
        LOGNORMAL("lognormal");

        private final String words;

        Fit(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }

        @Nullable
        DelayModel of(MeasuredPath path) {
            return switch (this) {
                case BODY_AND_TAIL -> BodyAndTail.of(path);
                case EXPONENTIAL -> ShiftedExponential.of(path);
                case LOGNORMAL -> Lognormal.of(path);
            };
        }
    }

    /** Whether there is a model of this kind that has the figures it is fitted to. */
    boolean isThere() {
        return fit.of(path) != null;
    }

    @Override
    public String id() {
        return String.format(Locale.ROOT, "delay-%s-%s", path.id(), fit.words().replace(' ', '-'));
    }

    @Override
    public String description() {
        return path.place() + ", " + fit.words();
    }

    @Override
    public double cost() {
        return 50.0 * times * MeasuredPath.PINGS;
    }

    @Override
    public Measurement measure(long seed) {
        DelayModel model = fit.of(path);
        if (model == null) {
            throw new IllegalStateException("there is no " + fit.words() + " model of " + path.place());
        }
        SplittableRandom random = WideAreaRuns.random(this, seed);
        double[][] figures = new double[7][times];
        for (int time = 0; time < times; time++) {
            double[] of = pings(model, random);
            for (int figure = 0; figure < figures.length; figure++) {
                figures[figure][time] = of[figure];
            }
        }
        return new Measurement(id())
                .put(LEAST, median(figures[0]))
                .put(MEAN, median(figures[1]))
                .put(GREATEST, median(figures[2]))
                .put(MOST, median(figures[3]))
                .put(DEVIATION, median(figures[4]))
                .put(TIMEOUT, timeoutMillis())
                .put(LATE, median(figures[5]))
                .put(LATE_ALIKE, median(figures[6]))
                .put(SERIES, series(model, random));
    }

    /** Twice what 80 % of those sent need. */
    private double timeoutMillis() {
        return 2 * (path.leastMillis() + path.mostMillis());
    }

    /** What one set of pings shows. What is not confirmed by the timeout counts as lost. */
    private double[] pings(DelayModel model, SplittableRandom random) {
        double timeout = timeoutMillis();
        Tally mean = new Tally();
        double[] delays = new double[MeasuredPath.PINGS];
        int late = 0;
        int lateAlike = 0;
        for (int ping = 0; ping < delays.length; ping++) {
            boolean lost = random.nextDouble() < path.loss();
            double there = model.sampleMillis(random);
            double back = model.sampleMillis(random);
            delays[ping] = lost ? Double.POSITIVE_INFINITY : there;
            late += lost || there + back > timeout ? 1 : 0;
            lateAlike += lost || 2 * there > timeout ? 1 : 0;
            if (!lost) {
                mean.add(there);
            }
        }
        Arrays.sort(delays);
        int arrived = (int) Arrays.stream(delays).filter(Double::isFinite).count();
        double most = delays[(int) (MeasuredPath.MOST * delays.length) - 1];
        return new double[] {
            delays[0],
            mean.mean(),
            delays[arrived - 1],
            most - delays[0],
            mean.deviation(),
            100.0 * late / delays.length,
            100.0 * lateAlike / delays.length
        };
    }

    private TimeSeries series(DelayModel model, SplittableRandom random) {
        double[] delays = new double[20 * MeasuredPath.PINGS];
        for (int i = 0; i < delays.length; i++) {
            delays[i] = model.sampleMillis(random) - path.leastMillis();
        }
        Arrays.sort(delays);
        TimeSeries.Builder series = TimeSeries.over(AFTER, ARRIVED);
        int arrived = 0;
        for (int after = 0; after <= SERIES_MILLIS; after += SERIES_STEP) {
            while (arrived < delays.length && delays[arrived] <= after) {
                arrived++;
            }
            series.row().set(AFTER, after).set(ARRIVED, (1 - path.loss()) * arrived / delays.length);
        }
        return series.build();
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }
}
