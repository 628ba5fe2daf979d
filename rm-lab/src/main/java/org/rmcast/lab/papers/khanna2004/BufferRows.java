package org.rmcast.lab.papers.khanna2004;

import static org.rmcast.lab.group.LatencyMeter.*;
import static org.rmcast.lab.group.MembershipMeter.*;
import static org.rmcast.lab.group.RepairMeter.*;
import static org.rmcast.lab.group.StateMeter.*;

import java.util.ArrayList;
import java.util.List;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Judge;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.PaperText;
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
        PaperText.Row row = TramFailureHandling.TEXT.row("2");
        return row.scenario(
                runs.errorFree(TramMode.TRAM),
                COLUMNS,
                List.of(
                        buffers("row2-buffers", "Figure 5(b): TRAM without errors", close),
                        TramFigures.rate("row2-rate", "TRAM without errors", List.of(new Named("TRAM", close)))),
                List.of(
                        row.claim("between-marks", this::betweenMarks),
                        row.claim("near-maximum", m -> nearMaximum(TramMode.TRAM, m))));
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
        Judge<Run> rates =
                Judge.over(runs.errorFree(mode), run -> measurements.of(run).get(RATE_MEAN));
        return rates.saying("in each network at least " + Words.percent(rates.lowest() / PaperSettings.MAX_RATE)
                        + " of the maximum on average")
                .atLeast(Effects.NEAR_MAXIMUM * PaperSettings.MAX_RATE);
    }

    /** Row 6. */
    Scenario plusPlus() {
        TramRun figure8 = at(TramMode.TRAM_PLUS_PLUS, runs.receiversOfFigure8());
        List<Run> all = new ArrayList<>(runs.errorFree(TramMode.TRAM_PLUS_PLUS));
        all.add(figure8);
        all.addAll(otherCapacities());
        List<String> columns = new ArrayList<>(List.of(LATENCY_MEAN, LATENCY_P99, NETWORK_LATENCY_MEAN));
        columns.addAll(COLUMNS);
        PaperText.Row row = TramFailureHandling.TEXT.row("6");
        return row.scenario(
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
                        row.claim("overhead", this::overhead),
                        row.claim("variation", this::variation),
                        row.claim("capacities", this::capacities),
                        row.claim("sender-marks", m -> sender(m.of(figure8))),
                        row.claim("head-marks", m -> head(m.of(figure8))),
                        row.claim("near-maximum", m -> nearMaximum(TramMode.TRAM_PLUS_PLUS, m)),
                        row.claim("memory", this::memory)));
    }

    private Finding memory(Measurements measurements) {
        Measurement tram = measurements.of(at(TramMode.TRAM, runs.closeLookReceivers()));
        Measurement plusPlus = measurements.of(at(TramMode.TRAM_PLUS_PLUS, runs.receiversOfFigure8()));
        return Finding.notTestable("hosts of 256 MB to 1 GB are not part of the model; at the heads TRAM held at most "
                + Words.count(tram.get(HEAD_BUFFER_MAX)) + " packets, TRAM++ "
                + Words.count(plusPlus.get(HEAD_BUFFER_MAX)));
    }

    private List<Run> otherCapacities() {
        return OTHER_CAPACITIES.stream().<Run>map(this::ofCapacity).toList();
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
                Words.percent(plusPlus / tram - 1) + ": " + Words.millis(plusPlus) + " against " + Words.millis(tram)
                        + ", the mean over all networks, with "
                        + Words.percent((double) PaperSettings.HEAD_CACHE / PaperSettings.CACHE)
                        + " of the capacity");
    }

    private Finding variation(Measurements measurements) {
        Judge<Integer> variation = Judge.over(runs.hops(), hops -> variation(hops, measurements));
        return variation
                .saying("by " + Words.percent(variation.highest()) + " at most, hops by hops")
                .atMost(SMALL_VARIATION);
    }

    /** Between the highest and the lowest mean at one distance. */
    private double variation(int hops, Measurements measurements) {
        Judge<Integer> means = Judge.over(
                runs.receivers(),
                count -> latency.get(TramMode.TRAM_PLUS_PLUS, hops, count, LATENCY_MEAN, measurements));
        return means.highest() / means.lowest() - 1;
    }

    private Finding capacities(Measurements measurements) {
        List<Integer> capacities = new ArrayList<>(List.of(PaperSettings.HEAD_CACHE));
        capacities.addAll(OTHER_CAPACITIES);
        return Judge.<Integer>over(
                        capacities,
                        packets -> measurements.of(ofCapacity(packets)).get(LATENCY_MEAN))
                .saying("", ", ", (packets, mean) -> packets + " packets " + Words.millis(mean))
                .apartAtMost(1 + CONSTANT);
    }

    private TramRun ofCapacity(int packets) {
        return packets == PaperSettings.HEAD_CACHE
                ? at(TramMode.TRAM_PLUS_PLUS, runs.receiversOfFigure8())
                : runs.plusPlusOfCapacity(packets, TramRuns.FAULT_HOPS, runs.receiversOfFigure8());
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
