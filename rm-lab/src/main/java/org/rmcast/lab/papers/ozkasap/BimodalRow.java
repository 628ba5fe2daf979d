package org.rmcast.lab.papers.ozkasap;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.group.Histogram;
import org.rmcast.lab.group.ReachMeter;
import org.rmcast.pbcast.PushModel;

/** The distribution that gave the protocol its name: how many members a multicast reaches, against the model. */
final class BimodalRow {
    /** "Almost none": up to a tenth of the members. */
    private static final int FEW = 5;
    /** "Almost all": from nine tenths of the members on. */
    private static final int MANY = 45;
    /** "Bimodal": the share of multicasts between the two. */
    private static final double BETWEEN = 0.01;
    /** Sampling errors, in standard deviations, within which a share agrees with its probability. */
    private static final double SIGMAS = 4;

    private final StudyRuns runs;

    BimodalRow(StudyRuns runs) {
        this.runs = runs;
    }

    Scenario scenario() {
        List<Run> both =
                Arrays.stream(PushRun.Draw.values()).<Run>map(runs::push).toList();
        PaperText.Row row = BimodalMulticast.TEXT.row("5").with("members", StudySettings.MODEL_MEMBERS);
        return row.scenario(
                both,
                List.of(ReachMeter.MESSAGES),
                List.of(new FigurePlan("row5-bimodal", this::figure)),
                List.of(row.claim("bimodal", this::bimodal), row.claim("like-the-model", this::likeTheModel)));
    }

    /** The model's probabilities, from one member reached on. */
    static double[] model() {
        double[] infected = new PushModel(
                        StudySettings.MODEL_MEMBERS,
                        StudySettings.MODEL_FANOUT,
                        StudySettings.MODEL_LOSS,
                        StudySettings.MODEL_CRASH,
                        StudySettings.MODEL_ROUNDS)
                .infected();
        return Arrays.copyOfRange(infected, 1, infected.length);
    }

    private double[] measured(PushRun.Draw draw, Measurements measurements) {
        return measurements.of(runs.push(draw)).series(ReachMeter.SERIES).y(ReachMeter.SHARE);
    }

    private Figure figure(Measurements measurements) {
        double[] x = IntStream.rangeClosed(1, StudySettings.MODEL_MEMBERS)
                .asDoubleStream()
                .toArray();
        return new Figure(
                "How many of 50 members a multicast reaches",
                "members reached, the sender included",
                "share of multicasts",
                true,
                List.of(
                        new Figure.Curve("model", false, x, model()),
                        new Figure.Curve(
                                "simulated, each drawn with 4/50",
                                Figure.Style.POINTS,
                                x,
                                measured(PushRun.Draw.EACH, measurements)),
                        new Figure.Curve(
                                "simulated, exactly 4 drawn",
                                Figure.Style.POINTS,
                                x,
                                measured(PushRun.Draw.EXACTLY, measurements))));
    }

    /** The share that reached from one number of members to another, both included. */
    private static double share(double[] shares, int from, int to) {
        return Arrays.stream(shares, from - 1, to).sum();
    }

    private Finding bimodal(Measurements measurements) {
        double[] each = measured(PushRun.Draw.EACH, measurements);
        double[] exactly = measured(PushRun.Draw.EXACTLY, measurements);
        double between = share(each, FEW + 1, MANY - 1);
        return Finding.of(
                between <= BETWEEN && share(each, 1, FEW) > between,
                "as in the model: " + words(each) + "; exactly four drawn: " + words(exactly));
    }

    private static String words(double[] shares) {
        return String.format(
                Locale.ROOT,
                "%.2f %% reach at most %d, %.2f %% reach %d to %d, %.1f %% at least %d, %.1f %% all",
                100 * share(shares, 1, FEW),
                FEW,
                100 * share(shares, FEW + 1, MANY - 1),
                FEW + 1,
                MANY - 1,
                100 * share(shares, MANY, StudySettings.MODEL_MEMBERS),
                MANY,
                100 * share(shares, StudySettings.MODEL_MEMBERS, StudySettings.MODEL_MEMBERS));
    }

    private Finding likeTheModel(Measurements measurements) {
        double[] each = measured(PushRun.Draw.EACH, measurements);
        double messages = measurements.of(runs.push(PushRun.Draw.EACH)).get(ReachMeter.MESSAGES);
        double[] model = model();
        int all = StudySettings.MODEL_MEMBERS;
        boolean agrees = agrees(share(each, 1, FEW), share(model, 1, FEW), messages)
                && agrees(share(each, FEW + 1, MANY - 1), share(model, FEW + 1, MANY - 1), messages)
                && agrees(share(each, MANY, all), share(model, MANY, all), messages)
                && agrees(share(each, all, all), share(model, all, all), messages);
        return Finding.of(
                agrees,
                "model: " + words(model) + "; distance of the two distributions "
                        + String.format(Locale.ROOT, "%.2f %%", 100 * Histogram.distance(each, model)));
    }

    private static boolean agrees(double share, double probability, double messages) {
        return Math.abs(share - probability) <= SIGMAS * Math.sqrt(probability * (1 - probability) / messages);
    }
}
