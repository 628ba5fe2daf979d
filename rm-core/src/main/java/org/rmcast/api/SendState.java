package org.rmcast.api;

import java.net.InetSocketAddress;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.text.MemberText;

/**
 * What keeps a sender's messages from leaving, if anything does. Immutable.
 *
 * <p>Messages wait first in the protocol, then in the send queue; {@link MulticastSender#send} waits once that is full. So there may be a
 * cause while sending still is possible.
 *
 * @param cause what holds messages back
 * @param waits whether a message that is sent now would wait, and {@link MulticastSender#trySend} refuse it
 * @param memberId of the member that the cause names, 0 if it names none
 * @param address of that member, null if it names none
 */
public record SendState(
        Cause cause, boolean waits, long memberId, @Nullable InetSocketAddress address) {
    /** Nothing holds messages back. */
    public static final SendState READY = of(Cause.READY);

    /** What may hold messages back. New ones come in minor releases. */
    public enum Cause {
        /** Nothing does. */
        READY("nothing holds messages back"),
        /** The window is full: a receiver, the slowest that is waited for, takes no more, or it is on its way to the receivers. */
        WINDOW("the window is full"),
        /** The rate is reached: the one that is configured, or that congestion control has found. */
        RATE("the rate is reached"),
        /** The sender's memory is full with what receivers have not confirmed. */
        BUFFER_FULL("the sender's buffer is full with what is not confirmed"),
        /** The sender's storage is full, at its bound or at the disk's. */
        STORAGE_FULL("the storage is full"),
        /** The receivers that the sender waits for are not there. */
        NO_RECEIVERS("the receivers that are waited for are not there"),
        /** Receivers follow another sender's stream on this channel, one at a time. */
        OTHER_SENDER("receivers follow another sender"),
        /** The application sends faster than the protocol takes messages from the queue. */
        QUEUE_FULL("the send queue is full"),
        /** The session has ended or is ending. */
        CLOSED("the session is closed");

        private final String text;

        Cause(String text) {
            this.text = text;
        }
    }

    public SendState {
        Objects.requireNonNull(cause, "cause");
    }

    /** A cause that names no member; whether a message would wait is not known yet. */
    public static SendState of(Cause cause) {
        return new SendState(cause, false, 0, null);
    }

    /** A cause and the member that it is about. */
    public static SendState of(Cause cause, long memberId, InetSocketAddress address) {
        return new SendState(cause, false, memberId, address);
    }

    /** The same where a message would wait, or would not. */
    public SendState withWaits(boolean messagesWait) {
        return new SendState(cause, messagesWait, memberId, address);
    }

    /** For people: the cause, and whom it is about. */
    @Override
    public String toString() {
        return address == null ? cause.text : cause.text + ": " + MemberText.of(memberId, address);
    }
}
