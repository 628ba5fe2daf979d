package org.rmcast.lab.papers.shiroshita;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Words;

/** Section 4.2, figure 6: how long connecting takes over the range in which answers are put off. */
final class BackoffRow {
    /** "Drastic": connecting takes so many times the range and the wait for it. */
    private static final double DRASTIC = 2;
    /** "Costs": at the longest range connecting takes so much longer than at the best one. */
    private static final double COSTS = 2;

    private final RmtpRuns runs;

    BackoffRow(RmtpRuns runs) {
        this.runs = runs;
    }

    Scenario scenario() {
        PaperText.Row row = RmtpLargeScale.TEXT
                .row("5")
                .with("small", RmtpSettings.SMALL_BUFFER)
                .with("large", RmtpSettings.LARGE_BUFFER);
        return row.scenario(
                all(),
                List.of(DeliveryRun.CONNECTING, DeliveryRun.MODEL + DeliveryRun.CONNECTING, RmtpGroup.OVERFLOWED),
                List.of(
                        new FigurePlan(
                                "row5-small-buffer", measurements -> figure(RmtpSettings.SMALL_BUFFER, measurements)),
                        new FigurePlan(
                                "row5-large-buffer", measurements -> figure(RmtpSettings.LARGE_BUFFER, measurements))),
                List.of(
                        row.claim("too-short", this::tooShort),
                        row.claim("too-long", this::tooLong),
                        row.claim("large-buffer", this::largeBuffer)));
    }

    private List<Run> all() {
        List<Run> all = new ArrayList<>();
        for (int buffer : List.of(RmtpSettings.SMALL_BUFFER, RmtpSettings.LARGE_BUFFER)) {
            for (int receivers : runs.connecting()) {
                runs.rangesMillis().forEach(range -> all.add(runs.connect(receivers, range, buffer)));
            }
        }
        return all;
    }

    private Measurement of(int receivers, int range, int buffer, Measurements measurements) {
        return measurements.of(runs.connect(receivers, range, buffer));
    }

    private double seconds(int receivers, int range, int buffer, Measurements measurements) {
        return of(receivers, range, buffer, measurements).get(DeliveryRun.CONNECTING);
    }

    private Figure figure(int buffer, Measurements measurements) {
        List<Figure.Curve> curves = new ArrayList<>();
        double[] x =
                runs.rangesMillis().stream().mapToDouble(range -> range / 1e3).toArray();
        for (int receivers : runs.connecting()) {
            double[] y = runs.rangesMillis().stream()
                    .mapToDouble(range -> seconds(receivers, range, buffer, measurements))
                    .toArray();
            curves.add(new Figure.Curve(receivers + " receivers", true, x, y));
        }
        return new Figure(
                "Figure 6: connecting, buffer of " + buffer + " packets",
                "back-off range (s)",
                "time (s)",
                false,
                curves);
    }

    private int best(int receivers, Measurements measurements) {
        return runs.rangesMillis().stream()
                .min(Comparator.comparingDouble(
                        range -> seconds(receivers, range, RmtpSettings.SMALL_BUFFER, measurements)))
                .orElseThrow();
    }

    /** At the shortest range, with most receivers. */
    private Finding tooShort(Measurements measurements) {
        int receivers = runs.connecting().get(runs.connecting().size() - 1);
        int range = runs.rangesMillis().get(0);
        Measurement measured = of(receivers, range, RmtpSettings.SMALL_BUFFER, measurements);
        double once = range / 1e3 + RmtpSettings.TURN_AROUND_SECONDS + RmtpSettings.MARGIN_SECONDS;
        double found = measured.get(DeliveryRun.CONNECTING);
        return Finding.of(
                found >= DRASTIC * once,
                String.format(
                        Locale.ROOT,
                        "%d receivers, range %.2f s, buffer of %d packets: %.1f s, %.0f packets overflow; one wait is %.2f s",
                        receivers,
                        range / 1e3,
                        RmtpSettings.SMALL_BUFFER,
                        found,
                        measured.get(RmtpGroup.OVERFLOWED),
                        once));
    }

    private Finding tooLong(Measurements measurements) {
        List<Finding> findings = new ArrayList<>();
        int longest = runs.rangesMillis().get(runs.rangesMillis().size() - 1);
        for (int receivers : runs.connecting()) {
            int best = best(receivers, measurements);
            double least = seconds(receivers, best, RmtpSettings.SMALL_BUFFER, measurements);
            double most = seconds(receivers, longest, RmtpSettings.SMALL_BUFFER, measurements);
            findings.add(Finding.of(
                    most >= COSTS * least,
                    String.format(
                            Locale.ROOT,
                            "%d: %.1f s at %.2f s, %.1f s at %.0f s",
                            receivers,
                            least,
                            best / 1e3,
                            most,
                            longest / 1e3)));
        }
        return Finding.all("; ", findings);
    }

    private Finding largeBuffer(Measurements measurements) {
        int range = runs.rangesMillis().get(0);
        List<Integer> two = runs.connecting()
                .subList(runs.connecting().size() - 2, runs.connecting().size());
        boolean overflows = true;
        List<String> words = new ArrayList<>();
        List<String> small = new ArrayList<>();
        for (int receivers : two) {
            double lost = of(receivers, range, RmtpSettings.LARGE_BUFFER, measurements)
                    .get(RmtpGroup.OVERFLOWED);
            overflows &= lost > 0;
            words.add(receivers + ": " + Words.count(lost));
            small.add(receivers + ": "
                    + Words.count(of(receivers, range, RmtpSettings.SMALL_BUFFER, measurements)
                            .get(RmtpGroup.OVERFLOWED)));
        }
        return Finding.of(
                        overflows,
                        String.format(
                                Locale.ROOT,
                                "packets that overflow %d places, range %.2f s: %s",
                                RmtpSettings.LARGE_BUFFER,
                                range / 1e3,
                                String.join(", ", words)))
                .with("small", Integer.toString(RmtpSettings.SMALL_BUFFER))
                .with("overflows", String.join(", ", small));
    }
}
