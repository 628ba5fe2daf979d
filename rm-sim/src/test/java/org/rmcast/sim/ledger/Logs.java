package org.rmcast.sim.ledger;

/** Logs of messages whose contents do not matter. */
final class Logs {
    private Logs() {}

    /** So many messages, one accepted in each nanosecond from 1 on. */
    static SentLog of(int messages) {
        SentLog log = new SentLog();
        for (int i = 0; i < messages; i++) {
            log.append(i, 1, i + 1L);
        }
        return log;
    }
}
