package org.rmcast.testkit.tcp;

import java.util.TreeSet;

/** The receiving half of a TCP connection: all that arrived in order, and what of it is new. Not thread safe. */
final class TcpSink {
    private final TreeSet<Long> early = new TreeSet<>();
    private long next;
    private long packets;

    void onPacket(long number) {
        if (number < next || !early.add(number)) {
            return;
        }
        packets++;
        while (!early.isEmpty() && early.first() == next) {
            early.pollFirst();
            next++;
        }
    }

    /** Everything below has arrived. */
    long next() {
        return next;
    }

    /** Packets that have arrived, each counted once. */
    long packets() {
        return packets;
    }
}
