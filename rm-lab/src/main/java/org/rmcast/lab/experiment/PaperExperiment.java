package org.rmcast.lab.experiment;

/** An experiment of a paper that has a text of its own. */
public interface PaperExperiment extends Experiment {
    /** What the paper states, and why it is otherwise here. */
    PaperText text();

    @Override
    default String title() {
        return text().title();
    }

    @Override
    default String paper() {
        return text().paper();
    }

    @Override
    default String introduction() {
        return text().introduction();
    }
}
