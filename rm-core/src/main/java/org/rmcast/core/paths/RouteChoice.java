package org.rmcast.core.paths;

import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which way a message goes, and why: both ways that were compared, with their numbers. Immutable.
 *
 * @param reason what decided
 * @param direct the way without a relay
 * @param relayed the way through the relay of the lowest T; null if there was no relay
 */
public record RouteChoice(
        RouteReason reason, Route direct, @Nullable Route relayed) {
    public RouteChoice {
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(direct, "direct");
        if ((relayed == null) != (reason == RouteReason.NO_RELAY)) {
            throw new IllegalArgumentException("reason " + reason + " does not go with relayed " + relayed);
        }
    }

    /** The way to take. */
    public Route chosen() {
        boolean takesRelay = reason == RouteReason.RELAY_IS_BETTER || reason == RouteReason.RELAY_IS_COORDINATOR;
        return takesRelay && relayed != null ? relayed : direct;
    }

    /** The way through the relay, if there is one, whatever the numbers say. */
    public RouteChoice byCoordinator() {
        return relayed == null ? this : new RouteChoice(RouteReason.RELAY_IS_COORDINATOR, direct, relayed);
    }

    /** Whether somebody forwards. */
    public boolean isRelayed() {
        return chosen().isRelayed();
    }

    /** The reason with the numbers compared, in one line for people. */
    public String words() {
        String words = reason.words() + ": direct" + numbers(direct);
        return relayed == null ? words : words + ", through relay" + numbers(relayed);
    }

    private static String numbers(Route route) {
        String replicas = route.isRelayed()
                ? route.directReplicas() + "+" + route.relayReplicas() + "+" + route.onwardReplicas()
                : Integer.toString(route.directReplicas());
        return String.format(
                Locale.ROOT,
                " x%s T %.1f ms, 1-P %.2g, C %.1f (all copies %.1f)",
                replicas,
                route.expectedMillis(),
                route.lost(),
                route.cost(),
                route.fullCost());
    }
}
