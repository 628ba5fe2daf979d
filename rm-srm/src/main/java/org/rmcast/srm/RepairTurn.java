package org.rmcast.srm;

import java.util.TreeSet;

/** What this member may repair in answer to one request, and the state of its repair timer. Not thread safe. */
final class RepairTurn extends TimedEntry {
    final long requester;
    /** How far the requester is. */
    final long distanceNanos;

    final int round;
    /** The time to live of the request. */
    final int scope;

    final long heardNanos;
    /** What is still to be repaired, unless somebody else does. */
    final TreeSet<Long> sequences = new TreeSet<>();
    /** Whether the first repair of it was seen, of whomever. */
    boolean answered;
    /** This member has sent a repair of it. */
    boolean sent;
    /** This member was the first to send one. */
    boolean sentFirst;
    /** Whose duplicate was counted last, 0 if none. */
    long duplicateOf;

    RepairTurn(long requester, long distanceNanos, int round, int scope, long nowNanos) {
        this.requester = requester;
        this.distanceNanos = distanceNanos;
        this.round = round;
        this.scope = scope;
        this.heardNanos = nowNanos;
    }

    @Override
    public String toString() {
        return sequences + " for " + requester;
    }
}
