package org.rmcast.testkit;

import java.util.ArrayList;
import java.util.List;

/** A text in lines. */
final class Wrapped {
    private Wrapped() {}

    /** The words of a text in lines of so many characters at most; a longer word has a line of its own. */
    static List<String> lines(String text, int columns) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : List.of(text.strip().split("\\s+", -1))) {
            if (line.length() > 0 && line.length() + 1 + word.length() > columns) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.length() == 0 ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
