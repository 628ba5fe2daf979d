package org.rmcast.core.driver;

import org.rmcast.core.wire.DatagramHeader.Verdict;

/** What a driver counts. Written and read where the driver runs. */
public final class DriverCounters {
    private long strangers;
    private long otherSessions;
    private long malformed;
    private long wakeUps;
    private long engineCalls;

    DriverCounters() {}

    /** Datagrams without our header. */
    public long strangers() {
        return strangers;
    }

    /** Datagrams of other channels or protocols. */
    public long otherSessions() {
        return otherSessions;
    }

    /** Datagrams that are damaged, of another version, or refused by the engine. */
    public long malformed() {
        return malformed;
    }

    /** Wake-ups that have ended. */
    public long wakeUps() {
        return wakeUps;
    }

    /** Calls of the engine that may act, those of a wake-up's end included. */
    public long engineCalls() {
        return engineCalls;
    }

    void refused(Verdict verdict) {
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

    void wakeUpEnded() {
        wakeUps++;
    }

    void engineCalled() {
        engineCalls++;
    }
}
