package org.rmcast.wan;

/** One unit that did not come, and whom it was asked from. Not thread safe. */
final class Missing {
    long askAtNanos;
    int attempts;
    /** The members that were asked since the last time all had been, by their slots. */
    long asked;
    /** The members that have said that they do not hold it. */
    long lacked;

    Missing(long askAtNanos) {
        this.askAtNanos = askAtNanos;
    }
}
