package org.rmcast.lab.papers.khanna2004;

import static org.rmcast.lab.group.GroupFigures.*;

import java.util.ArrayList;
import java.util.List;
import org.rmcast.lab.experiment.Claim;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Words;
import org.rmcast.lab.papers.khanna2004.TramFigures.Named;

/** Buffers without errors, TRAM's and TRAM++'s, and what the small ones cost: rows 2 and 6. */
final class BufferRows {
    /** "Only 3.2 %": what a smaller buffer may cost in latency. */
    private static final double FEW_PER_CENT = 0.05;
    /** "About 1.01 %": how far the means at 5 to 30 receivers may lie apart. */
    private static final double SMALL_VARIATION = 0.02;
    /** "The relative overhead remains constant": the means at all capacities. */
    private static final double CONSTANT = 0.01;
    /** Turning points of a head's small buffer may be off its marks by this: acknowledgements free it by ack windows. */
    private static final int HEAD_SLACK = PaperSettings.ACK_WINDOW;

    private static final List<Integer> OTHER_CAPACITIES = List.of(400, 800);
    private static final List<String> COLUMNS =
            List.of(SENDER_TROUGH, SENDER_PEAK, SENDER_BUFFER_MAX, HEAD_TROUGH, HEAD_PEAK, HEAD_BUFFER_MAX, RATE_MEAN);

    private final TramRuns runs;
    private final ErrorFreeRows latency;

    BufferRows(TramRuns runs, ErrorFreeRows latency) {
        this.runs = runs;
        this.latency = latency;
    }

    private TramRun at(TramMode mode, int receivers) {
        return runs.run(mode, PaperSettings.PRUNE_SHARE_LITERAL, TramRuns.FAULT_HOPS, receivers, TramFault.none());
    }

    /** Row 2. */
    Scenario tram() {
        TramRun close = at(TramMode.TRAM, runs.closeLookReceivers());
        return new Scenario(
                "2",
                "TRAM without errors: buffers and rate",
                "The runs of row 1. Trough and peak are the medians of a buffer's turning points.",
                runs.errorFree(TramMode.TRAM),
                COLUMNS,
                List.of(
                        buffers("row2-buffers", "Figure 5(b): TRAM without errors", close),
                        TramFigures.rate("row2-rate", "TRAM without errors", List.of(new Named("TRAM", close)))),
                List.of(
                        new Claim(
                                "The buffer goes between 400 and 800 packets, at sender and repair head alike, with any number"
                                        + " of receivers.",
                                "5.1.1, figure 5(b)",
                                this::betweenMarks),
                        new Claim("The data rate tends to the maximum.", "5.1.1", m -> nearMaximum(TramMode.TRAM, m))));
    }

    private static FigurePlan buffers(String name, String title, TramRun run) {
        return new FigurePlan(name, measurements -> {
            var state = measurements.of(run).series(STATE_SERIES);
            return new Figure(
                    title + ", " + run.receivers() + " receivers",
                    "time since the first packet (s)",
                    "packets in the buffer",
                    false,
                    List.of(
                            Figure.Curve.of("sender", state, STATE_SENDER_BUFFER),
                            Figure.Curve.of("a repair head", state, STATE_FAULTY_HEAD_BUFFER)));
        });
    }

    private Finding betweenMarks(Measurements measurements) {
        Range senders = new Range();
        Range heads = new Range();
        for (Run run : runs.errorFree(TramMode.TRAM)) {
            Measurement measurement = measurements.of(run);
            senders.add(measurement.get(SENDER_TROUGH), measurement.get(SENDER_PEAK));
            if (measurement.getOr(HEAD_BUFFER_MAX, 0) > 0) {
                heads.add(measurement.get(HEAD_TROUGH), measurement.get(HEAD_PEAK));
            }
        }
        boolean held = senders.isWithin(PaperSettings.LOW_MARK, PaperSettings.HIGH_MARK, Effects.MARK_SLACK)
                && heads.isWithin(PaperSettings.LOW_MARK, PaperSettings.HIGH_MARK, Effects.MARK_SLACK);
        return Finding.of(held, "over all networks: sender " + senders.words() + ", repair heads " + heads.words());
    }

    private Finding nearMaximum(TramMode mode, Measurements measurements) {
        double lowest = runs.errorFree(mode).stream()
                .mapToDouble(run -> measurements.of(run).get(RATE_MEAN))
                .min()
                .orElse(Double.NaN);
        return Finding.of(
                lowest >= Effects.NEAR_MAXIMUM * PaperSettings.MAX_RATE,
                "in each network at least " + Words.percent(lowest / PaperSettings.MAX_RATE)
                        + " of the maximum on average");
    }

    /** Row 6. */
    Scenario plusPlus() {
        TramRun figure8 = at(TramMode.TRAM_PLUS_PLUS, runs.receiversOfFigure8());
        List<Run> all = new ArrayList<>(runs.errorFree(TramMode.TRAM_PLUS_PLUS));
        all.add(figure8);
        all.addAll(otherCapacities());
        List<String> columns = new ArrayList<>(List.of(LATENCY_MEAN, LATENCY_P99, NETWORK_LATENCY_MEAN));
        columns.addAll(COLUMNS);
        return new Scenario(
                "6",
                "TRAM++ without errors: latency and buffers",
                "The networks of row 1, one of 27 receivers as in figure 8(c), and other capacities of the heads' caches. TRAM's"
                        + " figures are those of rows 1 and 2.",
                all,
                columns,
                List.of(
                        latency.latencyFigure(
                                "row6-latency",
                                TramMode.TRAM_PLUS_PLUS,
                                "Figure 8(a): TRAM++ without errors",
                                LATENCY_MEAN),
                        buffers("row6-buffers", "Figure 8(b), (c): TRAM++ without errors", figure8)),
                List.of(
                        new Claim(
                                "A sixth of the buffer at the heads costs 3.2 % of latency.",
                                "5.2.1, 5.3", this::overhead),
                        new Claim(
                                "Latency varies by about 1.01 % from 5 to 30 receivers.",
                                "5.2.1, figure 8(a)", this::variation),
                        new Claim(
                                "The overhead remains the same as the buffer constraint is varied.",
                                "5.2.1",
                                this::capacities),
                        new Claim(
                                "The sender's buffer goes between 400 and 800.",
                                "5.2.1, figure 8(b)",
                                m -> sender(m.of(figure8))),
                        new Claim(
                                "The repair head's buffer goes between 32 and 120.",
                                "5.2.1, figure 8(c)",
                                m -> head(m.of(figure8))),
                        new Claim(
                                "The data rate tends to the maximum.",
                                "5.2.1",
                                m -> nearMaximum(TramMode.TRAM_PLUS_PLUS, m)),
                        new Claim(
                                "Main memory in use is 7.5 to 30 % of the host's, for both.",
                                "5.2.1",
                                m -> Finding.notTestable(
                                        "hosts of 256 MB to 1 GB are not part of the model; at the heads"
                                                + " TRAM held at most "
                                                + Words.count(m.of(at(TramMode.TRAM, runs.closeLookReceivers()))
                                                        .get(HEAD_BUFFER_MAX))
                                                + " packets, TRAM++ "
                                                + Words.count(m.of(figure8).get(HEAD_BUFFER_MAX))))));
    }

    private List<Run> otherCapacities() {
        return OTHER_CAPACITIES.stream()
                .<Run>map(packets -> runs.plusPlusOfCapacity(packets, TramRuns.FAULT_HOPS, runs.receiversOfFigure8()))
                .toList();
    }

    private double meanOfAll(TramMode mode, Measurements measurements) {
        return runs.hops().stream()
                .mapToDouble(hops -> latency.mean(mode, hops, LATENCY_MEAN, measurements))
                .average()
                .orElse(Double.NaN);
    }

    private Finding overhead(Measurements measurements) {
        double tram = meanOfAll(TramMode.TRAM, measurements);
        double plusPlus = meanOfAll(TramMode.TRAM_PLUS_PLUS, measurements);
        return Finding.of(
                        plusPlus <= (1 + FEW_PER_CENT) * tram,
                        Words.percent(plusPlus / tram - 1) + ": " + Words.millis(plusPlus) + " against "
                                + Words.millis(tram)
                                + ", the mean over all networks, with "
                                + Words.percent((double) PaperSettings.HEAD_CACHE / PaperSettings.CACHE)
                                + " of the capacity")
                .because(
                        "The paper's 3.2 % are processing time of its implementation (matching more message types, purging,"
                                + " two kinds of acks), which virtual time does not have. What the protocol itself costs is here.");
    }

    private Finding variation(Measurements measurements) {
        double worst = 0;
        for (int hops : runs.hops()) {
            Range range = new Range();
            for (int count : runs.receivers()) {
                double mean = latency.get(TramMode.TRAM_PLUS_PLUS, hops, count, LATENCY_MEAN, measurements);
                range.add(mean, mean);
            }
            worst = Math.max(worst, range.highest / range.lowest - 1);
        }
        return Finding.of(worst <= SMALL_VARIATION, "by " + Words.percent(worst) + " at most, hops by hops");
    }

    private Finding capacities(Measurements measurements) {
        Range range = new Range();
        double paper = measurements
                .of(at(TramMode.TRAM_PLUS_PLUS, runs.receiversOfFigure8()))
                .get(LATENCY_MEAN);
        range.add(paper, paper);
        List<String> parts = new ArrayList<>(List.of(PaperSettings.HEAD_CACHE + " packets " + Words.millis(paper)));
        for (int packets : OTHER_CAPACITIES) {
            double mean = measurements
                    .of(runs.plusPlusOfCapacity(packets, TramRuns.FAULT_HOPS, runs.receiversOfFigure8()))
                    .get(LATENCY_MEAN);
            range.add(mean, mean);
            parts.add(packets + " packets " + Words.millis(mean));
        }
        return Finding.of(range.highest / range.lowest - 1 <= CONSTANT, String.join(", ", parts));
    }

    private static Finding sender(Measurement measurement) {
        Range range = new Range();
        range.add(measurement.get(SENDER_TROUGH), measurement.get(SENDER_PEAK));
        return Finding.of(
                range.isWithin(PaperSettings.LOW_MARK, PaperSettings.HIGH_MARK, Effects.MARK_SLACK), range.words());
    }

    private static Finding head(Measurement measurement) {
        Range range = new Range();
        range.add(measurement.get(HEAD_TROUGH), measurement.get(HEAD_PEAK));
        return Finding.of(
                range.isWithin(PaperSettings.HEAD_LOW_MARK, PaperSettings.HEAD_HIGH_MARK, HEAD_SLACK),
                range.words() + ", never more than " + Words.count(measurement.get(HEAD_BUFFER_MAX)));
    }

    /** The lowest trough and the highest peak. */
    private static final class Range {
        private double lowest = Double.POSITIVE_INFINITY;
        private double highest = Double.NEGATIVE_INFINITY;

        void add(double low, double high) {
            lowest = Math.min(lowest, low);
            highest = Math.max(highest, high);
        }

        boolean isWithin(double low, double high, double slack) {
            return Math.abs(lowest - low) <= slack && Math.abs(highest - high) <= slack;
        }

        String words() {
            return Words.count(lowest) + " to " + Words.count(highest);
        }
    }
}
