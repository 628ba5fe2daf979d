package org.rmcast.lab.papers.tachikawa;

import java.util.List;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Judge;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Words;

/** Beyond the paper: ten regions of a cloud of today. */
final class CloudSection implements Section {
    private static final List<String> COLUMNS = List.of(
            CloudRun.PAIRS,
            CloudRun.RELAYED,
            CloudRun.GAIN,
            CloudRun.RELAYED_REPLICAS,
            CloudRun.RELAYED_PAPER,
            CloudRun.REPLICATED,
            CloudRun.DECIDED,
            CloudRun.AGREE,
            CloudRun.REPAIRS,
            CloudRun.NEARER,
            CloudRun.REPAIR_GAIN);
    /** "Can be reduced": between more than half of the senders and losers. */
    private static final double HALF = 0.5;

    private final List<CloudRun> runs;

    CloudSection(WideAreaRuns runs) {
        this.runs = runs.cloud();
    }

    @Override
    public Scenario scenario() {
        PaperText.Row row = WideAreaGroup.TEXT.row("8");
        return row.scenario(
                List.copyOf(runs),
                COLUMNS,
                List.of(new FigurePlan("row8-pairs", this::pairs)),
                List.of(
                        row.claim("resend", this::resend),
                        row.claim("relay", this::relay),
                        row.claim("simulated", this::simulated)));
    }

    private Finding resend(Measurements measurements) {
        return Judge.over(
                        runs,
                        run -> measurements.of(run).get(CloudRun.NEARER)
                                / measurements.of(run).get(CloudRun.REPAIRS))
                .saying(
                        "another holder is nearer: ",
                        "; ",
                        (run, share) -> run.description() + ": " + Words.percent(100 * share, 0)
                                + ", median time over the sender's "
                                + Words.factor(measurements.of(run).get(CloudRun.REPAIR_GAIN)))
                .above(HALF);
    }

    private Finding relay(Measurements measurements) {
        return Judge.over(runs, run -> measurements.of(run).get(CloudRun.RELAYED))
                .saying(
                        "pairs with a faster relay: ",
                        "; ",
                        (run, pairs) -> run.description() + ": " + Words.count(pairs) + ", with replicas for 1 % "
                                + Words.count(measurements.of(run).get(CloudRun.RELAYED_REPLICAS))
                                + ", by the paper's tests "
                                + Words.count(measurements.of(run).get(CloudRun.RELAYED_PAPER)))
                .atLeast(1);
    }

    private Finding simulated(Measurements measurements) {
        int decided = 0;
        int agree = 0;
        int all = 0;
        for (CloudRun run : runs) {
            Measurement measured = measurements.of(run);
            decided += (int) measured.get(CloudRun.DECIDED);
            agree += (int) measured.get(CloudRun.AGREE);
            all += (int) measured.get(CloudRun.PAIRS);
        }
        return Finding.of(
                agree == decided && decided > all / 2,
                "at " + agree + " of " + decided + " that are 4 standard errors apart or more (of " + all + ")");
    }

    private Figure pairs(Measurements measurements) {
        double[] x = new double[runs.size()];
        for (int i = 0; i < x.length; i++) {
            x[i] = i;
        }
        return new Figure(
                "Ten regions: pairs of 45",
                "",
                "pairs",
                false,
                List.of("no loss", "5 %", "growing with the delay"),
                List.of(
                        bars("relay is faster, one copy", CloudRun.RELAYED, x, measurements),
                        bars("the same, replicas for 1 %", CloudRun.RELAYED_REPLICAS, x, measurements),
                        bars("relay by the paper's tests", CloudRun.RELAYED_PAPER, x, measurements)));
    }

    private Figure.Curve bars(String name, String figure, double[] x, Measurements measurements) {
        return new Figure.Curve(
                name,
                Figure.Style.BARS,
                x,
                runs.stream()
                        .mapToDouble(run -> measurements.of(run).get(figure))
                        .toArray());
    }
}
