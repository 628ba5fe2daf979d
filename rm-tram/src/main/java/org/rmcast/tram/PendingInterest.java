package org.rmcast.tram;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.rmcast.core.repair.RepairRequest;

/**
 * Who has asked a head for packets that it misses itself, so that each is repaired as soon as the packet comes and need not ask again.
 * Of each member its latest request for each packet.
 *
 * <p>Idea: the pending interest table of named data networking (Zhang and others, "Named Data Networking", ACM SIGCOMM CCR 44(3), 2014).
 *
 * <p>Bounded: what finds no room is for the member to ask for again.
 */
final class PendingInterest {
    private final int maxRequests;
    private final TreeMap<Long, Map<InetSocketAddress, RepairRequest>> bySequence = new TreeMap<>();
    private int requests;

    /** @param maxRequests how many are remembered at most, of all members for all packets */
    PendingInterest(int maxRequests) {
        this.maxRequests = maxRequests;
    }

    boolean isEmpty() {
        return bySequence.isEmpty();
    }

    /** A member asks for a packet that has yet to come here; returns whether it is remembered. */
    boolean add(long sequence, RepairRequest request) {
        Map<InetSocketAddress, RepairRequest> of = bySequence.get(sequence);
        boolean known = of != null && of.containsKey(request.from());
        if (!known && requests >= maxRequests) {
            return false;
        }
        if (of == null) {
            of = new LinkedHashMap<>();
            bySequence.put(sequence, of);
        }
        requests += known ? 0 : 1;
        of.put(request.from(), request);
        return true;
    }

    /** Who has asked for a packet, in the order of the first requests. They are forgotten. */
    Collection<RepairRequest> take(long sequence) {
        Map<InetSocketAddress, RepairRequest> of = bySequence.remove(sequence);
        if (of == null) {
            return List.of();
        }
        requests -= of.size();
        return new ArrayList<>(of.values());
    }

    /** Packets below do not come any more. */
    void removeBelow(long sequence) {
        Iterator<Map<InetSocketAddress, RepairRequest>> below =
                bySequence.headMap(sequence).values().iterator();
        while (below.hasNext()) {
            requests -= below.next().size();
            below.remove();
        }
    }

    /** Nothing is asked for from this address any more. */
    void forget(InetSocketAddress address) {
        Iterator<Map<InetSocketAddress, RepairRequest>> all =
                bySequence.values().iterator();
        while (all.hasNext()) {
            Map<InetSocketAddress, RepairRequest> of = all.next();
            requests -= of.remove(address) == null ? 0 : 1;
            if (of.isEmpty()) {
                all.remove();
            }
        }
    }

    void clear() {
        bySequence.clear();
        requests = 0;
    }
}
