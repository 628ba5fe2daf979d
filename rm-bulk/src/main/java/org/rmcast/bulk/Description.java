package org.rmcast.bulk;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What a server says of its data set in CONN.
 *
 * <table>
 * <caption>Layout</caption>
 * <tr><th>Offset</th><th>Size</th><th>Field</th></tr>
 * <tr><td>0</td><td>1</td><td>1: a file, 2: a directory</td></tr>
 * <tr><td>1</td><td>4</td><td>bytes of the manifest, with which the data set of a directory begins; 0 of a file</td></tr>
 * <tr><td>5</td><td></td><td>the name, UTF-8, to the end</td></tr>
 * </table>
 *
 * @param directory whether it is a directory
 * @param manifestBytes how long its manifest is
 * @param name the name that it is to have
 */
record Description(boolean directory, int manifestBytes, String name) {
    private static final byte FILE = 1;
    private static final byte DIRECTORY = 2;
    private static final int HEAD_BYTES = 5;

    static Description file(String name) {
        return new Description(false, 0, name);
    }

    byte[] encode() {
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(HEAD_BYTES + utf8.length)
                .put(directory ? DIRECTORY : FILE)
                .putInt(manifestBytes)
                .put(utf8)
                .array();
    }

    /** Null if it is none. */
    static @Nullable Description decode(byte[] bytes) {
        try {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            byte kind = buffer.get();
            int manifestBytes = buffer.getInt();
            byte[] utf8 = new byte[buffer.remaining()];
            buffer.get(utf8);
            boolean known = kind == FILE ? manifestBytes == 0 : kind == DIRECTORY && manifestBytes > 0;
            return known
                    ? new Description(kind == DIRECTORY, manifestBytes, new String(utf8, StandardCharsets.UTF_8))
                    : null;
        } catch (BufferUnderflowException e) {
            return null;
        }
    }
}
