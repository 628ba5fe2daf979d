package org.rmcast.api;

/**
 * What a member of a channel is there for. Where a protocol has only peers, as the wide-area group, a session may be opened as a sender or a
 * receiver all the same: it is a peer to all others, whose application is given nothing, or sends nothing.
 */
public enum Role {
    /** Sends messages; receives none. */
    SENDER,
    /** Receives messages; may serve others as a repair head where its protocol has such. */
    RECEIVER,
    /** Stores and repairs for others, without an application of its own. */
    REPAIR_NODE,
    /** Sends and receives, like every other member of a many-to-many group. */
    PEER;

    /** Whether the application of such a member may send messages. */
    public boolean sends() {
        return this == SENDER || this == PEER;
    }

    /** Whether the application of such a member gets messages. */
    public boolean receives() {
        return this == RECEIVER || this == PEER;
    }
}
