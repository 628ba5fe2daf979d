package org.rmcast.core.repair;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;

/** A code that is on its way: which packet each receiver takes out of it. Not thread safe. */
final class SentCode {
    /** So many receivers are remembered; those beyond are sent what they ask for. */
    private static final int MOST = 256;

    private final Map<InetSocketAddress, Long> takes = new HashMap<>();

    /**
     * Whether a receiver that asks for a packet of the code is about to have it from there: one of them each, for which it asks first. With the
     * others it can do so when they come.
     */
    boolean serves(RepairRequest request, long sequence) {
        if (!request.decodes()) {
            return false;
        }
        Long other = takes.get(request.from());
        if (other == null && takes.size() < MOST) {
            takes.put(request.from(), sequence);
            return true;
        }
        return other != null && other == sequence;
    }
}
