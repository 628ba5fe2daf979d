package org.rmcast.lab.papers.tachikawa;

import java.util.Locale;
import java.util.SplittableRandom;
import org.rmcast.core.paths.PathModel;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Run;

/**
 * Replicas whose delays vary as measured, by body and tail: each has a delay of its own. The sender goes on after each timeout
 * until a confirmation has come, which takes such a delay, too.
 */
record VaryRun(MeasuredPath path, int replicas, Timeout timeout, int trials) implements Run {
    static final String TIME = "T ms";
    static final String TIME_MODEL = "formula: T ms";
    static final String OVER = "T over formula";
    static final String ERROR = "its standard error %";
    static final String TIMEOUT = "timeout ms";
    static final String NEEDLESS = "sent again for nothing %";

    /** When the sender goes on. */
    enum Timeout {
        /** 2δ, of the mean: what T takes for granted. */
        MEAN("after 2δ"),
        /** Twice what 80 % of the packets need: section 3. */
        MOST("after twice the 80 % point");

        private final String words;

        Timeout(String words) {
            this.words = words;
        }

        double millis(MeasuredPath path) {
            return 2 * (this == MEAN ? path.meanMillis() : path.leastMillis() + path.mostMillis());
        }
    }

    @Override
    public String id() {
        return String.format(
                Locale.ROOT,
                "vary-%s-h%d-%s",
                path.id(),
                replicas,
                timeout.name().toLowerCase(Locale.ROOT));
    }

    @Override
    public String description() {
        return path.place() + ", h = " + replicas + ", " + timeout.words;
    }

    @Override
    public double cost() {
        return 20.0 * trials * replicas;
    }

    @Override
    public Measurement measure(long seed) {
        SplittableRandom random = WideAreaRuns.random(this, seed);
        DelayModel delays = BodyAndTail.of(path);
        Tally time = new Tally();
        int needless = 0;
        for (int trial = 0; trial < trials; trial++) {
            double first = Double.POSITIVE_INFINITY;
            double heard = Double.POSITIVE_INFINITY;
            boolean arrives = false;
            for (double now = 0; now < heard; now += timeout.millis(path)) {
                needless += now > 0 && arrives ? 1 : 0;
                double arrival = now + first(delays, random);
                arrives |= Double.isFinite(arrival);
                first = Math.min(first, arrival);
                heard = Math.min(heard, arrival + delays.sampleMillis(random));
            }
            time.add(first);
        }
        double model = PathModel.expectedMillis(path.estimate(), replicas);
        return new Measurement(id())
                .put(TIME, time.mean())
                .put(TIME_MODEL, model)
                .put(OVER, time.mean() / model)
                .put(ERROR, 100 * time.standardError() / time.mean())
                .put(TIMEOUT, timeout.millis(path))
                .put(NEEDLESS, 100.0 * needless / trials);
    }

    /** The least delay of the replicas that are not lost, infinite if all are. */
    private double first(DelayModel delays, SplittableRandom random) {
        double first = Double.POSITIVE_INFINITY;
        for (int replica = 0; replica < replicas; replica++) {
            if (random.nextDouble() >= path.loss()) {
                first = Math.min(first, delays.sampleMillis(random));
            }
        }
        return first;
    }
}
