package org.rmcast.wan;

/** One unit that did not come, and whom it was asked from. Not thread safe. */
final class Missing {
    final long sinceNanos;
    long askAtNanos;
    /** Until when answers to what it was asked for last are waited for. */
    long untilNanos;

    int attempts;
    /** When it was asked for last. */
    long askedNanos;
    /** The slot of who was asked last. */
    int askedOf;
    /** When it should come from who was asked last. */
    long expectedNanos;
    /** The members that were asked since the last time all had been, by their slots. */
    long asked;
    /** The members that have said that they do not hold it. */
    long lacked;

    Missing(long sinceNanos, long askAtNanos) {
        this.sinceNanos = sinceNanos;
        this.askAtNanos = askAtNanos;
    }
}
