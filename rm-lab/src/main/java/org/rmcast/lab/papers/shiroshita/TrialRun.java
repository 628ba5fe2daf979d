package org.rmcast.lab.papers.shiroshita;

import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.rmcast.api.Parameters;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Run;

/**
 * One trial of figure 8: the same conditions at each of several fixed rates, and with rate control.
 *
 * @param loaded whether the workstations are loaded differently from trial to trial
 * @param percents the fixed rates, of what a workstation takes that nothing else uses
 */
record TrialRun(Workstations workstations, int packets, int trial, boolean loaded, List<Integer> percents)
        implements Run {
    static final String ADAPTIVE = "rate control s";
    /** Of many receivers: with a report of each, in place of the first few that come. */
    static final String ALL_REPORT = "all report s";

    /** What of a workstation is there in a trial. */
    static final String THERE = "capacity there %";

    /** The least share of the workstations that is there in a whole trial. */
    private static final double LEAST_SHARE = 0.4;

    TrialRun {
        percents = List.copyOf(percents);
    }

    /** The name of the figure of a fixed rate. */
    static String fixed(int percent) {
        return "fixed " + percent + " % s";
    }

    @Override
    public String id() {
        return String.format(Locale.ROOT, "trial%d-n%d%s", trial, workstations.all(), loaded ? "" : "-same-load");
    }

    @Override
    public String description() {
        return String.format(
                Locale.ROOT, "trial %d, %d receivers%s", trial, workstations.all(), loaded ? "" : ", no other load");
    }

    @Override
    public double cost() {
        return 2.0 * packets * workstations.all() * (percents.size() + 2);
    }

    @Override
    public Measurement measure(long seed) {
        long own = new SplittableRandom(seed).nextLong() + trial;
        double share = loaded ? new SplittableRandom(own).nextDouble(LEAST_SHARE, 1) : 1;
        Measurement result = new Measurement(id()).put(THERE, 100 * share);
        for (int percent : percents) {
            result.put(fixed(percent), workstations.seconds(packets, share, RmtpSettings.fixed(percent), own));
        }
        result.put(ADAPTIVE, workstations.seconds(packets, share, RmtpSettings.adaptive(), own));
        if (workstations.receivers() > 1) {
            Parameters all = RmtpSettings.adaptive().with("reporters", workstations.all());
            result.put(ALL_REPORT, workstations.seconds(packets, share, all, own));
        }
        return result;
    }
}
