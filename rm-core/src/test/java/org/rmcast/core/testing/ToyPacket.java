package org.rmcast.core.testing;

import java.nio.ByteBuffer;
import org.rmcast.api.MessageHeaders;
import org.rmcast.core.engine.PacketKind;
import org.rmcast.core.framing.HeaderBlock;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.WireReader;
import org.rmcast.core.wire.WireWriter;

/**
 * The packets of the toys; what is not said is 8 bytes. What answers a packet is not longer than it.
 *
 * <pre>
 * DATA       sequence, low: what is below is no longer kept, length (4; the highest bit: the payload begins with headers), payload; flag: a
 *            repair
 * HEARTBEAT  next sequence, low; flag: the stream ends there
 * ACK, NAK   admission, next to deliver, limit of what is missing from there on; flag: has everything, and knows that
 * JOIN       stream, admission: grows with each try, and cannot be guessed; 0
 * WELCOME    admission, first sequence
 * DISMISS    admission: is none (any more)
 * LEAVE      admission
 * </pre>
 *
 * @param first the first number
 * @param second the second
 * @param third the third
 * @param flag whether the flag is set
 * @param headers those of DATA
 * @param payload that of DATA, behind the headers
 */
public record ToyPacket(
        Type type, long first, long second, long third, boolean flag, MessageHeaders headers, ByteBuffer payload) {
    static final int FLAG = 1;
    private static final int HEADERS = Integer.MIN_VALUE;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    /** The packet types; the code is the ordinal and one. */
    public enum Type {
        DATA(PacketKind.DATA, 0, 2),
        HEARTBEAT(PacketKind.STATE, 0, 2),
        ACK(PacketKind.STATE, 1, 3),
        NAK(PacketKind.REQUEST, 1, 3),
        JOIN(PacketKind.MEMBERSHIP, 2, 3),
        WELCOME(PacketKind.MEMBERSHIP, 1, 2),
        DISMISS(PacketKind.MEMBERSHIP, 1, 1),
        LEAVE(PacketKind.MEMBERSHIP, 1, 1);

        private final PacketKind kind;
        private final int ids;
        private final int numbers;

        Type(PacketKind kind, int ids, int numbers) {
            this.kind = kind;
            this.ids = ids;
            this.numbers = numbers;
        }

        /** The type's byte in the header. */
        @SuppressWarnings("EnumOrdinal") // a toy's wire format
        public int code() {
            return 1 + ordinal();
        }
    }

    /** What a packet is for. */
    public static PacketKind kind(byte[] packet) {
        int code = DatagramHeader.type(packet);
        if (code < 1 || code > Type.values().length) {
            return PacketKind.UNKNOWN;
        }
        Type type = Type.values()[code - 1];
        return type == Type.DATA && isFlagged(packet) ? PacketKind.REPAIR : type.kind;
    }

    private static boolean isFlagged(byte[] packet) {
        return (DatagramHeader.flags(packet) & FLAG) != 0;
    }

    static byte[] data(long sequence, long low, byte[] payload, boolean headers) {
        WireWriter writer = begin(Type.DATA, 0, 20 + payload.length);
        return writer.writeLong(sequence)
                .writeLong(low)
                .writeInt(headers ? payload.length | HEADERS : payload.length)
                .writeBytes(payload, 0, payload.length)
                .toByteArray();
    }

    /** A packet of numbers alone. */
    static byte[] numbers(Type type, boolean flag, long... numbers) {
        WireWriter writer = begin(type, flag ? FLAG : 0, 8 * numbers.length);
        for (long number : numbers) {
            writer.writeLong(number);
        }
        return writer.toByteArray();
    }

    private static WireWriter begin(Type type, int flags, int bytes) {
        return DatagramHeader.begin(new WireWriter(DatagramHeader.BYTES + bytes), type.code(), flags);
    }

    /**
     * Reads a packet.
     *
     * @throws DecodeException naming the field that is wrong
     */
    static ToyPacket read(byte[] datagram) throws DecodeException {
        int code = DatagramHeader.type(datagram);
        if (code < 1 || code > Type.values().length) {
            throw new DecodeException("type is " + code + ", not one of a toy");
        }
        Type type = Type.values()[code - 1];
        WireReader reader = new WireReader(datagram, DatagramHeader.BYTES);
        long[] numbers = new long[3];
        for (int i = 0; i < type.numbers; i++) {
            numbers[i] = i < type.ids ? reader.readLong("id " + i) : reader.readSequence("number " + i);
        }
        int length = type == Type.DATA ? reader.readInt("length") : 0;
        ByteBuffer payload = type == Type.DATA ? readPayload(datagram, length & ~HEADERS, reader) : NOTHING;
        reader.finish();
        MessageHeaders headers = length < 0 ? HeaderBlock.takeOff(payload) : MessageHeaders.NONE;
        return new ToyPacket(type, numbers[0], numbers[1], numbers[2], isFlagged(datagram), headers, payload);
    }

    private static ByteBuffer readPayload(byte[] datagram, int length, WireReader reader) throws DecodeException {
        return ByteBuffer.wrap(datagram, reader.readSlice(length, "payload"), length);
    }
}
