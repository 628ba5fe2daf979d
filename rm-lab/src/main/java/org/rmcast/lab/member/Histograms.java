package org.rmcast.lab.member;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Histograms of latency in nanoseconds as text, for a line of JSON: compressed, in Base64. */
public final class Histograms {
    /** The longest time that is told from longer ones. */
    static final long MAX_NANOS = 60_000_000_000L;

    private static final int DIGITS = 3;

    private Histograms() {}

    /** An empty one. */
    public static Histogram empty() {
        return new Histogram(MAX_NANOS, DIGITS);
    }

    /** Writes one. */
    static String encode(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        byte[] encoded = new byte[length];
        buffer.flip().get(encoded);
        return Base64.getEncoder().encodeToString(encoded);
    }

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException if the text is not a histogram
     */
    public static Histogram decode(String text) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(text)), 0);
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("not a histogram", e);
        }
    }
}
