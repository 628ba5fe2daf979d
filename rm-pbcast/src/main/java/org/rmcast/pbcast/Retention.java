package org.rmcast.pbcast;

/**
 * Which packets of a stream are held: those that are gossiped, which are not older than {@code stableRounds}, and while there is
 * room for them those that are not older than {@code keepRounds}: whoever was away asks for them when it is back. Rounds that have
 * become longer, since nothing happens, count for as many as they last, but for the first after all was as it is for long: what has
 * changed then has changed just now. Not thread safe.
 */
final class Retention {
    private final RoundMarks stable;
    private final RoundMarks kept;
    private final long roundNanos;
    private final int keepRounds;
    private long stableBelow;
    private long keptBelow;
    private long endedNanos;

    /** @param start the first sequence that is held */
    Retention(PbcastConfig config, long start, long nowNanos) {
        this.stable = new RoundMarks(config.stableRounds, start);
        this.kept = new RoundMarks(config.keepRounds, start);
        this.roundNanos = config.roundNanos;
        this.keepRounds = config.keepRounds;
        this.stableBelow = start;
        this.keptBelow = start;
        this.endedNanos = nowNanos;
    }

    /** A round ends in which the stream has come as far as this. */
    void endRound(long position, long nowNanos) {
        stableBelow = stable.mark(position);
        long lasted = kept.isStill() ? 1 : (nowNanos - endedNanos) / roundNanos;
        long rounds = Math.max(1, Math.min(keepRounds, lasted));
        for (long i = 0; i < rounds; i++) {
            keptBelow = kept.mark(position);
        }
        endedNanos = nowNanos;
    }

    /** Whether further rounds without news of the stream change nothing. */
    boolean isStill() {
        return stable.isStill() && kept.isStill();
    }

    /** What is below was gossiped for as long as it should be. */
    long stableBelow() {
        return stableBelow;
    }

    /** What is below need not be held. */
    long releaseBelow(boolean isRoomFree) {
        return isRoomFree ? Math.min(keptBelow, stableBelow) : stableBelow;
    }
}
