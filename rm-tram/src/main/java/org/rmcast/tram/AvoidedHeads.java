package org.rmcast.tram;

import java.net.InetAddress;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Hosts whose heads took this node and then did not serve it, or told it what cannot be: others are preferred to them, for a
 * minute, and twice as long each time up to 64 times. By host, since who offers places under false names has as many of them as it likes.
 * Bounded: the one of longest ago is forgotten first.
 */
final class AvoidedHeads {
    private static final long MEMORY_NANOS = 60_000_000_000L;
    private static final int MAX_DOUBLINGS = 6;
    private static final int MAX_HOSTS = 64;

    private static final class Offences {
        int count;
        long untilNanos;
    }

    private final Map<InetAddress, Offences> hosts = new LinkedHashMap<>();

    /** A head at this host was of no use. */
    void add(InetAddress host, long nowNanos) {
        Offences offences = hosts.remove(host);
        if (offences == null) {
            offences = new Offences();
        }
        offences.untilNanos = nowNanos + (MEMORY_NANOS << Math.min(offences.count++, MAX_DOUBLINGS));
        hosts.put(host, offences);
        if (hosts.size() > MAX_HOSTS) {
            Iterator<InetAddress> oldest = hosts.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
    }

    /** How often heads at this host were of no use; 0 if that was long ago. */
    int count(InetAddress host, long nowNanos) {
        Offences offences = hosts.get(host);
        return offences == null || nowNanos - offences.untilNanos >= 0 ? 0 : offences.count;
    }

    void clear() {
        hosts.clear();
    }
}
