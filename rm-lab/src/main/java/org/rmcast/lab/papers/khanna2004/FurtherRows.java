package org.rmcast.lab.papers.khanna2004;

import static org.rmcast.lab.group.LatencyMeter.*;
import static org.rmcast.lab.group.MembershipMeter.*;
import static org.rmcast.lab.group.RepairMeter.*;
import static org.rmcast.lab.group.StateMeter.*;

import java.util.List;
import org.rmcast.api.Parameters;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Words;
import org.rmcast.lab.papers.khanna2004.TramFigures.Named;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.Workload;

/** What the paper could not do: 3,000 receivers under a three-level tree, and 100 Mb/s. */
final class FurtherRows {
    /** Drops of the faulty receiver: the paper's most. */
    private static final int DROPS = 5;

    private static final int REGIONS = 10;
    private static final int SITES = 10;
    private static final int RECEIVERS_PER_SITE = 30;
    /**
     * Enough for the small caches to be purged; few, since at a packet a second, while the window is closed, the hellos of a hundred heads to
     * 3,000 receivers are most of the work.
     */
    private static final int MANY_PACKETS = 200;

    private static final int MANY_WARM_UP = 1_000;
    /** Of those with a faulty receiver, and of those that they are held against. */
    private static final int SHORT_WARM_UP = 150;

    /** Bytes/s: 100 Mb/s. */
    private static final int FAST_RATE = 12_500_000;
    /** The video's rate, in packets/s: 84 % of that, headers counted. */
    private static final int FAST_PACKETS_PER_SECOND = 7_600;

    private static final int FAST_RECEIVERS = 30;
    private static final int FAST_PACKETS = 30_000;
    private static final int FAST_WARM_UP = 5_000;
    /** Table 1's links would be full at this rate. */
    private static final LinkSettings FAST_ACCESS = LinkSettings.parse("rate=1Gbit,delay=100us,jitter=50us");

    private static final LinkSettings FAST_TRUNK = LinkSettings.parse("rate=10Gbit,delay=500us,jitter=200us");
    /** TRAM's default cache of 16,384, of which the heads of TRAM++ get a sixth, as in the paper, with marks likewise. */
    private static final int FAST_CACHE = 16_384;

    private static final int FAST_HEAD_CACHE = FAST_CACHE / 6;
    private static final int QUICK_DIVISOR = 10;

    private final TramRuns runs;

    FurtherRows(TramRuns runs) {
        this.runs = runs;
    }

    /** 3,000 receivers. */
    Scenario manyReceivers() {
        boolean full = runs.isFull();
        TramFault drops = TramFault.drops(DROPS);
        Run tram = new ManyRun(TramMode.TRAM, TramFault.none(), MANY_WARM_UP, full);
        Run plusPlus = new ManyRun(TramMode.TRAM_PLUS_PLUS, TramFault.none(), MANY_WARM_UP, full);
        Run tramShort = new ManyRun(TramMode.TRAM, TramFault.none(), SHORT_WARM_UP, full);
        Run plusPlusShort = new ManyRun(TramMode.TRAM_PLUS_PLUS, TramFault.none(), SHORT_WARM_UP, full);
        Run tramFaulty = new ManyRun(TramMode.TRAM, drops, SHORT_WARM_UP, full);
        Run plusPlusFaulty = new ManyRun(TramMode.TRAM_PLUS_PLUS, drops, SHORT_WARM_UP, full);
        int receivers = ManyRun.receivers(runs.isFull());
        Run few = runs.tram(TramRuns.FAULT_HOPS, runs.closeLookReceivers(), TramFault.none());
        PaperText.Row row = TramFailureHandling.TEXT
                .row("A")
                .with("receivers", receivers)
                .with("per-site", RECEIVERS_PER_SITE)
                .with("packets", MANY_PACKETS)
                .with("warm-up", MANY_WARM_UP)
                .with("short-warm-up", SHORT_WARM_UP);
        return row.scenario(
                List.of(tram, plusPlus, tramFaulty, plusPlusFaulty, tramShort, plusPlusShort, few),
                DropRows.COLUMNS,
                List.of(
                        TramFigures.latency(
                                "rowA-latency",
                                receivers + " receivers, one with 5 of 50 packets dropped",
                                List.of(new Named("TRAM", tramFaulty), new Named("TRAM++", plusPlusFaulty))),
                        TramFigures.headBuffer(
                                "rowA-head-buffer",
                                receivers + " receivers, one with 5 of 50 packets dropped",
                                List.of(new Named("TRAM", tramFaulty), new Named("TRAM++", plusPlusFaulty)))),
                List.of(
                        row.claim("same", m -> same(m.of(tram), m.of(few))),
                        row.claim("little-more", m -> littleMore(m.of(plusPlus), m.of(tram))),
                        row.claim(
                                "isolated",
                                m -> suffering(
                                        factor(tramFaulty, tramShort, m), factor(plusPlusFaulty, plusPlusShort, m)))));
    }

    private static Finding same(Measurement many, Measurement few) {
        double factor = many.get(LATENCY_MEAN) / few.get(LATENCY_MEAN);
        return Finding.of(
                factor <= Effects.UNAFFECTED,
                Words.millis(many.get(LATENCY_MEAN)) + " against " + Words.millis(few.get(LATENCY_MEAN))
                        + " (a factor of " + Words.factor(factor) + ")");
    }

    private static Finding littleMore(Measurement plusPlus, Measurement tram) {
        double more = plusPlus.get(LATENCY_MEAN) / tram.get(LATENCY_MEAN) - 1;
        return Finding.of(
                more <= Effects.UNAFFECTED - 1,
                Words.percent(more) + ": " + Words.millis(plusPlus.get(LATENCY_MEAN)) + " against "
                        + Words.millis(tram.get(LATENCY_MEAN)));
    }

    private static double factor(Run faulty, Run errorFree, Measurements measurements) {
        return Effects.normalFactor(faulty, errorFree, measurements);
    }

    private static Finding suffering(double tram, double plusPlus) {
        Finding finding =
                Finding.of(tram >= Effects.AFFECTED && plusPlus <= Effects.UNAFFECTED, factors(tram, plusPlus));
        return tram < Effects.AFFECTED ? finding.because("tram-too") : finding;
    }

    private static String factors(double tram, double plusPlus) {
        return "normal receivers' mean latency by a factor of " + Words.factor(tram) + " under TRAM, of "
                + Words.factor(plusPlus) + " under TRAM++";
    }

    /** 100 Mb/s. */
    Scenario fast() {
        Run tram = new FastRun(TramMode.TRAM, TramFault.none(), runs.isFull());
        Run plusPlus = new FastRun(TramMode.TRAM_PLUS_PLUS, TramFault.none(), runs.isFull());
        Run tramFaulty = new FastRun(TramMode.TRAM, TramFault.drop(DROPS), runs.isFull());
        Run plusPlusFaulty = new FastRun(TramMode.TRAM_PLUS_PLUS, TramFault.drop(DROPS), runs.isFull());
        Run tramDelayed = new FastRun(TramMode.TRAM, TramFault.ackDelay(1_000), runs.isFull());
        Run plusPlusDelayed = new FastRun(TramMode.TRAM_PLUS_PLUS, TramFault.ackDelay(1_000), runs.isFull());
        PaperText.Row row = TramFailureHandling.TEXT
                .row("B")
                .with("rate", FAST_PACKETS_PER_SECOND)
                .with("receivers", FAST_RECEIVERS)
                .with("cache", FAST_CACHE)
                .with("head-cache", FAST_HEAD_CACHE)
                .with("packets", FAST_PACKETS)
                .with("warm-up", FAST_WARM_UP);
        return row.scenario(
                List.of(tram, plusPlus, tramFaulty, plusPlusFaulty, tramDelayed, plusPlusDelayed),
                DropRows.COLUMNS,
                List.of(
                        TramFigures.latency(
                                "rowB-latency",
                                "100 Mb/s, 5 of 50 packets dropped at one receiver",
                                List.of(new Named("TRAM", tramFaulty), new Named("TRAM++", plusPlusFaulty))),
                        TramFigures.latency(
                                "rowB-delay-latency",
                                "100 Mb/s, one receiver's acknowledgements 1000 ms late",
                                List.of(new Named("TRAM", tramDelayed), new Named("TRAM++", plusPlusDelayed))),
                        TramFigures.rate(
                                "rowB-rate",
                                "100 Mb/s, one receiver's acknowledgements 1000 ms late",
                                List.of(new Named("TRAM", tramDelayed), new Named("TRAM++", plusPlusDelayed)))),
                List.of(
                        row.claim("little-more", m -> littleMore(m.of(plusPlus), m.of(tram))),
                        row.claim(
                                "dropped",
                                m -> unhurt(factor(tramFaulty, tram, m), factor(plusPlusFaulty, plusPlus, m))),
                        row.claim(
                                "delayed",
                                m -> suffering(factor(tramDelayed, tram, m), factor(plusPlusDelayed, plusPlus, m)))));
    }

    private static Finding unhurt(double tram, double plusPlus) {
        return Finding.of(tram <= Effects.AFFECTED && plusPlus <= Effects.AFFECTED, factors(tram, plusPlus));
    }

    /** One of the runs with many receivers, once. */
    private record ManyRun(TramMode mode, TramFault fault, int warmUp, boolean full) implements Run {
        static int receivers(boolean full) {
            return regions(full) * SITES * RECEIVERS_PER_SITE;
        }

        private static int regions(boolean full) {
            return full ? REGIONS : 1;
        }

        @Override
        public String id() {
            return mode.id() + "-" + fault.id() + "-three-level-n" + receivers(full)
                    + (warmUp == MANY_WARM_UP ? "" : "-short");
        }

        @Override
        public String description() {
            return mode.words() + ", " + fault.words() + ", " + receivers(full) + " receivers, three levels"
                    + (warmUp == MANY_WARM_UP ? "" : ", after " + warmUp);
        }

        @Override
        public double cost() {
            // At a packet a second hellos are most of the work.
            return (double) receivers(full) * (MANY_PACKETS + warmUp) * (fault.isNone() ? 1 : 10);
        }

        @Override
        public Measurement measure(long seed) {
            TramTree tree = TramTree.threeLevel(
                    regions(full), SITES, RECEIVERS_PER_SITE, PaperSettings.ACCESS, PaperSettings.TRUNK);
            Parameters parameters =
                    mode.apply(PaperSettings.parameters(), TramMode.Recovery.paper(PaperSettings.PRUNE_SHARE_LITERAL));
            Workload workload = Workload.unpaced(MANY_PACKETS + (long) warmUp, PaperSettings.PAYLOAD_BYTES);
            return new TramGroup(tree, parameters, fault, workload, warmUp, TramGroup.Pace.PAPER).measure(id(), seed);
        }
    }

    /** One of the runs at 100 Mb/s, once. */
    private record FastRun(TramMode mode, TramFault fault, boolean full) implements Run {
        @Override
        public String id() {
            return mode.id() + "-" + fault.id() + "-100mbit-n" + FAST_RECEIVERS;
        }

        @Override
        public String description() {
            return mode.words() + ", " + fault.words() + ", " + FAST_RECEIVERS + " receivers, 100 Mb/s";
        }

        @Override
        public double cost() {
            return (double) FAST_RECEIVERS * (FAST_PACKETS + FAST_WARM_UP);
        }

        @Override
        public Measurement measure(long seed) {
            int divisor = full ? 1 : QUICK_DIVISOR;
            long packets = (FAST_PACKETS + (long) FAST_WARM_UP) / divisor;
            TramTree tree = TramTree.ofHops(TramRuns.FAULT_HOPS, FAST_RECEIVERS, FAST_ACCESS, FAST_TRUNK);
            Workload workload = Workload.paced(packets, PaperSettings.PAYLOAD_BYTES, FAST_PACKETS_PER_SECOND);
            return new TramGroup(tree, parameters(), fault, workload, FAST_WARM_UP / divisor, TramGroup.Pace.FAST)
                    .measure(id(), seed);
        }

        private Parameters parameters() {
            Parameters common = Parameters.none()
                    .with("maxRate", FAST_RATE)
                    .with("cachePackets", FAST_CACHE)
                    .with("maxMembers", PaperSettings.MAX_MEMBERS);
            return mode.apply(common, TramMode.Recovery.ofCapacity(FAST_HEAD_CACHE));
        }
    }
}
