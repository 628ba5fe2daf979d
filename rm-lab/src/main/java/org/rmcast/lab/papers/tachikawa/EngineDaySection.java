package org.rmcast.lab.papers.tachikawa;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.rmcast.lab.experiment.Column;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Judge;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Words;
import org.rmcast.lab.papers.tachikawa.DayWays.Part;
import org.rmcast.lab.papers.tachikawa.EngineDayRun.Choice;

/** A day of changing ways, with the engine: the adaptive choice beside each fixed one. */
final class EngineDaySection implements Section {
    /** "No more bytes": what chance may add. */
    private static final double HARDLY_MORE = 1.02;
    /** "No later". */
    private static final double HARDLY_LATER = 1.05;

    private static final double FOUR_FIFTHS = 0.8;
    private static final double TWICE = 2;
    private static final double NEAR = 1.1;
    private static final double HALF = 0.5;

    private static final int MEMBERS = 5;
    private static final int DESTINATIONS = MEMBERS - 1;
    private static final int WAYS = MEMBERS * DESTINATIONS;
    private static final List<Choice> FIXED_AND_ADAPTIVE =
            List.of(Choice.DIRECT, Choice.HIERARCHICAL, Choice.REPLICATED, Choice.ADAPTIVE, Choice.ADAPTIVE_COPIES);

    private static final List<String> FIGURES = List.of(
            EngineDayRun.GIVEN,
            EngineDayRun.most(EngineDayRun.GIVEN),
            EngineDayRun.KNOWN,
            EngineDayRun.most(EngineDayRun.KNOWN),
            EngineDayRun.PACKETS,
            EngineDayRun.BYTES,
            EngineDayRun.CHANGES);

    private final WideAreaRuns runs;

    EngineDaySection(WideAreaRuns runs) {
        this.runs = runs;
    }

    @Override
    public Scenario scenario() {
        PaperText.Row row = WideAreaGroup.TEXT
                .row("11")
                .with("seconds", runs.hourSeconds())
                .with("calm", hoursIn(Part.CALM))
                .with("lossy", hoursIn(Part.LOSSY))
                .with("around", hoursIn(Part.AROUND));
        List<String> columns = Stream.concat(FIGURES.stream(), FIGURES.stream().map(EngineDayRun::critical))
                .toList();
        return row.scenario(
                Arrays.stream(Choice.values()).<Run>map(runs::day).toList(),
                columns,
                List.of(
                        new FigurePlan("row11-ways", measurements -> ways()),
                        new FigurePlan("row11-given", this::given),
                        new FigurePlan("row11-bytes", this::bytes)),
                List.of(
                        row.claim("direct", all -> beside(Choice.ADAPTIVE, Choice.DIRECT, all)),
                        row.claim("hierarchical", all -> beside(Choice.ADAPTIVE, Choice.HIERARCHICAL, all)),
                        row.claim("replicated", this::replicated),
                        row.claim("replicated-bytes", this::replicatedBytes),
                        row.claim("around", this::around),
                        row.claim("lossy", this::lossy),
                        row.claim("no-later", this::noLater),
                        row.claim("copies", this::copies),
                        row.claim("allowed", this::allowed),
                        row.claim("critical", this::critical),
                        row.claim("critical-copies", this::criticalCopies),
                        row.claim("critical-alone", this::criticalAlone),
                        row.claim("receipts", this::receipts),
                        row.claim("steady", all -> steady(Choice.ADAPTIVE, all)),
                        row.claim("steady-copies", this::steadyCopies)));
    }

    private double get(Choice choice, String figure, Measurements measurements) {
        return measurements.of(runs.day(choice)).get(figure);
    }

    private DayGain gain(Choice choice, Choice other, String figure, IntPredicate hours, Measurements measurements) {
        return DayGain.of(runs.day(choice), runs.day(other), figure, hours, measurements);
    }

    private static IntPredicate in(Part part) {
        return hour -> DayWays.part(hour) == part;
    }

    /** In these two hours all ways are as in the hour before. */
    private static boolean isUnchanged(int hour) {
        return hour == 8 || hour == 9;
    }

    private static long hoursIn(Part part) {
        return IntStream.range(0, HourlyLoss.HOURS).filter(in(part)).count();
    }

    /** Sooner over the day, and what it costs. */
    private Finding sooner(Choice choice, Choice fixed, Measurements measurements) {
        DayGain given = gain(choice, fixed, EngineDayRun.GIVEN, hour -> true, measurements);
        DayGain known = gain(choice, fixed, EngineDayRun.KNOWN, hour -> true, measurements);
        return Finding.of(
                given.isSooner(),
                String.format(
                        Locale.ROOT,
                        "given to all after %s; p99 %s; known after %s; p99 %s; bytes %s",
                        given.words(),
                        pair(EngineDayRun.most(EngineDayRun.GIVEN), choice, fixed, measurements),
                        known.words(),
                        pair(EngineDayRun.most(EngineDayRun.KNOWN), choice, fixed, measurements),
                        pair(EngineDayRun.BYTES, choice, fixed, measurements)));
    }

    private String pair(String figure, Choice choice, Choice other, Measurements measurements) {
        return Words.count(get(choice, figure, measurements)) + " (" + Words.count(get(other, figure, measurements))
                + ")";
    }

    /** Sooner over the day, at the same price. */
    private Finding beside(Choice choice, Choice fixed, Measurements measurements) {
        Finding sooner = sooner(choice, fixed, measurements);
        boolean cheap = get(choice, EngineDayRun.BYTES, measurements)
                <= HARDLY_MORE * get(fixed, EngineDayRun.BYTES, measurements);
        return Finding.all("", List.of(sooner, Finding.of(cheap, "")));
    }

    private Finding replicated(Measurements measurements) {
        Finding finding = sooner(Choice.ADAPTIVE_COPIES, Choice.REPLICATED, measurements);
        for (Part part : Part.values()) {
            finding = finding.with(
                    part.name().toLowerCase(Locale.ROOT),
                    gain(Choice.ADAPTIVE_COPIES, Choice.REPLICATED, EngineDayRun.GIVEN, in(part), measurements)
                            .difference());
        }
        return finding;
    }

    private Finding replicatedBytes(Measurements measurements) {
        List<Finding> findings = new ArrayList<>();
        for (Part part : Part.values()) {
            DayGain bytes = gain(Choice.ADAPTIVE_COPIES, Choice.REPLICATED, EngineDayRun.BYTES, in(part), measurements);
            findings.add(Finding.of(
                    bytes.ratio() <= HARDLY_MORE,
                    String.format(
                            Locale.ROOT,
                            "%s %.0f (%.0f), %s",
                            part.words(),
                            bytes.millis(),
                            bytes.otherMillis(),
                            Words.factor(bytes.ratio()))));
        }
        return Finding.all("; ", findings);
    }

    private Finding around(Measurements measurements) {
        return Finding.all(
                "; ",
                List.of(
                        soonerIn(Part.AROUND, Choice.ADAPTIVE, Choice.DIRECT, measurements),
                        soonerIn(Part.AROUND, Choice.ADAPTIVE, Choice.HIERARCHICAL, measurements),
                        soonerIn(Part.AROUND, Choice.ADAPTIVE_COPIES, Choice.REPLICATED, measurements)));
    }

    private Finding lossy(Measurements measurements) {
        return soonerIn(Part.LOSSY, Choice.ADAPTIVE, Choice.DIRECT, measurements)
                .with("hours", Long.toString(shorterByTime().count()))
                .with("most", Words.percent(1 - shorterByTime().min().orElse(Double.NaN)))
                .with("back", Words.count(get(Choice.ADAPTIVE, EngineDayRun.CHANGES_FOR_COST, measurements)))
                .with("changes", Words.count(get(Choice.ADAPTIVE, EngineDayRun.CHANGES, measurements)));
    }

    /** T through Los Angeles over T directly, by the formulas, in the lossy hours in which it is less. */
    private static DoubleStream shorterByTime() {
        return IntStream.range(0, HourlyLoss.HOURS)
                .filter(in(Part.LOSSY))
                .mapToDouble(hour -> DayWays.aroundExpectedMillis(hour) / DayWays.directExpectedMillis(hour))
                .filter(ratio -> ratio < 1);
    }

    private Finding soonerIn(Part part, Choice choice, Choice fixed, Measurements measurements) {
        DayGain gain = gain(choice, fixed, EngineDayRun.GIVEN, in(part), measurements);
        return Finding.of(gain.isSooner(), against(choice, fixed, gain));
    }

    private static String against(Choice choice, Choice fixed, DayGain gain) {
        return "*" + choice.words() + "* beside *" + fixed.words() + "* " + gain.words();
    }

    private Finding noLater(Measurements measurements) {
        List<Finding> findings = new ArrayList<>();
        for (Part part : List.of(Part.CALM, Part.LOSSY)) {
            findings.add(Finding.all(
                    "; ",
                    List.of(
                            noLater(part, Choice.ADAPTIVE, Choice.DIRECT, measurements),
                            noLater(part, Choice.ADAPTIVE, Choice.HIERARCHICAL, measurements),
                            noLater(part, Choice.ADAPTIVE_COPIES, Choice.REPLICATED, measurements))));
        }
        return Finding.all("; ", findings);
    }

    private Finding noLater(Part part, Choice choice, Choice fixed, Measurements measurements) {
        DayGain gain = gain(choice, fixed, EngineDayRun.GIVEN, in(part), measurements);
        return Finding.of(gain.ratio() <= HARDLY_LATER, part.words() + ": " + against(choice, fixed, gain));
    }

    private Finding copies(Measurements measurements) {
        Judge<Part> times = Judge.over(
                List.of(Part.values()),
                part -> copies(part, EngineDayRun.GIVEN, measurements).ratio());
        Judge<Part> bytes = Judge.over(
                List.of(Part.values()),
                part -> copies(part, EngineDayRun.BYTES, measurements).ratio());
        return Finding.all(
                        "; bytes: ",
                        List.of(
                                times.saying(
                                                "given to all after: ",
                                                ", ",
                                                (part, ratio) -> part.words() + " "
                                                        + copies(part, EngineDayRun.GIVEN, measurements)
                                                                .words())
                                        .atMost(FOUR_FIFTHS),
                                bytes.saying("", ", ", (part, ratio) -> part.words() + " " + Words.factor(ratio))
                                        .atMost(TWICE)))
                .with("part", times.best().words())
                .with("saved", Words.percent(1 - times.highest()));
    }

    private DayGain copies(Part part, String figure, Measurements measurements) {
        return gain(Choice.ADAPTIVE_COPIES, Choice.ADAPTIVE, figure, in(part), measurements);
    }

    private Finding allowed(Measurements measurements) {
        List<Finding> findings = new ArrayList<>();
        for (Choice choice : List.of(Choice.REPLICATED, Choice.ADAPTIVE_COPIES)) {
            double share = get(choice, EngineDayRun.SENT_AGAIN, measurements) / DESTINATIONS;
            findings.add(Finding.of(
                    share <= WideAreaSettings.ALLOWED_LOSS,
                    "*" + choice.words() + "* " + Words.percent(100 * share, 2)));
        }
        return Finding.all(", ", findings);
    }

    private Finding critical(Measurements measurements) {
        DayGain gain = DayGain.of(
                runs.day(Choice.ADAPTIVE_IN_TURN),
                EngineDayRun.critical(EngineDayRun.GIVEN),
                runs.day(Choice.ADAPTIVE_IN_TURN),
                EngineDayRun.GIVEN,
                measurements);
        String most = EngineDayRun.most(EngineDayRun.GIVEN);
        double critical = get(Choice.ADAPTIVE_IN_TURN, EngineDayRun.critical(most), measurements);
        double normal = get(Choice.ADAPTIVE_IN_TURN, most, measurements);
        double price = get(Choice.ADAPTIVE_IN_TURN, EngineDayRun.critical(EngineDayRun.BYTES), measurements)
                / get(Choice.ADAPTIVE_IN_TURN, EngineDayRun.BYTES, measurements);
        return Finding.of(
                gain.isSooner() && critical < normal,
                String.format(
                        Locale.ROOT,
                        "given to all after %s; p99 %.0f (%.0f); %s times the bytes",
                        gain.words(),
                        critical,
                        normal,
                        Words.factor(price)));
    }

    private Finding criticalCopies(Measurements measurements) {
        DayGain gain = DayGain.of(
                runs.day(Choice.ADAPTIVE_CRITICAL),
                EngineDayRun.critical(EngineDayRun.GIVEN),
                runs.day(Choice.ADAPTIVE_COPIES),
                EngineDayRun.GIVEN,
                measurements);
        double bytes = get(Choice.ADAPTIVE_CRITICAL, EngineDayRun.critical(EngineDayRun.BYTES), measurements);
        return Finding.of(
                gain.isSooner(),
                String.format(
                        Locale.ROOT,
                        "given to all after %s; bytes %.0f (%.0f)",
                        gain.words(),
                        bytes,
                        get(Choice.ADAPTIVE_COPIES, EngineDayRun.BYTES, measurements)));
    }

    private Finding criticalAlone(Measurements measurements) {
        String most = EngineDayRun.critical(EngineDayRun.most(EngineDayRun.GIVEN));
        double among = get(Choice.ADAPTIVE_IN_TURN, most, measurements);
        double alone = get(Choice.ADAPTIVE_CRITICAL, most, measurements);
        return Finding.of(
                        among <= NEAR * alone,
                        "p99 " + Words.millis(among) + " (" + Words.millis(alone) + "), mean "
                                + pair(
                                        EngineDayRun.critical(EngineDayRun.GIVEN),
                                        Choice.ADAPTIVE_IN_TURN,
                                        Choice.ADAPTIVE_CRITICAL,
                                        measurements))
                .with("others", againPercent(EngineDayRun.SENT_AGAIN, measurements))
                .with("critical", againPercent(EngineDayRun.critical(EngineDayRun.SENT_AGAIN), measurements));
    }

    private String againPercent(String figure, Measurements measurements) {
        return Words.percent(100 * get(Choice.ADAPTIVE_IN_TURN, figure, measurements) / DESTINATIONS, 1);
    }

    private Finding receipts(Measurements measurements) {
        double given = saved(EngineDayRun.GIVEN, measurements);
        double known = saved(EngineDayRun.KNOWN, measurements);
        return Finding.of(
                        known >= HALF * given,
                        "p99 of delivery falls by " + Words.millis(given) + ", of receipts by " + Words.millis(known))
                .with("often", Words.millis(most(Choice.ADAPTIVE_OFTEN, measurements)))
                .with("seldom", Words.millis(most(Choice.ADAPTIVE_COPIES, measurements)));
    }

    private double most(Choice choice, Measurements measurements) {
        return get(choice, EngineDayRun.most(EngineDayRun.KNOWN), measurements);
    }

    private double saved(String figure, Measurements measurements) {
        String most = EngineDayRun.most(figure);
        return get(Choice.DIRECT, most, measurements) - get(Choice.ADAPTIVE_COPIES, most, measurements);
    }

    private Finding steady(Choice choice, Measurements measurements) {
        double changes = get(choice, EngineDayRun.CHANGES, measurements);
        return Finding.of(
                changes <= WAYS * HourlyLoss.HOURS,
                Words.count(changes) + " changes of " + WAYS + " ways in " + HourlyLoss.HOURS + " hours");
    }

    private Finding steadyCopies(Measurements measurements) {
        DayGain changes = gain(
                Choice.ADAPTIVE_COPIES,
                Choice.REPLICATED,
                EngineDayRun.CHANGES,
                EngineDaySection::isUnchanged,
                measurements);
        return steady(Choice.ADAPTIVE_COPIES, measurements)
                .with("unchanged", Words.count(changes.millis()))
                .with("replicated", Words.count(changes.otherMillis()));
    }

    private static double[] hours() {
        return IntStream.range(0, HourlyLoss.HOURS).asDoubleStream().toArray();
    }

    private Figure ways() {
        return new Figure(
                "Hatoyama and Keele, as assumed: delay one way, mean of both directions; loss",
                "o'clock",
                "ms, ‰",
                false,
                List.of(
                        ofHours("delay directly (ms)", DayWays::directMillis),
                        ofHours("delay through Los Angeles (ms)", DayWays::aroundMillis),
                        ofHours("loss directly (‰)", hour -> 1_000 * DayWays.loss(MeasuredPath.KEELE, hour)),
                        ofHours("loss to Los Angeles (‰)", hour -> 1_000 * DayWays.loss(MeasuredPath.UCLA, hour))));
    }

    private static Figure.Curve ofHours(String name, IntToDoubleFunction value) {
        return new Figure.Curve(
                name,
                true,
                hours(),
                IntStream.range(0, HourlyLoss.HOURS).mapToDouble(value).toArray());
    }

    private Figure given(Measurements measurements) {
        return figure("Until all have been given a message", "ms", EngineDayRun.GIVEN, measurements);
    }

    private Figure bytes(Measurements measurements) {
        return figure("What is sent for a message", "bytes", EngineDayRun.BYTES, measurements);
    }

    private Figure figure(String title, String unit, String figure, Measurements measurements) {
        List<Figure.Curve> curves = new ArrayList<>();
        for (Choice choice : FIXED_AND_ADAPTIVE) {
            curves.add(curve(choice, figure, measurements));
        }
        curves.add(curve(Choice.ADAPTIVE_CRITICAL, EngineDayRun.critical(figure), measurements));
        return new Figure(title, "o'clock", unit, false, curves);
    }

    private Figure.Curve curve(Choice choice, String figure, Measurements measurements) {
        return new Figure.Curve(
                choice.words(),
                true,
                hours(),
                measurements.of(runs.day(choice)).series(EngineDayRun.SERIES).y(new Column(figure)));
    }
}
