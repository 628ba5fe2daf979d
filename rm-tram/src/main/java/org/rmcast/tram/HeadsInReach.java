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
    /** How many of their hellos to the group may be missed, as of reports in RTCP (RFC 3550, section 6.3.5): that so many are lost in a row is rare. */
    private static final int HELLOS_MISSED = 5;

    private final TramConfig config;
    /** When each was heard last, the one not heard for longest first. */
    private final Map<InetAddress, Long> heardNanos = new LinkedHashMap<>(16, 0.75f, true);

    HeadsInReach(TramConfig config) {
        this.config = config;
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
        // The more there are the rarer each speaks.
        long memoryNanos =
                Math.max(config.livenessNanos(), HELLOS_MISSED * HelloPace.intervalNanos(config, heardNanos.size()));
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
