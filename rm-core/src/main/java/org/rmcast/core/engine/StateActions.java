package org.rmcast.core.engine;

import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What an engine may do with the state of its application, see {@link Actions#state()}: take a snapshot to give to another member, or
 * hand over the state that another one gives. While this member waits for a state its application gets no messages; they wait in
 * their queue.
 */
public interface StateActions {
    /** Whether the application can give its state away. */
    boolean isProvider();

    /** Whether this member waits for a state itself, and so has none to give. */
    boolean isWaiting();

    /** Whether no message was lost since the session began, or since the last state was taken over from a member that was whole. */
    boolean isWhole();

    /** The first message of a sender that was not given to the application, 0 if none was. */
    long delivered(long source);

    /** While waiting: the first message of a sender that the state must not leave out before it, -1 if nothing came of it. */
    long needed(long source);

    /** While waiting: what is in a vector and too early, the first such sender; null if the vector has all that is needed. */
    @Nullable
    Long tooEarly(StateVector vector);

    /**
     * Takes a snapshot when the application has taken all messages delivered so far; {@link ProtocolEngine#onSnapshot} brings it.
     *
     * @param id the number that it is to be known by
     * @param packetOf for a member id the first packet of its stream that may have undelivered messages, 0 if that is not known
     */
    void takeSnapshot(long id, LongUnaryOperator packetOf);

    /** Another member's state begins to come; what came before of one that was not completed is void. */
    void begin(long providerId, StateVector vector, boolean whole);

    /** How many bytes {@link #bytes} takes now; after there was no room the engine's batch ends anew when there is. */
    int room();

    /** The next bytes of the state. The array must not be changed any more. */
    void bytes(byte[] from, int offset, int count);

    /** The state has come to its end: this member waits no longer. */
    void end();

    /**
     * There is no state to be had: this member waits no longer.
     *
     * @param first whether nobody else has one
     */
    void failed(boolean first, Reason reason);
}
