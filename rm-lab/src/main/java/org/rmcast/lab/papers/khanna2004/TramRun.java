package org.rmcast.lab.papers.khanna2004;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.rmcast.api.Parameters;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Repetitions;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.group.LatencyMeter;
import org.rmcast.sim.Workload;

/**
 * One run on one of the paper's networks, at the paper's rates.
 *
 * @param receivers how many, the faulty one included
 * @param packets counted ones; the warm-up comes before
 * @param repetitions from different seeds, of which the median counts
 * @param detailed whether series are kept, not only figures
 */
record TramRun(
        TramMode mode,
        TramMode.Recovery recovery,
        int hops,
        int receivers,
        TramFault fault,
        int packets,
        int repetitions,
        boolean detailed)
        implements Run {
    TramRun {
        Objects.requireNonNull(mode, "mode");
        Objects.requireNonNull(fault, "fault");
    }

    @Override
    public String id() {
        return mode.id() + "-" + fault.id() + "-hops" + hops + "-n" + receivers + suffix();
    }

    /** What is not the paper's to the letter. */
    private String suffix() {
        if (mode == TramMode.TRAM) {
            return "";
        }
        String cache =
                recovery.headCachePackets() == PaperSettings.HEAD_CACHE ? "" : "-cache" + recovery.headCachePackets();
        return cache + (recovery.pruneShare() == PaperSettings.PRUNE_SHARE_LITERAL ? "" : "-prune8");
    }

    @Override
    public String description() {
        return mode.words() + ", " + fault.words() + ", " + receivers + " receivers, " + hops
                + (hops == 1 ? " hop" : " hops") + differences();
    }

    private String differences() {
        if (mode == TramMode.TRAM) {
            return "";
        }
        String cache = recovery.headCachePackets() == PaperSettings.HEAD_CACHE
                ? ""
                : ", head cache " + recovery.headCachePackets();
        String prune = fault.isNone()
                ? ""
                : String.format(Locale.ROOT, ", prune at %s %%", recovery.pruneShare() < 0.01 ? "0.08" : "8");
        return cache + prune;
    }

    @Override
    public double cost() {
        return (double) receivers * packets * repetitions;
    }

    @Override
    public Measurement measure(long seed) {
        return Repetitions.median(id(), seed, repetitions, List.of(LatencyMeter.LATENCY_MEAN), this::once);
    }

    private Measurement once(long seed) {
        TramTree tree = TramTree.ofHops(hops, receivers, PaperSettings.ACCESS, PaperSettings.TRUNK);
        Parameters parameters = mode.apply(PaperSettings.parameters(), recovery);
        int warmUp = Math.min(PaperSettings.WARM_UP_PACKETS, packets);
        Workload workload = Workload.unpaced(warmUp + (long) packets, PaperSettings.PAYLOAD_BYTES);
        Measurement result =
                new TramGroup(tree, parameters, fault, workload, warmUp, TramGroup.Pace.PAPER).measure(id(), seed);
        return detailed ? result : result.figuresOnly();
    }
}
