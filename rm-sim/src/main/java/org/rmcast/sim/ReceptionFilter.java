package org.rmcast.sim;

/** Decides at the last moment, datagram by datagram, what members get: how the loss of just this one is brought about. */
@FunctionalInterface
public interface ReceptionFilter {
    /** Lets everything through. */
    ReceptionFilter ALL = (host, datagram) -> true;

    /**
     * Whether the running member at {@code host} gets this datagram; called once for each, in the order of arrival.
     *
     * @param datagram whole, as it came; must not be changed
     */
    boolean passes(int host, byte[] datagram);
}
