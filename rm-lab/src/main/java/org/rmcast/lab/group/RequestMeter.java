package org.rmcast.lab.group;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EngineMeter;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;

/**
 * Counts packets that are asked for, as the members themselves do: one request may name many. And what came of them: repairs
 * that filled a gap, and packets that a member had already.
 */
public final class RequestMeter implements Meter {
    /** Packets asked for in a second, in the whole group. */
    public static final String ASKED = "packets asked for/s";
    /** The same of the one member that is watched. */
    public static final String OBSERVER_ASKED = "packets asked for by the observer/s";
    /** Packets that came to a member that had them, of all repairs received that were needed or not, in per cent. */
    public static final String IN_VAIN = "repairs in vain %";

    private static final double PERCENT = 100;

    private final int watched;
    private final Duration counted;
    private Counts before = new Counts(0, 0, 0, 0);
    private @Nullable Counts after;

    private record Counts(long asked, long ofObserver, long useful, long duplicates) {}

    /**
     * Counts for some time from the begin on.
     *
     * @param watched the host whose requests are counted apart
     * @param counted how long, at most as long as the run is
     */
    public RequestMeter(int watched, Duration counted) {
        this.watched = watched;
        this.counted = counted;
    }

    @Override
    public void begin(Simulation simulation) {
        before = counts(simulation);
        simulation.after(counted, () -> after = counts(simulation));
    }

    private Counts counts(Simulation simulation) {
        return new Counts(
                sum(simulation, EngineMeter.NAKS_SENT),
                simulation.node(watched).statistics().get(EngineMeter.NAKS_SENT),
                sum(simulation, EngineMeter.REPAIRS_RECEIVED),
                sum(simulation, EngineMeter.DUPLICATE_PACKETS));
    }

    private static long sum(Simulation simulation, EngineMeter meter) {
        long sum = 0;
        for (SimNode node : simulation.nodes()) {
            sum += node.statistics().get(meter);
        }
        return sum;
    }

    @Override
    public void end(Simulation simulation, Measurement result) {
        double seconds = counted.toNanos() / 1e9;
        Counts last = after == null ? counts(simulation) : after;
        double duplicates = last.duplicates - before.duplicates;
        double repairs = duplicates + last.useful - before.useful;
        result.put(ASKED, (last.asked - before.asked) / seconds)
                .put(OBSERVER_ASKED, (last.ofObserver - before.ofObserver) / seconds)
                .put(IN_VAIN, repairs == 0 ? 0 : PERCENT * duplicates / repairs);
    }
}
