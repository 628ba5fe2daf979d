package org.rmcast.lab.report;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes an SVG file of the plotting library a tenth of its size, looking the same. */
final class SvgCompaction {
    /** Text comes as outlines with up to eleven digits; a tenth of a pixel is enough for everything. */
    private static final Pattern FURTHER_DIGITS = Pattern.compile("(\\d\\.\\d)\\d+");
    /** A curve comes as a line element for each two points. */
    private static final Pattern LINE =
            Pattern.compile("(\\s*)<line (style=\"[^\"]*\") x1=\"(.*?)\" x2=\"(.*?)\" y1=\"(.*?)\" y2=\"(.*?)\"/>");

    private final StringBuilder text = new StringBuilder();
    private final StringBuilder points = new StringBuilder();
    private @Nullable String indent;
    private String style = "";
    private String end = "";

    private SvgCompaction() {}

    static String compact(String svg) {
        SvgCompaction compaction = new SvgCompaction();
        FURTHER_DIGITS.matcher(svg).replaceAll("$1").lines().forEach(compaction::add);
        compaction.endCurve();
        return compaction.text.toString();
    }

    private void add(String element) {
        Matcher line = LINE.matcher(element);
        if (!line.matches()) {
            endCurve();
            text.append(element).append('\n');
            return;
        }
        String begin = line.group(3) + "," + line.group(5);
        if (indent == null || !line.group(2).equals(style) || !begin.equals(end)) {
            endCurve();
            indent = line.group(1);
            style = line.group(2);
            points.append(begin);
        }
        end = line.group(4) + "," + line.group(6);
        points.append(' ').append(end);
    }

    private void endCurve() {
        if (indent != null) {
            text.append(indent)
                    .append("<polyline ")
                    .append(style)
                    .append(" points=\"")
                    .append(points)
                    .append("\"/>\n");
            indent = null;
            points.setLength(0);
        }
    }
}
