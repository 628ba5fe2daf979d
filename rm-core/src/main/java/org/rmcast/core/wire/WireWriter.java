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

    /** What was written, as an array of its exact length. */
    public byte[] toByteArray() {
        return bytes.length == position ? bytes : Arrays.copyOf(bytes, position);
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
