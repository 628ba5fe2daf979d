package org.rmcast.lab.papers.khanna2004;

import static org.rmcast.lab.group.LatencyMeter.*;
import static org.rmcast.lab.group.MembershipMeter.*;
import static org.rmcast.lab.group.RepairMeter.*;
import static org.rmcast.lab.group.StateMeter.*;

import java.util.Arrays;
import org.rmcast.lab.experiment.Column;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.Repetitions;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.experiment.TimeSeries;
import org.rmcast.lab.experiment.Words;

/** What a fault did, held against the same network without one: findings that several rows share. */
final class Effects {
    /** "Not affected", "remains around the no error value": the mean latency of normal receivers by a tenth at most. */
    static final double UNAFFECTED = 1.1;
    /** "Suffer", "affected": by half at least. */
    static final double AFFECTED = 1.5;
    /** "Identical": the means of faulty and normal receivers by a quarter at most. */
    static final double IDENTICAL = 1.25;
    /** "Oscillates between the marks": turning points within so many packets of them: two ack windows. */
    static final int MARK_SLACK = 2 * PaperSettings.ACK_WINDOW;
    /** "Drops to zero": at most an ack window left. */
    static final int EMPTY_BUFFER = PaperSettings.ACK_WINDOW;
    /** "Tends towards the maximum": the mean rate. */
    static final double NEAR_MAXIMUM = 0.9;
    /** The last share of a run, by which its end is judged. */
    private static final double END_SHARE = 0.25;

    private Effects() {}

    /** The mean latency of normal receivers over that without errors. */
    static double normalFactor(Run faulty, Run errorFree, Measurements measurements) {
        return measurements.of(faulty).get(LATENCY_MEAN)
                / measurements.of(errorFree).get(LATENCY_MEAN);
    }

    /** In words. */
    static String normalLatency(Run faulty, Run errorFree, Measurements measurements) {
        return "normal receivers " + Words.millis(measurements.of(faulty).get(LATENCY_MEAN)) + " against "
                + Words.millis(measurements.of(errorFree).get(LATENCY_MEAN)) + " without errors (a factor of "
                + Words.factor(normalFactor(faulty, errorFree, measurements)) + "; repetitions "
                + Words.millis(measurements.of(faulty).get(Repetitions.lowest(LATENCY_MEAN))) + " to "
                + Words.millis(measurements.of(faulty).get(Repetitions.highest(LATENCY_MEAN))) + ")";
    }

    static Finding unaffected(Run faulty, Run errorFree, Measurements measurements) {
        return Finding.of(
                normalFactor(faulty, errorFree, measurements) <= UNAFFECTED,
                normalLatency(faulty, errorFree, measurements));
    }

    static Finding affected(Run faulty, Run errorFree, Measurements measurements) {
        return Finding.of(
                normalFactor(faulty, errorFree, measurements) >= AFFECTED,
                normalLatency(faulty, errorFree, measurements));
    }

    /** Whether the faulty receiver was pruned or given up. */
    static Finding excluded(Measurement measurement) {
        return Finding.of(exclusions(measurement) > 0, exclusionWords(measurement));
    }

    static Finding notExcluded(Measurement measurement) {
        return Finding.of(exclusions(measurement) == 0, exclusionWords(measurement));
    }

    /** The number of times that the faulty receiver was pruned or given up. */
    static double exclusions(Measurement measurement) {
        return measurement.get(PRUNINGS) + measurement.get(FAILURES);
    }

    static String exclusionWords(Measurement measurement) {
        double pruned = measurement.get(PRUNINGS);
        double failed = measurement.get(FAILURES);
        double normal = measurement.get(NORMAL_PRUNINGS) + measurement.get(NORMAL_FAILURES);
        String words = pruned + failed == 0
                ? "not pruned"
                : "pruned " + times(pruned) + (failed > 0 ? " and given up as silent " + times(failed) : "");
        if (!Double.isNaN(measurement.getOr(FIRST_PRUNING, Double.NaN))) {
            words += ", first at packet " + Words.count(measurement.get(FIRST_PRUNING));
        }
        return words + (normal > 0 ? "; normal receivers " + times(normal) : "");
    }

    static String times(double count) {
        return count == 1 ? "once" : Words.count(count) + " times";
    }

    /** The mean rate in the last quarter of the run, over the maximum. */
    static double rateAtEnd(Measurement measurement) {
        TimeSeries state = measurement.series(STATE_SERIES);
        double[] rates = state.y(STATE_RATE);
        double[] packets = state.y(STATE_PACKETS);
        double all = packets.length == 0 ? 0 : packets[packets.length - 1];
        double sum = 0;
        int counted = 0;
        for (int i = 0; i < rates.length; i++) {
            if (packets[i] >= all * (1 - END_SHARE) && packets[i] < all) {
                sum += rates[i];
                counted++;
            }
        }
        return counted == 0 ? 0 : sum / counted / PaperSettings.MAX_RATE;
    }

    /** The least in a column of the state between two packets. */
    static double lowest(Measurement measurement, Column column, double fromPacket) {
        TimeSeries state = measurement.series(STATE_SERIES);
        double[] values = state.y(column);
        double[] packets = state.y(STATE_PACKETS);
        double all = packets.length == 0 ? 0 : packets[packets.length - 1];
        double lowest = Double.NaN;
        for (int i = 0; i < values.length; i++) {
            if (packets[i] >= fromPacket && packets[i] < all && !(values[i] >= lowest)) {
                lowest = values[i];
            }
        }
        return lowest;
    }

    /** Peaks of the latency of successive packets above a height: how many, how high, how far apart. */
    static Spikes spikes(double[] latencies, double height) {
        int count = 0;
        int first = -1;
        int last = -1;
        boolean inside = false;
        for (int i = 0; i < latencies.length; i++) {
            boolean high = latencies[i] >= height;
            if (high && !inside) {
                count++;
                first = first < 0 ? i : first;
                last = i;
            }
            inside = high;
        }
        double highest = Arrays.stream(latencies)
                .filter(latency -> !Double.isNaN(latency))
                .max()
                .orElse(0);
        return new Spikes(count, highest, count < 2 ? Double.NaN : (double) (last - first) / (count - 1));
    }

    /**
     * What {@link #spikes} found.
     *
     * @param spacing packets from one to the next on average, NaN if there are fewer than two
     */
    record Spikes(int count, double highest, double spacing) {}
}
