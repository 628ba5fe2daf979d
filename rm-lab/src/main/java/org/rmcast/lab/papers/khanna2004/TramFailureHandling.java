package org.rmcast.lab.papers.khanna2004;

import java.util.ArrayList;
import java.util.List;
import org.rmcast.lab.experiment.Effort;
import org.rmcast.lab.experiment.PaperExperiment;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Setting;

/**
 * TRAM and TRAM++ without errors and with one faulty receiver.
 *
 * <p>Paper: Khanna, Rogers, Bagchi, "Failure Handling in a Reliable Multicast Protocol for Improving Buffer Utilization and
 * Accommodating Heterogeneous Receivers", section 5.
 */
public final class TramFailureHandling implements PaperExperiment {
    /** What the paper states, and why it is otherwise here. */
    static final PaperText TEXT = PaperText.of(TramFailureHandling.class);

    @Override
    public String name() {
        return "tram-failure-handling";
    }

    @Override
    public PaperText text() {
        return TEXT;
    }

    @Override
    public List<Setting> settings(Effort effort) {
        return PaperSettings.settings();
    }

    @Override
    public List<Scenario> scenarios(Effort effort) {
        TramRuns runs = new TramRuns(effort);
        List<Scenario> scenarios = new ArrayList<>();
        ErrorFreeRows errorFree = new ErrorFreeRows(runs);
        DropRows drops = new DropRows(runs);
        DelayRows delays = new DelayRows(runs);
        BufferRows buffers = new BufferRows(runs, errorFree);
        scenarios.add(errorFree.latency());
        scenarios.add(buffers.tram());
        scenarios.add(drops.tram());
        scenarios.add(delays.tramLong());
        scenarios.add(delays.tramLonger());
        scenarios.add(buffers.plusPlus());
        scenarios.add(drops.plusPlus("7", 5));
        scenarios.add(drops.plusPlus("8", 2));
        scenarios.add(delays.plusPlusDelays());
        scenarios.add(delays.reordering());
        scenarios.add(new HeadlineRow(runs).scenario());
        FurtherRows further = new FurtherRows(runs);
        scenarios.add(further.manyReceivers());
        scenarios.add(further.fast());
        return scenarios;
    }
}
