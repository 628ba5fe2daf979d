package org.rmcast.lab.perf;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.rmcast.lab.layout.Layout;

/**
 * Carries out a {@link BuildPlan}. Runs of the two builds alternate, and so does which of them begins a pair: A B, B A, A B; a drift
 * of the machine hits both alike.
 */
final class BuildRun {
    private static final int FIRST_PORT = 45_600;
    private static final int PORTS = 10_000;

    private final BuildPlan plan;
    private final Build ours;
    private final Build other;
    private final Layout layout;
    private final Consumer<String> progress;
    private int portsUsed;

    BuildRun(BuildPlan plan, Build ours, Build other, Layout layout, Consumer<String> progress) {
        this.plan = plan;
        this.ours = ours;
        this.other = other;
        this.layout = layout;
        this.progress = progress;
    }

    /** Runs everything. */
    BuildResult run() throws IOException, InterruptedException {
        progress.accept(String.format(
                Locale.ROOT,
                "%d combinations, %d pairs of runs each; about %.0f s",
                plan.carriers().size() * plan.plan().goodputScenarios().size(),
                plan.pairs(),
                plan.estimatedSeconds()));
        List<BuildCell> cells = new ArrayList<>();
        for (String carrier : plan.carriers()) {
            Map<PerfPlan.Scenario, List<BuildCell.Pair>> pairs = new LinkedHashMap<>();
            for (int round = 0; round < plan.rounds(); round++) {
                runRound(carrier, plan.pairsInRound(round), pairs);
            }
            pairs.forEach((scenario, made) ->
                    cells.add(new BuildCell(carrier, scenario.load().messageBytes(), scenario.loss(), made)));
        }
        return new BuildResult(Machine.here(), layout, plan, cells);
    }

    /** All sizes and losses in new processes. */
    private void runRound(String carrier, int count, Map<PerfPlan.Scenario, List<BuildCell.Pair>> pairs)
            throws IOException, InterruptedException {
        try (MemberGroup a = group(carrier, ours);
                MemberGroup b = group(carrier, other)) {
            for (PerfPlan.Scenario scenario : plan.plan().goodputScenarios()) {
                for (MemberGroup group : List.of(a, b)) {
                    group.open(scenario.loss(), FIRST_PORT + portsUsed++ % PORTS);
                }
                MemberGroup.warmUp(
                        List.of(a, b), scenario, plan.warmUps(), plan.plan().maxWarmUps());
                List<BuildCell.Pair> made = pairs.computeIfAbsent(scenario, key -> new ArrayList<>());
                for (int i = 0; i < count; i++) {
                    made.add(pair(a, b, scenario, made.size() % 2 == 0));
                    progress.accept(describe(carrier, scenario, made));
                }
            }
        }
    }

    private MemberGroup group(String carrier, Build build) throws IOException {
        int lifeSeconds = (int) (600 + 3 * plan.estimatedSeconds());
        return new MemberGroup(carrier, build, plan.plan(), layout, lifeSeconds);
    }

    private static BuildCell.Pair pair(MemberGroup a, MemberGroup b, PerfPlan.Scenario scenario, boolean oursFirst)
            throws IOException, InterruptedException {
        if (oursFirst) {
            RunResult first = a.run(scenario);
            return new BuildCell.Pair(first, b.run(scenario));
        }
        RunResult first = b.run(scenario);
        return new BuildCell.Pair(a.run(scenario), first);
    }

    private static String describe(String carrier, PerfPlan.Scenario scenario, List<BuildCell.Pair> made) {
        BuildCell.Pair last = made.get(made.size() - 1);
        return String.format(
                Locale.ROOT,
                "%s, %5d B, loss %4.1f %%, pair %d: this %.1f MB/s, other %.1f MB/s%s",
                carrier,
                scenario.load().messageBytes(),
                scenario.loss() * 100,
                made.size(),
                last.ours().goodput() / 1e6,
                last.other().goodput() / 1e6,
                last.ours().complete() && last.other().complete() ? "" : " (INCOMPLETE)");
    }
}
