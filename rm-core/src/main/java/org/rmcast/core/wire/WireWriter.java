package org.rmcast.core.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Writes big-endian fields into a growing array. Not thread safe. */
public final class WireWriter {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    static final int VARINT_BITS = 7;
    static final int VARINT_MASK = 0x7f;

    private byte[] bytes;
    private int position;

    public WireWriter(int initialCapacity) {
        bytes = new byte[initialCapacity];
    }

    /** Bytes written so far. */
    public int length() {
        return position;
    }

    public WireWriter writeByte(int value) {
        int at = grow(1);
        bytes[at] = (byte) value;
        return this;
    }

    public WireWriter writeShort(int value) {
        int at = grow(2);
        SHORT.set(bytes, at, (short) value);
        return this;
    }

    public WireWriter writeInt(int value) {
        int at = grow(4);
        INT.set(bytes, at, value);
        return this;
    }

    public WireWriter writeLong(long value) {
        int at = grow(8);
        LONG.set(bytes, at, value);
        return this;
    }

    /** Writes a number from 0 on in groups of 7 bits, the lowest first; all bytes but the last have the highest bit set. */
    public WireWriter writeVarint(long value) {
        if (value < 0) {
            throw new IllegalArgumentException("value must be 0 or more, was " + value);
        }
        long rest = value;
        while (rest > VARINT_MASK) {
            writeByte((int) (rest & VARINT_MASK) | VARINT_MASK + 1);
            rest >>>= VARINT_BITS;
        }
        return writeByte((int) rest);
    }

    /** How many bytes {@link #writeVarint} writes for a number. */
    public static int varintBytes(long value) {
        return Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(value) + VARINT_BITS - 1) / VARINT_BITS);
    }

    public WireWriter writeBytes(byte[] source, int offset, int length) {
        int at = grow(length);
        System.arraycopy(source, offset, bytes, at, length);
        return this;
    }

    /** Writes what {@link WireReader#readAddress} reads. The address must be resolved. */
    public WireWriter writeAddress(InetSocketAddress address) {
        InetAddress inet = address.getAddress();
        if (inet == null) {
            throw new IllegalArgumentException("address is not resolved: " + address);
        }
        byte[] raw = inet.getAddress();
        return writeByte(raw.length).writeBytes(raw, 0, raw.length).writeShort(address.getPort());
    }

    /** What was written, as an array of its exact length; the writer must not be used after. */
    public byte[] toByteArray() {
        return bytes.length == position ? bytes : Arrays.copyOf(bytes, position);
    }

    /** A copy of what was written; the writer is empty then and may be used again. */
    public byte[] takeCopy() {
        byte[] copy = Arrays.copyOf(bytes, position);
        position = 0;
        return copy;
    }

    private int grow(int length) {
        int start = position;
        position += length;
        if (position > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(position, bytes.length * 2));
        }
        return start;
    }
}
