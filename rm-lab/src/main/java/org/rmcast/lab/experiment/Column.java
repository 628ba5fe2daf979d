package org.rmcast.lab.experiment;

import java.util.Objects;

/**
 * What one column of a series holds.
 *
 * @param name with its unit; columns of the same name are the same
 */
public record Column(String name) {
    public Column {
        Objects.requireNonNull(name, "name");
    }
}
