package org.rmcast.core.event;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Something that a session tells its application besides messages. Every record is immutable. */
public sealed interface SessionEvent {
    /** A member joined under this one (at a head), or the receiver itself was taken into the group. */
    record MemberJoined(long memberId, InetSocketAddress address) implements SessionEvent {}

    /** A member said that it leaves. */
    record MemberLeft(long memberId, InetSocketAddress address) implements SessionEvent {}

    /** A member fell silent and was given up; it no longer holds the group back. */
    record MemberFailed(long memberId, InetSocketAddress address, String reason) implements SessionEvent {}

    /**
     * A living member was excluded since it held the group back. At the pruned member itself {@code memberId} is its
     * own.
     */
    record MemberPruned(long memberId, InetSocketAddress address, String reason) implements SessionEvent {}

    /**
     * A receiver is behind, and the group no longer waits for it. Reported at its repair head and at the sender.
     *
     * @param packetsBehind how far, in packets, behind the best of its head's members
     * @param cause what holds it back, as far as its head can tell
     */
    record ReceiverLagging(long memberId, InetSocketAddress address, long packetsBehind, String cause)
            implements SessionEvent {}

    /** A receiver that was {@link ReceiverLagging} has caught up. */
    record ReceiverCaughtUp(long memberId, InetSocketAddress address) implements SessionEvent {}

    /** A receiver heard its sender for the first time. */
    record SenderFound(long sourceId, InetSocketAddress address) implements SessionEvent {}

    /** A receiver has given up waiting for its sender, which fell silent without ending the stream. */
    record SenderLost(long sourceId, String reason) implements SessionEvent {}

    /** The sender ended the stream and this receiver has all of it that it will get. */
    record StreamEnded(long sourceId) implements SessionEvent {}

    /**
     * Messages that this receiver will never get.
     *
     * @param sourceId their sender
     * @param firstMessage the first lost message's number
     * @param limitMessage the number after the last lost one, exclusive
     * @param reason why
     */
    record MessagesLost(long sourceId, long firstMessage, long limitMessage, String reason) implements SessionEvent {}

    /** The repair head changed; null stands for none. */
    record RepairHeadChanged(
            long previousId,
            @Nullable InetSocketAddress previousAddress,
            long currentId,
            @Nullable InetSocketAddress currentAddress,
            String reason)
            implements SessionEvent {}

    /** The sender slowed down on feedback, or is blocked by the window. */
    record Congestion(String detail) implements SessionEvent {}

    /** The session can not go on and ends. */
    record SessionFailed(String reason) implements SessionEvent {}
}
