package org.rmcast.lab.experiment;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Text with places such as {@code {members}}. */
final class Template {
    private static final Pattern PLACE = Pattern.compile("\\{([a-z][a-z0-9-]*)}");

    private Template() {}

    /**
     * The text with all its places filled.
     *
     * @throws IllegalStateException if there is nothing for one of them
     */
    static String fill(String text, Map<String, String> words) {
        return PLACE.matcher(text).replaceAll(match -> {
            String what = words.get(match.group(1));
            if (what == null) {
                throw new IllegalStateException("nothing for '{" + match.group(1) + "}' in: " + text);
            }
            return Matcher.quoteReplacement(what);
        });
    }
}
