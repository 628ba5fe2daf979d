package org.rmcast.lab.papers.khanna2004;

import static org.rmcast.lab.group.LatencyMeter.*;
import static org.rmcast.lab.group.MembershipMeter.*;
import static org.rmcast.lab.group.RepairMeter.*;
import static org.rmcast.lab.group.StateMeter.*;

import java.util.List;
import org.rmcast.api.Parameters;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Repetitions;
import org.rmcast.lab.experiment.Run;
import org.rmcast.sim.Workload;

/**
 * One cell of the matrix: some of JRMS's rules and one reading of the injections, with all of the paper's cases that have a number.
 *
 * @param variant which rules, for the id
 * @param rules the rules that hold
 * @param packets of each case, after the warm-up
 * @param repetitions from different seeds, of which the median counts
 */
record FidelityCell(String variant, List<String> rules, FidelityReading reading, int packets, int repetitions)
        implements Run {
    static final String TROUGH = "buffer trough at 3 of 50";
    static final String KEPT = "prunings at 3 of 50";
    static final String PRUNED = "first pruning at 5 of 50";
    static final String EMPTIED = "least buffer at 5 of 50";
    static final String LATE = "normal latency ms at 3 of 50";
    static final String FACTOR = "TRAM over TRAM++";
    static final String PRUNED_8 = "prunings at 8000 ms";
    static final String PRUNED_10 = "prunings at 10000 ms";
    static final String PLUS_PRUNED = "TRAM++ pruned at 5 of 50";
    static final String PLUS_AGAIN = "TRAM++ prunings at 2 of 50";
    static final String PLUS_SWING = "TRAM++ swing ms at 1000 ms";
    static final String PLUS_PRUNED_1 = "TRAM++ prunings at 1000 ms";
    static final String PLUS_PRUNED_8 = "TRAM++ prunings at 8000 ms";
    static final String OVERTAKEN = "repairs per packet overtaken by 8";
    static final List<String> FIGURES = List.of(
            TROUGH,
            KEPT,
            PRUNED,
            EMPTIED,
            LATE,
            FACTOR,
            PRUNED_8,
            PRUNED_10,
            PLUS_PRUNED,
            PLUS_AGAIN,
            PLUS_PRUNED_1,
            PLUS_SWING,
            PLUS_PRUNED_8,
            OVERTAKEN);

    private static final int GAP = 8;
    private static final int CASES = 11;

    @Override
    public String id() {
        return variant + "-" + reading.id;
    }

    @Override
    public String description() {
        return variant.replace('-', ' ') + ", " + reading.words;
    }

    @Override
    public double cost() {
        return (double) CASES * packets * repetitions;
    }

    @Override
    public Measurement measure(long seed) {
        return Repetitions.median(id(), seed, repetitions, List.of(LATE), this::once);
    }

    private Measurement once(long seed) {
        Measurement result = new Measurement(id());
        Measurement few = tram(reading.drops(3), seed);
        Measurement many = tram(reading.drops(5), seed);
        put(result, TROUGH, few.getOr(HEAD_TROUGH, Double.NaN));
        result.put(KEPT, few.get(PRUNINGS));
        put(result, PRUNED, many.getOr(FIRST_PRUNING, Double.NaN));
        put(result, EMPTIED, Effects.lowest(many, STATE_FAULTY_HEAD_BUFFER, many.getOr(FIRST_PRUNING, Double.NaN)));
        put(result, LATE, latency(few));
        Measurement plusFew = plusPlus(reading.drops(3), seed);
        Measurement plusMany = plusPlus(reading.drops(5), seed);
        put(result, FACTOR, Math.max(latency(few) / latency(plusFew), latency(many) / latency(plusMany)));
        result.put(PRUNED_8, Effects.exclusions(tram(reading.delay(8_000), seed)));
        result.put(PRUNED_10, Effects.exclusions(tram(reading.delay(10_000), seed)));
        put(result, PLUS_PRUNED, plusMany.getOr(FIRST_PRUNING, Double.NaN));
        result.put(PLUS_AGAIN, Effects.exclusions(plusPlus(reading.drops(2), seed)));
        putDelays(result, seed);
        double overtaken = (packets + PaperSettings.WARM_UP_PACKETS) / 100.0;
        result.put(OVERTAKEN, tram(TramFault.reorder(GAP), seed).get(REPAIRS) / overtaken);
        return result;
    }

    private void putDelays(Measurement result, long seed) {
        Measurement little = plusPlus(reading.delay(1_000), seed);
        result.put(PLUS_PRUNED_1, Effects.exclusions(little));
        put(
                result,
                PLUS_SWING,
                little.getOr(ofFaulty(LATENCY_P99), Double.NaN) - little.getOr(ofFaulty(LATENCY_P50), Double.NaN));
        result.put(PLUS_PRUNED_8, Effects.exclusions(plusPlus(reading.delay(8_000), seed)));
    }

    private static double latency(Measurement run) {
        return run.getOr(LATENCY_MEAN, Double.NaN);
    }

    private static void put(Measurement result, String figure, double value) {
        if (!Double.isNaN(value)) {
            result.put(figure, value);
        }
    }

    private Measurement tram(TramFault fault, long seed) {
        return made(TramMode.TRAM, fault, seed);
    }

    private Measurement plusPlus(TramFault fault, long seed) {
        return made(TramMode.TRAM_PLUS_PLUS, fault, seed);
    }

    private Measurement made(TramMode mode, TramFault fault, long seed) {
        TramTree tree = TramTree.ofHops(
                TramRuns.FAULT_HOPS, DelayRows.DELAY_RECEIVERS, PaperSettings.ACCESS, PaperSettings.TRUNK);
        Parameters parameters = mode.apply(
                        PaperSettings.parameters(), TramMode.Recovery.paper(PaperSettings.PRUNE_SHARE_LITERAL))
                .with("jrmsRules", rules);
        int warmUp = Math.min(PaperSettings.WARM_UP_PACKETS, packets);
        Workload workload = Workload.unpaced(warmUp + (long) packets, PaperSettings.PAYLOAD_BYTES);
        return new TramGroup(tree, parameters, fault, workload, warmUp, TramGroup.Pace.PAPER).measure(id(), seed);
    }
}
