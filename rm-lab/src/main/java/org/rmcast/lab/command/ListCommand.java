package org.rmcast.lab.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rmcast.cli.common.ReportingCommand;
import org.rmcast.lab.LabVersion;
import org.rmcast.lab.experiment.Effort;
import org.rmcast.lab.experiment.Experiment;
import org.rmcast.lab.experiment.Scenario;
import picocli.CommandLine.Command;

/** {@code rmcast-lab list}. */
@Command(
        name = "list",
        description = "Lists the experiments, each with its paper and its rows.",
        versionProvider = LabVersion.class)
public final class ListCommand extends ReportingCommand {
    private final Catalogue catalogue;

    /** For picocli. */
    public ListCommand() {
        this(Catalogue.standard());
    }

    ListCommand(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    @Override
    protected void run() {
        if (isJson()) {
            outcome()
                    .put(
                            "experiments",
                            catalogue.experiments().stream()
                                    .map(ListCommand::fields)
                                    .toList());
        } else {
            catalogue.experiments().forEach(this::print);
        }
    }

    private void print(Experiment experiment) {
        print(experiment.name());
        print("  " + experiment.paper());
        for (Scenario scenario : experiment.scenarios(Effort.FULL)) {
            print(String.format(
                    "  %3s  %s (%d runs)",
                    scenario.id(), scenario.title(), scenario.runs().size()));
        }
    }

    private static Map<String, Object> fields(Experiment experiment) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Scenario scenario : experiment.scenarios(Effort.FULL)) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("id", scenario.id());
            row.put("title", scenario.title());
            row.put("runs", scenario.runs().size());
            rows.add(row);
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", experiment.name());
        fields.put("paper", experiment.paper());
        fields.put("rows", rows);
        return fields;
    }
}
