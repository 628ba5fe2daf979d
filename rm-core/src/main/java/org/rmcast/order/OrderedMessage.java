package org.rmcast.order;

import java.nio.ByteBuffer;
import org.rmcast.api.MessageId;

/** One message in its place in the order. Immutable; may be kept. */
public final class OrderedMessage {
    private final long position;
    private final MessageId id;
    private final ByteBuffer payload;

    /**
     * A message; for tests of applications, too.
     *
     * @param payload the content from position to limit, not to be changed any more
     */
    public OrderedMessage(long position, MessageId id, ByteBuffer payload) {
        this.position = position;
        this.id = id;
        this.payload = payload.asReadOnlyBuffer();
    }

    /** Its place: the same at every member, greater than that of the message before, not always by one. */
    public long position() {
        return position;
    }

    /** The member that sent it, and its number there: counted from 0 among the messages given to {@link TotalOrder#send}. */
    public MessageId id() {
        return id;
    }

    /** The content, read-only, from position to limit. Every call gives a fresh view. */
    public ByteBuffer payload() {
        return payload.slice();
    }

    /** A copy of the content. */
    public byte[] toByteArray() {
        byte[] bytes = new byte[payload.remaining()];
        payload.slice().get(bytes);
        return bytes;
    }

    @Override
    public String toString() {
        return "message " + id + " at " + position + " (" + payload.remaining() + " bytes)";
    }
}
