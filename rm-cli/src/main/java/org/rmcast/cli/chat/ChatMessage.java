package org.rmcast.cli.chat;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import org.jspecify.annotations.Nullable;

/**
 * One message of a chat: a byte for the kind (1 hello, 2 line), a byte for the length of the name, the name and the text, both in
 * UTF-8. Immutable.
 *
 * @param hello whether it only says who is there
 * @param nick who speaks, 1 to 32 characters
 * @param text what is said; empty in a hello
 */
record ChatMessage(boolean hello, String nick, String text) {
    /** The longest name, in characters. */
    static final int MAX_NICK = 32;

    private static final int HELLO = 1;
    private static final int LINE = 2;

    ByteBuffer encode() {
        byte[] name = nick.getBytes(UTF_8);
        byte[] said = text.getBytes(UTF_8);
        return ByteBuffer.allocate(2 + name.length + said.length)
                .put((byte) (hello ? HELLO : LINE))
                .put((byte) name.length)
                .put(name)
                .put(said)
                .flip();
    }

    /** What a payload says, null if it is not a chat's. */
    static @Nullable ChatMessage decode(ByteBuffer payload) {
        if (payload.remaining() < 3) {
            return null;
        }
        int kind = payload.get();
        int nameBytes = payload.get() & 0xff;
        if ((kind != HELLO && kind != LINE) || nameBytes > payload.remaining()) {
            return null;
        }
        ByteBuffer name = payload.slice(payload.position(), nameBytes);
        ByteBuffer said = payload.slice(payload.position() + nameBytes, payload.remaining() - nameBytes);
        try {
            String nick = UTF_8.newDecoder().decode(name).toString();
            String text = UTF_8.newDecoder().decode(said).toString();
            return isNick(nick) ? new ChatMessage(kind == HELLO, nick, text) : null;
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    /** Whether this may be a name: 1 to 32 characters, none of them a blank or a control character. */
    static boolean isNick(String nick) {
        return !nick.isEmpty()
                && nick.length() <= MAX_NICK
                && nick.codePoints().noneMatch(c -> Character.isWhitespace(c) || !isShown(c));
    }

    /** A text as it may be shown: others must not move our cursor or forge our lines. */
    static String shown(String text) {
        StringBuilder clean = new StringBuilder();
        text.codePoints().map(c -> isShown(c) || c == '\t' ? c : '?').forEach(clean::appendCodePoint);
        return clean.toString();
    }

    private static boolean isShown(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> false;
            default -> true;
        };
    }
}
