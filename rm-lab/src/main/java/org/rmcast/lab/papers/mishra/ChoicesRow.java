package org.rmcast.lab.papers.mishra;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Judge;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Words;
import org.rmcast.lab.group.Contender;
import org.rmcast.lab.group.PacketMeter;
import org.rmcast.lab.group.RequestMeter;
import org.rmcast.lab.group.ThroughputMeter;
import org.rmcast.lab.group.Traffic;

/** What the choices of these runs do, each changed by itself, and what reordering does: the explanations quote it. */
final class ChoicesRow {
    /** "Avoids sending control messages when data arrives out of order": packets asked for with reordering over without. */
    private static final double AVOIDS = 1.1;
    /** "Unnecessary requests": the same of NAK is more. */
    private static final double UNNECESSARY = 1.5;

    private static final GossipVariant TENTH =
            GossipVariant.of(GossipVariant.Subgroup.TENTH, GossipSettings.SHORT_PERIOD);

    private final GossipRuns runs;

    ChoicesRow(GossipRuns runs) {
        this.runs = runs;
    }

    Scenario scenario() {
        List<Run> all = new ArrayList<>(List.of(
                runs.overRate(Contenders.GOSSIP, Pattern.UNIFORM, GossipSettings.HIGH_RATE, GossipSettings.LOW_LOSS),
                unscaled(Contenders.GOSSIP),
                unscaled(Contenders.ALL.get(1)),
                runs.overRate(Contenders.GOSSIP, Pattern.UNIFORM, GossipSettings.HIGH_RATE, GossipSettings.HIGH_LOSS),
                longDrain(),
                unpacedLossy(),
                runs.ofVariant(TENTH, Pattern.UNIFORM, runs.most()),
                unpacedTenth()));
        for (Pattern pattern : List.of(Pattern.ONE_ACTIVE, Pattern.UNIFORM)) {
            GossipSettings.SHORTER_PERIODS.forEach(millis -> all.add(ofPeriod(pattern, millis)));
        }
        for (Contender contender : Contenders.ALL) {
            for (Pattern pattern : Pattern.values()) {
                all.add(sending(contender, pattern, runs.seconds()));
                all.add(sending(contender, pattern, runs.longSeconds()));
            }
            for (Pattern pattern : List.of(Pattern.ONE_ACTIVE, Pattern.UNIFORM)) {
                all.add(overPaths(contender, pattern, 0));
                all.add(overPaths(contender, pattern, GossipSettings.PATH_MILLIS));
            }
        }
        List<String> columns = new ArrayList<>(ParameterRows.COLUMNS);
        columns.add(RequestMeter.ASKED);
        columns.add(PacketMeter.sentPerSecond(Traffic.Kind.REPAIR));
        columns.add(PacketMeter.receivedPerSecond(Traffic.Kind.REPAIR));
        PaperText.Row row = GossipParameters.TEXT
                .row("11")
                .with("members", runs.membersOverRate())
                .with("seconds", runs.longSeconds())
                .with("low", GossipSettings.LOW_RATE)
                .with("paths", GossipSettings.PATH_MILLIS);
        return row.scenario(
                all,
                columns,
                List.of(),
                List.of(row.claim("gossip-reordering", this::gossip), row.claim("nak-reordering", this::nak)));
    }

    private GossipRun.Conditions lossy() {
        return GossipRun.Conditions.of(GossipSettings.HIGH_LOSS);
    }

    private Run base(Contender contender, int rate, GossipRun.Conditions conditions) {
        return runs.of(contender, Pattern.UNIFORM, runs.membersOverRate(), rate, conditions);
    }

    /** The base case, or NAK in its place, with messages, rates and queues as in the paper. */
    private Run unscaled(Contender contender) {
        return base(
                contender,
                GossipSettings.HIGH_RATE,
                GossipRun.Conditions.of(GossipSettings.LOW_LOSS).withScale(1));
    }

    /** The base case with the higher loss and much time to repair. */
    Run longDrain() {
        return base(Contenders.GOSSIP, GossipSettings.HIGH_RATE, lossy().withDrain(GossipSettings.LONG_DRAIN_SECONDS));
    }

    /** The base case with the higher loss and all repairs at once. */
    Run unpacedLossy() {
        return base(GossipVariant.BASE.unpaced().contender(), GossipSettings.HIGH_RATE, lossy());
    }

    /** A tenth of the group each quarter of a second, and all repairs at once. */
    Run unpacedTenth() {
        return runs.ofVariant(TENTH.unpaced(), Pattern.UNIFORM, runs.most());
    }

    /** A subgroup of two with a period below the paper's. */
    Run ofPeriod(Pattern pattern, int millis) {
        return runs.of(
                GossipVariant.BASE.withPeriod(millis).contender(),
                pattern,
                runs.membersOverRate(),
                GossipSettings.HIGH_RATE,
                GossipRun.Conditions.of(GossipSettings.LOW_LOSS));
    }

    /** A run of row 8, or the same with members that send as long as in the paper. */
    private Run sending(Contender contender, Pattern pattern, int seconds) {
        return runs.of(contender, pattern, runs.membersOverRate(), GossipSettings.LOW_RATE, lossy(), seconds);
    }

    /** What has come while messages were sent, with both lengths: what is repaired after the last one counts less in the longer. */
    String besideLongSending(Measurements measurements) {
        List<String> each = new ArrayList<>();
        for (Pattern pattern : Pattern.values()) {
            for (Contender contender : Contenders.ALL) {
                each.add(pattern.words() + ", " + contender.words() + ": "
                        + got(sending(contender, pattern, runs.seconds()), measurements) + " and "
                        + got(sending(contender, pattern, runs.longSeconds()), measurements));
            }
        }
        return String.format(
                Locale.ROOT,
                "With %d and with %d s of sending, %d members, %d/s, %d %% of loss, there have come: %s",
                runs.seconds(),
                runs.longSeconds(),
                runs.membersOverRate(),
                GossipSettings.LOW_RATE,
                GossipSettings.HIGH_LOSS / 10,
                String.join("; ", each));
    }

    private static String got(Run run, Measurements measurements) {
        Measurement one = measurements.of(run);
        return Words.percent(100 * one.get(ThroughputMeter.THROUGHPUT) / one.get(ThroughputMeter.OFFERED), 1);
    }

    private Run overPaths(Contender contender, Pattern pattern, int millis) {
        return runs.of(
                contender,
                pattern,
                runs.membersOverRate(),
                GossipSettings.OVERHEAD_RATE,
                GossipRun.Conditions.of(GossipSettings.LOW_LOSS).withPaths(millis));
    }

    private Judge<Contender> byReordering(List<Contender> contenders, Pattern pattern, Measurements measurements) {
        return Judge.over(
                        contenders,
                        contender -> asked(contender, pattern, GossipSettings.PATH_MILLIS, measurements)
                                / asked(contender, pattern, 0, measurements))
                .saying(
                        "packets asked for per second in the group over one path and over two: ",
                        "; ",
                        (contender, factor) -> contender.words() + " "
                                + Words.count(asked(contender, pattern, 0, measurements)) + " and "
                                + Words.count(asked(contender, pattern, GossipSettings.PATH_MILLIS, measurements)));
    }

    private double asked(Contender contender, Pattern pattern, int millis, Measurements measurements) {
        return measurements.of(overPaths(contender, pattern, millis)).get(RequestMeter.ASKED);
    }

    private Finding gossip(Measurements measurements) {
        return byReordering(List.of(Contenders.GOSSIP), Pattern.ONE_ACTIVE, measurements)
                .atMost(AVOIDS);
    }

    private Finding nak(Measurements measurements) {
        return byReordering(Contenders.nak(), Pattern.ONE_ACTIVE, measurements)
                .above(UNNECESSARY)
                .with(
                        "vain",
                        Words.percent(
                                measurements
                                        .of(overPaths(
                                                Contenders.nak().get(0),
                                                Pattern.ONE_ACTIVE,
                                                GossipSettings.PATH_MILLIS))
                                        .get(RequestMeter.IN_VAIN),
                                0))
                .with(
                        "uniform",
                        byReordering(Contenders.nak(), Pattern.UNIFORM, measurements)
                                .measured());
    }
}
