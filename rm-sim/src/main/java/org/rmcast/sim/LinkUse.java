package org.rmcast.sim;

/**
 * What went into one direction of a link; what its loss model took is not in it.
 *
 * @param datagrams taken by the line or its queue
 * @param bytes of these
 * @param busyNanos the time that the line takes to carry them, 0 where its rate has no limit
 * @param overflowed datagrams that found the queue full
 */
public record LinkUse(long datagrams, long bytes, long busyNanos, long overflowed) {
    /** Nothing. */
    public static final LinkUse NONE = new LinkUse(0, 0, 0, 0);

    /** What went in after {@code earlier} was asked for. */
    public LinkUse since(LinkUse earlier) {
        return new LinkUse(
                datagrams - earlier.datagrams,
                bytes - earlier.bytes,
                busyNanos - earlier.busyNanos,
                overflowed - earlier.overflowed);
    }

    /** Both together. */
    public LinkUse plus(LinkUse other) {
        return new LinkUse(
                datagrams + other.datagrams,
                bytes + other.bytes,
                busyNanos + other.busyNanos,
                overflowed + other.overflowed);
    }
}
