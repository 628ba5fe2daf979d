package org.rmcast.core.repair;

import org.rmcast.core.engine.Actions;

/** Sends the repairs that a {@link RepairQueue} lets go. */
public interface RepairOutput {
    /**
     * Sends a packet to one requester.
     *
     * @return the bytes of the datagram, 0 if the packet is no longer held
     */
    int unicast(long stream, long sequence, RepairRequest request, Actions actions);

    /**
     * Sends a packet to the group, or as far as its requesters are.
     *
     * @return the bytes of the datagram, 0 if the packet is no longer held
     */
    int multicast(long stream, long sequence, Actions actions);
}
