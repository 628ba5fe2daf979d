package org.rmcast.lab.perf;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.rmcast.lab.member.LoadSettings;
import org.rmcast.lab.member.MemberKind;

/**
 * Carries out a {@link PerfPlan}: one group of processes for raw and one for TRAM, warmed up until the JVM has compiled what
 * they run; then for each size and loss runs in pairs that begin with raw and with TRAM by turns, so that a drift of the
 * machine hits both alike. The group that is not in its turn is silent but for TRAM's hellos.
 */
final class PerfRun {
    private static final int FIRST_PORT = 45_600;
    private static final int MAX_WARM_UPS = 8;
    private static final double COMPILED_SHARE = 0.15;

    private final PerfPlan plan;
    private final Consumer<String> progress;
    private int nextPort = FIRST_PORT;

    PerfRun(PerfPlan plan, Consumer<String> progress) {
        this.plan = plan;
        this.progress = progress;
    }

    /** Runs everything. */
    PerfResult run() throws IOException, InterruptedException {
        List<PerfPlan.Scenario> goodput = plan.goodputScenarios();
        List<PerfPlan.Scenario> latency = plan.latencyScenarios();
        progress.accept(String.format(
                Locale.ROOT,
                "%d combinations, %d pairs of runs each; about %.0f s",
                goodput.size() + latency.size(),
                plan.repeat(),
                plan.estimatedSeconds()));
        int lifeSeconds = (int) (600 + 3 * plan.estimatedSeconds());
        try (MemberGroup raw = new MemberGroup(MemberKind.RAW, plan, lifeSeconds);
                MemberGroup tram = new MemberGroup(MemberKind.TRAM, plan, lifeSeconds)) {
            List<Comparison> goodputResults = new ArrayList<>();
            for (PerfPlan.Scenario scenario : goodput) {
                goodputResults.add(compare(raw, tram, scenario));
            }
            List<Comparison> latencyResults = new ArrayList<>();
            for (PerfPlan.Scenario scenario : latency) {
                latencyResults.add(compare(raw, tram, scenario));
            }
            return new PerfResult(Machine.here(), plan, goodputResults, latencyResults);
        }
    }

    private Comparison compare(MemberGroup raw, MemberGroup tram, PerfPlan.Scenario scenario)
            throws IOException, InterruptedException {
        LoadSettings load = scenario.load();
        raw.open(scenario.loss(), nextPort++);
        tram.open(scenario.loss(), nextPort++);
        warmUp(raw, tram, scenario);
        List<Comparison.Pair> pairs = new ArrayList<>();
        for (int i = 0; i < plan.repeat(); i++) {
            pairs.add(pair(raw, tram, scenario, i % 2 == 0));
            progress.accept(describe(scenario, i, pairs.get(i)));
        }
        return new Comparison(load.messageBytes(), scenario.loss(), load.messagesPerSecond(), pairs);
    }

    /** Runs that do not count, until the compilers have little to do; at the first scenario that takes the longest. */
    private void warmUp(MemberGroup raw, MemberGroup tram, PerfPlan.Scenario scenario)
            throws IOException, InterruptedException {
        for (MemberGroup group : List.of(raw, tram)) {
            RunResult result = group.run(scenario.load(), scenario.latency());
            for (int i = 1; i < MAX_WARM_UPS && result.compileShare() > COMPILED_SHARE; i++) {
                result = group.run(scenario.load(), scenario.latency());
            }
        }
    }

    private static Comparison.Pair pair(MemberGroup raw, MemberGroup tram, PerfPlan.Scenario scenario, boolean rawFirst)
            throws IOException, InterruptedException {
        if (rawFirst) {
            RunResult first = raw.run(scenario.load(), scenario.latency());
            return new Comparison.Pair(first, tram.run(scenario.load(), scenario.latency()));
        }
        RunResult first = tram.run(scenario.load(), scenario.latency());
        return new Comparison.Pair(raw.run(scenario.load(), scenario.latency()), first);
    }

    private static String describe(PerfPlan.Scenario scenario, int index, Comparison.Pair pair) {
        String what = String.format(
                Locale.ROOT,
                "%5d B, loss %4.1f %%, pair %d: ",
                scenario.load().messageBytes(),
                scenario.loss() * 100,
                index + 1);
        if (scenario.latency()) {
            return what
                    + String.format(
                            Locale.ROOT,
                            "p99 raw %.2f ms, TRAM %.2f ms%s",
                            pair.raw().latency().getValueAtPercentile(99) / 1e6,
                            pair.tram().latency().getValueAtPercentile(99) / 1e6,
                            incomplete(pair));
        }
        return what
                + String.format(
                        Locale.ROOT,
                        "raw %.1f MB/s (lost %.1f %%), TRAM %.1f MB/s, ratio %.2f, %.3f repairs and %.3f NAKs per packet%s",
                        pair.raw().goodput() / 1e6,
                        pair.raw().lostShare() * 100,
                        pair.tram().goodput() / 1e6,
                        pair.ratio(),
                        pair.tram().repairsPerPacket(),
                        pair.tram().naksPerPacket(),
                        incomplete(pair));
    }

    private static String incomplete(Comparison.Pair pair) {
        return pair.tram().complete() ? "" : " (TRAM INCOMPLETE)";
    }
}
