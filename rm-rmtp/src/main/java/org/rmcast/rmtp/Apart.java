package org.rmcast.rmtp;

import org.rmcast.core.engine.ProtocolEngine;

/** What a receiver lacks that is served apart, and where it is with that. Not thread safe. */
final class Apart {
    /** What is done for it. */
    enum Step {
        /** It waits for its turn. */
        WAITING,
        /** It was asked what it lacks. */
        ASKED,
        /** That is sent. */
        SENDING
    }

    private static final int LOOK_AHEAD = 64;

    final Served served;
    final PacketSet pending;
    final LookAhead ahead = new LookAhead(LOOK_AHEAD);
    Step step = Step.WAITING;
    /** The number of its turn, in place of a round. */
    int turn;

    long cursor;
    long dueNanos = ProtocolEngine.NO_DEADLINE;
    /** How often it was asked in vain. */
    int unanswered;
    /** How many turns have brought nothing. */
    int stuck;

    long lastMissing = Long.MAX_VALUE;

    Apart(Served served, PacketSet pending) {
        this.served = served;
        this.pending = pending;
    }
}
