package org.rmcast.lab.papers.shiroshita;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Judge;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.TimeSeries;
import org.rmcast.lab.experiment.Words;

/** Section 3.1, figure 2 and appendix A: how many rounds it takes. */
final class RoundsRow {
    private static final List<Integer> RECEIVERS = List.of(10, 100, 1_000, 5_000, 50_000, 500_000);
    private static final List<Integer> PACKETS = List.of(500, 2_000, 10_000, 50_000);
    /** "Not strongly": at the highest number a round is by this much more likely to be needed than at the lowest. */
    private static final double STRONGLY = 2;
    /** "A little": for a hundred times as much data. */
    private static final double A_LITTLE = 1.5;
    /** Points of a decade of figure 2. */
    private static final int STEPS = 4;

    static final List<String> COLUMNS = List.of(
            RmtpGroup.RETRANSMISSIONS,
            DeliveryRun.MODEL + RmtpGroup.RETRANSMISSIONS,
            RmtpGroup.SENT_TO_GROUP,
            RmtpGroup.SENT_APART,
            RmtpGroup.COMPLETE);

    private final RmtpRuns runs;

    RoundsRow(RmtpRuns runs) {
        this.runs = runs;
    }

    Scenario scenario() {
        PaperText.Row row = RmtpLargeScale.TEXT.row("1").with("receivers", runs.many());
        return row.scenario(
                List.of(few(), runs.lossy()),
                COLUMNS,
                List.of(
                        new FigurePlan("row1-receivers", measurements -> overReceivers()),
                        new FigurePlan("row1-size", measurements -> overPackets()),
                        new FigurePlan("row1-packets", this::packets)),
                List.of(
                        row.claim("three-or-four", this::threeOrFour),
                        row.claim("seven", this::seven),
                        row.claim("thirteen", measurements -> thirteen()),
                        row.claim("receivers", measurements -> receivers()),
                        row.claim("size", measurements -> size()),
                        row.claim("table-a", this::tableA)));
    }

    /** At 1 %. */
    private Run few() {
        return runs.deliver(runs.many(), RmtpSettings.NEAR_MILLIS);
    }

    private static int retransmissions(double loss, double packets, double receivers) {
        return RoundModel.of(loss, packets, receivers).retransmissions();
    }

    private static Figure overReceivers() {
        List<Figure.Curve> curves = new ArrayList<>();
        for (int receivers : RECEIVERS) {
            curves.add(curve(receivers + " receivers", RmtpSettings.PACKETS, receivers));
        }
        return figure("Figure 2: retransmissions, 2 Mbytes (model)", curves);
    }

    private static Figure overPackets() {
        List<Figure.Curve> curves = new ArrayList<>();
        for (int packets : PACKETS) {
            curves.add(curve(packets + " packets", packets, 5_000));
        }
        return figure("Retransmissions, 5,000 receivers (model)", curves);
    }

    private static Figure figure(String title, List<Figure.Curve> curves) {
        return new Figure(title, "packet error rate, power of ten", "retransmissions", false, curves);
    }

    private static Figure.Curve curve(String name, int packets, int receivers) {
        int points = 5 * STEPS + 1;
        double[] x = new double[points];
        double[] y = new double[points];
        for (int i = 0; i < points; i++) {
            x[i] = -6 + (double) i / STEPS;
            y[i] = retransmissions(StrictMath.pow(10, x[i]), packets, receivers);
        }
        return new Figure.Curve(name, true, x, y);
    }

    private Figure packets(Measurements measurements) {
        List<Figure.Curve> curves = new ArrayList<>();
        for (Run run : List.of(few(), runs.lossy())) {
            TimeSeries series = measurements.of(run).series(DeliveryRun.ROUNDS);
            double[] x = series.x();
            curves.add(new Figure.Curve(run.description(), true, x, series.y(DeliveryRun.PACKETS)));
            curves.add(new Figure.Curve("model", true, x, series.y(DeliveryRun.MODEL_PACKETS)));
        }
        return new Figure("Packets of each round", "round", "packets", false, curves);
    }

    private Finding threeOrFour(Measurements measurements) {
        int model = retransmissions(0.01, RmtpSettings.PACKETS, 5_000);
        double found = measurements.of(few()).get(RmtpGroup.RETRANSMISSIONS);
        return Finding.of(
                model >= 3 && model <= 4 && found >= 3 && found <= 4,
                String.format(Locale.ROOT, "model %d, simulated with %d receivers %.0f", model, runs.many(), found));
    }

    private Finding seven(Measurements measurements) {
        int model = retransmissions(0.1, RmtpSettings.PACKETS, 5_000);
        double found = measurements.of(runs.lossy()).get(RmtpGroup.RETRANSMISSIONS);
        return Finding.of(
                        model == 7 && found <= 7,
                        String.format(
                                Locale.ROOT, "model %d, simulated with %d receivers %.0f", model, runs.many(), found))
                .with("missing", Words.places(RmtpSettings.PACKETS * 5_000.0 * StrictMath.pow(0.1, 8), 1));
    }

    private static Finding thirteen() {
        int model = retransmissions(0.3, RmtpSettings.PACKETS, 5_000);
        return Finding.of(model == 13, "model " + model);
    }

    private static Finding receivers() {
        int few = retransmissions(0.1, RmtpSettings.PACKETS, 500);
        int many = retransmissions(0.1, RmtpSettings.PACKETS, 500_000);
        return Finding.of(
                many < STRONGLY * few, "model at 10 %: " + few + " for 500 receivers, " + many + " for 500,000");
    }

    private static Finding size() {
        Judge<Integer> judge = Judge.over(PACKETS, packets -> retransmissions(0.1, packets, 5_000))
                .saying(
                        "model at 10 %, 5,000 receivers: ",
                        ", ", (packets, value) -> packets + " packets " + Words.count(value));
        return judge.apartAtMost(A_LITTLE);
    }

    private Finding tableA(Measurements measurements) {
        RoundModel.Round rare =
                RoundModel.of(1e-4, RmtpSettings.PACKETS, 5_000).rounds().get(1);
        RoundModel.Round third =
                RoundModel.of(0.01, RmtpSettings.PACKETS, 5_000).rounds().get(2);
        TimeSeries series = measurements.of(few()).series(DeliveryRun.ROUNDS);
        double sent = series.size() > 2 ? series.y(DeliveryRun.PACKETS)[2] : 0;
        boolean asPrinted = Math.round(rare.packets()) == 906 && Math.round(rare.receivers()) == 787;
        return Finding.of(
                        asPrinted,
                        String.format(
                                Locale.ROOT,
                                "by the formulas %.0f packets, %.0f receivers at 0.01 %%, and %.0f, %.0f at 1 %%; simulated at 1 %% with %d receivers %.0f packets",
                                rare.packets(),
                                rare.receivers(),
                                third.packets(),
                                third.receivers(),
                                runs.many(),
                                sent))
                .with("sent", Words.count(sent));
    }
}
