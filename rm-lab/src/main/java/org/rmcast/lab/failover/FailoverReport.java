package org.rmcast.lab.failover;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import org.rmcast.lab.perf.LayoutWords;
import org.rmcast.lab.perf.Machine;

/** What was found, for people. */
final class FailoverReport {
    private static final double MILLION = 1e6;
    private static final double MIB = 1 << 20;

    private final FailoverResult result;
    private final StringBuilder text = new StringBuilder();

    FailoverReport(FailoverResult result) {
        this.result = result;
    }

    /** Renders it; {@code command} is the command line that made it. */
    String render(String command) {
        head(command);
        delivery();
        kills();
        alarms();
        weights();
        return text.toString();
    }

    private void head(String command) {
        FailoverPlan plan = result.plan();
        Machine machine = result.machine();
        line("# Repair heads killed and started again");
        line("");
        line("Made by `%s`.", command);
        line("");
        line(
                "Layout **%s**: 1 sender, %d repair heads and %d receivers, each in a process of its own, %s. %d cores, %s, %s.",
                result.layout(),
                plan.heads(),
                plan.receivers(),
                LayoutWords.connection(result.layout()),
                machine.cores(),
                machine.java(),
                machine.kernel());
        line(
                "%s, %s messages/s of %d bytes for %.0f s; each head and receiver loses %s %% of what comes. Parameters other than the defaults: %s.",
                plan.protocol(),
                plan.rate() == 0 ? "as many as go" : String.format(Locale.ROOT, "%,.0f", plan.rate()),
                plan.messageBytes(),
                result.seconds(),
                number(100 * plan.loss()),
                plan.parameters().isEmpty() ? "none" : "`" + plan.parameters() + "`");
        line("");
    }

    private void delivery() {
        line(
                "%,d messages were sent, %,.0f a second. %s",
                result.sent(),
                result.sent() / Math.max(1e-9, result.seconds()),
                result.complete()
                        ? "Each receiver got each of them once, in order, and the sender says so."
                        : "**Not everything was delivered and confirmed**: "
                                + (result.confirmed() ? "" : "the sender's flush was not complete; ")
                                + String.join("; ", result.incomplete()) + ".");
        line("");
    }

    private void kills() {
        if (result.kills().isEmpty()) {
            return;
        }
        line("## Kills");
        line("");
        line(
                "A head's process is killed; %d s later another one is started in its place. *Wait*: the longest time from when a message was due until a"
                        + " receiver had it, of those whose head was killed. *New head*: until the last of them had one. *Pause of the others*: the longest time in"
                        + " which another receiver got nothing. Each within five seconds of the kill.",
                result.plan().down().toSeconds());
        line("");
        line("| ms | p50 | p99 | most |");
        line("|---|---:|---:|---:|");
        List<Kill> withOrphans =
                result.kills().stream().filter(kill -> kill.orphans() > 0).toList();
        distribution("wait", withOrphans, Kill::waitNanos);
        distribution("new head", withOrphans, Kill::newHeadNanos);
        distribution("pause of the others", result.kills(), Kill::othersPauseNanos);
        line("");
        line("| second | head | orphans | wait, ms | new head, ms | pause of the others, ms |");
        line("|---:|---|---:|---:|---:|---:|");
        for (Kill kill : result.kills()) {
            boolean any = kill.orphans() > 0;
            line(
                    "| %.0f | %s | %d | %s | %s | %s |",
                    kill.second(),
                    kill.head(),
                    kill.orphans(),
                    any ? millis(kill.waitNanos()) : "-",
                    !any ? "-" : kill.newHeadNanos() < 0 ? "none" : millis(kill.newHeadNanos()),
                    millis(kill.othersPauseNanos()));
        }
        line("");
    }

    private void distribution(String what, List<Kill> kills, ToLongFunction<Kill> figure) {
        long[] sorted = kills.stream()
                .mapToLong(figure)
                .map(nanos -> nanos < 0 ? Long.MAX_VALUE : nanos)
                .sorted()
                .toArray();
        if (sorted.length > 0) {
            line("| %s | %s | %s | %s |", what, quantile(sorted, 0.5), quantile(sorted, 0.99), quantile(sorted, 1));
        }
    }

    /** The lowest of the values that so large a share does not exceed. */
    private static String quantile(long[] sorted, double share) {
        long value = sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
        return value == Long.MAX_VALUE ? "never" : millis(value);
    }

    private void alarms() {
        line("## False alarms");
        line("");
        line(
                "%s. %s",
                result.pauses() == 0
                        ? "No member was stopped"
                        : String.format(
                                Locale.ROOT,
                                "One member after the other was stopped for %d ms, %d times in all",
                                result.plan().pause().toMillis(),
                                result.pauses()),
                result.alarms().isEmpty()
                        ? "Nobody left a head that was not killed, nobody else was given up, and nothing was reported lost."
                        : "**" + result.alarms().size() + "**:");
        line("");
        result.alarms().forEach(alarm -> line("- %s", alarm));
        line("");
    }

    private void weights() {
        line("## Memory and descriptors");
        line("");
        line("Heap in use after a collection, and open descriptors, of the processes that were not killed.");
        line("");
        line(
                "| | times | heap, MiB: first quarter | last quarter | most | descriptors: at the beginning | at the end | most |");
        line("|---|---:|---:|---:|---:|---:|---:|---:|");
        for (Map.Entry<String, List<Weight>> entry : result.weights().entrySet()) {
            List<Weight> all = entry.getValue();
            int quarter = Math.max(1, all.size() / 4);
            line(
                    "| %s | %d | %s | %s | %s | %d | %d | %d |",
                    entry.getKey(),
                    all.size(),
                    mebibytes(heaps(all.subList(0, quarter)).average().orElse(0)),
                    mebibytes(heaps(all.subList(all.size() - quarter, all.size()))
                            .average()
                            .orElse(0)),
                    mebibytes((double) heaps(all).max().orElse(0)),
                    all.get(0).descriptors(),
                    all.get(all.size() - 1).descriptors(),
                    all.stream().mapToLong(Weight::descriptors).max().orElse(0));
        }
    }

    private static LongStream heaps(List<Weight> weights) {
        return weights.stream().mapToLong(Weight::heapBytes);
    }

    private static String mebibytes(double bytes) {
        return String.format(Locale.ROOT, "%.1f", bytes / MIB);
    }

    private static String millis(long nanos) {
        return String.format(Locale.ROOT, "%.0f", nanos / MILLION);
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    private void line(String format, Object... values) {
        text.append(values.length == 0 ? format : String.format(Locale.ROOT, format, values))
                .append('\n');
    }
}
