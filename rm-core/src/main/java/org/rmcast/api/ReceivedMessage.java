package org.rmcast.api;

import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * One message as the application gets it. Immutable; may be kept: a short one may keep the datagram that it came in, see {@link
 * #heldBytes()}.
 *
 * @param sourceId the member id of the sender
 * @param sequence the message's number at its sender, counted from 0
 * @param payload the content, read-only, position 0 to limit; every call of {@link #payload()} gives a fresh view. A buffer that is
 *     read-only becomes the message's and must not be changed any more
 */
public record ReceivedMessage(long sourceId, long sequence, ByteBuffer payload) {
    public ReceivedMessage {
        Objects.requireNonNull(payload, "payload");
        payload = payload.isReadOnly() ? payload : payload.asReadOnlyBuffer();
    }

    @Override
    public ByteBuffer payload() {
        return payload.slice();
    }

    /** The length of the content in bytes. */
    public int length() {
        return payload.remaining();
    }

    /**
     * The bytes of memory that the content keeps from being collected: those of the buffer given, of which it may be a part. Of
     * several messages that share a buffer one is given all of it, and the others their slices.
     */
    public int heldBytes() {
        return payload.capacity();
    }

    /** A copy of the content. */
    public byte[] toByteArray() {
        byte[] bytes = new byte[payload.remaining()];
        payload.get(payload.position(), bytes);
        return bytes;
    }
}
