package org.rmcast.core.framing;

import java.util.ArrayDeque;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.buffer.ItemQueue;
import org.rmcast.core.wire.Wire;
import org.rmcast.core.wire.WireWriter;

/**
 * Cuts messages into packet payloads: many small messages share one packet, a large one spans several.
 *
 * <p>A payload is a run of frames, big-endian:
 *
 * <pre>
 * size field
 *  1   flags: 1 = first frame of its message, 2 = last frame of its message, 4 = the message begins with headers, see
 *      {@link HeaderBlock}; only in a first frame
 *  2   length of the frame's content in bytes
 *  4   length of the whole message; only in a first frame that is not also the last
 *  n   content
 * </pre>
 *
 * Each packet also says the number of the message to which its first frame belongs, so that a receiver that lost packets
 * knows which messages it lost. Not thread safe.
 */
public final class MessagePacker {
    /** The message's first frame. */
    public static final int FIRST = 1;
    /** The message's last frame. */
    public static final int LAST = 2;

    /** The message begins with headers; only together with {@link #FIRST}. */
    public static final int HEADERS = 4;

    static final int ALL_FLAGS = FIRST | LAST | HEADERS;

    /** What each message takes in a packet besides its content, at least: the flags and the length. */
    public static final int FRAME_HEADER_BYTES = 3;

    static final int TOTAL_LENGTH_BYTES = 4;

    /** Without filling, a message that spans packets is not begun for the sake of so few. */
    private static final int FEW_BYTES = 64;

    private final int payloadBytes;
    private final long maxPendingBytes;
    private final boolean fills;
    private final ItemQueue<byte[]> pending = new ItemQueue<>();
    /** The numbers of those that begin with headers, and of some that are gone. */
    private final NavigableSet<Long> withHeaders = new TreeSet<>();

    private int pendingMessages;
    private long pendingBytes;
    /** Bytes of the message at the head of the queue that were sent already. */
    private int offset;
    /** The number of the message at the head of the queue. */
    private long message;
    /** The messages that the last packet ended, and where it began; null if it is never taken back. */
    private @Nullable ArrayDeque<byte[]> written;

    private int writtenOffset;
    private long writtenMessage;

    /**
     * @param payloadBytes the most bytes of frames in one packet, at least 16
     * @param maxPendingBytes how many bytes may wait, positive; one message is always taken when none waits
     */
    public MessagePacker(int payloadBytes, long maxPendingBytes) {
        this(payloadBytes, maxPendingBytes, false);
    }

    /**
     * As {@link #MessagePacker(int, long)}.
     *
     * @param fills whether a message that does not fit any more is begun all the same, so that packets are full and of one length; else it
     *     goes whole into the next packet if it fits there
     */
    public MessagePacker(int payloadBytes, long maxPendingBytes, boolean fills) {
        if (payloadBytes < 16 || payloadBytes > Wire.MAX_DATAGRAM_BYTES) {
            throw new IllegalArgumentException("payloadBytes must be 16 to 65507, was " + payloadBytes);
        }
        this.payloadBytes = payloadBytes;
        this.maxPendingBytes = maxPendingBytes;
        this.fills = fills;
    }

    /** Counts messages from this number on; to be called before the first message is taken. */
    public void startAt(long firstMessage) {
        message = firstMessage;
    }

    /** Makes {@link #takeBack} possible, for a reference kept of each message in the last packet. */
    public void allowTakeBack() {
        written = new ArrayDeque<>();
    }

    /** Whether a frame says how long its message is. */
    static boolean hasTotalLength(int flags) {
        return (flags & (FIRST | LAST)) == FIRST;
    }

    /** As {@link #offer(byte[], boolean)} for a message without headers. */
    public boolean offer(byte[] content) {
        return offer(content, false);
    }

    /**
     * Takes a message to be packed, or says that too much waits.
     *
     * @param headers whether it begins with a {@link HeaderBlock}
     */
    public boolean offer(byte[] content, boolean headers) {
        if (!pending.isEmpty() && pendingBytes + content.length > maxPendingBytes) {
            return false;
        }
        if (headers) {
            withHeaders.add(message + pendingMessages);
        }
        pending.add(content);
        pendingMessages++;
        pendingBytes += content.length + FRAME_HEADER_BYTES;
        return true;
    }

    /** Whether nothing waits. */
    public boolean isEmpty() {
        return pending.isEmpty();
    }

    /** Whether what waits fills a packet. */
    public boolean hasFullPacket() {
        return pendingBytes - offset >= payloadBytes;
    }

    /** The number of the message whose frame comes first in the next packet. */
    public long nextMessage() {
        return message;
    }

    /** The number of the first message that begins with the next packet or later. */
    public long nextWholeMessage() {
        return offset == 0 ? message : message + 1;
    }

    /** Writes the next packet's frames. There must be something that waits. */
    public void writePacket(WireWriter writer) {
        int room = payloadBytes;
        byte @Nullable [] content = pending.peekFirst();
        Objects.requireNonNull(content, "nothing waits");
        ArrayDeque<byte[]> keep = written;
        if (keep != null) {
            keep.clear();
            writtenOffset = offset;
            writtenMessage = message;
        }
        if (!withHeaders.isEmpty()) {
            withHeaders.headSet(message).clear();
        }
        while (content != null) {
            int left = content.length - offset;
            boolean whole = left + FRAME_HEADER_BYTES <= room;
            boolean first = offset == 0;
            int header = FRAME_HEADER_BYTES + (first && !whole ? TOTAL_LENGTH_BYTES : 0);
            if (!whole && room < payloadBytes && !isWorthBeginning(room - header, left)) {
                return;
            }
            int length = whole ? left : room - header;
            writer.writeByte((first ? FIRST | headersFlag() : 0) | (whole ? LAST : 0))
                    .writeShort(length);
            if (first && !whole) {
                writer.writeInt(content.length);
            }
            writer.writeBytes(content, offset, length);
            room -= header + length;
            if (!whole) {
                offset += length;
                return;
            }
            pending.removeFirst();
            pendingMessages--;
            if (keep != null) {
                keep.add(content);
            }
            pendingBytes -= content.length + FRAME_HEADER_BYTES;
            offset = 0;
            message++;
            content = room < FRAME_HEADER_BYTES ? null : pending.peekFirst();
        }
    }

    /** Whether a packet is to have so many bytes of a message of which more are left, or none. */
    private boolean isWorthBeginning(int bytes, int left) {
        return fills ? bytes > 0 : bytes > FEW_BYTES && left + FRAME_HEADER_BYTES > payloadBytes;
    }

    private int headersFlag() {
        return !withHeaders.isEmpty() && withHeaders.contains(message) ? HEADERS : 0;
    }

    /** The packet last written does not leave: the next one begins where it began. To be called once for a packet. */
    public void takeBack() {
        ArrayDeque<byte[]> keep = Objects.requireNonNull(written, "allowTakeBack was not called");
        for (byte[] content = keep.pollLast(); content != null; content = keep.pollLast()) {
            pending.addFirst(content);
            pendingMessages++;
            pendingBytes += content.length + FRAME_HEADER_BYTES;
        }
        offset = writtenOffset;
        message = writtenMessage;
    }
}
