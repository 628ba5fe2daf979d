package org.rmcast.sim;

import java.util.Objects;
import org.rmcast.core.impair.Impairments;

/**
 * What a link does to the datagrams that cross it, for each direction: bandwidth, queue, propagation delay, jitter,
 * loss, duplication, reordering, corruption. Seeds in the impairments are not used; a simulation has one seed.
 *
 * @param down away from the topology's root, towards a host
 * @param up towards the topology's root
 */
public record LinkSettings(Impairments down, Impairments up) {
    private static final LinkSettings PERFECT = new LinkSettings(Impairments.none(), Impairments.none());

    public LinkSettings {
        Objects.requireNonNull(down, "down");
        Objects.requireNonNull(up, "up");
    }

    /** A link without delay, loss or limit: also for a host that stands beside its router. */
    public static LinkSettings perfect() {
        return PERFECT;
    }

    /** A link that does the same in both directions. */
    public static LinkSettings of(Impairments both) {
        return new LinkSettings(both, both);
    }

    /** A link that does the same in both directions, from the text form of {@link Impairments#parse}. */
    public static LinkSettings parse(String both) {
        return of(Impairments.parse(both));
    }

    /** These with other independent loss, 0 to 1, in both directions. */
    public LinkSettings withLoss(double probability) {
        return new LinkSettings(
                down.toBuilder().loss(probability).build(),
                up.toBuilder().loss(probability).build());
    }
}
