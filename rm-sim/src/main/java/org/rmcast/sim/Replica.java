package org.rmcast.sim;

import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.SessionEvent;

/** An application whose state is made of the messages that it gets; for one incarnation of a peer. */
public interface Replica {
    /** A message came, an own one too. */
    void apply(ReceivedMessage message);

    /**
     * Messages were lost.
     *
     * @return whether to ask for the state of another member anew
     */
    boolean lost(SessionEvent.MessagesLost loss);

    /** The whole state. */
    byte[] write();

    /** Another one's state came, in place of this one's. */
    void load(byte[] state, long providerId, boolean whole);

    /** There was no state to be had. */
    void failed(boolean first, String reason);
}
