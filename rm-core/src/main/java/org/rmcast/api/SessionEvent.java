package org.rmcast.api;

import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.text.MemberText;

/**
 * Something that a session tells its application besides messages. Every record is immutable.
 *
 * <p>New events come in minor releases, and those that are there get no further components: a {@code switch} over events needs a
 * default.
 *
 * <p>Where an event has a cause it comes twice: as an {@link EventCause} to decide by, and as a text for people. Causes grow, too.
 */
public sealed interface SessionEvent {
    /**
     * A member joined that this one serves or knows, or this one itself was taken into the group: in TRAM at a receiver when the sender
     * knows of it, so that its flushes wait for it, and again after each change of its repair head.
     */
    record MemberJoined(long memberId, InetSocketAddress address) implements SessionEvent {
        @Override
        public String toString() {
            return MemberText.of(this);
        }
    }

    /** A member said that it leaves, or this one has let it go, to look for another that serves it. */
    record MemberLeft(long memberId, InetSocketAddress address) implements SessionEvent {
        @Override
        public String toString() {
            return MemberText.of(this);
        }
    }

    /** A member fell silent and was given up; it no longer holds the group back. */
    record MemberFailed(long memberId, InetSocketAddress address, EventCause cause, String reason)
            implements SessionEvent {
        @Override
        public String toString() {
            return MemberText.of(this);
        }
    }

    /**
     * A living member was excluded since it held the group back. At the pruned member itself {@code memberId} is its
     * own.
     */
    record MemberPruned(long memberId, InetSocketAddress address, EventCause cause, String reason)
            implements SessionEvent {
        @Override
        public String toString() {
            return MemberText.of(this);
        }
    }

    /**
     * The members that this one sees are others than before. Reported at most once per probe period, after the events of the members
     * themselves. Two members with the same view id see the same members; when no member has come or gone for a while all have
     * the same. Groups without a coordinator only.
     *
     * @param viewId the same for the same members, this one included; 0 where the group is larger than the view may be, and the
     *     view a random part of it
     * @param number how many views this member had, with this one; means nothing to others
     * @param members how many there are with this one; an estimate where {@code viewId} is 0
     */
    record ViewChanged(long viewId, long number, int members) implements SessionEvent {
        @Override
        public String toString() {
            return MemberText.of(this);
        }
    }

    /**
     * Members came that were not new to the group: two parts of it have found one another, or this member was cut off. Each was
     * reported as {@link MemberJoined}; this comes once, when no more have come for a moment. What the other part was told in
     * the meantime this one was not, and the other way round. Not in groups larger than the view may be.
     *
     * @param members how many came, positive
     * @param viewId as in {@link ViewChanged}
     */
    record GroupsMerged(int members, long viewId) implements SessionEvent {
        @Override
        public String toString() {
            return MemberText.of(this);
        }
    }

    /**
     * A receiver is behind, and the group no longer waits for it. Reported at whoever serves it and at the sender.
     *
     * @param packetsBehind how far, in packets, behind the best of those who are served with it
     * @param cause what holds it back, as far as whoever serves it can tell
     * @param reason the same for people
     */
    record ReceiverLagging(
            long memberId, InetSocketAddress address, long packetsBehind, EventCause cause, String reason)
            implements SessionEvent {
        @Override
        public String toString() {
            return MemberText.of(this);
        }
    }

    /** A receiver that was {@link ReceiverLagging} has caught up. */
    record ReceiverCaughtUp(long memberId, InetSocketAddress address) implements SessionEvent {
        @Override
        public String toString() {
            return MemberText.of(this);
        }
    }

    /** A receiver heard its sender for the first time. */
    record SenderFound(long sourceId, InetSocketAddress address) implements SessionEvent {
        @Override
        public String toString() {
            return MemberText.of(this);
        }
    }

    /** A receiver has given up waiting for its sender, which fell silent without ending the stream. */
    record SenderLost(long sourceId, EventCause cause, String reason) implements SessionEvent {
        @Override
        public String toString() {
            return MemberText.of(this);
        }
    }

    /**
     * More senders speak at a time than this receiver can follow: it takes nothing of some of them, and does not know how much it
     * missed. Reported at most once a second.
     *
     * @param sourceIds those senders, at most 64 of them
     * @param followed how many are followed, which is all that there may be
     * @param packets how many of their packets were refused since this was reported last
     */
    record SendersNotFollowed(List<Long> sourceIds, int followed, long packets) implements SessionEvent {
        @Override
        public String toString() {
            return MemberText.of(this);
        }

        public SendersNotFollowed {
            sourceIds = List.copyOf(sourceIds);
        }
    }

    /** The sender ended the stream and this receiver has all of it that it will get. */
    record StreamEnded(long sourceId) implements SessionEvent {
        @Override
        public String toString() {
            return MemberText.of(this);
        }
    }

    /**
     * A receiver has been given nothing for long though it takes what comes and knows of more: neither those who serve it nor the
     * sender gets to it what is missing. It goes on asking; {@link ReceptionResumed} says that something came, or was given up.
     *
     * @param missingPackets how many packets are known to be missing, positive
     * @param cause whether there is somebody to ask
     * @param reason since when, and which packet is waited for
     */
    record ReceptionStalled(long sourceId, long missingPackets, EventCause cause, String reason)
            implements SessionEvent {
        @Override
        public String toString() {
            return MemberText.of(this);
        }
    }

    /** A receiver that was {@link ReceptionStalled} comes further. */
    record ReceptionResumed(long sourceId) implements SessionEvent {
        @Override
        public String toString() {
            return MemberText.of(this);
        }
    }

    /**
     * Messages that this receiver will never get.
     *
     * @param sourceId their sender
     * @param firstMessage the first lost message's number
     * @param limitMessage the number after the last lost one, exclusive
     * @param cause why; {@link EventCause#OTHER} where losses were joined, since the application was slow, whose causes differ
     * @param reason the same for people
     */
    record MessagesLost(long sourceId, long firstMessage, long limitMessage, EventCause cause, String reason)
            implements SessionEvent {
        @Override
        public String toString() {
            return MemberText.of(this);
        }
    }

    /**
     * The application took events too slowly: so many were left out in this place. {@link MessagesLost}, {@link SenderLost} and
     * {@link StreamEnded} may be among them; meters have counted them.
     */
    record EventsLost(long count) implements SessionEvent {}

    /** The repair head changed; null stands for none. */
    record RepairHeadChanged(
            long previousId,
            @Nullable InetSocketAddress previousAddress,
            long currentId,
            @Nullable InetSocketAddress currentAddress,
            EventCause cause,
            String reason)
            implements SessionEvent {
        @Override
        public String toString() {
            return MemberText.of(this);
        }
    }

    /**
     * A receiver hears its sender, but no repair head takes it: nothing is delivered until one does, which a {@link
     * RepairHeadChanged} says. It goes on looking.
     */
    record NoRepairHead(long sourceId, EventCause cause, String reason) implements SessionEvent {
        @Override
        public String toString() {
            return MemberText.of(this);
        }
    }

    /**
     * A sender's receivers whose repair head is gone, and that nobody else has taken since: a flush no longer waits for them. They
     * may come back later.
     *
     * @param headId the repair head that served them, or the receiver that left it and was not seen again
     * @param headAddress its unicast address
     * @param receivers how many, positive
     * @param memberIds those of them whose names are known, at most 64
     * @param cause what became of the head
     * @param reason the same for people
     */
    record ReceiversLost(
            long headId,
            InetSocketAddress headAddress,
            int receivers,
            List<Long> memberIds,
            EventCause cause,
            String reason)
            implements SessionEvent {
        @Override
        public String toString() {
            return MemberText.of(this);
        }

        public ReceiversLost {
            memberIds = List.copyOf(memberIds);
        }
    }

    /** The sender slowed down on feedback, or is blocked by the window. */
    record Congestion(EventCause cause, String detail) implements SessionEvent {}

    /**
     * Something is wrong with the storage of packets. The session goes on. A sender without room takes no more messages until there is
     * some again; what is damaged is named, and lost to those who still need it. A repair head goes on with what it has in memory, and
     * what is damaged its members ask for further up.
     *
     * @param directory where
     * @param kind what kind of trouble
     * @param detail what exactly: bytes wanted and available, or the file, the offset and the cause
     * @param firstPacket the first packet that is damaged or missing, 0 if none is
     * @param limitPacket the packet after the last of them, exclusive
     * @param firstMessage the first message that who needs these packets loses, -1 if that is not known
     * @param limitMessage the message after the last of them, exclusive, -1 if that is not known
     */
    record StorageTrouble(
            String directory,
            StorageTroubleKind kind,
            String detail,
            long firstPacket,
            long limitPacket,
            long firstMessage,
            long limitMessage)
            implements SessionEvent {
        /** Trouble that concerns no packets. */
        public StorageTrouble(String directory, StorageTroubleKind kind, String detail) {
            this(directory, kind, detail, 0, 0, -1, -1);
        }

        /** The same with the messages that the packets carried. */
        public StorageTrouble withMessages(long first, long limit) {
            return new StorageTrouble(directory, kind, detail, firstPacket, limitPacket, first, limit);
        }
    }

    /** Kinds of {@link StorageTrouble}. */
    enum StorageTroubleKind {
        /**
         * The configured bound is reached: a sender's application waits until the slowest receiver has caught up; a repair head lets the
         * oldest packets go.
         */
        BOUND_REACHED,
        /** The disk has no room, though the bound would allow more. Tried again from time to time. */
        DISK_FULL,
        /** The disk refuses to write or to read. Tried again from time to time. */
        FAILED,
        /** Packets in storage are damaged or missing. */
        DAMAGED
    }

    /**
     * Somebody on this channel speaks another version of the common header: the two do not understand one another. Reported
     * once.
     */
    record OtherVersion(InetSocketAddress address, int version) implements SessionEvent {
        @Override
        public String toString() {
            return MemberText.of(this);
        }
    }

    /**
     * Somebody on this channel sends longer datagrams than this session takes: {@code maxDatagramBytes} is not the same everywhere.
     * They are refused, and counted as malformed. Reported once.
     *
     * @param bytes how many bytes of the protocol were in one
     * @param limit how many this session takes
     */
    record LongDatagrams(InetSocketAddress address, int bytes, int limit) implements SessionEvent {
        @Override
        public String toString() {
            return MemberText.of(this);
        }
    }

    /**
     * This member's messages go to another one in a new way from now on: directly in so many copies, or by way of a relay. Told when the choice
     * changes, by protocols that choose from what they measure (the wide-area group).
     *
     * @param memberId to whom
     * @param timeCritical whether it is the way of messages that are critical in time, see {@link Recipients#timeCritical()}
     * @param relayId who passes them on, 0 if nobody does
     * @param reason what decided, with the numbers that were compared
     */
    record RouteChanged(long memberId, boolean timeCritical, long relayId, String reason) implements SessionEvent {
        @Override
        public String toString() {
            return MemberText.of(this);
        }
    }

    /**
     * A sender that has no receivers yet hears that another one's stream is followed on its channel, where receivers follow one at a
     * time. It holds its messages until it has receivers, or nothing more is heard of the other. Reported once for each.
     *
     * @param sourceId the other sender
     * @param address where that was heard from
     */
    record OtherStream(long sourceId, InetSocketAddress address) implements SessionEvent {
        @Override
        public String toString() {
            return MemberText.of(this);
        }
    }

    /**
     * Somebody else sends under this member's id: two processes were given the same one, or its former run still sends.
     * Reported once.
     */
    record TwinHeard(long memberId, InetSocketAddress address) implements SessionEvent {
        @Override
        public String toString() {
            return MemberText.of(this);
        }
    }

    /**
     * The network interface of this session is gone, down, or without the session's address; or it is back, and the group was joined
     * there anew. Until it is back nothing is sent or heard. Looked at once a second.
     *
     * @param over whether it is back
     * @param detail which interface, and what has happened
     */
    record NetworkTrouble(boolean over, String detail) implements SessionEvent {}

    /**
     * The state of another member was taken over, and the application has read it; the messages that follow are those that are not
     * in it.
     *
     * @param providerId whose state
     * @param bytes how long it was
     * @param whole whether its provider had lost no messages, so that none are missing in it
     */
    record StateReceived(long providerId, long bytes, boolean whole) implements SessionEvent {
        @Override
        public String toString() {
            return MemberText.of(this);
        }
    }

    /**
     * The state of another member was asked for and not to be had; messages go on as they come.
     *
     * @param first whether nobody else has a state, so that this member may begin with one of its own
     */
    record StateFailed(boolean first, EventCause cause, String reason) implements SessionEvent {}

    /** The session cannot go on and ends. */
    record SessionFailed(EventCause cause, String reason) implements SessionEvent {}
}
