package org.rmcast.lab.papers.khanna2004;

import java.util.ArrayList;
import java.util.List;
import org.rmcast.lab.experiment.Effort;
import org.rmcast.lab.experiment.Run;

/** The runs of the paper's scenarios, full or quick. */
final class TramRuns {
    /** Hops of the networks in which faults are injected: with repair heads, and the fewest links. */
    static final int FAULT_HOPS = 2;

    private static final int QUICK_PACKETS = 1_500;

    private final Effort effort;

    TramRuns(Effort effort) {
        this.effort = effort;
    }

    /** Receivers of the error-free networks. */
    List<Integer> receivers() {
        return effort == Effort.FULL ? List.of(5, 10, 15, 20, 25, 30) : List.of(5, 10);
    }

    List<Integer> hops() {
        return effort == Effort.FULL ? List.of(1, 2, 3, 4) : List.of(1, 2);
    }

    /** Receivers of the networks with a faulty one. */
    List<Integer> receiversWithFaulty() {
        return effort == Effort.FULL ? List.of(5, 15, 30) : List.of(5);
    }

    /** Receivers of the network of figure 8(c). */
    int receiversOfFigure8() {
        return effort == Effort.FULL ? 27 : 10;
    }

    int packets() {
        return effort == Effort.FULL ? PaperSettings.COUNTED_PACKETS : QUICK_PACKETS;
    }

    /** From different seeds: the rate control has more than one steady state, and chance decides which it falls into. */
    int repetitions() {
        return effort == Effort.FULL ? PaperSettings.REPETITIONS : 1;
    }

    boolean isFull() {
        return effort == Effort.FULL;
    }

    TramRun tram(int hops, int receivers, TramFault fault) {
        return run(TramMode.TRAM, PaperSettings.PRUNE_SHARE_LITERAL, hops, receivers, fault);
    }

    /** Of TRAM++ with the threshold of table 2. */
    TramRun plusPlus(int hops, int receivers, TramFault fault) {
        return run(TramMode.TRAM_PLUS_PLUS, PaperSettings.PRUNE_SHARE_LITERAL, hops, receivers, fault);
    }

    /** Of TRAM++ with the threshold that may have been meant. */
    TramRun plusPlusWide(int hops, int receivers, TramFault fault) {
        return run(TramMode.TRAM_PLUS_PLUS, PaperSettings.PRUNE_SHARE_WIDE, hops, receivers, fault);
    }

    /** Of TRAM++ with another capacity of the heads' caches. */
    TramRun plusPlusOfCapacity(int headCache, int hops, int receivers) {
        return new TramRun(
                TramMode.TRAM_PLUS_PLUS,
                TramMode.Recovery.ofCapacity(headCache),
                hops,
                receivers,
                TramFault.none(),
                packets(),
                repetitions(),
                false);
    }

    TramRun run(TramMode mode, double pruneShare, int hops, int receivers, TramFault fault) {
        boolean detailed = fault.isNone() ? errorFreeInDetail(hops, receivers) : faultyInDetail(fault, receivers);
        return new TramRun(
                mode, TramMode.Recovery.paper(pruneShare), hops, receivers, fault, packets(), repetitions(), detailed);
    }

    private boolean errorFreeInDetail(int hops, int receivers) {
        boolean shown = receivers == closeLookReceivers()
                || receivers == receiversOfFigure8()
                || receivers == DelayRows.DELAY_RECEIVERS;
        return hops == FAULT_HOPS && shown;
    }

    private boolean faultyInDetail(TramFault fault, int receivers) {
        return !fault.isDrop() || receivers == dropCloseLookReceivers();
    }

    /** Of the networks in which packets are dropped, the one of which series are kept. */
    int dropCloseLookReceivers() {
        List<Integer> counts = receiversWithFaulty();
        return counts.get(counts.size() / 2);
    }

    /** The error-free network of which series are kept: the most receivers. */
    int closeLookReceivers() {
        return receivers().get(receivers().size() - 1);
    }

    /** All error-free networks of one protocol. */
    List<Run> errorFree(TramMode mode) {
        List<Run> runs = new ArrayList<>();
        for (int hops : hops()) {
            for (int count : receivers()) {
                runs.add(run(mode, PaperSettings.PRUNE_SHARE_LITERAL, hops, count, TramFault.none()));
            }
        }
        return runs;
    }
}
