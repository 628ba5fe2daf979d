package org.rmcast.core.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.wire.DatagramHeader.Verdict;

/**
 * Fields of a datagram that follow its body: what a layer of the path says to its like at other members. Each is a type (1
 * byte), the length of its value (1 byte) and the value. Types ascend, each at most once.
 *
 * <p>0x01 to 0x7F may be skipped by whoever does not know them; 0x80 to 0xFF must be understood, or the datagram is refused.
 * Whoever gives a type out names it here, and it never means anything else again. 0x70 to 0x7F and 0xF0 to 0xFF are for tests.
 *
 * <p>Stateless; every method may be called by any thread.
 */
public final class ExtensionFields {
    /** The most bytes that all fields of a datagram have. */
    public static final int MAX_BYTES = 1_024;

    /** What the member that sends calls itself, see {@link org.rmcast.api.SessionBuilder#memberName}: 1 to 64 bytes of UTF-8. */
    public static final int MEMBER_NAME = 0x01;

    /** What the member calls itself of which the packet tells, likewise; see {@code Introductions.tellsOf}. */
    public static final int OTHER_NAME = 0x02;

    /** Types from here on must be understood. */
    public static final int FIRST_MANDATORY = 0x80;

    /** Type and length of a field. */
    private static final int FIELD_HEADER_BYTES = 2;

    private static final int MAX_VALUE_BYTES = 255;
    private static final int LENGTH_OFFSET = 6;
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

    private ExtensionFields() {}

    /** How many bytes of a datagram are fields. */
    public static int bytes(byte[] datagram) {
        return (short) SHORT.get(datagram, LENGTH_OFFSET) & 0xffff;
    }

    /** By how many bytes a field makes a datagram longer. */
    public static int bytesOf(int valueBytes) {
        return FIELD_HEADER_BYTES + valueBytes;
    }

    /** Whether the fields of a datagram are in order, and all that must be understood are. Allocates nothing, never throws. */
    static Verdict check(byte[] datagram) {
        int bytes = bytes(datagram);
        if (bytes == 0) {
            return Verdict.ACCEPTED;
        }
        int offset = datagram.length - bytes;
        if (bytes > MAX_BYTES || offset < DatagramHeader.BYTES) {
            return Verdict.MALFORMED;
        }
        int type = 0;
        while (offset < datagram.length) {
            int next = datagram[offset] & 0xff;
            if (next <= type || offset + FIELD_HEADER_BYTES > datagram.length) {
                return Verdict.MALFORMED;
            }
            type = next;
            offset += FIELD_HEADER_BYTES + (datagram[offset + 1] & 0xff);
        }
        if (offset != datagram.length) {
            return Verdict.MALFORMED;
        }
        // Types ascend: the last one is the highest.
        return type >= FIRST_MANDATORY ? Verdict.UNSUPPORTED : Verdict.ACCEPTED;
    }

    /**
     * The value of a field.
     *
     * @param datagram one that was accepted
     * @param type 1 to 255
     * @return a copy of the value, or null if there is no such field
     */
    public static byte @Nullable [] find(byte[] datagram, int type) {
        int offset = datagram.length - bytes(datagram);
        while (offset < datagram.length) {
            int valueOffset = offset + FIELD_HEADER_BYTES;
            int valueLimit = valueOffset + (datagram[offset + 1] & 0xff);
            if ((datagram[offset] & 0xff) == type) {
                return Arrays.copyOfRange(datagram, valueOffset, valueLimit);
            }
            offset = valueLimit;
        }
        return null;
    }

    /** The datagram without its fields: as it is where it has none, else a shorter copy, not sealed. */
    public static byte[] strip(byte[] datagram) {
        int bytes = bytes(datagram);
        if (bytes == 0) {
            return datagram;
        }
        byte[] stripped = Arrays.copyOf(datagram, datagram.length - bytes);
        SHORT.set(stripped, LENGTH_OFFSET, (short) 0);
        return stripped;
    }

    /**
     * A copy of a packet with one more field at its end, not sealed.
     *
     * @param type above those of the fields that the packet has, 1 to 255
     * @param value at most 255 bytes
     * @throws IllegalArgumentException if the type or the lengths are out of their range
     */
    public static byte[] append(byte[] packet, int type, byte[] value) {
        int bytes = bytes(packet) + bytesOf(value.length);
        if (value.length > MAX_VALUE_BYTES || bytes > MAX_BYTES) {
            throw new IllegalArgumentException("field " + type + " has " + value.length + " bytes of value; at most "
                    + MAX_VALUE_BYTES + ", and " + MAX_BYTES + " of all fields");
        }
        if (type < 1 || type > 0xff || type <= lastType(packet)) {
            throw new IllegalArgumentException(
                    "field type must be above " + lastType(packet) + " and at most 255, was " + type);
        }
        byte[] longer = Arrays.copyOf(packet, packet.length + bytesOf(value.length));
        longer[packet.length] = (byte) type;
        longer[packet.length + 1] = (byte) value.length;
        System.arraycopy(value, 0, longer, packet.length + FIELD_HEADER_BYTES, value.length);
        SHORT.set(longer, LENGTH_OFFSET, (short) bytes);
        return longer;
    }

    private static int lastType(byte[] packet) {
        int type = 0;
        int offset = packet.length - bytes(packet);
        while (offset < packet.length) {
            type = packet[offset] & 0xff;
            offset += FIELD_HEADER_BYTES + (packet[offset + 1] & 0xff);
        }
        return type;
    }
}
