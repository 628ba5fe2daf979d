package org.rmcast.lab.papers.khanna2004;

import java.util.ArrayList;
import java.util.List;
import org.rmcast.lab.experiment.Effort;
import org.rmcast.lab.experiment.Experiment;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Setting;

/**
 * TRAM and TRAM++ without errors and with one faulty receiver.
 *
 * <p>Paper: Khanna, Rogers, Bagchi, "Failure Handling in a Reliable Multicast Protocol for Improving Buffer Utilization and
 * Accommodating Heterogeneous Receivers", section 5.
 */
public final class TramFailureHandling implements Experiment {
    @Override
    public String name() {
        return "tram-failure-handling";
    }

    @Override
    public String title() {
        return "TRAM and TRAM++: errors, and one receiver that holds the others back";
    }

    @Override
    public String paper() {
        return "G. Khanna, J. Rogers, S. Bagchi: Failure Handling in a Reliable Multicast Protocol for Improving Buffer"
                + " Utilization and Accommodating Heterogeneous Receivers. Purdue University, 2004.";
    }

    @Override
    public String introduction() {
        return """
                The paper ran JRMS's TRAM, and TRAM++ made from it, on a campus network with other traffic. Here both run in the \
                simulator: the same engines, on the same networks, from the same seed; TRAM++ differs from TRAM by its \
                parameters only.

                **Latency** is the time from a packet's being taken from the application to its delivery at a receiver, as in \
                the paper (table 3). Its absolute value there, about 566 ms without errors on a network that needs a few \
                milliseconds, can not come from the network. At 40 kB/s it is the time of 16 packets, half an ack window: a \
                queue at the sender. We put a queue of that length there, so that the absolute value here is *chosen*; what can \
                be *found* are ratios and shapes: what grows, what stays, who suffers. The same queue explains the paper's \
                \"above 10,000 ms\": at the lowest rate of 1 kB/s it takes 22 s to pass. *Network latency* is counted from the \
                packet's first multicast and leaves the queue out. **Jitter** is the difference between the latencies of \
                successive packets.

                **One faulty receiver**: what the network does to its link is done there alone, from the first packet to the \
                last. *Normal* receivers are all others, those under the same repair head included.

                Verdicts are made by code from the figures of the runs, by thresholds named there. *Not testable* says why.
                """;
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
