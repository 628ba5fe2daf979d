package org.rmcast.core.framing;

import java.nio.ByteBuffer;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.WireReader;

/** Goes through the frames of one packet, as {@link MessagePacker} wrote them. Not thread safe. */
public final class FrameReader {
    private final byte[] datagram;
    private final WireReader reader;
    private int flags;
    private int start;
    private int length;

    /**
     * @param datagram the whole datagram
     * @param offset where the frames begin; they reach to the end
     */
    public FrameReader(byte[] datagram, int offset) {
        this.datagram = datagram;
        this.reader = new WireReader(datagram, offset);
    }

    /**
     * Goes to the next frame.
     *
     * @return whether there is one
     * @throws DecodeException if the frames are cut off
     */
    public boolean next() throws DecodeException {
        if (reader.remaining() == 0) {
            return false;
        }
        flags = reader.readUnsignedByte("frame flags");
        length = reader.readUnsignedShort("frame length");
        if (MessagePacker.hasTotalLength(flags)) {
            reader.readInt("message length");
        }
        start = reader.readSlice(length, "frame content");
        return true;
    }

    /** Whether it is the first frame of its message. */
    public boolean isFirst() {
        return (flags & MessagePacker.FIRST) != 0;
    }

    /** Whether it is the last one. */
    public boolean isLast() {
        return (flags & MessagePacker.LAST) != 0;
    }

    /** Whether it is a message by itself. */
    public boolean isWhole() {
        return isFirst() && isLast();
    }

    /** Whether the message begins with headers; said of the first frame. */
    public boolean hasHeaders() {
        return (flags & MessagePacker.HEADERS) != 0;
    }

    /** What is in it: a view of the datagram that has nothing of it besides. */
    public ByteBuffer content() {
        return ByteBuffer.wrap(datagram, start, length).slice();
    }
}
