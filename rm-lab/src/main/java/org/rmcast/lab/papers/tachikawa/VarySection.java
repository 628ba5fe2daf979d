package org.rmcast.lab.papers.tachikawa;

import java.util.List;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Judge;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Words;

/** Section 4.3 with the delays of section 3: what the formulas say where delays are not all the same. */
final class VarySection implements Section {
    private static final List<String> COLUMNS =
            List.of(VaryRun.TIME, VaryRun.TIME_MODEL, VaryRun.OVER, VaryRun.ERROR, VaryRun.TIMEOUT, VaryRun.NEEDLESS);

    /** "More than 80 %" are to be received before the timeout, so no more than this is sent again for nothing, in per cent. */
    private static final double A_FIFTH = 20;

    private final WideAreaRuns runs;

    VarySection(WideAreaRuns runs) {
        this.runs = runs;
    }

    @Override
    public Scenario scenario() {
        PaperText.Row row = WideAreaGroup.TEXT.row("5");
        return row.scenario(
                List.copyOf(runs.varying()),
                COLUMNS,
                List.of(),
                List.of(
                        row.claim("one", measurements -> near(true, measurements)),
                        row.claim("several", measurements -> near(false, measurements)),
                        row.claim("mean", measurements -> needless(VaryRun.Timeout.MEAN, measurements)),
                        row.claim("most", measurements -> needless(VaryRun.Timeout.MOST, measurements))));
    }

    private Finding near(boolean single, Measurements measurements) {
        List<VaryRun> own = runs.varying().stream()
                .filter(run -> run.timeout() == VaryRun.Timeout.MEAN && (run.replicas() == 1) == single)
                .toList();
        Judge<VaryRun> judge = Judge.over(own, run -> measurements.of(run).get(VaryRun.OVER))
                .saying("T over formula: ", "; ", (run, ratio) -> run.description() + ": " + Words.factor(ratio));
        boolean near = judge.highest() <= 1 + WideAreaSettings.NEAR && judge.lowest() >= 1 - WideAreaSettings.NEAR;
        VaryRun worst = judge.worst();
        return Finding.of(near, judge.measured())
                .with("case", "to " + worst.path().place() + " with " + worst.replicas())
                .with("time", Words.millis(measurements.of(worst).get(VaryRun.TIME)))
                .with("mean", Words.millis(worst.path().meanMillis()))
                .with("needless", Words.percent(measurements.of(worst).get(VaryRun.NEEDLESS), 1));
    }

    private Finding needless(VaryRun.Timeout timeout, Measurements measurements) {
        return Judge.over(List.of(MeasuredPath.values()), path -> needless(path, timeout, measurements))
                .saying(
                        "sent again for nothing: ",
                        ", ",
                        (path, share) -> path.place() + " " + Words.percent(share, 1) + " (T "
                                + Words.millis(measurements
                                        .of(runs.varying(path, 1, timeout))
                                        .get(VaryRun.TIME))
                                + ")")
                .atMost(A_FIFTH)
                .with("mean", Words.percent(needless(MeasuredPath.SENDAI, VaryRun.Timeout.MEAN, measurements), 0))
                .with("most", Words.percent(needless(MeasuredPath.SENDAI, VaryRun.Timeout.MOST, measurements), 0));
    }

    private double needless(MeasuredPath path, VaryRun.Timeout timeout, Measurements measurements) {
        return measurements.of(runs.varying(path, 1, timeout)).get(VaryRun.NEEDLESS);
    }
}
