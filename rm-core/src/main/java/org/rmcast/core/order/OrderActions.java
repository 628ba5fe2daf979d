package org.rmcast.core.order;

import org.jspecify.annotations.Nullable;

/** What an {@link OrderEngine} does: whoever drives it hands this to every call. Performed at once, in the order given. */
public interface OrderActions {
    /**
     * Sends a message by the session below, without waiting. It may be lost.
     *
     * @param to whom it is for, 0 for the group; where some members cannot be sent to alone it may go to the group all the same
     */
    void send(long to, byte[] message);

    /**
     * The next message in the order.
     *
     * @param position its place; grows, not always by one
     * @param source who sent it, this member too
     * @param number at its source, counted from 0
     * @param content not to be changed
     */
    void deliver(long position, long source, long number, byte[] content);

    /**
     * A message of this member was delivered here, and a majority of the voters holds it and all before it; or it is in a state that was
     * taken over.
     */
    void confirmed(long number, long position);

    /** The state of the application after all that was delivered; null if there is none to be had. */
    byte @Nullable [] state();

    /** The application goes on from another one's state. */
    void restore(long position, byte[] state);
}
