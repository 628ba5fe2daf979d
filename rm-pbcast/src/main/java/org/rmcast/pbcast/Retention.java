package org.rmcast.pbcast;

/**
 * Which packets of a stream are held: those that are gossiped, which are not older than {@code stableRounds}, and while there is
 * room for them those that are not older than {@code keepRounds}: whoever was away asks for them when it is back. Not thread safe.
 */
final class Retention {
    private final RoundMarks stable;
    private final RoundMarks kept;
    private long stableBelow;
    private long keptBelow;

    Retention(PbcastConfig config, long start) {
        this.stable = new RoundMarks(config.stableRounds, start);
        this.kept = new RoundMarks(config.keepRounds, start);
        this.stableBelow = start;
        this.keptBelow = start;
    }

    /** A round ends in which the stream has come as far as this. */
    void endRound(long position) {
        stableBelow = stable.mark(position);
        keptBelow = kept.mark(position);
    }

    /** What is below was gossiped for as long as it should be. */
    long stableBelow() {
        return stableBelow;
    }

    /** What is below need not be held. */
    long releaseBelow(boolean isRoomFree) {
        return isRoomFree ? keptBelow : stableBelow;
    }
}
