package org.rmcast.lab.perf;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The report for people. */
final class MarkdownReport {
    private final PerfResult result;
    private final PerfPlan plan;
    private final StringBuilder text = new StringBuilder();

    MarkdownReport(PerfResult result) {
        this.result = result;
        this.plan = result.plan();
    }

    /** Renders it; {@code command} is the command line that made it. */
    String render(String command) {
        head(command);
        if (!result.goodput().isEmpty()) {
            plan.protocols().forEach(this::goodput);
            cost();
        }
        if (!result.latency().isEmpty()) {
            latency();
        }
        reading();
        return text.toString();
    }

    private void head(String command) {
        Machine machine = result.machine();
        line("# Raw multicast and %s side by side", String.join(", ", plan.protocols()));
        line("");
        line("Made by `" + command + "`.");
        line("");
        line(
                "Layout **%s**: 1 sender and %d receivers, each in a process of its own, %s. %d cores, %s, %s.",
                result.layout(),
                plan.receivers(),
                LayoutWords.connection(result.layout()),
                machine.cores(),
                machine.java(),
                machine.kernel());
        if (machine.maxReceiveBufferBytes() > 0) {
            line(
                    "The largest receive buffer that the system grants is %d KiB.",
                    machine.maxReceiveBufferBytes() / 1024);
        }
        line(
                LayoutWords.loss(result.layout()) + " Each figure is the median of %d %s; in"
                        + " brackets the lowest and the highest. The ratio is the median of the ratios of a protocol's and raw runs"
                        + " made one right after the other: it is the only figure to be carried to another machine.",
                plan.repeat(),
                plan.repeat() == 1 ? "run" : "runs");
        line(LayoutWords.offload(result.layout(), plan.offload()));
        if (!plan.parameters().isEmpty()) {
            line("Parameters other than the defaults: `%s`.", plan.parameters());
        }
        line("");
        for (String protocol : plan.protocols()) {
            line(
                    result.complete(protocol)
                            ? protocol + " delivered every message to every receiver, in order, in all runs."
                            : "**" + protocol
                                    + " did not deliver every message in every run**: see the rows marked so.");
        }
        line("");
    }

    private void goodput(String protocol) {
        line("## Goodput at the slowest receiver: %s", protocol);
        line("");
        line(
                "| message | loss | raw MB/s | raw lost | %s MB/s | lost | %s / raw | repairs per packet | NAKs per packet |",
                protocol, protocol);
        line("|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
        for (Comparison row : result.goodput()) {
            line(
                    "| %d B | %s | %s | %s | %s | %s | **%.2f** (%.2f-%.2f) | %.3f | %.3f |",
                    row.messageBytes(),
                    percent(row.loss()),
                    megabytes(row.of(PerfPlan.RAW, RunResult::goodput)),
                    percent(row.of(PerfPlan.RAW, RunResult::lostShare).median()),
                    megabytes(row.of(protocol, RunResult::goodput)) + (row.complete(protocol) ? "" : " incomplete"),
                    percent(row.of(protocol, RunResult::lostShare).highest()),
                    row.ratio(protocol).median(),
                    row.ratio(protocol).lowest(),
                    row.ratio(protocol).highest(),
                    row.of(protocol, RunResult::repairsPerPacket).median(),
                    row.of(protocol, RunResult::naksPerPacket).median());
        }
        line("");
    }

    private void cost() {
        line("## Processor time, datagrams, wake-ups and memory");
        line("");
        line("Per message: microseconds of processor time in user and kernel mode, and "
                + LayoutWords.datagrams(result.layout())
                + ". Wake-ups are voluntary context switches of all threads of the process, per second. Receivers: the mean of"
                + " them, per message that came. Memory: peak of resident memory in MiB.");
        line("");
        line("| message | loss | | processor µs sender / receiver | sender out / in | receiver out / in"
                + " | wake-ups/s sender / receiver | memory sender / receiver |");
        line("|---:|---:|---|---:|---:|---:|---:|---:|");
        for (Comparison row : result.goodput()) {
            plan.carriers().forEach(carrier -> costRow(row, carrier));
        }
        line("");
    }

    private void costRow(Comparison row, String carrier) {
        line(
                "| %d B | %s | %s | %.2f / %.2f | %.3f / %.3f | %.3f / %.3f | %.0f / %.0f | %.0f / %.0f |",
                row.messageBytes(),
                percent(row.loss()),
                carrier,
                row.of(carrier, run -> run.sender().cpuNanos()).median() / 1e3,
                row.of(carrier, run -> run.receiver().cpuNanos()).median() / 1e3,
                row.of(carrier, run -> run.sender().sent()).median(),
                row.of(carrier, run -> run.sender().received()).median(),
                row.of(carrier, run -> run.receiver().sent()).median(),
                row.of(carrier, run -> run.receiver().received()).median(),
                row.of(carrier, run -> run.sender().wakeUpsPerSecond()).median(),
                row.of(carrier, run -> run.receiver().wakeUpsPerSecond()).median(),
                row.of(carrier, run -> run.sender().peakMib()).highest(),
                row.of(carrier, run -> run.receiver().peakMib()).highest());
    }

    private void latency() {
        line("## Latency at %,.0f messages/s", plan.rate());
        line("");
        line(
                "Milliseconds from the time at which a message was due to its arrival at the application, all receivers together.");
        line("");
        StringBuilder head = new StringBuilder("| message | loss | |");
        for (double percentile : Percentiles.SHOWN) {
            head.append(' ').append(Percentiles.name(percentile)).append(" |");
        }
        line(head.append(" lost |").toString());
        line("|---:|---:|---" + "|---:".repeat(Percentiles.SHOWN.size() + 1) + "|");
        for (Comparison row : result.latency()) {
            plan.carriers().forEach(carrier -> latencyRow(row, carrier));
        }
        line("");
    }

    private void latencyRow(Comparison row, String carrier) {
        List<RunResult> runs = row.runs(carrier);
        StringBuilder cells =
                new StringBuilder("| " + row.messageBytes() + " B | " + percent(row.loss()) + " | " + carrier + " |");
        for (double percentile : Percentiles.SHOWN) {
            ToDoubleFunction<RunResult> figure = run -> run.latency().getValueAtPercentile(percentile) / 1e6;
            Sample sample = Sample.of(runs, figure);
            cells.append(percentile == 99 ? format(" %.2f (%.2f-%.2f) |", sample) : format(" %.2f |", sample));
        }
        cells.append(' ')
                .append(percent(Sample.of(runs, RunResult::lostShare).median()))
                .append(" |");
        line(cells.toString());
    }

    private void reading() {
        line("## How to read it");
        line("");
        line(
                "- Raw is the library's own datagram transport without a protocol: the same sockets, batches and event loop,"
                        + " one datagram a message, written as fast as the socket takes. Nothing holds it back and nothing is"
                        + " repaired: what is lost, on purpose or because a receiver is slower than the sender, stays lost"
                        + " (\"raw lost\", of the receiver that lost most). Its goodput is what arrived.");
        line(
                "- A protocol is a session with its `defaults()`: every message reaches the application, in order, on a thread of"
                        + " its own, or is reported lost. It packs small messages into packets of up to 1,400 bytes and cuts larger"
                        + " ones; raw does neither, which favours protocols below about 700 bytes and raw above 1,400, where loopback carries a datagram of 8 KiB"
                        + " in one piece and loses it in one piece; a wire carries it in fragments.");
        line(
                "- Goodput is bytes of complete messages between the first and the last arrival, at the receiver where that is"
                        + " lowest. Processes are warmed up by a run before those that are measured.");
        line("- Repairs and NAKs (packets asked for) are those of all members together, per data packet.");
        line(
                "- Times are of `System.nanoTime()`, on Linux CLOCK_MONOTONIC: one clock for all processes of a machine. A paced"
                        + " message counts from the time at which it was due, so a sender that is held up shows.");
        line("- Memory is VmHWM of the process, JVM included, the highest of the sender's and of any receiver's.");
    }

    private static String megabytes(Sample sample) {
        return format(
                "%.1f (%.1f-%.1f)", new Sample(sample.median() / 1e6, sample.lowest() / 1e6, sample.highest() / 1e6));
    }

    /** As many of median, lowest, highest as the pattern takes. */
    private static String format(String pattern, Sample sample) {
        return String.format(Locale.ROOT, pattern, sample.median(), sample.lowest(), sample.highest());
    }

    private static String percent(double share) {
        double percent = share * 100;
        return String.format(Locale.ROOT, percent == Math.rint(percent) ? "%.0f %%" : "%.1f %%", percent);
    }

    private void line(String pattern, Object... values) {
        text.append(values.length == 0 ? pattern : String.format(Locale.ROOT, pattern, values))
                .append('\n');
    }
}
