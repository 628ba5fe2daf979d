package org.rmcast.lab.group;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.SessionEvent;
import org.rmcast.lab.experiment.Column;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.TimeSeries;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;

/** Who was pruned, given up, and taken in again since the run began, and why: figures, a series, and notes. */
public final class MembershipMeter implements Meter {
    public static final String PRUNINGS = "prunings of the faulty";
    public static final String NORMAL_PRUNINGS = "prunings of normal";
    /** Times that a faulty member was given up as silent. */
    public static final String FAILURES = "faulty given up";

    public static final String NORMAL_FAILURES = "normal given up";
    public static final String JOINS = "faulty joined again";
    /** Packets sent when somebody was pruned for the first time, NaN if nobody was. */
    public static final String FIRST_PRUNING = "first pruning at packet";

    public static final String LOST_NORMAL = "lost at normal";
    public static final String LOST_FAULTY = "lost at the faulty";

    /** What happened over time, if anything did. */
    public static final String MEMBERSHIP_SERIES = "membership";

    private static final Column TIME = new Column("time s");
    private static final Column PACKETS = new Column("packets sent");
    private static final Column HOST = new Column("host");
    private static final Column KIND = new Column("1 pruned 2 given up 3 joined");
    private static final int MAX_NOTES = 40;

    private enum Kind {
        PRUNED(1),
        FAILED(2),
        JOINED(3);

        private final int code;

        Kind(int code) {
            this.code = code;
        }
    }

    private final MessageTimes times;
    private final Set<Integer> faulty;
    private final TimeSeries.Builder rows = TimeSeries.over(TIME, PACKETS, HOST, KIND);
    private final List<String> notes = new ArrayList<>();
    private @Nullable Simulation watched;
    private long beginNanos;
    private int faultyPrunings;
    private int normalPrunings;
    private int faultyFailures;
    private int normalFailures;
    private int faultyJoins;
    private long lostMessagesNormal;
    private long lostMessagesFaulty;
    private double firstPruningPacket = Double.NaN;

    public MembershipMeter(Cast cast, MessageTimes times) {
        this.times = times;
        this.faulty = new TreeSet<>(cast.faulty());
    }

    @Override
    public void begin(Simulation simulation) {
        watched = simulation;
        beginNanos = simulation.now().toNanos();
        for (SimNode node : simulation.nodes()) {
            node.onEvent(event -> onEvent(node, event));
        }
    }

    private void onEvent(SimNode node, SessionEvent event) {
        if (event instanceof SessionEvent.MemberPruned pruned) {
            onPruned(node, pruned);
        } else if (event instanceof SessionEvent.MemberFailed failed) {
            boolean concernsFaulty = faulty.contains(host(failed.memberId()));
            faultyFailures += concernsFaulty ? 1 : 0;
            normalFailures += concernsFaulty ? 0 : 1;
            add(Kind.FAILED, host(failed.memberId()), "given up by host " + node.index() + ": " + failed.reason());
        } else if (event instanceof SessionEvent.RepairHeadChanged changed && changed.currentId() != 0) {
            faultyJoins += faulty.contains(node.index()) ? 1 : 0;
            add(Kind.JOINED, node.index(), "joined host " + host(changed.currentId()) + ": " + changed.reason());
        } else if (event instanceof SessionEvent.MessagesLost lost) {
            long messages = lost.limitMessage() - lost.firstMessage();
            lostMessagesFaulty += faulty.contains(node.index()) ? messages : 0;
            lostMessagesNormal += faulty.contains(node.index()) ? 0 : messages;
        }
    }

    /** Counted where the pruned member is told; elsewhere it shows why. */
    private void onPruned(SimNode node, SessionEvent.MemberPruned pruned) {
        int member = host(pruned.memberId());
        if (Double.isNaN(firstPruningPacket)) {
            firstPruningPacket = times.sent();
        }
        if (member == node.index()) {
            faultyPrunings += faulty.contains(member) ? 1 : 0;
            normalPrunings += faulty.contains(member) ? 0 : 1;
            add(Kind.PRUNED, member, "learns that it is pruned: " + pruned.reason());
        } else {
            note(member, "pruned, says host " + node.index() + ": " + pruned.reason());
        }
    }

    private static int host(long memberId) {
        return (int) (memberId / 1000 - 1);
    }

    private void add(Kind kind, int host, String what) {
        rows.row()
                .set(TIME, seconds())
                .set(PACKETS, times.sent())
                .set(HOST, host)
                .set(KIND, kind.code);
        note(host, what);
    }

    private void note(int host, String what) {
        if (notes.size() < MAX_NOTES) {
            notes.add(String.format(
                    Locale.ROOT,
                    "%.1f s, packet %d: host %d (%s) %s",
                    seconds(),
                    times.sent(),
                    host,
                    faulty.contains(host) ? "faulty" : "normal",
                    what));
        }
    }

    private double seconds() {
        Simulation simulation = Objects.requireNonNull(watched, "the run has not begun");
        return (simulation.now().toNanos() - beginNanos) / 1e9;
    }

    @Override
    public void end(Simulation simulation, Measurement result) {
        result.put(PRUNINGS, faultyPrunings)
                .put(NORMAL_PRUNINGS, normalPrunings)
                .put(FAILURES, faultyFailures)
                .put(NORMAL_FAILURES, normalFailures)
                .put(JOINS, faultyJoins)
                .put(FIRST_PRUNING, firstPruningPacket)
                .put(LOST_NORMAL, lostMessagesNormal)
                .put(LOST_FAULTY, lostMessagesFaulty);
        notes.forEach(result::note);
        TimeSeries series = rows.build();
        if (series.size() > 0) {
            result.put(MEMBERSHIP_SERIES, series);
        }
    }
}
