package org.rmcast.lab.papers.tachikawa;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.lab.experiment.Column;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.experiment.TimeSeries;
import org.rmcast.lab.papers.tachikawa.DayTraffic.Classes;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.wan.WanProtocol;

/**
 * A day of changing ways with the engine: all five send to all others, by ways that are chosen in one manner.
 *
 * @param hourSeconds simulated time that stands for an hour
 */
record EngineDayRun(Choice choice, int hourSeconds) implements Run {
    static final String SERIES = "hours";
    static final Column HOUR = new Column("hour");

    /** All destinations were given it. */
    static final String GIVEN = "given ms";
    /** The sender knows that all have it. */
    static final String KNOWN = "known ms";

    static final String PACKETS = "packets";
    static final String BYTES = "bytes";
    static final String CHANGES = "changes";
    static final String CHANGES_FOR_COST = "changes back for cost";
    static final String SENT_AGAIN = "sent again";

    /** Mean time between two messages of a member. */
    static final Duration GAP = Duration.ofSeconds(2);

    /** The membership's: answers from Keele take longer than the period that is the default. */
    static final String PROBE_PERIOD = "5s";

    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final Duration SETTLING = Duration.ofMinutes(1);
    private static final Duration LAST_REPAIRS = Duration.ofSeconds(30);

    /** How ways are chosen, and for what. */
    @SuppressWarnings("ImmutableEnumChecker") // parameters are, and do not say so
    enum Choice {
        DIRECT("direct", sending("direct"), Classes.NORMAL),
        HIERARCHICAL("hierarchical", sending("hierarchical"), Classes.NORMAL),
        REPLICATED("replicated, 1 %", withCopies(sending("replicated")), Classes.NORMAL),
        ADAPTIVE("adaptive", sending("adaptive"), Classes.NORMAL),
        ADAPTIVE_COPIES("adaptive, 1 %", withCopies(ADAPTIVE.parameters), Classes.NORMAL),
        /** Measured four times as often. */
        ADAPTIVE_OFTEN(
                "adaptive, 1 %, probeInterval=250ms",
                ADAPTIVE_COPIES.parameters.with("probeInterval", "250ms"), Classes.NORMAL),
        ADAPTIVE_IN_TURN("adaptive, critical in time and not in turn", ADAPTIVE.parameters, Classes.IN_TURN),
        ADAPTIVE_CRITICAL("adaptive, critical in time", ADAPTIVE.parameters, Classes.CRITICAL);

        private final String words;
        private final Parameters parameters;
        private final Classes classes;

        Choice(String words, Parameters parameters, Classes classes) {
            this.words = words;
            this.parameters = parameters;
            this.classes = classes;
        }

        String words() {
            return words;
        }

        private static Parameters sending(String how) {
            return Parameters.none().with("sending", how);
        }

        private static Parameters withCopies(Parameters parameters) {
            return parameters.with("allowedLoss", WideAreaSettings.ALLOWED_LOSS);
        }
    }

    /** The figure that only one in a hundred messages exceeds. */
    static String most(String figure) {
        return figure.replace(" ms", " p99 ms");
    }

    /** The figure of messages that are critical in time. */
    static String critical(String figure) {
        return "critical: " + figure;
    }

    @Override
    public String id() {
        return "day-" + choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public String description() {
        return choice.words;
    }

    @Override
    public double cost() {
        return 1e5 * hourSeconds;
    }

    @Override
    public Measurement measure(long seed) {
        SplittableRandom random = new SplittableRandom(seed * 31 + SERIES.hashCode());
        Simulation simulation = Simulation.builder(random.nextLong())
                .topology(FiveProcesses.network(FiveProcesses.Case.AT_ONCE))
                .protocol(new WanProtocol())
                .parameters(choice.parameters.with("probePeriod", PROBE_PERIOD).with("multicast", false))
                .roles(Role.PEER)
                .traceLines(0)
                .build();
        List<SimNode> nodes = simulation.nodes();
        if (!simulation.runUntil(
                () -> nodes.stream().allMatch(node -> node.receiverCount() == nodes.size() - 1), LIMIT)) {
            throw new IllegalStateException("the five have not met after " + LIMIT);
        }
        DayWays.begin(0, simulation);
        simulation.runFor(SETTLING);
        DayTraffic traffic = new DayTraffic(simulation, random, choice.classes, GAP);
        for (int hour = 0; hour < HourlyLoss.HOURS; hour++) {
            DayWays.begin(hour, simulation);
            traffic.beginHour();
            simulation.runFor(Duration.ofSeconds(hourSeconds));
        }
        traffic.end();
        simulation.runFor(LAST_REPAIRS);
        simulation.checkComplete();
        return measurement(traffic.hours());
    }

    private Measurement measurement(List<DayHour> hours) {
        Measurement result = new Measurement(id());
        put(false, hours, result);
        put(true, hours, result);
        TimeSeries.Builder series = TimeSeries.over(
                HOUR,
                new Column(GIVEN),
                new Column(KNOWN),
                new Column(BYTES),
                new Column(CHANGES),
                new Column(critical(GIVEN)),
                new Column(critical(KNOWN)),
                new Column(critical(BYTES)),
                new Column(critical(CHANGES)));
        for (int hour = 0; hour < hours.size(); hour++) {
            TimeSeries.Row row = series.row().set(HOUR, hour);
            set(false, hours.get(hour), row);
            set(true, hours.get(hour), row);
        }
        return result.put(SERIES, series.build());
    }

    private static String named(String figure, boolean critical) {
        return critical ? critical(figure) : figure;
    }

    private static void put(boolean critical, List<DayHour> hours, Measurement result) {
        DayHour.Messages all = new DayHour.Messages();
        hours.forEach(hour -> all.add(hour.of(critical)));
        if (all.isEmpty()) {
            return;
        }
        result.put(named(GIVEN, critical), DayHour.Messages.mean(all.delivered))
                .put(named(most(GIVEN), critical), DayHour.Messages.most(all.delivered))
                .put(named(KNOWN, critical), DayHour.Messages.mean(all.known))
                .put(named(most(KNOWN), critical), DayHour.Messages.most(all.known))
                .put(named(PACKETS, critical), all.packetsOfAMessage())
                .put(named(BYTES, critical), all.bytesOfAMessage())
                .put(named(SENT_AGAIN, critical), all.repairsOfAMessage())
                .put(named(CHANGES, critical), (long) all.changes)
                .put(named(CHANGES_FOR_COST, critical), (long) all.changesForCost);
    }

    private static void set(boolean critical, DayHour hour, TimeSeries.Row row) {
        DayHour.Messages messages = hour.of(critical);
        if (messages.isEmpty()) {
            return;
        }
        row.set(new Column(named(GIVEN, critical)), DayHour.Messages.mean(messages.delivered))
                .set(new Column(named(KNOWN, critical)), DayHour.Messages.mean(messages.known))
                .set(new Column(named(BYTES, critical)), messages.bytesOfAMessage())
                .set(new Column(named(CHANGES, critical)), messages.changes);
    }
}
