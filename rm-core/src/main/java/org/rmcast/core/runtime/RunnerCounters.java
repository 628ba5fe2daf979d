package org.rmcast.core.runtime;

import org.rmcast.core.wire.DatagramHeader;

/** The datagrams that a runner dropped before or at its engine. Written and read on the loop. */
final class RunnerCounters {
    private long strangers;
    private long otherSessions;
    private long malformed;

    void rejected(DatagramHeader.Verdict verdict) {
        switch (verdict) {
            case STRANGER -> strangers++;
            case OTHER_SESSION -> otherSessions++;
            case UNSUPPORTED, DAMAGED -> malformed++;
            case ACCEPTED, OWN -> {}
        }
    }

    void undecodable() {
        malformed++;
    }

    long strangers() {
        return strangers;
    }

    long otherSessions() {
        return otherSessions;
    }

    long malformed() {
        return malformed;
    }
}
