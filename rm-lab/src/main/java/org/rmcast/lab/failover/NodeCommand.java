package org.rmcast.lab.failover;

/**
 * What a member is told.
 *
 * @param action what it does
 * @param receivers for whom {@link Action#START} waits
 */
record NodeCommand(Action action, int receivers) {
    /** What a member can do; each is answered with a {@link NodeReport}. */
    enum Action {
        /** A sender: wait for the receivers, and begin to send. */
        START,
        /** Say what was seen since the last time. */
        LOOK,
        /** The same after the heap was emptied of what is not used. */
        WEIGH,
        /** A sender: send no more, and wait until all that it knows of have confirmed everything. */
        FINISH
    }

    static final NodeCommand LOOK = new NodeCommand(Action.LOOK, 0);
    static final NodeCommand WEIGH = new NodeCommand(Action.WEIGH, 0);
    static final NodeCommand FINISH = new NodeCommand(Action.FINISH, 0);

    static NodeCommand start(int receivers) {
        return new NodeCommand(Action.START, receivers);
    }
}
