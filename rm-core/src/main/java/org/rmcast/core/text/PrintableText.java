package org.rmcast.core.text;

import java.nio.charset.StandardCharsets;

/** Short texts that people read: in logs, on terminals, as labels. */
public final class PrintableText {
    private PrintableText() {}

    /**
     * A text as it was given.
     *
     * @param what what it is, for errors
     * @param maxBytes the most bytes in UTF-8
     * @throws IllegalArgumentException if it is empty, too long, has blanks around it or characters that do not print
     */
    public static String checked(String what, String text, int maxBytes) {
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        if (bytes < 1
                || bytes > maxBytes
                || !text.equals(text.strip())
                || text.codePoints().anyMatch(PrintableText::isUnprintable)) {
            throw new IllegalArgumentException(what + " must be 1 to " + maxBytes
                    + " bytes of printable text without blanks around it, was '" + shown(text) + "'");
        }
        return text;
    }

    /** The text with a question mark for each character that does not print. */
    public static String shown(String text) {
        StringBuilder shown = new StringBuilder();
        text.codePoints().forEach(codePoint -> shown.appendCodePoint(isUnprintable(codePoint) ? '?' : codePoint));
        return shown.toString();
    }

    private static boolean isUnprintable(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.LINE_SEPARATOR -> true;
            case Character.PARAGRAPH_SEPARATOR, Character.PRIVATE_USE, Character.UNASSIGNED -> true;
            default -> false;
        };
    }
}
