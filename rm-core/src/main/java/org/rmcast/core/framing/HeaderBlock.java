package org.rmcast.core.framing;

import java.nio.ByteBuffer;
import org.rmcast.api.MessageHeaders;
import org.rmcast.core.wire.DecodeException;

/** Headers and content of a message as one run of bytes: the length of the headers in two bytes, the headers, the content. */
public final class HeaderBlock {
    /** What precedes the headers. */
    public static final int LENGTH_BYTES = 2;

    private HeaderBlock() {}

    /** Headers, and the content from position to limit, copied. */
    public static byte[] join(MessageHeaders headers, ByteBuffer content) {
        byte[] block = headers.toBytes();
        return ByteBuffer.allocate(LENGTH_BYTES + block.length + content.remaining())
                .putShort((short) block.length)
                .put(block)
                .put(content.duplicate())
                .array();
    }

    /** As {@link #takeOff} for what {@link #join} made. */
    public static MessageHeaders takeOffOwn(ByteBuffer message) {
        try {
            return takeOff(message);
        } catch (DecodeException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /**
     * Takes the headers off.
     *
     * @param message from its position on; afterwards that is where the content begins
     * @throws DecodeException if these are no headers
     */
    public static MessageHeaders takeOff(ByteBuffer message) throws DecodeException {
        int length = message.remaining() < LENGTH_BYTES ? -1 : message.getShort() & 0xFFFF;
        if (length < 0 || length > message.remaining()) {
            throw new DecodeException("the headers of a message are cut off");
        }
        try {
            MessageHeaders headers = MessageHeaders.ofBytes(message.slice(message.position(), length));
            message.position(message.position() + length);
            return headers;
        } catch (IllegalArgumentException e) {
            throw new DecodeException(String.valueOf(e.getMessage()));
        }
    }
}
