package org.rmcast.lab.papers.ozkasap;

import java.util.List;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Repetitions;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Words;
import org.rmcast.lab.group.Contender;
import org.rmcast.lab.group.ObserverMeter;
import org.rmcast.lab.group.PacketMeter;
import org.rmcast.lab.group.RequestMeter;
import org.rmcast.lab.group.Traffic;

/** Sections 4.1 and 4.2: what multicast repairs gain over the basic protocol in the same network. */
final class VariantRow {
    /** "Fast error recovery": mean latency after FIFO below that of the basic protocol by a tenth at least. */
    private static final double FASTER = 0.9;

    private final StudyRuns runs;

    VariantRow(StudyRuns runs) {
        this.runs = runs;
    }

    Scenario scenario() {
        PaperText.Row row =
                BimodalMulticast.TEXT.row("6").with("noise", noise()).with("rate", rate());
        return row.scenario(
                Contenders.OF_VARIANTS.stream()
                        .map(variant -> runs.cluster(variant, rate(), noise()))
                        .toList(),
                List.of(
                        ObserverMeter.REPAIRED,
                        ObserverMeter.NODE_MEAN,
                        ObserverMeter.FIFO_MEAN,
                        Repetitions.lowest(ObserverMeter.FIFO_MEAN),
                        Repetitions.highest(ObserverMeter.FIFO_MEAN),
                        ObserverMeter.FIFO_P99,
                        ObserverMeter.ARRIVED,
                        Repetitions.lowest(ObserverMeter.ARRIVED),
                        RequestMeter.ASKED,
                        PacketMeter.sentPerSecond(Traffic.Kind.REPAIR),
                        RequestMeter.IN_VAIN),
                List.of(new FigurePlan("row6-tail", this::tails)),
                List.of(
                        row.claim("ipmc-faster", measurements -> faster(Contenders.IPMC, measurements)),
                        row.claim("ipmc-reliable", measurements -> reliable(Contenders.IPMC, measurements)),
                        row.claim("grb-faster", measurements -> faster(Contenders.GRB, measurements)),
                        row.claim("grb-reliable", measurements -> reliable(Contenders.GRB, measurements))));
    }

    private int noise() {
        return runs.noises().get(runs.noises().size() - 1);
    }

    private int rate() {
        return runs.rates().get(runs.rates().size() - 1);
    }

    private Figure tails(Measurements measurements) {
        return new Figure(
                "The variants beside the basic protocol: latencies after FIFO ordering",
                "latency (ms)",
                "messages that take longer (%)",
                true,
                Contenders.OF_VARIANTS.stream()
                        .map(variant -> Tail.of(
                                variant.words(),
                                of(variant, measurements).series(ObserverMeter.LATENCY_SERIES),
                                ObserverMeter.AFTER_FIFO))
                        .toList());
    }

    private Measurement of(Contender variant, Measurements measurements) {
        return measurements.of(runs.cluster(variant, rate(), noise()));
    }

    private Finding faster(Contender variant, Measurements measurements) {
        Measurement basic = of(Contenders.BASIC, measurements);
        Measurement own = of(variant, measurements);
        return Finding.of(
                own.get(ObserverMeter.FIFO_MEAN) <= FASTER * basic.get(ObserverMeter.FIFO_MEAN),
                "mean after FIFO " + Repetitions.words(own, ObserverMeter.FIFO_MEAN, Words::millis) + " against "
                        + Repetitions.words(basic, ObserverMeter.FIFO_MEAN, Words::millis));
    }

    private Finding reliable(Contender variant, Measurements measurements) {
        Measurement basic = of(Contenders.BASIC, measurements);
        Measurement own = of(variant, measurements);
        String least = Repetitions.lowest(ObserverMeter.ARRIVED);
        String words = Repetitions.words(own, ObserverMeter.ARRIVED, VariantRow::percent) + " arrive, against "
                + Repetitions.words(basic, ObserverMeter.ARRIVED, VariantRow::percent);
        if (basic.get(least) == 100) {
            return Finding.notTestable("the basic protocol loses nothing that could be improved: " + words);
        }
        return Finding.of(own.get(least) > basic.get(least), words);
    }

    private static String percent(double value) {
        return Words.percent(value, 3);
    }
}
