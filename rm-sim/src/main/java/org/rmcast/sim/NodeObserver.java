package org.rmcast.sim;

/**
 * Watches what a node does, without a part in it: an observer must not call the node or the simulation. Times are virtual
 * nanoseconds since the start of the simulation. Every method does nothing unless overridden.
 */
public interface NodeObserver {
    /** The engine accepted the application's message of this number, counted from 0 in each incarnation. */
    default void onAccepted(long number, long nowNanos) {}

    /** The engine delivered a message to the application. */
    default void onDelivered(long sourceId, long number, long nowNanos) {}

    /** The engine sent a datagram, to the group or to one member; the array must not be changed. */
    default void onSent(byte[] datagram, boolean multicast, long nowNanos) {}

    /**
     * A datagram reached the host, whether or not a member is there that takes it; the array must not be changed.
     *
     * @param multicast whether it was sent to the group
     */
    default void onHeard(byte[] datagram, boolean multicast, long nowNanos) {}

    /** A datagram reached the engine, after the checks that come before it; the array must not be changed. */
    default void onReceived(byte[] datagram, long nowNanos) {}
}
