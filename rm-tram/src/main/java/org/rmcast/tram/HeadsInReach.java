package org.rmcast.tram;

import java.net.InetAddress;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The hosts of other heads whose hellos come here: about those whose members hear what this node sends to the group. Hosts count, not
 * heads: one host can make up any number. Bounded; what is not heard for a while is forgotten.
 */
final class HeadsInReach {
    private static final int MOST = 1_024;

    private final long memoryNanos;
    /** When each was heard last, the one not heard for longest first. */
    private final Map<InetAddress, Long> heardNanos = new LinkedHashMap<>(16, 0.75f, true);

    /** @param memoryNanos for how long a head that is silent counts */
    HeadsInReach(long memoryNanos) {
        this.memoryNanos = memoryNanos;
    }

    /** Another head than the own one says hello. */
    void onHello(InetAddress from, long nowNanos) {
        heardNanos.put(from, nowNanos);
        if (heardNanos.size() > MOST) {
            Iterator<InetAddress> oldest = heardNanos.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
    }

    /** How many there are, this node and its own head not counted. */
    int count(long nowNanos) {
        Iterator<Long> times = heardNanos.values().iterator();
        while (times.hasNext() && nowNanos - times.next() > memoryNanos) {
            times.remove();
        }
        return heardNanos.size();
    }

    void clear() {
        heardNanos.clear();
    }
}
