package org.rmcast.srm;

/** One packet that this member lacks, and the state of its request. Not thread safe. */
final class RequestState extends TimedEntry {
    final long sequence;
    /** When its lack was seen. */
    final long sinceNanos;
    /** How often anybody was heard to ask for it, this member included. */
    private int round;
    /** In which round the delays began to grow: later ones than the first after an interruption. */
    private int restartedRound;
    /** How often this member has asked. */
    private int asked;
    /** This member asked when nobody had. */
    private boolean askedFirst;

    private long ignoreUntilNanos;
    /** The rung of the next request, see {@link ScopeLadder}. */
    private int rung;
    /** The time to live of the last one, 0 if there was none. */
    private int lastScope;

    RequestState(long sequence, int rung, long nowNanos) {
        this.sequence = sequence;
        this.rung = rung;
        this.sinceNanos = nowNanos;
    }

    int rung() {
        return rung;
    }

    int lastScope() {
        return lastScope;
    }

    int round() {
        return round;
    }

    /** The round, counted from the last interruption. */
    int delayRound() {
        return round - restartedRound;
    }

    int asked() {
        return asked;
    }

    boolean hasAskedFirst() {
        return askedFirst;
    }

    /**
     * This member asks.
     *
     * @param scope the time to live
     * @param nextRung where it asks next
     */
    void onAsked(int scope, int nextRung) {
        askedFirst |= round == 0;
        asked++;
        lastScope = scope;
        rung = nextRung;
    }

    /** Whether it was asked for, by anybody, so often, and has been missing for so long, that nobody seems to have it. */
    boolean isOver(int rounds, long missingNanos, long nowNanos) {
        return round >= rounds && nowNanos - sinceNanos >= missingNanos;
    }

    /**
     * Somebody asked: the next round begins. Who is heard in the first half of its delay has not heard that anybody asked.
     *
     * @param delayNanos the delay of the new round
     */
    void nextRound(long delayNanos, long nowNanos) {
        round++;
        ignoreUntilNanos = nowNanos + delayNanos / 2;
    }

    /** The group is heard again: nobody has heard what was asked for in the last rounds. */
    void restart(long nowNanos) {
        restartedRound = round;
        ignoreUntilNanos = nowNanos;
    }

    /** Whether a request heard now belongs to a round that was counted. */
    boolean isIgnoring(long nowNanos) {
        return round > 0 && nowNanos - ignoreUntilNanos < 0;
    }

    @Override
    public String toString() {
        return sequence + " in round " + round;
    }
}
