package org.rmcast.lab.perf;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.rmcast.lab.layout.Layout;
import org.rmcast.lab.member.LoadSettings;

/**
 * Carries out a {@link PerfPlan}: a group of processes for raw and one for each protocol, warmed up until the JVM has compiled
 * what they run; then for each size and loss turns of runs, forwards and backwards through the carriers, so that a drift of the
 * machine hits all alike. The groups that are not in their turn are silent but for their protocol's hellos.
 */
final class PerfRun {
    private static final int FIRST_PORT = 45_600;

    private final PerfPlan plan;
    private final Layout layout;
    private final Consumer<String> progress;
    private int nextPort = FIRST_PORT;

    PerfRun(PerfPlan plan, Layout layout, Consumer<String> progress) {
        this.plan = plan;
        this.layout = layout;
        this.progress = progress;
    }

    /** Runs everything. */
    PerfResult run() throws IOException, InterruptedException {
        List<PerfPlan.Scenario> goodput = plan.goodputScenarios();
        List<PerfPlan.Scenario> latency = plan.latencyScenarios();
        progress.accept(String.format(
                Locale.ROOT,
                "%d combinations, %d turns of %d runs each; about %.0f s",
                goodput.size() + latency.size(),
                plan.repeat(),
                plan.carriers().size(),
                plan.estimatedSeconds()));
        int lifeSeconds = (int) (600 + 3 * plan.estimatedSeconds());
        List<MemberGroup> groups = new ArrayList<>();
        try {
            for (String carrier : plan.carriers()) {
                groups.add(new MemberGroup(carrier, Build.running(), plan, layout, lifeSeconds));
            }
            return new PerfResult(
                    Machine.here(), layout, plan, compareAll(groups, goodput), compareAll(groups, latency));
        } finally {
            groups.forEach(MemberGroup::close);
        }
    }

    private List<Comparison> compareAll(List<MemberGroup> groups, List<PerfPlan.Scenario> scenarios)
            throws IOException, InterruptedException {
        List<Comparison> comparisons = new ArrayList<>();
        for (PerfPlan.Scenario scenario : scenarios) {
            comparisons.add(compare(groups, scenario));
        }
        return comparisons;
    }

    private Comparison compare(List<MemberGroup> groups, PerfPlan.Scenario scenario)
            throws IOException, InterruptedException {
        LoadSettings load = scenario.load();
        for (MemberGroup group : groups) {
            group.open(scenario.loss(), nextPort++);
        }
        MemberGroup.warmUp(groups, scenario, 0, plan.maxWarmUps());
        List<Comparison.Turn> turns = new ArrayList<>();
        for (int i = 0; i < plan.repeat(); i++) {
            turns.add(turn(groups, scenario, i % 2 == 0));
            progress.accept(describe(scenario, i, turns.get(i)));
        }
        return new Comparison(load.messageBytes(), scenario.loss(), load.messagesPerSecond(), turns);
    }

    private static Comparison.Turn turn(List<MemberGroup> groups, PerfPlan.Scenario scenario, boolean forwards)
            throws IOException, InterruptedException {
        List<MemberGroup> order = new ArrayList<>(groups);
        if (!forwards) {
            Collections.reverse(order);
        }
        Map<String, RunResult> runs = new LinkedHashMap<>();
        for (MemberGroup group : order) {
            runs.put(group.carrier(), group.run(scenario));
        }
        return new Comparison.Turn(runs);
    }

    private String describe(PerfPlan.Scenario scenario, int index, Comparison.Turn turn) {
        StringBuilder line = new StringBuilder(String.format(
                Locale.ROOT,
                "%5d B, loss %4.1f %%, turn %d: ",
                scenario.load().messageBytes(),
                scenario.loss() * 100,
                index + 1));
        RunResult raw = turn.run(PerfPlan.RAW);
        line.append(
                scenario.latency()
                        ? String.format(Locale.ROOT, "p99 raw %.2f ms", p99(raw))
                        : String.format(
                                Locale.ROOT,
                                "raw %.1f MB/s (lost %.1f %%)",
                                raw.goodput() / 1e6,
                                raw.lostShare() * 100));
        for (String protocol : plan.protocols()) {
            RunResult run = turn.run(protocol);
            line.append(
                    scenario.latency()
                            ? String.format(Locale.ROOT, ", %s %.2f ms", protocol, p99(run))
                            : String.format(
                                    Locale.ROOT,
                                    "; %s %.1f MB/s, ratio %.2f, %.3f repairs and %.3f NAKs per packet",
                                    protocol,
                                    run.goodput() / 1e6,
                                    turn.ratio(protocol),
                                    run.repairsPerPacket(),
                                    run.naksPerPacket()));
            line.append(
                    run.complete()
                            ? ""
                            : String.format(Locale.ROOT, " (INCOMPLETE, lost %.4f %%)", run.lostShare() * 100));
        }
        return line.toString();
    }

    private static double p99(RunResult run) {
        return run.latency().getValueAtPercentile(99) / 1e6;
    }
}
