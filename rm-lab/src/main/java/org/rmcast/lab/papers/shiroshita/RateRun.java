package org.rmcast.lab.papers.shiroshita;

import java.util.Locale;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Run;

/**
 * A delivery at a fixed rate to workstations that take no more than some.
 *
 * @param percent the rate, of what a workstation takes
 */
record RateRun(Workstations workstations, int packets, int percent) implements Run {
    @Override
    public String id() {
        return String.format(
                Locale.ROOT, "rate%d-n%d%s", percent, workstations.all(), workstations.unsteady() ? "" : "-alike");
    }

    @Override
    public String description() {
        return workstations.words() + ", rate " + percent + " %";
    }

    @Override
    public double cost() {
        return 2.0 * packets * workstations.all();
    }

    @Override
    public Measurement measure(long seed) {
        double seconds = workstations.seconds(packets, 1, RmtpSettings.fixed(percent), seed);
        return new Measurement(id()).put(RmtpGroup.TIME, seconds);
    }
}
