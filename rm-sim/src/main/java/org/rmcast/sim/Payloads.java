package org.rmcast.sim;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.rmcast.api.MessageHeaders;

/** Message contents that follow from source and number, and the hash by which contents are compared. */
public final class Payloads {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private Payloads() {}

    /** The content of a workload's message: the same for the same arguments, different for others. */
    public static byte[] of(long sourceId, long number, int bytes) {
        byte[] payload = new byte[bytes];
        long state = mix(sourceId * 0x9E3779B97F4A7C15L + number);
        int at = 0;
        for (; at + 8 <= bytes; at += 8) {
            LONG.set(payload, at, state);
            state = state * 6364136223846793005L + 1442695040888963407L;
        }
        for (; at < bytes; at++) {
            payload[at] = (byte) (state >>> 56);
            state = state * 6364136223846793005L + 1442695040888963407L;
        }
        return payload;
    }

    /** The headers of a workload's message, if it has any: few bytes, or many. The same for the same arguments. */
    public static MessageHeaders headers(long sourceId, long number) {
        long state = mix(sourceId ^ ~number);
        MessageHeaders headers = MessageHeaders.of("number", Long.toString(number));
        return (state & 3) == 0 ? headers.with("more", of(sourceId, number, (int) (state >>> 55))) : headers;
    }

    static int hash(byte[] bytes) {
        return hash(bytes, bytes.length);
    }

    static int hash(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }

    /** Spreads a number over all 64 bits, one to one (the finalizer of SplitMix64). */
    static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
