package org.rmcast.lab.papers.tachikawa;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.rmcast.core.impair.BernoulliLoss;
import org.rmcast.core.paths.PathEstimate;
import org.rmcast.core.paths.PathModel;
import org.rmcast.core.paths.Relay;
import org.rmcast.core.paths.Route;
import org.rmcast.core.paths.RouteChoice;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Run;

/** Ten regions where so much is lost: each pair by the formulas, and by simulation. */
record CloudRun(CloudLoss loss, int trials) implements Run {
    static final String PAIRS = "pairs";
    static final String RELAYED = "relay is faster";
    static final String RELAYED_REPLICAS = "the same, replicas for 1 %";
    static final String RELAYED_PAPER = "relay by the paper's tests";
    static final String GAIN = "greatest gain %";
    static final String REPLICATED = "need replicas for 1 %";
    static final String DECIDED = "decided by simulation";
    static final String AGREE = "choice is the simulation's";
    static final String REPAIRS = "sender and loser";
    static final String NEARER = "another holder is nearer";
    static final String REPAIR_GAIN = "median repair time over the sender's";

    /** What is closer than so many standard errors is not decided. */
    private static final double STANDARD_ERRORS = 4;

    private static final int NOTES = 4;

    @Override
    public String id() {
        return "cloud-" + loss.id();
    }

    @Override
    public String description() {
        return loss.words();
    }

    @Override
    public double cost() {
        return 200.0 * trials;
    }

    private record Pair(String words, RouteChoice choice) {
        double gain() {
            Route relayed = choice.relayed();
            return relayed == null
                    ? 0
                    : 1 - relayed.expectedMillis() / choice.direct().expectedMillis();
        }
    }

    @Override
    public Measurement measure(long seed) {
        SplittableRandom random = WideAreaRuns.random(this, seed);
        List<Pair> pairs = new ArrayList<>();
        int replicas = 0;
        int paper = 0;
        int replicated = 0;
        int decided = 0;
        int agree = 0;
        for (int from = 0; from < CloudRegions.count(); from++) {
            for (int to = from + 1; to < CloudRegions.count(); to++) {
                PathEstimate direct = CloudRegions.path(from, to, loss);
                List<Relay> relays = relays(from, to);
                RouteChoice choice = WideAreaSettings.byTime().choose(direct, relays);
                pairs.add(new Pair(words(from, to, choice), choice));
                replicas += WideAreaSettings.byTimeReplicated()
                                .choose(direct, relays)
                                .isRelayed()
                        ? 1
                        : 0;
                paper += WideAreaSettings.paper().choose(direct, relays).isRelayed() ? 1 : 0;
                replicated += WideAreaSettings.paper().replicas(direct) > 1 ? 1 : 0;
                int simulated = fasterRelay(direct, choice, random);
                decided += simulated != 0 ? 1 : 0;
                agree += simulated != 0 && (simulated > 0) == choice.isRelayed() ? 1 : 0;
            }
        }
        List<Pair> relayed = pairs.stream()
                .filter(pair -> pair.choice().isRelayed())
                .sorted((one, other) -> Double.compare(other.gain(), one.gain()))
                .toList();
        Measurement result = new Measurement(id())
                .put(PAIRS, pairs.size())
                .put(RELAYED, relayed.size())
                .put(RELAYED_REPLICAS, replicas)
                .put(RELAYED_PAPER, paper)
                .put(GAIN, relayed.isEmpty() ? 0 : 100 * relayed.get(0).gain())
                .put(REPLICATED, replicated)
                .put(DECIDED, decided)
                .put(AGREE, agree);
        relayed.stream().limit(NOTES).forEach(pair -> result.note(pair.words()));
        repairs(result);
        return result;
    }

    private List<Relay> relays(int from, int to) {
        List<Relay> relays = new ArrayList<>();
        for (int relay = 0; relay < CloudRegions.count(); relay++) {
            if (relay != from && relay != to) {
                relays.add(new Relay(relay, CloudRegions.path(from, relay, loss), CloudRegions.path(relay, to, loss)));
            }
        }
        return relays;
    }

    private static String words(int from, int to, RouteChoice choice) {
        Route relayed = choice.relayed();
        Relay relay = relayed == null ? null : relayed.relay();
        return relayed == null || relay == null
                ? ""
                : String.format(
                        Locale.ROOT,
                        "%s – %s through %s: T %.0f ms, direct %.0f ms",
                        CloudRegions.NAMES.get(from),
                        CloudRegions.NAMES.get(to),
                        CloudRegions.NAMES.get((int) relay.id()),
                        relayed.expectedMillis(),
                        choice.direct().expectedMillis());
    }

    /** 1 if the best relay is faster in the simulation, -1 if it is slower, 0 if that cannot be told. */
    private int fasterRelay(PathEstimate direct, RouteChoice choice, SplittableRandom random) {
        Route relayed = choice.relayed();
        Relay relay = relayed == null ? null : relayed.relay();
        if (relay == null) {
            return 0;
        }
        Tally difference = new Tally();
        for (int trial = 0; trial < trials; trial++) {
            difference.add(millis(direct, random) - millis(relay.toRelay(), random) - millis(relay.onward(), random));
        }
        boolean undecided = Math.abs(difference.mean()) <= STANDARD_ERRORS * difference.standardError();
        return undecided ? 0 : (int) Math.signum(difference.mean());
    }

    private static double millis(PathEstimate path, SplittableRandom random) {
        return Sending.millis(new BernoulliLoss(path.loss(), random), 1, path.delayMillis());
    }

    /** Of each sender and each who loses its message: whether one of the others is nearer than the sender. */
    private void repairs(Measurement result) {
        List<Double> ratios = new ArrayList<>();
        for (int sender = 0; sender < CloudRegions.count(); sender++) {
            for (int loser = 0; loser < CloudRegions.count(); loser++) {
                if (loser != sender) {
                    ratios.add(nearest(sender, loser) / PathModel.repairMillis(CloudRegions.path(sender, loser, loss)));
                }
            }
        }
        double[] sorted =
                ratios.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        result.put(REPAIRS, sorted.length)
                .put(NEARER, Arrays.stream(sorted).filter(ratio -> ratio < 1).count())
                .put(REPAIR_GAIN, sorted[sorted.length / 2]);
    }

    private double nearest(int sender, int loser) {
        double least = Double.POSITIVE_INFINITY;
        for (int holder = 0; holder < CloudRegions.count(); holder++) {
            if (holder != sender && holder != loser) {
                least = Math.min(least, PathModel.repairMillis(CloudRegions.path(holder, loser, loss)));
            }
        }
        return least;
    }
}
