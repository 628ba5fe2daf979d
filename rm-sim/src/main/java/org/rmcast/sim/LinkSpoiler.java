package org.rmcast.sim;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.rmcast.core.impair.Impairments;

/** Draws how bad links turn, for one plan. */
final class LinkSpoiler {
    private final RandomGenerator random;
    private final LinkTrouble trouble;

    /** How bad this plan's links are, 0 to 1: some plans should be mild, some hard all over. */
    private final double severity;

    LinkSpoiler(RandomGenerator random, LinkTrouble trouble) {
        this.random = random;
        this.trouble = trouble;
        this.severity = random.nextDouble();
    }

    LinkSettings spoil(LinkSettings good) {
        return new LinkSettings(spoil(good.down()), spoil(good.up()));
    }

    private Impairments spoil(Impairments good) {
        if (random.nextInt(4) == 0) {
            return good;
        }
        Impairments.Builder bad = good.toBuilder().gilbertElliott(null).burst(0);
        double loss = random.nextDouble() * severity * trouble.maxLoss();
        bad.loss(loss);
        if (random.nextInt(3) == 0) {
            bad.burst(Math.max(1 + random.nextInt(10), Math.ceil(loss / (1 - loss))));
        }
        if (random.nextInt(3) == 0) {
            bad.duplicate(random.nextDouble() * trouble.maxDuplication());
        }
        if (random.nextInt(3) == 0) {
            bad.corrupt(random.nextDouble() * trouble.maxCorruption());
        }
        if (random.nextInt(3) == 0) {
            bad.reorder(random.nextDouble() * trouble.maxReordering()).reorderDelay(below(trouble.maxReorderDelay()));
        }
        if (random.nextInt(3) == 0) {
            bad.jitter(below(trouble.maxJitter()));
        }
        return bad.build();
    }

    private Duration below(Duration limit) {
        return Duration.ofNanos(random.nextLong(limit.toNanos()));
    }
}
