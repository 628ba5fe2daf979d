package org.rmcast.lab.perf;

import java.util.List;
import java.util.Locale;

/** The comparison of two builds for people. */
final class BuildReport {
    private static final List<BuildFigure> GOODPUT_AND_TIME =
            List.of(BuildFigure.GOODPUT, BuildFigure.SENDER_CPU, BuildFigure.RECEIVER_CPU);
    private static final List<BuildFigure> DATAGRAMS_AND_WAKE_UPS = List.of(
            BuildFigure.SENDER_SENT,
            BuildFigure.RECEIVER_SENT,
            BuildFigure.SENDER_WAKE_UPS,
            BuildFigure.RECEIVER_WAKE_UPS);

    private final BuildResult result;
    private final StringBuilder text = new StringBuilder();

    BuildReport(BuildResult result) {
        this.result = result;
    }

    /** Renders it; {@code command} is the command line that made it. */
    String render(String command) {
        head(command);
        table("Goodput and processor time: this build / other build", GOODPUT_AND_TIME);
        table("Datagrams and wake-ups: this build / other build", DATAGRAMS_AND_WAKE_UPS);
        middles();
        return text.toString();
    }

    private void head(String command) {
        BuildPlan plan = result.plan();
        Machine machine = result.machine();
        line("# Two builds side by side");
        line("");
        line("Made by `%s`.", command);
        line("");
        line(
                "Layout **%s**: 1 sender and %d receivers, each in a process of its own, %s. %d cores, %s, %s.",
                result.layout(),
                plan.plan().receivers(),
                LayoutWords.connection(result.layout()),
                machine.cores(),
                machine.java(),
                machine.kernel());
        line(LayoutWords.loss(result.layout()));
        line(LayoutWords.offload(result.layout(), plan.plan().offload()));
        if (!plan.plan().parameters().isEmpty()) {
            line("Parameters other than the defaults: `%s`.", plan.plan().parameters());
        }
        line("");
        line(
                "%d pairs of runs of %.1f s for each row; pairs alternate between this build first and the other first; processes are"
                        + " started anew after every %d pairs, and run %s before any count. A ratio is the geometric mean of the"
                        + " pairs' ratios, in brackets its 95 %% interval (Student's t on the logarithms of the ratios, pairs taken as independent). Above 1: more in"
                        + " this build.",
                plan.pairs(), plan.plan().seconds(), plan.freshEvery(), warmUp(plan));
        line("");
        line("Sent: " + LayoutWords.datagrams(result.layout()) + ".");
        line("");
    }

    private static String warmUp(BuildPlan plan) {
        return plan.warmUpSeconds() == 0
                ? "until compilers have little to do"
                : String.format(Locale.ROOT, "for %.0f s", plan.warmUpSeconds());
    }

    private void table(String title, List<BuildFigure> figures) {
        line("## %s", title);
        line("");
        StringBuilder head = new StringBuilder("| | message | loss |");
        figures.forEach(figure -> head.append(' ').append(figure.words()).append(" |"));
        line("%s incomplete runs |", head);
        line("|---|---:|---:|" + "---:|".repeat(figures.size() + 1));
        for (BuildCell cell : result.cells()) {
            StringBuilder row = row(cell);
            figures.forEach(
                    figure -> row.append(' ').append(ratio(cell.ratio(figure))).append(" |"));
            line("%s %d |", row, cell.incomplete());
        }
        line("");
    }

    private void middles() {
        line("## This build: medians");
        line("");
        line(
                "| | message | loss | goodput MB/s | processor µs per message sender / receiver | sent per message sender / receiver"
                        + " | wake-ups/s sender / receiver |");
        line("|---|---:|---:|---:|---:|---:|---:|");
        for (BuildCell cell : result.cells()) {
            line(
                    "%s %.1f | %.2f / %.2f | %.3f / %.3f | %.0f / %.0f |",
                    row(cell),
                    cell.ours(BuildFigure.GOODPUT).median() / 1e6,
                    cell.ours(BuildFigure.SENDER_CPU).median() / 1e3,
                    cell.ours(BuildFigure.RECEIVER_CPU).median() / 1e3,
                    cell.ours(BuildFigure.SENDER_SENT).median(),
                    cell.ours(BuildFigure.RECEIVER_SENT).median(),
                    cell.ours(BuildFigure.SENDER_WAKE_UPS).median(),
                    cell.ours(BuildFigure.RECEIVER_WAKE_UPS).median());
        }
    }

    private static StringBuilder row(BuildCell cell) {
        return new StringBuilder(String.format(
                Locale.ROOT, "| %s | %d B | %.1f %% |", cell.carrier(), cell.messageBytes(), cell.loss() * 100));
    }

    private static String ratio(PairedRatio ratio) {
        return ratio.pairs() < 2
                ? "not known"
                : String.format(Locale.ROOT, "**%.3f** (%.3f-%.3f)", ratio.ratio(), ratio.lower(), ratio.upper());
    }

    private void line(String pattern, Object... values) {
        text.append(values.length == 0 ? pattern : String.format(Locale.ROOT, pattern, values))
                .append('\n');
    }
}
