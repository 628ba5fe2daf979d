package org.rmcast.lab.group;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.rmcast.api.SessionEvent;
import org.rmcast.lab.experiment.TimeSeries;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;

/** Who was pruned, given up, and taken in again since the workload began, and why. */
final class MembershipLog {
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

    private final Simulation simulation;
    private final LatencyRecorder recorder;
    private final long beginNanos;
    private final Set<Integer> faulty;
    private final List<double[]> rows = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private int faultyPrunings;
    private int normalPrunings;
    private int faultyFailures;
    private int normalFailures;
    private int faultyJoins;
    private long lostMessagesNormal;
    private long lostMessagesFaulty;
    private double firstPruningPacket = Double.NaN;

    MembershipLog(Simulation simulation, LatencyRecorder recorder, GroupPlan plan) {
        this.simulation = simulation;
        this.recorder = recorder;
        this.beginNanos = simulation.now().toNanos();
        this.faulty = new TreeSet<>(plan.faulty);
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
            firstPruningPacket = recorder.sent();
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
        rows.add(new double[] {seconds(), recorder.sent(), host, kind.code});
        note(host, what);
    }

    private void note(int host, String what) {
        if (notes.size() < MAX_NOTES) {
            notes.add(String.format(
                    Locale.ROOT,
                    "%.1f s, packet %d: host %d (%s) %s",
                    seconds(),
                    recorder.sent(),
                    host,
                    faulty.contains(host) ? "faulty" : "normal",
                    what));
        }
    }

    private double seconds() {
        return (simulation.now().toNanos() - beginNanos) / 1e9;
    }

    List<String> notes() {
        return notes;
    }

    int faultyPrunings() {
        return faultyPrunings;
    }

    int normalPrunings() {
        return normalPrunings;
    }

    /** Times that the faulty member was given up as silent. */
    int faultyFailures() {
        return faultyFailures;
    }

    int normalFailures() {
        return normalFailures;
    }

    int faultyJoins() {
        return faultyJoins;
    }

    long lostMessagesNormal() {
        return lostMessagesNormal;
    }

    long lostMessagesFaulty() {
        return lostMessagesFaulty;
    }

    /** Packets sent when somebody was pruned for the first time, NaN if nobody was. */
    double firstPruningPacket() {
        return firstPruningPacket;
    }

    TimeSeries series() {
        return new TimeSeries("time s", List.of("packets sent", "host", "1 pruned 2 given up 3 joined"), rows);
    }
}
