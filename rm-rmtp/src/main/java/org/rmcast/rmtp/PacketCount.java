package org.rmcast.rmtp;

/**
 * Counts the packets of monitored periods at a receiver. Each packet says which period it belongs to, so the packet with the start or the stop bit may
 * be lost. Not thread safe.
 */
final class PacketCount {
    private int period;
    private int count;
    private boolean stopped = true;
    private int finishedCount;

    /**
     * A packet of a period came.
     *
     * @return the number of a period that is over now, -1 if none is
     */
    int count(int of, boolean stop) {
        int finished = -1;
        if (of != period) {
            if (!stopped) {
                finished = period;
                finishedCount = count;
            }
            period = of;
            count = 0;
            stopped = false;
        }
        count++;
        if (stop && !stopped) {
            stopped = true;
            finished = period;
            finishedCount = count;
        }
        return finished;
    }

    int finishedCount() {
        return finishedCount;
    }
}
