package org.rmcast.lab.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.rmcast.lab.experiment.Figure;

/** A figure as SVG. The same figure gives the same bytes, whatever fonts there are: text is left to who shows it. */
final class Plot {
    /** Half the width of a whisker's ends, and the shortest that is drawn. */
    private static final int WHISKER = 3;

    private static final double LEAST_WHISKER = 1;
    private static final int WIDTH = 960;
    /** Of all but the legend. */
    private static final int HEIGHT = 480;

    private static final int LEFT = 84;
    private static final int RIGHT = WIDTH - 24;
    private static final int TOP = 44;
    private static final int BOTTOM = HEIGHT - 52;
    private static final int LEGEND_ROW = 20;
    /** The room that the mark of a curve takes before its name, and the gap behind the name before. */
    private static final int LEGEND_MARK = 44;
    /** Of a character of the legend, on the large side: nobody measures fonts here. */
    private static final double CHARACTER = 6.8;

    private static final int X_TICKS = 9;
    private static final int Y_TICKS = 7;
    /** What is left free at both ends of the x axis, of its length. */
    private static final double X_ROOM = 0.02;
    /** Of the distance of two bins, for all their bars. */
    private static final double BAR_ROOM = 0.84;
    /** Each curve is thinner than the one below it, so that both show where they are the same. */
    private static final double[] LINE_WIDTHS = {3.6, 2.2, 1.5, 1};
    /** Of a curve: more than these would share pixels. */
    private static final int MAX_POINTS = 600;
    /** Colours that colour-blind readers tell apart (Okabe and Ito). */
    private static final String[] COLOURS = {
        "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000", "#8c8c8c"
    };
    /** Marks around a point: circle, square, triangle, diamond. */
    private static final String[] MARKS = {
        "m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z", "m-3-3h6v6h-6z", "m-4 3h8l-4-7z", "m-4 0l4-4l4 4l-4 4z"
    };

    private final Figure figure;
    private final List<Points> curves = new ArrayList<>();
    private final Axis x;
    private final Axis y;

    Plot(Figure figure) {
        this.figure = figure;
        for (Figure.Curve curve : figure.curves()) {
            Points points = Points.of(curve, figure.logarithmic());
            curves.add(curve.style() == Figure.Style.LINE ? points.thinned(MAX_POINTS) : points);
        }
        x = xAxis();
        y = yAxis();
    }

    private Axis xAxis() {
        if (!figure.categories().isEmpty()) {
            return Axis.ofCategories(figure.categories());
        }
        double low = curves.stream().mapToDouble(Points::leastX).min().orElse(0);
        double high = curves.stream().mapToDouble(Points::greatestX).max().orElse(1);
        double room = (high - low) * X_ROOM + (hasBars() ? barDistance() / 2 : 0);
        return low > high ? Axis.linear(0, 1, X_TICKS) : Axis.linear(low - room, high + room, X_TICKS);
    }

    private Axis yAxis() {
        double low = curves.stream().mapToDouble(Points::leastY).min().orElse(0);
        double high =
                Math.max(curves.stream().mapToDouble(Points::greatestY).max().orElse(1), highestWhisker());
        if (low > high) {
            return Axis.fromZero(1, Y_TICKS);
        }
        return figure.logarithmic()
                ? Axis.logarithmic(low, high)
                : low < 0 ? Axis.linear(low, high, Y_TICKS) : Axis.fromZero(high, Y_TICKS);
    }

    private double highestWhisker() {
        return figure.curves().stream()
                .flatMapToDouble(curve -> Arrays.stream(curve.spread().highest()))
                .filter(Double::isFinite)
                .max()
                .orElse(Double.NEGATIVE_INFINITY);
    }

    private boolean hasBars() {
        return figure.curves().stream().anyMatch(curve -> curve.style() == Figure.Style.BARS);
    }

    /** Between two bins. */
    private double barDistance() {
        if (!figure.categories().isEmpty()) {
            return 1;
        }
        double least = Double.POSITIVE_INFINITY;
        for (Figure.Curve curve : figure.curves()) {
            for (int i = 1; curve.style() == Figure.Style.BARS && i < curve.x().length; i++) {
                least = Math.min(least, curve.x()[i] - curve.x()[i - 1]);
            }
        }
        return Double.isInfinite(least) ? 1 : least;
    }

    String svg() {
        List<LegendEntry> legend = legend();
        int rows = legend.get(legend.size() - 1).row() + 1;
        Svg svg = new Svg(WIDTH, HEIGHT + rows * LEGEND_ROW, figure.title());
        svg.text((LEFT + RIGHT) / 2.0, 24, Svg.Anchor.MIDDLE, "font-size=\"15\" font-weight=\"bold\"", figure.title());
        axes(svg);
        for (int i = 0; i < curves.size(); i++) {
            if (!curves.get(i).isEmpty()) {
                svg.begin(figure.curves().get(i).name());
                curve(svg, i);
                svg.end();
            }
        }
        for (LegendEntry entry : legend) {
            entry(svg, entry);
        }
        return svg.close();
    }

    private void axes(Svg svg) {
        StringBuilder grid = new StringBuilder();
        for (Axis.Tick tick : x.ticks()) {
            double at = xAt(tick.value());
            grid.append('M')
                    .append(Svg.number(at))
                    .append(' ')
                    .append(TOP)
                    .append('V')
                    .append(BOTTOM);
            svg.text(at, BOTTOM + 18, Svg.Anchor.MIDDLE, "", tick.label());
        }
        for (Axis.Tick tick : y.ticks()) {
            double at = yAt(tick.value());
            grid.append('M')
                    .append(LEFT)
                    .append(' ')
                    .append(Svg.number(at))
                    .append('H')
                    .append(RIGHT);
            svg.text(LEFT - 6, at + 4, Svg.Anchor.END, "", tick.label());
        }
        svg.path(grid, "stroke=\"#e1e1e1\"");
        svg.path("M" + LEFT + " " + TOP + "V" + BOTTOM + "H" + RIGHT, "stroke=\"#444\" fill=\"none\"");
        svg.text((LEFT + RIGHT) / 2.0, BOTTOM + 40, Svg.Anchor.MIDDLE, "font-size=\"13\"", figure.xLabel());
        double middle = (TOP + BOTTOM) / 2.0;
        svg.text(
                20,
                middle,
                Svg.Anchor.MIDDLE,
                "font-size=\"13\" transform=\"rotate(-90 20 " + Svg.number(middle) + ")\"",
                figure.yLabel());
    }

    private void curve(Svg svg, int index) {
        Points points = curves.get(index);
        double[] across = points.x();
        double[] up = points.y();
        for (int i = 0; i < across.length; i++) {
            across[i] = xAt(across[i]);
            up[i] = yAt(up[i]);
        }
        Figure.Style style = figure.curves().get(index).style();
        switch (style) {
            case LINE -> svg.polyline(across, up, stroke(index));
            case MARKED -> {
                svg.polyline(across, up, stroke(index));
                svg.path(marks(across, up, index), fill(index));
            }
            case POINTS -> svg.path(marks(across, up, index), fill(index));
            case BARS -> svg.path(bars(across, up, index), fill(index));
        }
        CharSequence whiskers = whiskers(index);
        if (!whiskers.isEmpty()) {
            svg.path(whiskers, "stroke=\"#222\" fill=\"none\"");
        }
    }

    /** From the lowest to the highest repetition of each point, where these differ visibly. */
    private CharSequence whiskers(int index) {
        Figure.Curve curve = figure.curves().get(index);
        double[] lowest = curve.spread().lowest();
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < lowest.length; i++) {
            double low = yAt(lowest[i]);
            double high = yAt(curve.spread().highest()[i]);
            if (low - high >= LEAST_WHISKER) {
                String left = Svg.number(middle(curve, i, index) - WHISKER);
                path.append('M')
                        .append(left)
                        .append(' ')
                        .append(Svg.number(low))
                        .append('h')
                        .append(2 * WHISKER);
                path.append('m').append(-WHISKER).append(" 0V").append(Svg.number(high));
                path.append('m').append(-WHISKER).append(" 0h").append(2 * WHISKER);
            }
        }
        return path;
    }

    /** Of a point, or of its bar. */
    private double middle(Figure.Curve curve, int point, int index) {
        double at = xAt(curve.x()[point]);
        if (curve.style() != Figure.Style.BARS) {
            return at;
        }
        double room = (xAt(barDistance()) - xAt(0)) * BAR_ROOM;
        return at - room / 2 + (index + 0.5) * room / curves.size();
    }

    private static CharSequence marks(double[] across, double[] up, int index) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < across.length; i++) {
            path.append('M').append(Svg.number(across[i])).append(' ').append(Svg.number(up[i]));
            path.append(MARKS[index % MARKS.length]);
        }
        return path;
    }

    /** One for each bin with something in it, those of several curves side by side. */
    private CharSequence bars(double[] across, double[] up, int index) {
        double room = (xAt(barDistance()) - xAt(0)) * BAR_ROOM;
        double width = room / curves.size();
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < across.length; i++) {
            path.append('M')
                    .append(Svg.number(across[i] - room / 2 + index * width))
                    .append(' ')
                    .append(BOTTOM);
            path.append('V').append(Svg.number(up[i])).append('h').append(Svg.number(width));
            path.append('V').append(BOTTOM).append('z');
        }
        return path;
    }

    private static String stroke(int index) {
        return "fill=\"none\" stroke=\"" + COLOURS[index % COLOURS.length] + "\" stroke-width=\""
                + Svg.number(LINE_WIDTHS[Math.min(index, LINE_WIDTHS.length - 1)])
                + "\" stroke-linejoin=\"round\" stroke-linecap=\"round\"";
    }

    private static String fill(int index) {
        return "fill=\"" + COLOURS[index % COLOURS.length] + "\"";
    }

    private double xAt(double value) {
        return LEFT + x.share(value) * (RIGHT - LEFT);
    }

    private double yAt(double value) {
        return BOTTOM - y.share(value) * (BOTTOM - TOP);
    }

    /** The place of a curve's name. */
    private record LegendEntry(int curve, double x, int row) {}

    /** As many side by side as fit. */
    private List<LegendEntry> legend() {
        List<LegendEntry> entries = new ArrayList<>();
        double at = LEFT;
        int row = 0;
        for (int i = 0; i < curves.size(); i++) {
            double width =
                    LEGEND_MARK + CHARACTER * figure.curves().get(i).name().length();
            if (at > LEFT && at + width > RIGHT) {
                at = LEFT;
                row++;
            }
            entries.add(new LegendEntry(i, at, row));
            at += width;
        }
        return entries;
    }

    private void entry(Svg svg, LegendEntry entry) {
        double middle = HEIGHT + 8.0 + entry.row() * LEGEND_ROW;
        int index = entry.curve();
        Figure.Style style = figure.curves().get(index).style();
        if (style == Figure.Style.LINE || style == Figure.Style.MARKED) {
            svg.polyline(new double[] {entry.x(), entry.x() + 20}, new double[] {middle, middle}, stroke(index));
        }
        if (style == Figure.Style.MARKED || style == Figure.Style.POINTS) {
            svg.path(marks(new double[] {entry.x() + 10}, new double[] {middle}, index), fill(index));
        }
        if (style == Figure.Style.BARS) {
            svg.path(
                    String.format(Locale.ROOT, "M%s %sh12v10h-12z", Svg.number(entry.x() + 6), Svg.number(middle - 5)),
                    fill(index));
        }
        svg.text(
                entry.x() + 25,
                middle + 4,
                Svg.Anchor.START,
                "",
                figure.curves().get(index).name());
    }
}
