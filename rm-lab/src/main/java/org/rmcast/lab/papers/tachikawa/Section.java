package org.rmcast.lab.papers.tachikawa;

import org.rmcast.lab.experiment.Scenario;

/** One row of the page. A row that needs a protocol's engine is one class more, and a line in {@link WideAreaGroup}. */
interface Section {
    /** What is run, shown and claimed. */
    Scenario scenario();
}
