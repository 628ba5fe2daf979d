package org.rmcast.api;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * One message as the application gets it. Immutable; may be kept: a short one may keep the datagram that it came in, see {@link
 * #heldBytes()}.
 */
public final class ReceivedMessage {
    private final long sourceId;
    private final long sequence;
    private final MessageHeaders headers;
    private final ByteBuffer payload;
    private final long nanoTime;
    private final Address address;

    /** What is said of few messages, in one object, so that others take no more than a reference. */
    private record Address(Recipients recipients, List<MessageId> causes) {
        static final Address GROUP = new Address(Recipients.GROUP, List.of());
    }

    /**
     * A message without headers that came now; for tests of applications.
     *
     * @param sourceId see {@link #sourceId}
     * @param sequence see {@link #sequence}
     * @param payload the content from position to limit. A buffer that is read-only becomes the message's and must not be changed any more
     */
    public ReceivedMessage(long sourceId, long sequence, ByteBuffer payload) {
        this(sourceId, sequence, MessageHeaders.NONE, payload, System.nanoTime());
    }

    /**
     * A message; for protocols.
     *
     * @param nanoTime when it came, by {@link System#nanoTime}
     */
    public ReceivedMessage(long sourceId, long sequence, MessageHeaders headers, ByteBuffer payload, long nanoTime) {
        this(
                sourceId,
                sequence,
                Objects.requireNonNull(headers, "headers"),
                payload.isReadOnly() ? payload : payload.asReadOnlyBuffer(),
                nanoTime,
                Address.GROUP);
    }

    private ReceivedMessage(
            long sourceId, long sequence, MessageHeaders headers, ByteBuffer payload, long nanoTime, Address address) {
        this.sourceId = sourceId;
        this.sequence = sequence;
        this.headers = headers;
        this.payload = payload;
        this.nanoTime = nanoTime;
        this.address = address;
    }

    /**
     * This message with what its protocol knows besides; for protocols.
     *
     * @param recipients see {@link #recipients}
     * @param causes see {@link #causes}
     */
    public ReceivedMessage with(Recipients recipients, List<MessageId> causes) {
        Address known =
                recipients.isGroup() && causes.isEmpty() ? Address.GROUP : new Address(recipients, List.copyOf(causes));
        return new ReceivedMessage(sourceId, sequence, headers, payload, nanoTime, known);
    }

    /** The member id of the sender; {@link ReliableMulticastSession#members} has its name and address where they are known. */
    public long sourceId() {
        return sourceId;
    }

    /** The message's number at its sender, counted from 0. */
    public long sequence() {
        return sequence;
    }

    /** What it carries beside the content; most messages carry nothing. */
    public MessageHeaders headers() {
        return headers;
    }

    /** For whom it is: the whole group, or this member and others that are named. */
    public Recipients recipients() {
        return address.recipients;
    }

    /**
     * Messages that come before this one in causal order, were for this member too, and were given to it before: those of which its sender
     * did not know that this member had been given them. With what each of them comes after, with the message that its sender sent to this
     * member before, and with what this member had confirmed, they are its causal past. None where the protocol keeps no causal order.
     */
    public List<MessageId> causes() {
        return address.causes;
    }

    /** The content, read-only, from position to limit. Every call gives a fresh view. */
    public ByteBuffer payload() {
        return payload.slice();
    }

    /**
     * When this member had the message whole and in its place in the order, by this machine's clock. Counted back from now, so that a clock
     * that is set meanwhile moves it.
     */
    public Instant time() {
        return Instant.now().minusNanos(System.nanoTime() - nanoTime);
    }

    /** The length of the content in bytes. */
    public int length() {
        return payload.remaining();
    }

    /**
     * The bytes of memory that the message keeps from being collected: those of its headers, and of the buffer given, of which the content
     * may be a part. Of several messages that share a buffer one is given all of it, and the others their slices.
     */
    public int heldBytes() {
        return payload.capacity() + headers.byteCount();
    }

    /** A copy of the content. */
    public byte[] toByteArray() {
        byte[] bytes = new byte[payload.remaining()];
        payload.get(payload.position(), bytes);
        return bytes;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ReceivedMessage message
                && sourceId == message.sourceId
                && sequence == message.sequence
                && headers.equals(message.headers)
                && payload.equals(message.payload);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(sourceId * 31 + sequence);
    }

    /** Sender, number, length, headers and the members that it is for, without the content. */
    @Override
    public String toString() {
        return "message " + sequence + " of " + Long.toHexString(sourceId) + " (" + length() + " bytes"
                + (headers.isEmpty() ? "" : ", " + headers) + (recipients().isGroup() ? "" : ", to " + recipients())
                + ")";
    }
}
