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

    /**
     * Sends several packets to the group as one: their code, see {@link CodePlanner}. Only where {@link RepairQueue#joinBy} asks for it.
     *
     * @param sequences of the packets, ascending
     * @param numbers of the requests that are answered, see {@link RepairRequest#number}: as many as there is room for may be echoed
     * @return the bytes of the datagram, 0 if it cannot be sent: a packet is no longer held, or there is no room
     */
    default int coded(long stream, long[] sequences, int[] numbers, Actions actions) {
        return 0;
    }
}
