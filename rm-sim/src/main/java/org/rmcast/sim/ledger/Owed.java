package org.rmcast.sim.ledger;

import org.rmcast.sim.check.ReceivedStream;

/** From where on messages are owed to a receiver. */
final class Owed {
    private long from = ReceivedStream.NONE;
    private boolean excused;
    private boolean following;

    /** The receiver has joined, unless what comes is owed anyway. */
    void join(long first) {
        if (!following) {
            from = first;
            excused = false;
        }
    }

    void excuse() {
        excused = true;
        following = false;
    }

    /** A message is delivered: if nothing was owed before, it is where the stream begins. */
    void follow(long number) {
        if (excused || from == ReceivedStream.NONE) {
            from = number;
        }
        excused = false;
        following = true;
    }

    boolean is() {
        return !excused && from != ReceivedStream.NONE;
    }

    /** Whether something was delivered since the join, so that gaps are a fault. */
    boolean isFollowing() {
        return following;
    }

    long from() {
        return from;
    }
}
