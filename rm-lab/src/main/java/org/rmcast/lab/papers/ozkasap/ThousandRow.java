package org.rmcast.lab.papers.ozkasap;

import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Judge;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Words;
import org.rmcast.lab.group.Contender;
import org.rmcast.lab.group.LinkMeter;
import org.rmcast.lab.group.RecoveryMeter;
import org.rmcast.lab.group.SpreadMeter;

/** Beyond the study: four protocols as applications get them, in one network with a thousand members. */
final class ThousandRow {
    private static final List<String> PARTS = List.of(RecoveryMeter.ALL_BYTES, RecoveryMeter.CONTROL_BYTES);

    private final StudyRuns runs;

    ThousandRow(StudyRuns runs) {
        this.runs = runs;
    }

    Scenario scenario() {
        PaperText.Row row = BimodalMulticast.TEXT
                .row("10")
                .with("members", runs.thousand())
                .with("rate", StudySettings.RATE)
                .with("bytes", StudySettings.SMALL_BYTES);
        return row.scenario(
                Contenders.OF_THOUSAND.stream().map(runs::thousand).toList(),
                List.of(
                        SpreadMeter.DELIVERED,
                        SpreadMeter.P50,
                        SpreadMeter.P99,
                        SpreadMeter.MAX,
                        RecoveryMeter.LOSSES,
                        RecoveryMeter.SENT_PER_LOSS,
                        RecoveryMeter.RECEIVED_PER_LOSS,
                        RecoveryMeter.CONTROL_BYTES,
                        RecoveryMeter.ALL_BYTES,
                        LinkMeter.busiest(ThousandRun.LINKS),
                        LinkMeter.load(ThousandRun.LINKS)),
                List.of(new FigurePlan("row10-bytes", this::bytes)),
                List.of(row.claim("bandwidth", this::bandwidth), row.claim("latency", this::latency)));
    }

    private Figure bytes(Measurements measurements) {
        List<Contender> all = Contenders.OF_THOUSAND;
        return new Figure(
                "Bytes that a member receives, " + runs.thousand() + " members",
                "protocol",
                "bytes per second",
                false,
                all.stream().map(Contender::words).toList(),
                PARTS.stream()
                        .map(part -> new Figure.Curve(
                                part,
                                Figure.Style.BARS,
                                IntStream.range(0, all.size()).asDoubleStream().toArray(),
                                all.stream()
                                        .mapToDouble(contender ->
                                                of(contender, measurements).get(part))
                                        .toArray()))
                        .toList());
    }

    private Measurement of(Contender contender, Measurements measurements) {
        return measurements.of(runs.thousand(contender));
    }

    private Finding bandwidth(Measurements measurements) {
        return compare(
                RecoveryMeter.ALL_BYTES, "bytes that a member receives per second: ", Words::count, measurements);
    }

    private Finding latency(Measurements measurements) {
        return compare(SpreadMeter.P99, "99 % are delivered within: ", Words::millis, measurements);
    }

    /** SRM's figure over that of gossip; the words give all protocols. */
    private Finding compare(String figure, String lead, DoubleFunction<String> words, Measurements measurements) {
        double gossip = of(Contenders.GOSSIP_TODAY, measurements).get(figure);
        String all = Judge.over(
                        Contenders.OF_THOUSAND,
                        contender -> of(contender, measurements).get(figure))
                .saying(lead, ", ", (contender, value) -> contender.words() + " " + words.apply(value))
                .measured();
        Finding finding = Judge.over(
                        List.of(Contenders.SRM_TODAY),
                        srm -> of(srm, measurements).get(figure) / gossip)
                .saying(all)
                .above(1);
        return quote(
                quote(finding, "gossip", Contenders.GOSSIP_TODAY, measurements),
                "srm",
                Contenders.SRM_TODAY,
                measurements);
    }

    private Finding quote(Finding finding, String place, Contender contender, Measurements measurements) {
        Measurement one = of(contender, measurements);
        return finding.with("busy-" + place, Words.percent(one.get(LinkMeter.busiest(ThousandRun.LINKS)), 1))
                .with("max-" + place, Words.millis(one.get(SpreadMeter.MAX)))
                .with("losses-" + place, Words.places(100 * one.get(RecoveryMeter.LOSSES) / (runs.thousand() - 1), 2))
                .with("control-" + place, Words.count(one.get(RecoveryMeter.CONTROL_BYTES)))
                .with("received-" + place, Words.factor(one.get(RecoveryMeter.RECEIVED_PER_LOSS)));
    }
}
