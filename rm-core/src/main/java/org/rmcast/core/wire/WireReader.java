package org.rmcast.core.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Reads big-endian fields from a datagram and checks the length on every read. Not thread safe. */
public final class WireReader {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private static final byte[] ALL_HOSTS = {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff};

    private final byte[] bytes;
    private final int limit;
    private int position;

    /** Reads from {@code offset} up to the end of {@code bytes}. */
    public WireReader(byte[] bytes, int offset) {
        this(bytes, offset, bytes.length);
    }

    /** Reads from {@code offset} up to {@code limit} (exclusive). */
    public WireReader(byte[] bytes, int offset, int limit) {
        if (offset < 0 || offset > limit || limit > bytes.length) {
            throw new IndexOutOfBoundsException("offset " + offset + ", limit " + limit + " of " + bytes.length);
        }
        this.bytes = bytes;
        this.position = offset;
        this.limit = limit;
    }

    /** Bytes not yet read. */
    public int remaining() {
        return limit - position;
    }

    /** The index in the array of the next byte to read. */
    public int position() {
        return position;
    }

    public int readUnsignedByte(String field) throws DecodeException {
        return bytes[take(1, field)] & 0xff;
    }

    public int readUnsignedShort(String field) throws DecodeException {
        return (short) SHORT.get(bytes, take(2, field)) & 0xffff;
    }

    public int readInt(String field) throws DecodeException {
        return (int) INT.get(bytes, take(4, field));
    }

    /** Reads a 32-bit count, size or rate that must not be negative. */
    public int readNonNegativeInt(String field) throws DecodeException {
        int value = readInt(field);
        if (value < 0) {
            throw new DecodeException(field + " is negative: " + value);
        }
        return value;
    }

    public long readLong(String field) throws DecodeException {
        return (long) LONG.get(bytes, take(8, field));
    }

    /**
     * Reads a 64-bit sequence number, which is never negative and leaves room for sums: the highest is refused, so that the one after
     * a number that was taken can still be told to others.
     */
    public long readSequence(String field) throws DecodeException {
        long value = readLong(field);
        if (value < 0 || value >= Wire.MAX_SEQUENCE) {
            throw new DecodeException(field + " is out of range: " + value);
        }
        return value;
    }

    /** Reads the id of a member, which is never 0. */
    public long readMemberId(String field) throws DecodeException {
        long id = readLong(field);
        if (id == 0) {
            throw new DecodeException(field + " is 0");
        }
        return id;
    }

    /**
     * Reads a 64-bit number within bounds.
     *
     * @param first the least that is allowed
     * @param limit all that is allowed is below
     */
    public long readLong(String field, long first, long limit) throws DecodeException {
        return within(readLong(field), field, first, limit);
    }

    /** As {@link #readLong(String, long, long)} for what {@link WireWriter#writeVarint} writes. */
    public long readVarint(String field, long first, long limit) throws DecodeException {
        return within(readVarint(field), field, first, limit);
    }

    /**
     * A number that was read, or computed from such.
     *
     * @throws DecodeException if it is not from {@code first} to below {@code limit}
     */
    public static long within(long value, String field, long first, long limit) throws DecodeException {
        if (value < first || value >= limit) {
            throw new DecodeException(field + " is out of range: " + value);
        }
        return value;
    }

    /** Reads what {@link WireWriter#writeVarint} writes: 0 to 2^63 - 1, in no more bytes than it takes. */
    public long readVarint(String field) throws DecodeException {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE - 1; shift += WireWriter.VARINT_BITS) {
            int group = readUnsignedByte(field);
            value |= (long) (group & WireWriter.VARINT_MASK) << shift;
            if (group <= WireWriter.VARINT_MASK) {
                if (group == 0 && shift > 0) {
                    throw new DecodeException(field + " is longer than it need be");
                }
                return value;
            }
        }
        throw new DecodeException(field + " has more than 63 bits");
    }

    /**
     * Reads the IPv4 or IPv6 address and port of a member: a length byte (4 or 16), the address, the port. Addresses that can be
     * no member's are refused, or others could be made to send there: those of groups, of all hosts, and of none.
     */
    public InetSocketAddress readAddress(String field) throws DecodeException {
        int length = readUnsignedByte(field);
        if (length != 4 && length != 16) {
            throw new DecodeException(field + " has an address of " + length + " bytes");
        }
        byte[] address = new byte[length];
        System.arraycopy(bytes, take(length, field), address, 0, length);
        int port = readUnsignedShort(field);
        if (port == 0) {
            throw new DecodeException(field + " has port 0");
        }
        try {
            InetAddress read = InetAddress.getByAddress(address);
            if (read.isMulticastAddress() || read.isAnyLocalAddress() || Arrays.equals(read.getAddress(), ALL_HOSTS)) {
                throw new DecodeException(field + " is not that of a host: " + read.getHostAddress());
            }
            return new InetSocketAddress(read, port);
        } catch (UnknownHostException e) {
            throw new DecodeException(field + " is not an address");
        }
    }

    /** Skips {@code length} bytes and returns the index in the array where they begin. */
    public int readSlice(int length, String field) throws DecodeException {
        if (length < 0) {
            throw new DecodeException(field + " has a negative length");
        }
        return take(length, field);
    }

    /** Reads {@code length} bytes into an array of their own. */
    public byte[] readBytes(int length, String field) throws DecodeException {
        int start = readSlice(length, field);
        return Arrays.copyOfRange(bytes, start, start + length);
    }

    /**
     * Reads a 16-bit count of items that each take at least {@code itemBytes}; refused if the bytes left cannot hold
     * them.
     */
    public int readCount(int itemBytes, String field) throws DecodeException {
        int count = readUnsignedShort(field);
        if ((long) count * itemBytes > remaining()) {
            throw new DecodeException(field + " counts " + count + " items in " + remaining() + " bytes");
        }
        return count;
    }

    /** Checks that nothing is left. */
    public void finish() throws DecodeException {
        if (position != limit) {
            throw new DecodeException((limit - position) + " trailing bytes");
        }
    }

    private int take(int length, String field) throws DecodeException {
        if (limit - position < length) {
            throw new DecodeException(field + " needs " + length + " bytes, " + (limit - position) + " left");
        }
        int start = position;
        position += length;
        return start;
    }
}
