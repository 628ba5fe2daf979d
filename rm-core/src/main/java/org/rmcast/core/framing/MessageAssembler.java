package org.rmcast.core.framing;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.MessageHeaders;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.Wire;
import org.rmcast.core.wire.WireReader;

/**
 * Makes messages of the packets that a {@link MessagePacker} filled, given in order. Says which messages were lost where
 * packets are missing. Not thread safe.
 */
public final class MessageAssembler {
    /** Takes what comes out. */
    public interface Output {
        /**
         * A complete message.
         *
         * @param headers what it carries beside the content
         * @param content from position to limit. The first message that is a view of a packet has the packet's length as its
         *     capacity, since it keeps the whole packet; further ones of the same packet have their own
         */
        void message(long number, MessageHeaders headers, ByteBuffer content);

        /** Messages that cannot be completed, {@code limit} exclusive. */
        void lost(long first, long limit);
    }

    private static final long UNKNOWN = -1;

    /** Room that is made for a message when it begins. Further room is made as it comes: nobody gets it for a word. */
    private static final int FIRST_ROOM_BYTES = 1 << 16;

    /** The number of the next message to come out; unknown until the first message begins. */
    private long next = UNKNOWN;
    /** The content so far of the message {@code next}, if it spans packets. */
    private byte @Nullable [] partial;

    private int partialLength;
    /** How long it is to be. */
    private int partialTotal;
    /** Whether it begins with headers. */
    private boolean partialHasHeaders;

    private final AssemblyBudget budget;

    /** An assembler for the messages of one sender. */
    public MessageAssembler() {
        this(AssemblyBudget.unlimited());
    }

    /** @param budget for messages that span packets; one that it has no room for is lost */
    public MessageAssembler(AssemblyBudget budget) {
        this.budget = budget;
    }

    /** The number of the next message to come out, or -1 while none has begun. */
    public long nextMessage() {
        return next;
    }

    /**
     * Says that the messages from this one on are wanted: what is missing before the first packet is then reported as
     * lost. Without this call, a stream is joined silently at the first message that begins.
     */
    public void startAt(long message) {
        next = message;
        dropPartial();
    }

    private void dropPartial() {
        if (partial != null) {
            budget.give(partial.length);
            partial = null;
        }
    }

    /** Checks a payload's frames without using them. */
    public static void validate(byte[] datagram, int offset) throws DecodeException {
        WireReader reader = new WireReader(datagram, offset);
        boolean firstFrame = true;
        do {
            int flags = reader.readUnsignedByte("frame flags");
            if (flags > MessagePacker.ALL_FLAGS
                    || (flags & (MessagePacker.FIRST | MessagePacker.HEADERS)) == MessagePacker.HEADERS) {
                throw new DecodeException("frame flags are " + flags);
            }
            int length = reader.readUnsignedShort("frame length");
            if ((flags & MessagePacker.FIRST) == 0 && !firstFrame) {
                throw new DecodeException("a continued message is not at the start of the packet");
            }
            if (MessagePacker.hasTotalLength(flags)) {
                int total = reader.readInt("message length");
                if (total <= length || total > Wire.MAX_MESSAGE_BYTES) {
                    throw new DecodeException("message length is " + total);
                }
            }
            int start = reader.readSlice(length, "frame content");
            if ((flags & (MessagePacker.HEADERS | MessagePacker.LAST))
                    == (MessagePacker.HEADERS | MessagePacker.LAST)) {
                HeaderBlock.takeOff(ByteBuffer.wrap(datagram, start, length));
            }
            if ((flags & MessagePacker.LAST) == 0) {
                break;
            }
            firstFrame = false;
        } while (reader.remaining() > 0);
        reader.finish();
    }

    /**
     * The number of the first message that is not complete with this packet and those before it.
     *
     * @param firstMessage the number of the message to which the packet's first frame belongs
     * @param datagram the whole datagram, see {@link #accept}
     * @throws DecodeException if the frames are cut off
     */
    public static long nextMessage(long firstMessage, byte[] datagram, int offset) throws DecodeException {
        return messageBehind(firstMessage, datagram, offset, false);
    }

    /**
     * The number of the first message that begins behind a packet.
     *
     * @param firstMessage the number of the message to which the packet's first frame belongs
     * @param datagram the whole datagram, see {@link #accept}
     * @throws DecodeException if the frames are cut off
     */
    public static long firstMessageBehind(long firstMessage, byte[] datagram, int offset) throws DecodeException {
        return messageBehind(firstMessage, datagram, offset, true);
    }

    private static long messageBehind(long firstMessage, byte[] datagram, int offset, boolean countsBegun)
            throws DecodeException {
        WireReader reader = new WireReader(datagram, offset);
        long next = firstMessage;
        while (reader.remaining() > 0) {
            int flags = reader.readUnsignedByte("frame flags");
            int length = reader.readUnsignedShort("frame length");
            if (MessagePacker.hasTotalLength(flags)) {
                reader.readInt("message length");
            }
            reader.readSlice(length, "frame content");
            next += countsBegun || (flags & MessagePacker.LAST) != 0 ? 1 : 0;
        }
        return next;
    }

    /** The number of the first message that begins with this packet or later; the arguments as for {@link #nextMessage}. */
    public static long firstWholeMessage(long firstMessage, byte[] datagram, int offset) throws DecodeException {
        int flags = new WireReader(datagram, offset).readUnsignedByte("frame flags");
        return (flags & MessagePacker.FIRST) != 0 ? firstMessage : firstMessage + 1;
    }

    /**
     * Takes the next packet in order.
     *
     * @param firstMessage the number of the message to which the first frame belongs
     * @param datagram the whole datagram; messages are views of it and keep it alive
     * @param offset where the frames begin; they reach to the end
     * @throws DecodeException if the frames contradict one another; what was complete before is put out
     */
    public void accept(long firstMessage, byte[] datagram, int offset, Output output) throws DecodeException {
        WireReader reader = new WireReader(datagram, offset);
        long number = firstMessage;
        boolean kept = false;
        ByteBuffer view = null;
        while (reader.remaining() > 0) {
            int flags = reader.readUnsignedByte("frame flags");
            int length = reader.readUnsignedShort("frame length");
            boolean first = (flags & MessagePacker.FIRST) != 0;
            boolean last = (flags & MessagePacker.LAST) != 0;
            boolean headers = (flags & MessagePacker.HEADERS) != 0;
            int total = first && !last ? reader.readInt("message length") : length;
            int start = reader.readSlice(length, "frame content");
            boolean repeated = next != UNKNOWN && number < next;
            if (first && !repeated) {
                begin(number, output);
            }
            if (repeated) {
                // Put out already: a sender that resumed after its storage was damaged sends it again.
                dropPartial();
            } else if (first && last) {
                if (!kept) {
                    put(number, headers, ByteBuffer.wrap(datagram, start, length), output);
                    kept = true;
                } else {
                    view = view == null ? ByteBuffer.wrap(datagram).asReadOnlyBuffer() : view;
                    put(number, headers, view.slice(start, length), output);
                }
            } else if (first) {
                if (total <= length || total > Wire.MAX_MESSAGE_BYTES) {
                    throw new DecodeException("message length is " + total);
                }
                beginPartial(total, headers, datagram, start, length);
            } else {
                append(number, datagram, start, length, last, output);
            }
            number++;
        }
    }

    /** Packets before the next one given are lost: a message that was begun cannot be completed. */
    public void gap() {
        dropPartial();
    }

    /** All packets are done, and {@code messages} is how many messages there were: reports what is missing to the end. */
    public void finish(long messages, Output output) {
        dropPartial();
        if (next != UNKNOWN && next < messages) {
            output.lost(next, messages);
            next = messages;
        }
    }

    private void begin(long number, Output output) {
        if (next != UNKNOWN && number > next) {
            output.lost(next, number);
        }
        next = number;
        dropPartial();
    }

    private void put(long number, boolean hasHeaders, ByteBuffer message, Output output) throws DecodeException {
        output.message(number, hasHeaders ? HeaderBlock.takeOff(message) : MessageHeaders.NONE, message);
        next = number + 1;
    }

    private void beginPartial(int total, boolean hasHeaders, byte[] datagram, int start, int length) {
        int room = Math.min(total, Math.max(FIRST_ROOM_BYTES, length));
        if (budget.take(room)) {
            partial = new byte[room];
            partialTotal = total;
            partialHasHeaders = hasHeaders;
            System.arraycopy(datagram, start, partial, 0, length);
            partialLength = length;
        }
    }

    /** Room for so many bytes more, at most twice as much as has come; null if the budget has none. */
    private byte @Nullable [] grow(byte[] before, int length) {
        int needed = partialLength + length;
        if (needed <= before.length) {
            return before;
        }
        int room = Math.max(needed, (int) Math.min(partialTotal, 2L * before.length));
        if (!budget.take(room - before.length)) {
            return null;
        }
        byte[] grown = Arrays.copyOf(before, room);
        partial = grown;
        return grown;
    }

    private void append(long number, byte[] datagram, int start, int length, boolean last, Output output)
            throws DecodeException {
        byte[] begun = number == next ? partial : null;
        if (begun != null
                && (length > partialTotal - partialLength || last != (partialLength + length == partialTotal))) {
            throw new DecodeException("fragments of message " + number + " do not add up to its length");
        }
        byte[] target = begun == null ? null : grow(begun, length);
        if (target == null) {
            // The beginning was lost, came before this receiver joined, or there was no room.
            dropPartial();
            if (next != UNKNOWN && last && number >= next) {
                output.lost(next, number + 1);
                next = number + 1;
            }
            return;
        }
        System.arraycopy(datagram, start, target, partialLength, length);
        partialLength += length;
        if (last) {
            dropPartial();
            put(number, partialHasHeaders, ByteBuffer.wrap(target, 0, partialLength), output);
        }
    }
}
