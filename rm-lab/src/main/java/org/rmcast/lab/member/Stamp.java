package org.rmcast.lab.member;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What the benchmark writes into each message, big-endian: at 0 the time at which it was due in nanoseconds (8 bytes), at 8
 * its number within the run (8), at 16 the run (4). The rest is filling.
 *
 * <p>Times are of {@link System#nanoTime()}, which on Linux is CLOCK_MONOTONIC and so the same clock in all processes of
 * one machine.
 */
public final class Stamp {
    /** What it takes. */
    public static final int BYTES = 20;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private Stamp() {}

    static void write(byte[] message, long dueNanos, long number, int run) {
        LONG.set(message, 0, dueNanos);
        LONG.set(message, 8, number);
        INT.set(message, 16, run);
    }

    /** When the message was due. */
    public static long dueNanos(ByteBuffer message) {
        return message.getLong(message.position());
    }

    /** Its number within the run, from 0. */
    public static long number(ByteBuffer message) {
        return message.getLong(message.position() + 8);
    }

    static int run(ByteBuffer message) {
        return message.getInt(message.position() + 16);
    }
}
