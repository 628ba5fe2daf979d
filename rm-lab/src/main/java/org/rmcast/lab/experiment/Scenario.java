package org.rmcast.lab.experiment;

import java.util.List;
import java.util.Objects;

/**
 * One case of a paper's evaluation: what is run, what is looked at, what the paper says of it.
 *
 * @param id short and unique within the experiment, as {@code 3}
 * @param title what it is about
 * @param setup how it is run here, in words
 * @param runs the runs that it looks at, perhaps shared with other scenarios
 * @param columns the figures shown for each run in a table, by their names in the measurement
 */
public record Scenario(
        String id,
        String title,
        String setup,
        List<Run> runs,
        List<String> columns,
        List<FigurePlan> figures,
        List<Claim> claims) {
    public Scenario {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(setup, "setup");
        runs = List.copyOf(runs);
        columns = List.copyOf(columns);
        figures = List.copyOf(figures);
        claims = List.copyOf(claims);
    }
}
