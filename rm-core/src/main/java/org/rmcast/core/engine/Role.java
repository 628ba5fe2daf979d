package org.rmcast.core.engine;

/** What a member of a channel is there for. */
public enum Role {
    /** Sends messages; receives none. */
    SENDER,
    /** Receives messages; may serve others as a repair head where its protocol has such. */
    RECEIVER,
    /** Stores and repairs for others, without an application of its own. */
    REPAIR_NODE
}
