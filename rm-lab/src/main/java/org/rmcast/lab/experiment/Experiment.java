package org.rmcast.lab.experiment;

import java.util.List;

/**
 * A paper's evaluation, made again: scenarios, and words around them. Implementations are stateless.
 */
public interface Experiment {
    /** Lower-case letters, digits and dashes: what the command line and the files call it. */
    String name();

    /** For people. */
    String title();

    /** Authors, title, year or place of the paper. */
    String paper();

    /** Markdown: the model, how it differs from the paper's testbed, how to read the figures. */
    String introduction();

    List<Setting> settings(Effort effort);

    /** In the order of the page. */
    List<Scenario> scenarios(Effort effort);
}
