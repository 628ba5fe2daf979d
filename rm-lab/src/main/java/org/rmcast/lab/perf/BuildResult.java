package org.rmcast.lab.perf;

import java.util.List;
import org.rmcast.lab.layout.Layout;

/**
 * What comparing two builds gave.
 *
 * @param machine where
 * @param layout how the members were connected
 * @param plan what was asked for
 * @param cells by carrier, size and loss
 */
record BuildResult(Machine machine, Layout layout, BuildPlan plan, List<BuildCell> cells) {
    BuildResult {
        cells = List.copyOf(cells);
    }
}
