package org.rmcast.lab.report;

import java.util.Locale;

/** Writes the elements of an SVG file, an element a line. Text stays text; numbers have a tenth of a pixel. Not thread safe. */
final class Svg {
    private final StringBuilder text = new StringBuilder();

    Svg(int width, int height, String title) {
        text.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\""
                        + " font-family=\"sans-serif\" font-size=\"12\">\n",
                width,
                height,
                width,
                height));
        line("<title>" + escaped(title) + "</title>");
        line("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>");
    }

    /** Where a text's given place is in it. */
    enum Anchor {
        START,
        MIDDLE,
        END
    }

    /**
     * A line of text.
     *
     * @param more further attributes, may be empty
     */
    void text(double x, double y, Anchor anchor, String more, String words) {
        line("<text x=\"" + number(x) + "\" y=\"" + number(y) + "\""
                + (anchor == Anchor.START
                        ? ""
                        : " text-anchor=\"" + anchor.name().toLowerCase(Locale.ROOT) + "\"")
                + (more.isEmpty() ? "" : " " + more) + ">" + escaped(words) + "</text>");
    }

    /** Straight lines from point to point. */
    void polyline(double[] x, double[] y, String attributes) {
        StringBuilder points = new StringBuilder();
        for (int i = 0; i < x.length; i++) {
            points.append(i == 0 ? "" : " ").append(number(x[i])).append(',').append(number(y[i]));
        }
        line("<polyline points=\"" + points + "\" " + attributes + "/>");
    }

    /** An outline, by the commands of SVG. */
    void path(CharSequence commands, String attributes) {
        line("<path d=\"" + commands + "\" " + attributes + "/>");
    }

    /** Begins a group; a viewer shows its title beside the pointer. */
    void begin(String title) {
        line("<g><title>" + escaped(title) + "</title>");
    }

    void end() {
        line("</g>");
    }

    /** The file. */
    String close() {
        return text + "</svg>\n";
    }

    private void line(String element) {
        text.append(element).append('\n');
    }

    /** A coordinate, to a tenth. */
    static String number(double value) {
        long tenths = Math.round(value * 10);
        return tenths % 10 == 0 ? Long.toString(tenths / 10) : String.format(Locale.ROOT, "%.1f", tenths / 10.0);
    }

    private static String escaped(String words) {
        return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
