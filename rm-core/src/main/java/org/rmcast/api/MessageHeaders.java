package org.rmcast.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a message carries beside its content, by name: a type, a key, a trace context. Few and short: all names and values of one message
 * together have at most {@value #MAX_BYTES} bytes, of which each header takes 3 for itself. Immutable.
 *
 * <pre>{@code
 * sender.send(message, MessageHeaders.of("type", "quote").with("traceparent", trace));
 * ...
 * message.headers().text("type").ifPresent(...);
 * }</pre>
 */
public final class MessageHeaders {
    /** The most bytes that the headers of one message take on the wire. */
    public static final int MAX_BYTES = 1_024;

    /** No headers: what most messages have. */
    public static final MessageHeaders NONE = new MessageHeaders(new byte[0]);

    private static final int MAX_NAME_BYTES = 255;
    private static final int LENGTH_BYTES = 3;

    /** For each header the length of its name in one byte, the name, the length of its value in two, the value. */
    private final byte[] block;

    private MessageHeaders(byte[] block) {
        this.block = block;
    }

    /** As {@link #NONE} with one header; arguments and errors as for {@link #with(String, String)}. */
    public static MessageHeaders of(String name, String value) {
        return NONE.with(name, value);
    }

    /**
     * Reads what {@link #toBytes} gave.
     *
     * @param bytes copied
     * @throws IllegalArgumentException if these are no headers, and why
     */
    public static MessageHeaders ofBytes(ByteBuffer bytes) {
        byte[] block = new byte[bytes.remaining()];
        bytes.get(bytes.position(), block);
        if (block.length == 0) {
            return NONE;
        }
        check(block);
        return new MessageHeaders(block);
    }

    private static void check(byte[] block) {
        if (block.length > MAX_BYTES) {
            throw new IllegalArgumentException(
                    "headers take " + block.length + " bytes, at most " + MAX_BYTES + " are allowed");
        }
        Set<String> names = new HashSet<>();
        int at = 0;
        while (at < block.length) {
            int nameLength = block[at] & 0xFF;
            int valueAt = at + LENGTH_BYTES + nameLength;
            if (nameLength == 0 || valueAt > block.length || valueAt + valueLength(block, at) > block.length) {
                throw new IllegalArgumentException("a header is cut off, or has no name, at byte " + at);
            }
            String name = name(block, at);
            if (!names.add(name)) {
                throw new IllegalArgumentException("header " + name + " is there twice");
            }
            at = next(block, at);
        }
    }

    private static String name(byte[] block, int at) {
        try {
            return UTF_8.newDecoder()
                    .decode(ByteBuffer.wrap(block, at + 1, block[at] & 0xFF))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("the name of a header at byte " + at + " is no UTF-8 text", e);
        }
    }

    private static int valueLength(byte[] block, int at) {
        int lengthAt = at + 1 + (block[at] & 0xFF);
        return ((block[lengthAt] & 0xFF) << 8) | (block[lengthAt + 1] & 0xFF);
    }

    private static int valueAt(byte[] block, int at) {
        return at + LENGTH_BYTES + (block[at] & 0xFF);
    }

    private static int next(byte[] block, int at) {
        return valueAt(block, at) + valueLength(block, at);
    }

    /**
     * These headers with a further one, which takes the place of one of the same name.
     *
     * @param name 1 to 255 bytes in UTF-8
     * @param value any text; it is sent in UTF-8
     * @throws IllegalArgumentException if the name is empty or too long, if a text has half of a surrogate pair alone, or if all headers
     *     together become longer than {@link #MAX_BYTES}
     */
    public MessageHeaders with(String name, String value) {
        return with(name, encoded("the value of header " + name, value));
    }

    /**
     * As {@link #with(String, String)} for a value that is no text.
     *
     * @param value copied
     */
    public MessageHeaders with(String name, byte[] value) {
        byte[] encodedName = encoded("the name of a header", name);
        if (encodedName.length == 0 || encodedName.length > MAX_NAME_BYTES) {
            throw new IllegalArgumentException("the name of a header must have 1 to " + MAX_NAME_BYTES
                    + " bytes in UTF-8, had " + encodedName.length);
        }
        byte[] others = without(find(name));
        long length = (long) others.length + LENGTH_BYTES + encodedName.length + value.length;
        if (length > MAX_BYTES) {
            throw new IllegalArgumentException("with header " + name + " the headers of a message take " + length
                    + " bytes, at most " + MAX_BYTES + " are allowed: put what is larger into its content");
        }
        return new MessageHeaders(ByteBuffer.allocate((int) length)
                .put(others)
                .put((byte) encodedName.length)
                .put(encodedName)
                .putShort((short) value.length)
                .put(value)
                .array());
    }

    private static byte[] encoded(String what, String text) {
        try {
            ByteBuffer encoded = UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return bytes;
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(what + " has half of a surrogate pair alone", e);
        }
    }

    private byte[] without(int at) {
        if (at < 0) {
            return block;
        }
        int next = next(block, at);
        return ByteBuffer.allocate(block.length - (next - at))
                .put(block, 0, at)
                .put(block, next, block.length - next)
                .array();
    }

    private int find(String name) {
        for (int at = 0; at < block.length; at = next(block, at)) {
            if (name.equals(name(block, at))) {
                return at;
            }
        }
        return -1;
    }

    /** Whether there are none. */
    public boolean isEmpty() {
        return block.length == 0;
    }

    /** The names, in the order in which they were given. */
    public List<String> names() {
        List<String> names = new ArrayList<>();
        for (int at = 0; at < block.length; at = next(block, at)) {
            names.add(name(block, at));
        }
        return List.copyOf(names);
    }

    /** The value of a header as text, nothing if there is none of this name. What is no UTF-8 becomes U+FFFD. */
    public Optional<String> text(String name) {
        return bytes(name).map(value -> new String(value, UTF_8));
    }

    /** A copy of the value of a header, nothing if there is none of this name. */
    public Optional<byte[]> bytes(String name) {
        int at = find(name);
        if (at < 0) {
            return Optional.empty();
        }
        int from = valueAt(block, at);
        return Optional.of(Arrays.copyOfRange(block, from, from + valueLength(block, at)));
    }

    /** How many bytes they take on the wire. */
    public int byteCount() {
        return block.length;
    }

    /** As they are on the wire: for each header the length of its name in one byte, the name, that of its value in two, the value. */
    public byte[] toBytes() {
        return block.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MessageHeaders headers && Arrays.equals(block, headers.block);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(block);
    }

    /** Names and values, those that are no text in hexadecimal. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("{");
        for (int at = 0; at < block.length; at = next(block, at)) {
            int from = valueAt(block, at);
            text.append(at > 0 ? ", " : "")
                    .append(name(block, at))
                    .append('=')
                    .append(readable(ByteBuffer.wrap(block, from, valueLength(block, at))));
        }
        return text.append('}').toString();
    }

    private static String readable(ByteBuffer value) {
        try {
            return UTF_8.newDecoder().decode(value.duplicate()).toString();
        } catch (CharacterCodingException e) {
            byte[] bytes = new byte[value.remaining()];
            value.get(bytes);
            return "0x" + HexFormat.of().formatHex(bytes);
        }
    }
}
