package org.rmcast.core.repair;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The exclusive or of bytes, eight at a time. */
final class PacketXor {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private PacketXor() {}

    /**
     * {@code target[at + i] ^= source[from + i]} for all of {@code [from, limit)}.
     *
     * @throws IndexOutOfBoundsException if a range is not within its array
     */
    static void xor(byte[] source, int from, int limit, byte[] target, int at) {
        int length = limit - from;
        int i = 0;
        for (; i <= length - Long.BYTES; i += Long.BYTES) {
            LONG.set(target, at + i, (long) LONG.get(target, at + i) ^ (long) LONG.get(source, from + i));
        }
        for (; i < length; i++) {
            target[at + i] ^= source[from + i];
        }
    }
}
