package org.rmcast.core.paths;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One way to a destination, with what {@link PathModel} says of it. Immutable.
 *
 * @param relay who forwards; null if nobody does
 * @param directReplicas h_ij, copies from the sender to the destination, 0 to {@link PathModel#MAX_REPLICAS}; 0 only with a relay
 * @param relayReplicas h_ik, copies to the relay, 0 without one
 * @param onwardReplicas h_kj, copies from the relay to the destination, 0 without one
 * @param expectedMillis T; with a relay that through it, whatever the direct copies do
 * @param lost 1 - Π, the chance that one transmission is not enough
 * @param cost C as the paper has it: with a relay without the direct copies
 * @param fullCost C with all copies that are sent
 */
public record Route(
        @Nullable Relay relay,
        int directReplicas,
        int relayReplicas,
        int onwardReplicas,
        double expectedMillis,
        double lost,
        double cost,
        double fullCost) {

    /** In replicas from the sender, with nobody between. */
    public static Route direct(PathEstimate path, int replicas) {
        double cost = PathModel.cost(path, replicas);
        return new Route(
                null,
                replicas,
                0,
                0,
                PathModel.expectedMillis(path, replicas),
                PathModel.allLost(path.loss(), replicas),
                cost,
                cost);
    }

    /**
     * Through a relay, with direct copies besides or without.
     *
     * @param direct the path from the sender to the destination
     * @param directReplicas h_ij, 0 for none
     */
    public static Route through(
            Relay relay, int relayReplicas, int onwardReplicas, PathEstimate direct, int directReplicas) {
        Objects.requireNonNull(relay, "relay");
        double cost = PathModel.cost(relay.toRelay(), relayReplicas) + PathModel.cost(relay.onward(), onwardReplicas);
        return new Route(
                relay,
                directReplicas,
                relayReplicas,
                onwardReplicas,
                PathModel.expectedMillis(relay.toRelay(), relayReplicas)
                        + PathModel.expectedMillis(relay.onward(), onwardReplicas),
                PathModel.relayedLost(
                        PathModel.allLost(direct.loss(), directReplicas),
                        PathModel.allLost(relay.toRelay().loss(), relayReplicas),
                        PathModel.allLost(relay.onward().loss(), onwardReplicas)),
                cost,
                cost + PathModel.cost(direct, directReplicas));
    }

    /** Whether somebody forwards. */
    public boolean isRelayed() {
        return relay != null;
    }

    /** Π: one transmission is enough. */
    public double delivery() {
        return 1 - lost;
    }
}
