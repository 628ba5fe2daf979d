package org.rmcast.core.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The header that opens every datagram of every protocol, big-endian, 32 bytes. Engines write type and flags and leave room
 * for the rest ({@link #begin}): such a packet is <em>plain</em>. The driver's path makes a datagram of it ({@link
 * #complete}), so that caches hold what may be sent again, by whoever and through whatever path.
 *
 * <pre>
 * offset size field
 *  0     2    magic 0x524D ("RM")
 *  2     1    version, 2
 *  3     1    protocol, see Protocol.wireId
 *  4     1    packet type, of the protocol
 *  5     1    flags, of the packet type; 0x80 is 0
 *  6     2    length of all extension fields, which follow the body: 0 to 1,024, see {@link ExtensionFields}
 *  8     8    session id: which channel
 * 16     8    member id: who sent this datagram, never 0
 * 24     4    incarnation of the member: random, new at each start, never 0
 * 28     4    CRC-32C of all other bytes of the datagram: UDP's own checksum is optional and weak
 * 32          body, of the packet type; then the extension fields
 * </pre>
 *
 * The packet types 0xE0 to 0xEF belong in all protocols to the membership ({@code org.rmcast.core.membership}),
 * 0xD0 to 0xDF to state transfer ({@code org.rmcast.core.state}); 0xF0 to
 * 0xFF are kept for coded repair, where the protocol has it ({@code org.rmcast.core.repair}).
 */
public final class DatagramHeader {
    public static final int BYTES = 32;
    private static final int INCARNATION_OFFSET = 24;
    private static final int CHECKSUM_OFFSET = 28;
    public static final int MAGIC = 0x524D;
    public static final int VERSION = 2;
    private static final int RESERVED_FLAG = 0x80;

    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** What a runner does with a datagram. */
    public enum Verdict {
        /** For the engine. */
        ACCEPTED,
        /** Too short, without our magic, or of nobody. */
        STRANGER,
        /** Of another version, or with a field that has to be understood and is not. */
        UNSUPPORTED,
        /** The checksum does not match: damaged on the way. */
        DAMAGED,
        /** Its extension fields are not in order. */
        MALFORMED,
        /** Of another channel or protocol that shares the port. */
        OTHER_SESSION,
        /** Sent by this member itself. */
        OWN,
        /** Sent by another process under this member's id, or by a former run of it. */
        TWIN
    }

    private DatagramHeader() {}

    /** Sorts a datagram by its header and its extension fields. Allocates nothing, never throws. */
    public static Verdict check(byte[] datagram, int protocol, long sessionId, long ownMemberId, int ownIncarnation) {
        if (datagram.length < BYTES || ((short) SHORT.get(datagram, 0) & 0xffff) != MAGIC) {
            return Verdict.STRANGER;
        }
        if (datagram[2] != VERSION) {
            return Verdict.UNSUPPORTED;
        }
        if ((datagram[3] & 0xff) != protocol || (long) LONG.get(datagram, 8) != sessionId) {
            return Verdict.OTHER_SESSION;
        }
        long member = memberId(datagram);
        int incarnation = incarnation(datagram);
        if (member == 0 || incarnation == 0) {
            return Verdict.STRANGER;
        }
        if (member == ownMemberId && incarnation == ownIncarnation) {
            return Verdict.OWN;
        }
        if ((int) INT.get(datagram, CHECKSUM_OFFSET) != checksum(datagram)) {
            return Verdict.DAMAGED;
        }
        if (member == ownMemberId) {
            return Verdict.TWIN;
        }
        return (datagram[5] & RESERVED_FLAG) != 0 ? Verdict.UNSUPPORTED : ExtensionFields.check(datagram);
    }

    /** Writes the checksum into a datagram whose other bytes are all there, and returns it. */
    public static byte[] seal(byte[] datagram) {
        INT.set(datagram, CHECKSUM_OFFSET, checksum(datagram));
        return datagram;
    }

    /** Begins a plain packet in an empty writer: type, flags, and room for the rest of the header; the content follows. */
    public static WireWriter begin(WireWriter writer, int type, int flags) {
        return writer.writeInt(0)
                .writeByte(type)
                .writeByte(flags)
                .writeShort(0)
                .writeLong(0)
                .writeLong(0)
                .writeLong(0);
    }

    /**
     * A plain packet with the content of another one or of a datagram, and another type: a repair, also of what somebody else
     * sent.
     *
     * @param packet without extension fields
     */
    public static byte[] copyAs(byte[] packet, int type, int flags) {
        byte[] copy = packet.clone();
        Arrays.fill(copy, 0, BYTES, (byte) 0);
        copy[4] = (byte) type;
        copy[5] = (byte) flags;
        return copy;
    }

    /**
     * The same, with another number: what a repair says of itself.
     *
     * @param offset where the number is: its 4 bytes, behind the header
     */
    public static byte[] copyAs(byte[] packet, int type, int flags, int offset, int number) {
        byte[] copy = copyAs(packet, type, flags);
        INT.set(copy, offset, number);
        return copy;
    }

    /**
     * Makes a datagram of a plain packet, in place: writes all of the header but type, flags and the length of extension
     * fields. A packet that was completed before for the same member may be sent again.
     *
     * @return the same array
     * @throws IllegalArgumentException if the packet is shorter than the header, or a datagram of another member, which has
     *     to be copied first ({@link #copyAs}) since others share it
     */
    public static byte[] complete(byte[] packet, int protocol, long sessionId, long memberId, int incarnation) {
        if (packet.length < BYTES) {
            throw new IllegalArgumentException(
                    "a packet must have room for the header's " + BYTES + " bytes, was " + packet.length);
        }
        long before = memberId(packet);
        if (before != 0 && before != memberId) {
            throw new IllegalArgumentException(
                    "a datagram of member " + before + " must be copied before " + memberId + " sends it as its own");
        }
        SHORT.set(packet, 0, (short) MAGIC);
        packet[2] = VERSION;
        packet[3] = (byte) protocol;
        LONG.set(packet, 8, sessionId);
        LONG.set(packet, 16, memberId);
        INT.set(packet, INCARNATION_OFFSET, incarnation);
        return seal(packet);
    }

    private static int checksum(byte[] datagram) {
        CRC32C crc = new CRC32C();
        crc.update(datagram, 0, CHECKSUM_OFFSET);
        crc.update(datagram, BYTES, datagram.length - BYTES);
        return (int) crc.getValue();
    }

    /** The packet type of a plain packet, or of a datagram that {@link #check} accepted. */
    public static int type(byte[] datagram) {
        return datagram[4] & 0xff;
    }

    /** The flags of a datagram that {@link #check} accepted. */
    public static int flags(byte[] datagram) {
        return datagram[5] & 0xff;
    }

    /** The version of a datagram that is at least as long as the header. */
    public static int version(byte[] datagram) {
        return datagram[2] & 0xff;
    }

    /** The member id of a datagram that {@link #check} accepted. */
    public static long memberId(byte[] datagram) {
        return (long) LONG.get(datagram, 16);
    }

    /** The incarnation of the member that sent a datagram that {@link #check} accepted. */
    public static int incarnation(byte[] datagram) {
        return (int) INT.get(datagram, INCARNATION_OFFSET);
    }
}
