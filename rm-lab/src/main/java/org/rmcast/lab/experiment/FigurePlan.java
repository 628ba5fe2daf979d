package org.rmcast.lab.experiment;

import java.util.Objects;
import java.util.function.Function;

/**
 * A plot that a scenario wants.
 *
 * @param name of its files, without extension: lower-case letters, digits and dashes
 * @param drawing makes it of what was measured
 */
public record FigurePlan(String name, Function<Measurements, Figure> drawing) {
    public FigurePlan {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(drawing, "drawing");
    }
}
