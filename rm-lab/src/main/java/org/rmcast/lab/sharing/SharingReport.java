package org.rmcast.lab.sharing;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.rmcast.lab.perf.Machine;
import org.rmcast.lab.sharing.SharingResult.FlowFigures;

/** What was found, for people. */
final class SharingReport {
    private static final double MILLION = 1e6;
    private static final double FILLED = 0.9;

    private final SharingPlan plan;
    private final List<SharingResult> results;
    private final StringBuilder text = new StringBuilder();

    SharingReport(SharingPlan plan, List<SharingResult> results) {
        this.plan = plan;
        this.results = results;
    }

    /** Renders it; {@code command} is the command line that made it. */
    String render(String command) {
        Machine machine = Machine.here();
        line("# Groups and connections that share one way");
        line("");
        line("Made by `%s`.", command);
        line("");
        line(
                "Each host is a network namespace of its own, each member a process. All senders are on one side of a token bucket of %s Mb/s with a queue of"
                        + " %,d bytes (%s ms), all receivers on the other; %d receivers for each group. Packets take %s ms more from there to a receiver, which loses"
                        + " %s %% of them. %d cores, %s, %s.",
                number(plan.bitsPerSecond() / MILLION),
                plan.queueBytes(),
                number(plan.queueBytes() * 8e3 / plan.bitsPerSecond()),
                plan.receivers(),
                number(plan.roundTrip().toNanos() / MILLION),
                number(100 * plan.loss()),
                machine.cores(),
                machine.java(),
                machine.kernel());
        line(
                "All send messages of %,d bytes as fast as they may for %d s. Parameters other than the defaults: %s.",
                plan.messageBytes(),
                plan.duration().toSeconds(),
                plan.parameters().isEmpty() ? "none" : "`" + plan.parameters() + "`");
        line("");
        line(
                "*Gets*: the messages that the slowest receiver of a flow got, and *share*: of an equal part of what all got, both after %s s. *Used*: of the way, with"
                        + " all headers, after the same time. *Offered*: packets that came to the queue for each that passed it. *Wait*: in the queue, mean and 99 of 100"
                        + " samples. *0.9 after*: the first second in which a flow alone got 0.9 of what the way can carry of messages.",
                number(plan.settle().toMillis() / 1e3));
        line("");
        line("| flows | gets, Mb/s | share | Jain's index | used | offered | wait, ms | 0.9 after, s | complete |");
        line("|---|---|---|---:|---:|---:|---|---:|---|");
        results.forEach(this::row);
        return text.toString();
    }

    private void row(SharingResult result) {
        List<FlowFigures> flows = result.flows();
        boolean alone = flows.size() == 1;
        line(
                "| %s | %s | %s | %s | %.2f | %.3f | %.1f, %.1f | %s | %s |",
                joined(flows, FlowFigures::name),
                joined(flows, flow -> "%.1f".formatted(flow.bitsPerSecond() / MILLION)),
                alone ? "" : joined(flows, flow -> "%.2f".formatted(result.share(flow))),
                alone ? "" : "%.3f".formatted(result.fairness()),
                result.used(),
                result.offered(),
                result.meanWait(),
                result.longWait(),
                alone ? filled(result.flows().get(0)) : "",
                joined(flows, flow -> flow.complete() ? "yes" : "**no**"));
    }

    private String filled(FlowFigures flow) {
        double possible = plan.bitsPerSecond() / MILLION * payloadShare();
        double second = flow.secondOf(FILLED * possible);
        return second < 0 ? "never" : number(second);
    }

    /** About: a datagram of 1,400 bytes with 46 of UDP, IP and Ethernet, and some 50 of ours. */
    private static double payloadShare() {
        return 1350.0 / 1446;
    }

    private static String joined(List<FlowFigures> flows, Function<FlowFigures, String> words) {
        return flows.stream().map(words).collect(Collectors.joining(", "));
    }

    private static String number(double value) {
        return value == Math.rint(value) ? "%.0f".formatted(value) : "%.1f".formatted(value);
    }

    private void line(String format, Object... values) {
        text.append(values.length == 0 ? format : String.format(Locale.ROOT, format, values))
                .append('\n');
    }
}
