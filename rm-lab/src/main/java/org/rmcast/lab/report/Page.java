package org.rmcast.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.rmcast.lab.experiment.Claim;
import org.rmcast.lab.experiment.Effort;
import org.rmcast.lab.experiment.Experiment;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Setting;
import org.rmcast.lab.experiment.Verdict;

/** The page of a paper: each claim beside what was measured. */
final class Page {
    private static final int MAX_NOTES = 6;

    private final Experiment experiment;
    private final Effort effort;
    private final long seed;
    private final String command;
    private final Set<String> files;
    private final StringBuilder text = new StringBuilder();

    /** @param files the names of those in the experiment's directory: what is not there is not linked */
    Page(Experiment experiment, Effort effort, long seed, String command, Set<String> files) {
        this.experiment = experiment;
        this.effort = effort;
        this.seed = seed;
        this.command = command;
        this.files = files;
    }

    String render(List<Scenario> scenarios, Measurements measurements) {
        head();
        overview(scenarios, measurements);
        settings();
        for (Scenario scenario : scenarios) {
            scenario(scenario, measurements);
        }
        return text.toString();
    }

    private void head() {
        line("# " + experiment.title());
        line("");
        line("Paper: " + experiment.paper());
        line("");
        line("Made by `" + command + "` (seed " + seed + "). It writes the series of the runs, too, as `"
                + experiment.name() + "/RUN-SERIES.csv`: the tables name them.");
        if (effort == Effort.QUICK) {
            line("");
            line("**A quick run**: too few and too short runs for the verdicts to mean much.");
        }
        line("");
        line(experiment.introduction().strip());
        line("");
    }

    private void overview(List<Scenario> scenarios, Measurements measurements) {
        line("## Verdicts");
        line("");
        line(Verdict.counts(scenarios, measurements) + ".");
        line("");
        line("| row | case | claim | verdict |");
        line("|---:|---|---|---|");
        for (Scenario scenario : scenarios) {
            for (Claim claim : scenario.claims()) {
                Claim.Judgement found = claim.judge(measurements);
                row(scenario.id(), scenario.title(), claim.statement(), mark(found.verdict()));
            }
        }
        line("");
    }

    private void settings() {
        line("## Parameters");
        line("");
        line("| parameter | value | from |");
        line("|---|---|---|");
        for (Setting setting : experiment.settings(effort)) {
            row(setting.name(), setting.value(), setting.origin());
        }
        line("");
    }

    private void scenario(Scenario scenario, Measurements measurements) {
        line("## " + scenario.id() + ". " + scenario.title());
        line("");
        line(scenario.setup().strip());
        line("");
        claims(scenario, measurements);
        figures(scenario);
        runs(scenario, measurements);
    }

    private void claims(Scenario scenario, Measurements measurements) {
        if (scenario.claims().isEmpty()) {
            return;
        }
        line("| the paper | where | measured here | verdict |");
        line("|---|---|---|---|");
        List<String> explanations = new ArrayList<>();
        for (Claim claim : scenario.claims()) {
            Claim.Judgement found = claim.judge(measurements);
            row(claim.statement(), claim.source(), found.measured(), mark(found.verdict()));
            if (!found.explanation().isEmpty()) {
                explanations.add("- *" + claim.statement() + "* " + found.explanation());
            }
        }
        line("");
        if (!explanations.isEmpty()) {
            line("Why:");
            line("");
            explanations.forEach(this::line);
            line("");
        }
    }

    private void figures(Scenario scenario) {
        for (FigurePlan figure : scenario.figures()) {
            String file = figure.name() + ".svg";
            if (files.contains(file)) {
                line("![" + figure.name() + "](" + experiment.name() + "/" + file + ")");
                line("");
            }
        }
    }

    private void runs(Scenario scenario, Measurements measurements) {
        if (scenario.runs().isEmpty()) {
            return;
        }
        List<String> head = new ArrayList<>(List.of("run"));
        head.addAll(scenario.columns());
        head.add("series");
        row(head.toArray(String[]::new));
        line("|---|" + "---:|".repeat(scenario.columns().size()) + "---|");
        for (Run run : scenario.runs()) {
            Measurement measurement = measurements.of(run);
            List<String> cells = new ArrayList<>(List.of(run.description()));
            for (String column : scenario.columns()) {
                cells.add(Numbers.people(measurement.getOr(column, Double.NaN)));
            }
            cells.add(series(measurement));
            row(cells.toArray(String[]::new));
        }
        line("");
        notes(scenario, measurements);
    }

    /** Not as links: they are generated, and larger than what else there is of the page, so they are not kept with it. */
    private static String series(Measurement measurement) {
        return measurement.allSeries().keySet().stream()
                .map(name -> "`" + measurement.run() + "-" + name + "`")
                .collect(Collectors.joining(" "));
    }

    private void notes(Scenario scenario, Measurements measurements) {
        for (Run run : scenario.runs()) {
            List<String> notes = measurements.of(run).notes();
            if (!notes.isEmpty()) {
                line(run.description() + ":");
                line("");
                notes.stream().limit(MAX_NOTES).forEach(note -> line("- " + note));
                if (notes.size() > MAX_NOTES) {
                    line("- and " + (notes.size() - MAX_NOTES) + " more");
                }
                line("");
            }
        }
    }

    private static String mark(Verdict verdict) {
        return "**" + verdict.words() + "**";
    }

    private void row(String... cells) {
        StringBuilder row = new StringBuilder("|");
        for (String cell : cells) {
            row.append(' ').append(cell.replace("|", "\\|").replace("\n", " ")).append(" |");
        }
        line(row.toString());
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
