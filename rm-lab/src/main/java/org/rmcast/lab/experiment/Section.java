package org.rmcast.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A part of a text below one heading.
 *
 * @param level how many {@code #} the heading has
 * @param line of the heading, from 1 on
 * @param lines what stands below it, not empty lines at the ends
 */
record Section(int level, String heading, int line, List<String> lines) {
    /** The parts of a text, which begins with a heading. */
    static List<Section> split(String text) {
        List<Section> sections = new ArrayList<>();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            if (line.startsWith("#")) {
                String heading = line.replaceFirst("#+", "");
                sections.add(new Section(line.length() - heading.length(), heading.strip(), number, new ArrayList<>()));
            } else if (!sections.isEmpty()) {
                sections.get(sections.size() - 1).lines().add(line.strip());
            } else if (!line.isBlank()) {
                throw new IllegalArgumentException("line " + number + ": the text must begin with a heading");
            }
        }
        if (sections.isEmpty()) {
            throw new IllegalArgumentException("the text is empty");
        }
        return sections;
    }

    /** Its paragraphs, each in one line, with an empty line between two. */
    String body() {
        return paragraphs(lines);
    }

    private static String paragraphs(List<String> lines) {
        StringBuilder text = new StringBuilder();
        boolean within = false;
        for (String line : lines) {
            if (!line.isEmpty()) {
                text.append(within ? " " : text.length() > 0 ? "\n\n" : "").append(line);
            }
            within = !line.isEmpty();
        }
        return text.toString();
    }

    /** The rest of the first line, which must begin so. */
    String first(String begin) {
        if (lines.isEmpty() || !lines.get(0).startsWith(begin)) {
            throw wrong("must be followed by '" + begin.strip() + "'");
        }
        return lines.get(0).substring(begin.length());
    }

    /** All below that line. */
    String bodyAfter(String begin) {
        first(begin);
        return paragraphs(lines.subList(1, lines.size()));
    }

    /** The two parts of a heading of the form {@code begin NAME: words}. */
    String[] named(String begin) {
        int colon = heading.indexOf(": ");
        if (!heading.startsWith(begin) || colon < 0) {
            throw wrong("must be '" + begin + "NAME: title'");
        }
        return new String[] {heading.substring(begin.length(), colon), heading.substring(colon + 2)};
    }

    /** What an explanation is known by: its heading in lower case, or what follows {@code Why: }. */
    String key() {
        return heading.toLowerCase(Locale.ROOT).replaceFirst("^why: ", "");
    }

    <T> void add(String name, T what, Map<String, T> to) {
        if (to.put(name, what) != null) {
            throw wrong("is there twice");
        }
    }

    IllegalArgumentException wrong(String how) {
        return new IllegalArgumentException("line " + line + ": heading '" + heading + "' " + how);
    }
}
