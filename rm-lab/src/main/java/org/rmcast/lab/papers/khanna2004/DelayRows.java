package org.rmcast.lab.papers.khanna2004;

import static org.rmcast.lab.group.LatencyMeter.*;
import static org.rmcast.lab.group.MembershipMeter.*;
import static org.rmcast.lab.group.RepairMeter.*;
import static org.rmcast.lab.group.StateMeter.*;

import java.util.List;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Judge;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.PaperText;
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
        TramRun delayed = tram(DELAY_RECEIVERS, TramFault.ackWait(LONG_MS));
        TramRun base = tram(DELAY_RECEIVERS, TramFault.none());
        PaperText.Row row = TramFailureHandling.TEXT.row("4");
        return row.scenario(
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
                        row.claim("spikes", m -> spikes(m.of(delayed))),
                        row.claim("all-suffer", m -> Effects.affected(delayed, base, m)),
                        row.claim("saw-tooth", m -> sawTooth(m.of(delayed))),
                        row.claim("not-pruned", m -> Effects.notExcluded(m.of(delayed)))));
    }

    private static Finding spikes(Measurement delayed) {
        Effects.Spikes spikes = Effects.spikes(delayed.series(CLOSE_UP_SERIES).y(NORMAL), LONG_MS / HEIGHT_FACTOR);
        boolean held = spikes.highest() <= LONG_MS * HEIGHT_FACTOR
                && Judge.isAbout(spikes.spacing(), PaperSettings.ACK_WINDOW, SPACING_FACTOR);
        return Finding.of(
                        held,
                        spikes.count() + " spikes above " + Words.millis(LONG_MS / HEIGHT_FACTOR)
                                + " in the first packets, the highest " + Words.millis(spikes.highest())
                                + (Double.isNaN(spikes.spacing())
                                        ? ""
                                        : ", every " + Words.count(spikes.spacing()) + " packets"))
                .with("ack-window", Integer.toString(PaperSettings.ACK_WINDOW));
    }

    private static Finding sawTooth(Measurement delayed) {
        double lowest = delayed.get(RATE_LOW) / PaperSettings.MAX_RATE;
        double highest = delayed.get(RATE_MAX) / PaperSettings.MAX_RATE;
        double mean = delayed.get(RATE_MEAN);
        return Finding.of(
                mean > PaperSettings.MIN_RATE && highest >= 2 * lowest,
                "between " + Words.percent(lowest) + " and " + Words.percent(highest) + " of the maximum, "
                        + Words.count(mean) + " bytes/s on average");
    }

    /** Row 5. */
    Scenario tramLonger() {
        TramRun delayed = tram(FEW_RECEIVERS, TramFault.ackWait(LONGER_MS));
        PaperText.Row row = TramFailureHandling.TEXT.row("5");
        return row.scenario(
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
                        row.claim(
                                "pruned",
                                m -> Effects.excluded(m.of(delayed))
                                        .with("rate", Words.count(64.0 * PaperSettings.DATAGRAM_BYTES / 10))),
                        row.claim("normal-again", m -> normalAgain(m.of(delayed)))));
    }

    private static Finding normalAgain(Measurement delayed) {
        if (Effects.exclusions(delayed) == 0) {
            return Finding.notTestable("nobody was pruned");
        }
        double end = Effects.rateAtEnd(delayed);
        return Finding.of(
                end >= Effects.NEAR_MAXIMUM,
                Words.percent(end) + " of the maximum rate at the end; joined again "
                        + Effects.times(delayed.get(JOINS)));
    }

    /** Row 9. */
    Scenario plusPlusDelays() {
        TramRun little = plusPlus(TramFault.ackWait(SHORT_MS));
        TramRun much = plusPlus(TramFault.ackWait(LONG_MS));
        TramRun tramLittle = tram(DELAY_RECEIVERS, TramFault.ackWait(SHORT_MS));
        TramRun tramMuch = tram(DELAY_RECEIVERS, TramFault.ackWait(LONG_MS));
        TramRun base = plusPlus(TramFault.none());
        PaperText.Row row = TramFailureHandling.TEXT.row("9");
        return row.scenario(
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
                        row.claim("little-not-pruned", m -> Effects.notExcluded(m.of(little))),
                        row.claim("little-saw-tooth", m -> faultySawTooth(m.of(little))),
                        row.claim("little-unaffected", m -> Effects.unaffected(little, base, m)),
                        row.claim("much-pruned", m -> Effects.excluded(m.of(much))),
                        row.claim("much-unaffected", m -> Effects.unaffected(much, base, m))));
    }

    private static Finding faultySawTooth(Measurement run) {
        double swing = run.get(ofFaulty(LATENCY_P99)) - run.get(ofFaulty(LATENCY_P50));
        return Finding.of(
                Judge.isAbout(swing, SHORT_MS, HEIGHT_FACTOR),
                "its p99 is " + Words.millis(swing) + " above its median");
    }

    /** Row 10. */
    Scenario reordering() {
        TramRun tramShort = tram(DELAY_RECEIVERS, TramFault.reorder(SHORT_GAP));
        TramRun tramLong = tram(DELAY_RECEIVERS, TramFault.reorder(LONG_GAP));
        TramRun plusShort = plusPlus(TramFault.reorder(SHORT_GAP));
        TramRun plusLong = plusPlus(TramFault.reorder(LONG_GAP));
        TramRun dropped = tram(DELAY_RECEIVERS, TramFault.drop(1));
        TramRun base = tram(DELAY_RECEIVERS, TramFault.none());
        PaperText.Row row = TramFailureHandling.TEXT
                .row("10")
                .with("short", SHORT_GAP)
                .with("long", LONG_GAP)
                .with("ack-window", PaperSettings.ACK_WINDOW);
        return row.scenario(
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
                        row.claim("short", m -> reorderedLittle(m.of(tramShort), m.of(base), m.of(dropped))),
                        row.claim("long", m -> reorderedMuch(m.of(tramLong), m.of(dropped)))));
    }

    private Finding reorderedLittle(Measurement run, Measurement base, Measurement dropped) {
        double factor = run.get(LATENCY_MEAN) / base.get(LATENCY_MEAN);
        double perFault = run.get(REPAIRS) / reorderings();
        return Finding.of(
                factor <= Effects.UNAFFECTED && perFault <= 0.5,
                "normal receivers' mean latency by a factor of " + Words.factor(factor) + "; "
                        + Words.count(run.get(REPAIRS)) + " repairs for " + Words.count(reorderings())
                        + " packets overtaken (" + Words.count(dropped.get(REPAIRS)) + " for "
                        + Words.count(2 * reorderings()) + " drops)");
    }

    private Finding reorderedMuch(Measurement run, Measurement dropped) {
        double perFault = run.get(REPAIRS) / reorderings();
        double perDrop = dropped.get(REPAIRS) / (2 * reorderings());
        return Finding.of(
                Judge.isAbout(perFault, perDrop, 2),
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
