package org.rmcast.lab.papers.khanna2004;

import static org.rmcast.lab.group.GroupFigures.*;

import java.util.List;
import org.rmcast.lab.experiment.Claim;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Words;
import org.rmcast.lab.papers.khanna2004.TramFigures.Named;

/** Acknowledgements of one receiver delayed: rows 4, 5 and 9; packets overtaken: row 10. */
final class DelayRows {
    static final int DELAY_RECEIVERS = 5;
    private static final int FEW_RECEIVERS = 2;
    private static final int LONG_MS = 8_000;
    private static final int LONGER_MS = 10_000;
    private static final int SHORT_MS = 1_000;
    /** A spike or saw-tooth "of that height": half of it at least, twice at most. */
    private static final double HEIGHT_FACTOR = 2;
    /** "Roughly every 32 packets": within a factor of two. */
    private static final double SPACING_FACTOR = 2;
    /** A gap below the ack window, and one above it. */
    private static final int SHORT_GAP = 8;

    private static final int LONG_GAP = 48;

    private final TramRuns runs;

    DelayRows(TramRuns runs) {
        this.runs = runs;
    }

    private TramRun tram(int receivers, TramFault fault) {
        return runs.tram(TramRuns.FAULT_HOPS, receivers, fault);
    }

    private TramRun plusPlus(TramFault fault) {
        return runs.plusPlus(TramRuns.FAULT_HOPS, DELAY_RECEIVERS, fault);
    }

    /** Row 4. */
    Scenario tramLong() {
        TramRun delayed = tram(DELAY_RECEIVERS, TramFault.ackDelay(LONG_MS));
        TramRun base = tram(DELAY_RECEIVERS, TramFault.none());
        return new Scenario(
                "4",
                "TRAM: one receiver's acknowledgements 8000 ms late",
                "5 receivers, as in the paper.",
                List.of(delayed, base),
                DropRows.COLUMNS,
                List.of(
                        TramFigures.closeUp(
                                "row4-close-up", "Figure 7(a): TRAM, acknowledgements 8000 ms late", delayed),
                        TramFigures.rate(
                                "row4-rate",
                                "Figure 7(b): TRAM, acknowledgements 8000 ms late",
                                List.of(new Named("acks 8000 ms late", delayed), new Named("no errors", base)))),
                List.of(
                        new Claim(
                                "Latency has a spike of 8,000 ms roughly every 32 packets.",
                                "5.1.2, figure 7(a)",
                                m -> spikes(delayed, m)),
                        new Claim(
                                "All receivers suffer, the normal ones too.",
                                "5.1.2",
                                m -> Finding.of(
                                        Effects.normalFactor(delayed, base, m) >= Effects.AFFECTED,
                                        Effects.normalLatency(delayed, base, m))),
                        new Claim(
                                "The rate is forced back again and again but stays above the minimum.",
                                "5.1.2, figure 7(b)",
                                m -> sawTooth(m.of(delayed))),
                        new Claim(
                                "The receiver is not pruned.",
                                "5.1.2",
                                m -> Finding.of(
                                        Effects.exclusions(m.of(delayed)) == 0,
                                        Effects.exclusionWords(m.of(delayed))))));
    }

    private static Finding spikes(TramRun run, Measurements measurements) {
        Measurement delayed = measurements.of(run);
        Effects.Spikes spikes = Effects.spikes(delayed.series(CLOSE_UP_SERIES).y(NORMAL), LONG_MS / HEIGHT_FACTOR);
        double spacing = spikes.spacing() / PaperSettings.ACK_WINDOW;
        boolean held = spikes.highest() <= LONG_MS * HEIGHT_FACTOR
                && spacing >= 1 / SPACING_FACTOR
                && spacing <= SPACING_FACTOR;
        return Finding.of(
                        held,
                        spikes.count() + " spikes above " + Words.millis(LONG_MS / HEIGHT_FACTOR)
                                + " in the first packets, the highest " + Words.millis(spikes.highest())
                                + (Double.isNaN(spikes.spacing())
                                        ? ""
                                        : ", every " + Words.count(spikes.spacing()) + " packets"))
                .ifNotHeld("The window of the delayed receiver holds at least " + PaperSettings.ACK_WINDOW
                        + " packets beyond what it has acknowledged and opens by an ack window when an acknowledgement"
                        + " arrives. How many packets pass between two stops depends on how many acknowledgements are on"
                        + " their way at a time; the paper's picture is that of one.");
    }

    private static Finding sawTooth(Measurement delayed) {
        double lowest = delayed.get(RATE_LOW) / PaperSettings.MAX_RATE;
        double highest = delayed.get(RATE_MAX) / PaperSettings.MAX_RATE;
        double mean = delayed.get(RATE_MEAN);
        return Finding.of(
                        mean > PaperSettings.MIN_RATE && highest >= 2 * lowest,
                        "between " + Words.percent(lowest) + " and " + Words.percent(highest) + " of the maximum, "
                                + Words.count(mean) + " bytes/s on average")
                .ifNotHeld(
                        "It is forced back and stays above the minimum, but swings less than by a factor of two: JRMS's rule"
                                + " sets the rate to the average of the last five seconds, which settles where the late"
                                + " acknowledgements let it.");
    }

    /** Row 5. */
    Scenario tramLonger() {
        TramRun delayed = tram(FEW_RECEIVERS, TramFault.ackDelay(LONGER_MS));
        return new Scenario(
                "5",
                "TRAM: one receiver's acknowledgements 10,000 ms late",
                "2 receivers, as in the paper.",
                List.of(delayed),
                DropRows.COLUMNS,
                List.of(
                        TramFigures.latency(
                                "row5-latency",
                                "Figure 7(c): TRAM, acknowledgements 10,000 ms late",
                                List.of(new Named("TRAM", delayed))),
                        TramFigures.rate(
                                "row5-rate",
                                "TRAM, acknowledgements 10,000 ms late",
                                List.of(new Named("TRAM", delayed)))),
                List.of(
                        new Claim(
                                "The slow receiver is pruned.",
                                "5.1.2, figure 7(c)",
                                m -> Finding.of(
                                                Effects.exclusions(m.of(delayed)) > 0,
                                                Effects.exclusionWords(m.of(delayed)))
                                        .ifNotHeld(
                                                "JRMS prunes at the minimum rate of 1 kB/s; 64 to 160 packets per 10 s are "
                                                        + Words.count(64.0 * PaperSettings.DATAGRAM_BYTES / 10)
                                                        + " bytes/s and more.")),
                        new Claim(
                                "Then the others see the performance of the error-free case.",
                                "5.1.2",
                                m -> normalAgain(m.of(delayed)))));
    }

    private static Finding normalAgain(Measurement delayed) {
        if (Effects.exclusions(delayed) == 0) {
            return Finding.notTestable("nobody was pruned");
        }
        double end = Effects.rateAtEnd(delayed);
        return Finding.of(
                        end >= Effects.NEAR_MAXIMUM,
                        Words.percent(end) + " of the maximum rate at the end; joined again "
                                + Effects.times(delayed.get(JOINS)))
                .ifNotHeld("The pruned receiver comes back and delays again.");
    }

    /** Row 9. */
    Scenario plusPlusDelays() {
        TramRun little = plusPlus(TramFault.ackDelay(SHORT_MS));
        TramRun much = plusPlus(TramFault.ackDelay(LONG_MS));
        TramRun tramLittle = tram(DELAY_RECEIVERS, TramFault.ackDelay(SHORT_MS));
        TramRun tramMuch = tram(DELAY_RECEIVERS, TramFault.ackDelay(LONG_MS));
        TramRun base = plusPlus(TramFault.none());
        return new Scenario(
                "9",
                "TRAM++: one receiver's acknowledgements 1000 and 8000 ms late",
                "5 receivers; TRAM on the same network for comparison.",
                List.of(little, much, tramLittle, tramMuch, base),
                DropRows.COLUMNS,
                List.of(
                        TramFigures.closeUp(
                                "row9-1000-close-up", "Figure 11: TRAM++, acknowledgements 1000 ms late", little),
                        TramFigures.latency(
                                "row9-8000-latency",
                                "Figure 12: acknowledgements 8000 ms late",
                                List.of(new Named("TRAM++", much), new Named("TRAM", tramMuch))),
                        TramFigures.rate(
                                "row9-rate",
                                "Figures 11, 12: TRAM++, acknowledgements late",
                                List.of(new Named("1000 ms", little), new Named("8000 ms", much))),
                        TramFigures.senderBuffer(
                                "row9-sender-buffer",
                                "Figures 11, 12: TRAM++, acknowledgements late",
                                List.of(new Named("1000 ms", little), new Named("8000 ms", much)))),
                List.of(
                        new Claim(
                                "1000 ms: the receiver is not pruned.",
                                "5.2.2, figure 11",
                                m -> Finding.of(
                                        Effects.exclusions(m.of(little)) == 0, Effects.exclusionWords(m.of(little)))),
                        new Claim(
                                "1000 ms: the faulty receiver's latency is a saw-tooth of that height.",
                                "5.2.2, figure 11",
                                m -> faultySawTooth(m.of(little))),
                        new Claim(
                                "1000 ms: the normal receivers are not affected.",
                                "5.2.2, figure 11",
                                m -> Effects.unaffected(little, base, m)),
                        new Claim(
                                "8000 ms: the receiver is pruned.",
                                "5.2.2, figure 12",
                                m -> Finding.of(Effects.exclusions(m.of(much)) > 0, Effects.exclusionWords(m.of(much)))
                                        .ifNotHeld(
                                                "Late acknowledgements ask for nothing: the receiver has all packets, so that no"
                                                        + " request goes unsatisfied, and it is not silent either. Only a rule about lag"
                                                        + " would prune it.")),
                        new Claim(
                                "8000 ms: the normal receivers are not affected.",
                                "5.2.2, figure 12",
                                m -> Effects.unaffected(much, base, m))));
    }

    private static Finding faultySawTooth(Measurement run) {
        double swing = run.get(ofFaulty(LATENCY_P99)) - run.get(ofFaulty(LATENCY_P50));
        return Finding.of(
                        swing >= SHORT_MS / HEIGHT_FACTOR && swing <= SHORT_MS * HEIGHT_FACTOR,
                        "its p99 is " + Words.millis(swing) + " above its median")
                .ifNotHeld(
                        "Acknowledgements are late, data is not: by multicast it reaches this receiver as soon as the"
                                + " others. In the paper's implementation the delay was made in the receiver, which seems to have"
                                + " held up its own delivery as well.");
    }

    /** Row 10. */
    Scenario reordering() {
        TramRun tramShort = tram(DELAY_RECEIVERS, TramFault.reorder(SHORT_GAP));
        TramRun tramLong = tram(DELAY_RECEIVERS, TramFault.reorder(LONG_GAP));
        TramRun plusShort = plusPlus(TramFault.reorder(SHORT_GAP));
        TramRun plusLong = plusPlus(TramFault.reorder(LONG_GAP));
        TramRun dropped = tram(DELAY_RECEIVERS, TramFault.drop(1));
        TramRun base = tram(DELAY_RECEIVERS, TramFault.none());
        return new Scenario(
                "10",
                "Packets overtaken by fewer, and by more, than an ack window of others",
                "Once in 100 packets one comes after " + SHORT_GAP + " or after " + LONG_GAP
                        + " later ones at the faulty receiver; the ack window is " + PaperSettings.ACK_WINDOW + ".",
                List.of(tramShort, tramLong, plusShort, plusLong, dropped, base),
                List.of(
                        LATENCY_MEAN,
                        LATENCY_P99,
                        ofFaulty(LATENCY_MEAN),
                        ofFaulty(LATENCY_P99),
                        REPAIRS,
                        RATE_MEAN,
                        PRUNINGS),
                List.of(
                        TramFigures.closeUp("row10-short", "Reordering, gap below the ack window: TRAM", tramShort),
                        TramFigures.closeUp("row10-long", "Reordering, gap above the ack window: TRAM", tramLong)),
                List.of(
                        new Claim(
                                "A gap below the ack window: as without errors.",
                                "5.1, normal and error injection runs",
                                m -> reorderedLittle(m.of(tramShort), m.of(base), m.of(dropped))),
                        new Claim(
                                "A gap above the ack window: as with a drop.",
                                "5.1, normal and error injection runs",
                                m -> reorderedMuch(m.of(tramLong), m.of(dropped)))));
    }

    private Finding reorderedLittle(Measurement run, Measurement base, Measurement dropped) {
        double factor = run.get(LATENCY_MEAN) / base.get(LATENCY_MEAN);
        double perFault = run.get(REPAIRS) / reorderings();
        return Finding.of(
                        factor <= Effects.UNAFFECTED && perFault <= 0.5,
                        "normal receivers' mean latency by a factor of " + Words.factor(factor) + "; "
                                + Words.count(run.get(REPAIRS)) + " repairs for " + Words.count(reorderings())
                                + " packets overtaken (" + Words.count(dropped.get(REPAIRS)) + " for "
                                + Words.count(2 * reorderings()) + " drops)")
                .ifNotHeld("An acknowledgement that falls into the gap asks for the packet although it is on its way.");
    }

    private Finding reorderedMuch(Measurement run, Measurement dropped) {
        double perFault = run.get(REPAIRS) / reorderings();
        double perDrop = dropped.get(REPAIRS) / (2 * reorderings());
        return Finding.of(
                perFault >= 0.5 * perDrop && perFault <= 2 * perDrop,
                Words.factor(perFault) + " repairs per packet overtaken, " + Words.factor(perDrop)
                        + " per drop; the faulty receiver's mean latency "
                        + Words.millis(run.get(ofFaulty(LATENCY_MEAN)))
                        + " against " + Words.millis(dropped.get(ofFaulty(LATENCY_MEAN))));
    }

    /** Packets held back in a run: one in 100, warm-up included. */
    private double reorderings() {
        return (runs.packets() + PaperSettings.WARM_UP_PACKETS) / 100.0;
    }
}
