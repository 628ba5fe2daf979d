package org.rmcast.cli.perf;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The content of a message under load: when it was due, in nanoseconds of the epoch, big-endian, then filler. Shorter
 * messages are filler alone and have no latency; 0 stands for a message of the warm-up, which is not measured.
 */
final class PerfPayload {
    /** The shortest message that carries its time. */
    static final int TIMED_BYTES = Long.BYTES;

    static final long WARM_UP = 0;
    /** In place of the time: the last message of its sender. */
    static final long LAST = -1;

    private static final VarHandle TIME = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final byte[] bytes;

    /** Messages of this length. */
    PerfPayload(int length) {
        bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 31);
        }
    }

    /** The message that was due then; the next call changes it. */
    ByteBuffer due(long epochNanos) {
        if (bytes.length >= TIMED_BYTES) {
            TIME.set(bytes, 0, epochNanos);
        }
        return ByteBuffer.wrap(bytes);
    }

    /** When a received message was due; {@link #WARM_UP} for one that is not to be measured. */
    static long dueEpochNanos(ByteBuffer message) {
        return message.getLong(message.position());
    }

    /** Whether a received message carries its time. */
    static boolean isTimed(ByteBuffer message) {
        return message.remaining() >= TIMED_BYTES;
    }
}
