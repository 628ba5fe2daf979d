package org.rmcast.core.repair;

import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Takes packets out of codes ({@link CodePlanner}) at a receiver. Nothing is kept for it: it looks at the packets where the receiver holds them
 * anyway. A code of which two or more are lacking is kept for a while, and decoded when all but one have come.
 *
 * <p>What is decoded is what a repairer says that it is, no more: it has to be checked as a repair from whoever sent the code. Codes are bounded
 * in number, each is no longer than a packet. Not thread safe.
 */
public final class CodeDecoder {
    /** What has come. */
    public interface Packets {
        /** Whether a packet has come, or is not wanted any more. */
        boolean isHere(long sequence);

        /** The packet, null if it is not held, or not any more. */
        byte @Nullable [] get(long sequence);
    }

    /** What became of a code. */
    public enum Outcome {
        /** A packet can be {@link #poll taken}. */
        DECODED,
        /** More than one packet is lacking. */
        KEPT,
        /** Nothing is lacking. */
        USELESS,
        /** Of what is not lacking something is no longer held. */
        FORGOTTEN,
        /** It is not what it says: it is longer than any packet, one that it is said to have is longer than it, or what is left is none. */
        WRONG
    }

    /**
     * A packet that was lacking.
     *
     * @param from who sent the code
     * @param packet its coded bytes in their places, all others are 0
     */
    @SuppressWarnings("ArrayRecordComponent") // bytes of a datagram: shared, never compared
    public record Decoded(InetSocketAddress from, long sequence, byte[] packet) {}

    private static final class Code {
        final InetSocketAddress from;
        final long nowNanos;
        /** Those that are lacking, at the front of the array. */
        final long[] lacking;

        final byte[] rest;
        int count;
        int lengths;

        Code(InetSocketAddress from, long nowNanos, long[] lacking, byte[] rest, int lengths) {
            this.from = from;
            this.nowNanos = nowNanos;
            this.lacking = lacking;
            this.rest = rest;
            this.lengths = lengths;
        }

        boolean remove(long sequence) {
            for (int i = 0; i < count; i++) {
                if (lacking[i] == sequence) {
                    lacking[i] = lacking[--count];
                    return true;
                }
            }
            return false;
        }
    }

    private final CodedPart part;
    private final int maxPacketBytes;
    private final int maxKept;
    private final long keepNanos;
    private final Packets packets;
    private final ArrayDeque<Code> kept = new ArrayDeque<>();
    private final ArrayDeque<Decoded> decoded = new ArrayDeque<>();

    /**
     * @param maxPacketBytes the longest packet
     * @param maxKept how many codes are kept at most, 0 or more; the oldest goes
     * @param keepNanos for how long at most: what was asked for again has come by then
     */
    public CodeDecoder(CodedPart part, int maxPacketBytes, int maxKept, long keepNanos, Packets packets) {
        this.part = part;
        this.maxPacketBytes = maxPacketBytes;
        this.maxKept = maxKept;
        this.keepNanos = keepNanos;
        this.packets = packets;
    }

    /**
     * A code came.
     *
     * @param sequences which packets it joins, each once
     * @param lengths the exclusive or of their lengths
     * @param datagram where the code is, from {@code offset} to its end
     */
    public Outcome onCode(
            InetSocketAddress from, long[] sequences, int lengths, byte[] datagram, int offset, long nowNanos) {
        expire(nowNanos);
        int lacking = 0;
        for (long sequence : sequences) {
            lacking += packets.isHere(sequence) ? 0 : 1;
        }
        if (lacking == 0) {
            return Outcome.USELESS;
        }
        if (datagram.length - offset > part.codedBytes(maxPacketBytes)) {
            return Outcome.WRONG;
        }
        byte[] rest = Arrays.copyOfRange(datagram, offset, datagram.length);
        Code code = new Code(from, nowNanos, new long[lacking], rest, lengths);
        for (long sequence : sequences) {
            if (!packets.isHere(sequence)) {
                code.lacking[code.count++] = sequence;
                continue;
            }
            byte[] packet = packets.get(sequence);
            if (packet == null) {
                return Outcome.FORGOTTEN;
            }
            if (!takeOut(packet, code)) {
                return Outcome.WRONG;
            }
        }
        if (code.count == 1) {
            return finish(code) ? Outcome.DECODED : Outcome.WRONG;
        }
        keep(code);
        return Outcome.KEPT;
    }

    /** Whether codes are kept that wait for packets: only then are those of interest. */
    public boolean isWaiting() {
        return !kept.isEmpty();
    }

    /**
     * A packet came that was lacking.
     *
     * @return how many of the kept codes were not what they said
     */
    public int onPacket(long sequence, byte[] packet) {
        int wrong = 0;
        Iterator<Code> codes = kept.iterator();
        while (codes.hasNext()) {
            Code code = codes.next();
            if (!code.remove(sequence)) {
                continue;
            }
            boolean right = takeOut(packet, code);
            if (right && code.count > 1) {
                continue;
            }
            codes.remove();
            if (right && !packets.isHere(code.lacking[0])) {
                right = finish(code);
            }
            wrong += right ? 0 : 1;
        }
        return wrong;
    }

    /** The next packet that was decoded, null if there is none. */
    public @Nullable Decoded poll() {
        Decoded next = decoded.poll();
        while (next != null && packets.isHere(next.sequence())) {
            next = decoded.poll();
        }
        return next;
    }

    private boolean takeOut(byte[] packet, Code code) {
        int bytes = part.codedBytes(packet.length);
        if (bytes < 0 || bytes > code.rest.length) {
            return false;
        }
        part.xorInto(packet, code.rest, 0);
        code.lengths ^= packet.length;
        return true;
    }

    /** All but one are taken out; what is left has to be a packet, and nothing behind it. */
    private boolean finish(Code code) {
        int bytes = part.codedBytes(code.lengths);
        if (bytes < part.leastBytes() || bytes > code.rest.length || code.lengths > maxPacketBytes) {
            return false;
        }
        for (int i = bytes; i < code.rest.length; i++) {
            if (code.rest[i] != 0) {
                return false;
            }
        }
        decoded.add(new Decoded(code.from, code.lacking[0], part.packetOf(code.rest, bytes)));
        return true;
    }

    private void keep(Code code) {
        if (maxKept == 0) {
            return;
        }
        if (kept.size() >= maxKept) {
            kept.remove();
        }
        kept.add(code);
    }

    private void expire(long nowNanos) {
        while (!kept.isEmpty() && nowNanos - kept.element().nowNanos > keepNanos) {
            kept.remove();
        }
    }
}
