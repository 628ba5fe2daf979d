package org.rmcast.lab.papers.tachikawa;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.rmcast.core.paths.PathEstimate;
import org.rmcast.core.paths.Relay;
import org.rmcast.lab.experiment.Effort;
import org.rmcast.lab.experiment.Run;
import org.rmcast.wan.WanConfig.Mode;

/** The runs of the evaluation, full or quick. */
final class WideAreaRuns {
    private static final int MOST_REPLICAS = 5;
    /** Where all replicas are lost more rarely than this, no run is long enough. */
    private static final double RAREST = 1.5e-5;

    private final Effort effort;

    WideAreaRuns(Effort effort) {
        this.effort = effort;
    }

    /** The generator of a run: its own, so that runs are independent of one another. */
    static SplittableRandom random(Run run, long seed) {
        return new SplittableRandom(seed * 31 + run.id().hashCode());
    }

    boolean isFull() {
        return effort == Effort.FULL;
    }

    /** So many transmissions in vain a run waits for. */
    int events() {
        return isFull() ? 20_000 : 200;
    }

    /** Trials of what happens often. */
    int trials() {
        return isFull() ? 1_000_000 : 5_000;
    }

    // Rows 1 and 2.

    /** The paths of table 1, and the loss of the paper's example. */
    List<DirectRun> direct() {
        List<DirectRun> runs = new ArrayList<>();
        for (MeasuredPath path : MeasuredPath.values()) {
            addDirect(path.place(), path.estimate(), runs);
        }
        addDirect("20 %", new PathEstimate(MeasuredPath.KEELE.meanMillis(), 0.2), runs);
        return runs;
    }

    private void addDirect(String name, PathEstimate path, List<DirectRun> runs) {
        for (int replicas = 1; replicas <= MOST_REPLICAS; replicas++) {
            if (Math.pow(path.loss(), replicas) >= RAREST) {
                runs.add(new DirectRun(name, path, replicas, events(), trials()));
            }
        }
    }

    List<RelayRun> relayed() {
        List<RelayRun> runs = new ArrayList<>();
        for (int replicas = 1; replicas <= 3; replicas++) {
            if (replicas < 3) {
                runs.add(relayed("UCLA", MeasuredPath.KEELE.estimate(), WideAreaSettings.thatWay(), replicas));
                runs.add(relayed("detour", MeasuredPath.KEELE.estimate(), WideAreaSettings.detour(), replicas));
            }
            runs.add(relayed("lossy", WideAreaSettings.lossy(), WideAreaSettings.lossyRelay(), replicas));
        }
        return runs;
    }

    private RelayRun relayed(String name, PathEstimate direct, Relay relay, int replicas) {
        return new RelayRun(name, direct, relay, replicas, events(), trials());
    }

    // Row 3.

    List<Integer> bursts() {
        return List.of(5, 20);
    }

    List<Integer> spacings() {
        return List.of(1, 2, 5, 10, 20, 50, 100);
    }

    BurstRun burst(int burst, int spacing) {
        return new BurstRun(burst, spacing, isFull() ? 40_000_000 : 400_000);
    }

    // Row 4.

    List<DelayRun> delays(DelayRun.Fit fit) {
        return Arrays.stream(MeasuredPath.values())
                .map(path -> new DelayRun(path, fit, isFull() ? 201 : 5))
                .filter(DelayRun::isThere)
                .toList();
    }

    // Row 5.

    List<VaryRun> varying() {
        List<VaryRun> runs = new ArrayList<>();
        for (MeasuredPath path : MeasuredPath.values()) {
            for (int replicas = 1; replicas <= 3; replicas++) {
                runs.add(varying(path, replicas, VaryRun.Timeout.MEAN));
            }
            runs.add(varying(path, 1, VaryRun.Timeout.MOST));
        }
        return runs;
    }

    VaryRun varying(MeasuredPath path, int replicas, VaryRun.Timeout timeout) {
        return new VaryRun(path, replicas, timeout, trials());
    }

    // Row 6.

    List<HourRun> hours() {
        return IntStream.range(0, HourlyLoss.HOURS)
                .mapToObj(hour -> new HourRun(hour, isFull() ? 5_000 : 100))
                .toList();
    }

    // Rows 7 and 8.

    List<MapRun> map() {
        List<MapRun> runs = new ArrayList<>();
        for (int share : List.of(0, 50)) {
            for (int percent : List.of(1, 3, 5, 10, 15, 20, 30)) {
                runs.add(new MapRun(percent, share, isFull() ? 400_000 : 2_000));
            }
        }
        return runs;
    }

    List<CloudRun> cloud() {
        int trials = isFull() ? 100_000 : 1_000;
        return List.of(
                new CloudRun(new CloudLoss(0, 0), trials),
                new CloudRun(new CloudLoss(0.05, 0), trials),
                new CloudRun(new CloudLoss(0, CloudLoss.SLOPE), trials));
    }

    // Row 9.

    int messages() {
        return isFull() ? 200 : 5;
    }

    ReceiptRun receipt(Mode mode, ReceiptRun.Timers timers, FiveProcesses.Case network, boolean lossy) {
        return new ReceiptRun(mode, timers, network, lossy, messages());
    }

    // Row 10.

    /** Members of the groups, at least two numbers. */
    List<Integer> sizes() {
        return isFull() ? List.of(5, 20, 50) : List.of(5, 10);
    }

    /** Larger groups send more in a second, and are measured for a shorter time. */
    StateRun state(Mode mode, int members, int most, int lossPercent, int rate) {
        return new StateRun(mode, members, most, lossPercent, rate, isFull() ? 150 / members : 1);
    }

    // Row 11.

    /** Seconds of simulated time that stand for an hour. */
    int hourSeconds() {
        return isFull() ? 120 : 10;
    }

    EngineDayRun day(EngineDayRun.Choice choice) {
        return new EngineDayRun(choice, hourSeconds());
    }
}
