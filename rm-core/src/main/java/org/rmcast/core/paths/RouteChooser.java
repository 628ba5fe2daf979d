package org.rmcast.core.paths;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Chooses between the direct way and that through one relay. Immutable.
 *
 * <p>Paper: section 4.3. The relay is the one with the lowest T_ikj. It is taken if T_ij >= T_ikj, Π_ij <= Π_ikj and C_ij >= C_ikj; where
 * time is critical by T alone. Replicas on each path are as many as the allowed loss asks for. Not in the paper: a relay that is no better by
 * anything is not taken.
 */
public final class RouteChooser {
    private final Criterion criterion;
    private final double allowedLoss;
    private final int mostReplicas;
    private final boolean directCopies;

    /** What a relay must be no worse by. */
    public enum Criterion {
        /** Time, certainty and cost, where the relay's cost is without the direct copies: the paper's. */
        TIME_CERTAINTY_COST,
        /**
         * The same with the cost of all copies. Where direct copies are sent besides and paths are not of delay 0, no relay
         * passes: it costs what it adds.
         */
        TIME_CERTAINTY_FULL_COST,
        /** Time alone, for what is critical in time. */
        TIME
    }

    /**
     * Makes a chooser.
     *
     * @param allowedLoss what one transmission on a path may fail by, 0 to 1
     * @param mostReplicas on a path, 1 to {@link PathModel#MAX_REPLICAS}
     * @param directCopies whether the sender also sends directly where somebody forwards
     */
    public RouteChooser(Criterion criterion, double allowedLoss, int mostReplicas, boolean directCopies) {
        this.criterion = Objects.requireNonNull(criterion, "criterion");
        this.allowedLoss = PathModel.probability("allowedLoss", allowedLoss);
        if (mostReplicas < 1 || mostReplicas > PathModel.MAX_REPLICAS) {
            throw new IllegalArgumentException(
                    "mostReplicas must be 1 to " + PathModel.MAX_REPLICAS + ", was " + mostReplicas);
        }
        this.mostReplicas = mostReplicas;
        this.directCopies = directCopies;
    }

    /** How many replicas a path needs for the allowed loss, or the most there may be. */
    public int replicas(PathEstimate path) {
        return PathModel.replicas(allowedLoss, path.loss(), mostReplicas);
    }

    /**
     * How many replicas a path that has some is to have: as many as it has, as long as these are enough and would not be too many if more were
     * lost. So what is measured of a loss that stays the same does not change their number time and again. Not in the paper.
     *
     * @param present how many it has, 0 if there is no such path yet
     * @param more by how much more loss they may be too many, 1 or more
     */
    public int replicas(PathEstimate path, int present, double more) {
        int needed = replicas(path);
        int atMoreLoss = replicas(new PathEstimate(path.delayMillis(), Math.min(1, path.loss() * more)));
        return present > needed ? Math.min(present, atMoreLoss) : needed;
    }

    /**
     * Chooses a way.
     *
     * @param direct the path from the sender to the destination
     * @param relays who could forward; of several equal ones the first is taken
     */
    public RouteChoice choose(PathEstimate direct, Iterable<Relay> relays) {
        Route alone = direct(direct);
        Route best = null;
        for (Relay relay : relays) {
            Route route = through(relay, direct);
            if (best == null || route.expectedMillis() < best.expectedMillis()) {
                best = route;
            }
        }
        return new RouteChoice(reason(alone, best), alone, best);
    }

    /** The way without a relay with the copies that the allowed loss asks for. */
    public Route direct(PathEstimate path) {
        return Route.direct(path, replicas(path));
    }

    /** The way through a relay with the copies that the allowed loss asks for. */
    public Route through(Relay relay, PathEstimate direct) {
        return Route.through(
                relay,
                replicas(relay.toRelay()),
                replicas(relay.onward()),
                direct,
                directCopies ? replicas(direct) : 0);
    }

    private RouteReason reason(Route direct, @Nullable Route relayed) {
        if (relayed == null) {
            return RouteReason.NO_RELAY;
        }
        if (direct.expectedMillis() < relayed.expectedMillis()) {
            return RouteReason.DIRECT_IS_FASTER;
        }
        if (criterion != Criterion.TIME && direct.lost() < relayed.lost()) {
            return RouteReason.DIRECT_IS_SURER;
        }
        if (criterion != Criterion.TIME && direct.cost() < cost(relayed)) {
            return RouteReason.DIRECT_IS_CHEAPER;
        }
        boolean gains = direct.expectedMillis() > relayed.expectedMillis()
                || direct.lost() > relayed.lost()
                || (criterion != Criterion.TIME && direct.cost() > cost(relayed));
        return gains ? RouteReason.RELAY_IS_BETTER : RouteReason.NOTHING_GAINED;
    }

    private double cost(Route relayed) {
        return criterion == Criterion.TIME_CERTAINTY_FULL_COST ? relayed.fullCost() : relayed.cost();
    }
}
