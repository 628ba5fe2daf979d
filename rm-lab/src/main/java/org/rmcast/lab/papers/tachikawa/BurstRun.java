package org.rmcast.lab.papers.tachikawa;

import java.util.Locale;
import org.rmcast.core.impair.GilbertElliottLoss;
import org.rmcast.core.impair.LossModel;
import org.rmcast.lab.experiment.Column;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.experiment.TimeSeries;

/**
 * Replicas to Keele where losses come in bursts: what happened to the packets of a long time, one each millisecond, is made once; each of
 * its first packets is the first replica of a trial. A trial meets the same bursts as its neighbours: the standard error is that of
 * stretches.
 *
 * @param burst the mean length of bursts in packets
 * @param spacing how many packets further on the next replica is; 1 is back to back
 * @param trials how many
 */
record BurstRun(int burst, int spacing, int trials) implements Run {
    static final String SERIES = "replicas";
    static final Column REPLICAS = new Column("replicas");
    static final Column LOST = new Column("1 - Π");
    static final Column ERROR = new Column("standard error %");
    static final Column INDEPENDENT = new Column("ε^h");
    static final Column CHAIN = new Column("formula of the chain");
    static final Column TIME = new Column("T ms");
    static final Column TIME_MODEL = new Column("formula: T ms");

    static final int MOST_REPLICAS = 5;
    private static final int STRETCHES = 200;
    /** So many transmissions in vain are followed; the rest counts as long. */
    private static final int MOST_IN_VAIN = 40;

    private static final MeasuredPath PATH = MeasuredPath.KEELE;

    static String lost(int replicas) {
        return "1 - Π, h = " + replicas;
    }

    static String independent(int replicas) {
        return "over ε^h, h = " + replicas;
    }

    static String time(int replicas) {
        return "T ms, h = " + replicas;
    }

    @Override
    public String id() {
        return String.format(Locale.ROOT, "burst%d-spacing%d", burst, spacing);
    }

    @Override
    public String description() {
        return "bursts of " + burst + ", " + (spacing == 1 ? "back to back" : spacing + " ms apart");
    }

    @Override
    public double cost() {
        return 10.0 * trials;
    }

    private int roundTripMillis() {
        return (int) Math.round(2 * PATH.meanMillis());
    }

    @Override
    public Measurement measure(long seed) {
        boolean[] lost = packets(new GilbertElliottLoss(
                GilbertElliottLoss.Settings.ofMean(PATH.loss(), burst), WideAreaRuns.random(this, seed)));
        Measurement result = new Measurement(id());
        TimeSeries.Builder series = TimeSeries.over(REPLICAS, LOST, ERROR, INDEPENDENT, CHAIN, TIME, TIME_MODEL);
        for (int replicas = 1; replicas <= MOST_REPLICAS; replicas++) {
            Tally stretches = new Tally();
            Tally time = new Tally();
            measure(lost, replicas, stretches, time);
            double independent = StrictMath.pow(PATH.loss(), replicas);
            double model = PATH.meanMillis() * (1 + independent) / (1 - independent);
            series.row()
                    .set(REPLICAS, replicas)
                    .set(LOST, stretches.mean())
                    .set(ERROR, 100 * stretches.standardError() / stretches.mean())
                    .set(INDEPENDENT, independent)
                    .set(CHAIN, chain(replicas))
                    .set(TIME, time.mean())
                    .set(TIME_MODEL, model);
            result.put(lost(replicas), stretches.mean())
                    .put(independent(replicas), stretches.mean() / independent)
                    .put(time(replicas), time.mean());
        }
        return result.put(SERIES, series.build());
    }

    private boolean[] packets(LossModel loss) {
        boolean[] lost = new boolean[trials + MOST_IN_VAIN * (roundTripMillis() + MOST_REPLICAS * spacing)];
        for (int i = 0; i < lost.length; i++) {
            lost[i] = loss.shouldDrop();
        }
        return lost;
    }

    private void measure(boolean[] lost, int replicas, Tally stretches, Tally time) {
        int length = trials / STRETCHES;
        for (int stretch = 0; stretch < STRETCHES; stretch++) {
            int inVain = 0;
            double millis = 0;
            for (int first = stretch * length; first < (stretch + 1) * length; first++) {
                int arrived = firstArrived(lost, first, replicas);
                inVain += arrived < 0 ? 1 : 0;
                millis += arrived >= 0 ? arrived : later(lost, first, replicas);
            }
            stretches.add((double) inVain / length);
            time.add(PATH.meanMillis() + millis / length);
        }
    }

    /** After how many milliseconds the first replica leaves that arrives; -1 if none does. */
    private int firstArrived(boolean[] lost, int first, int replicas) {
        for (int replica = 0; replica < replicas; replica++) {
            if (!lost[first + replica * spacing]) {
                return replica * spacing;
            }
        }
        return -1;
    }

    /** The same of further transmissions, each twice the delay after the one before. */
    private int later(boolean[] lost, int first, int replicas) {
        int after = 0;
        for (int inVain = 1; inVain < MOST_IN_VAIN; inVain++) {
            after += roundTripMillis();
            int arrived = firstArrived(lost, first + after, replicas);
            if (arrived >= 0) {
                return after + arrived;
            }
        }
        return after;
    }

    /** ε·(ε + (1 - ε)·c^m)^(h-1), with the memory c = 1 - p - r of the chain and m packets between two replicas. */
    private double chain(int replicas) {
        GilbertElliottLoss.Settings settings = GilbertElliottLoss.Settings.ofMean(PATH.loss(), burst);
        double memory = StrictMath.pow(1 - settings.goodToBad() - settings.badToGood(), spacing);
        return PATH.loss() * StrictMath.pow(PATH.loss() + (1 - PATH.loss()) * memory, replicas - 1);
    }
}
