package org.rmcast.rmtp.wire;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.rmcast.core.text.PrintableText;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.WireReader;

/** Why a receiver declines, is busy, or found a data set to be damaged: at the end of a packet, for people. */
final class ReasonText {
    static final int MOST_BYTES = 200;

    private ReasonText() {}

    /** In UTF-8, as many whole characters as there is room for. */
    static byte[] encode(String reason) {
        ByteBuffer bytes = ByteBuffer.allocate(MOST_BYTES);
        StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(PrintableText.shown(reason)), bytes, true);
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    /** The rest of a packet, without anything that does not print. */
    static String read(WireReader reader) throws DecodeException {
        int length = reader.remaining();
        if (length > MOST_BYTES) {
            throw new DecodeException("reason has " + length + " bytes");
        }
        String text = new String(reader.readBytes(length, "reason"), StandardCharsets.UTF_8);
        // What is no UTF-8 becomes longer.
        return new String(encode(text), StandardCharsets.UTF_8);
    }
}
