package org.rmcast.lab.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.rmcast.lab.experiment.Figure;

/** A figure drawn with XChart. The same figure gives the same bytes on the same JDK and with the same fonts. */
final class Plot {
    private static final int WIDTH = 960;
    private static final int HEIGHT = 480;
    /** Each curve is thinner than the one below it, so that both show where they are the same. */
    private static final float[] LINE_WIDTHS = {3.6f, 2.2f, 1.5f, 1.0f};
    /** Of a curve: more than these would share pixels. */
    private static final int MAX_POINTS = 800;
    /** What fits below the plot; longer legends stand beside it. */
    private static final int LEGEND_CHARACTERS = 120;
    /** The room that the mark of a curve takes beside its name. */
    private static final int LEGEND_MARK_CHARACTERS = 5;
    /** Colours that colour-blind readers tell apart (Okabe and Ito). */
    private static final Color[] COLOURS = {
        new Color(0, 114, 178),
        new Color(213, 94, 0),
        new Color(0, 158, 115),
        new Color(204, 121, 167),
        new Color(230, 159, 0),
        new Color(86, 180, 233),
        new Color(0, 0, 0),
        new Color(140, 140, 140)
    };

    private static final Marker[] MARKERS = {
        SeriesMarkers.CIRCLE, SeriesMarkers.SQUARE, SeriesMarkers.TRIANGLE_UP, SeriesMarkers.DIAMOND
    };

    private final XYChart chart;

    Plot(Figure figure) {
        chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(figure.title())
                .xAxisTitle(figure.xLabel())
                .yAxisTitle(figure.yLabel())
                .build();
        style(figure);
        List<Figure.Curve> curves = figure.curves();
        for (int i = 0; i < curves.size(); i++) {
            add(curves.get(i), i, figure.logarithmic());
        }
    }

    private void style(Figure figure) {
        XYStyler styler = chart.getStyler();
        styler.setLocale(Locale.ROOT);
        styler.setDefaultSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Line);
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setPlotBackgroundColor(Color.WHITE);
        styler.setPlotGridLinesColor(new Color(225, 225, 225));
        // Not dashed: each dash would be an element of its own, and those most of the file.
        styler.setPlotGridLinesStroke(new BasicStroke(1));
        styler.setPlotBorderVisible(false);
        boolean fits = figure.curves().stream()
                        .mapToInt(curve -> curve.name().length() + LEGEND_MARK_CHARACTERS)
                        .sum()
                <= LEGEND_CHARACTERS;
        styler.setLegendPosition(fits ? Styler.LegendPosition.OutsideS : Styler.LegendPosition.OutsideE);
        styler.setLegendLayout(fits ? Styler.LegendLayout.Horizontal : Styler.LegendLayout.Vertical);
        styler.setLegendBorderColor(Color.WHITE);
        styler.setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
        styler.setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 15));
        styler.setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
        styler.setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
        styler.setSeriesColors(COLOURS);
        styler.setXAxisTickMarkSpacingHint(90);
        styler.setMarkerSize(7);
        styler.setYAxisLogarithmic(figure.logarithmic());
        if (!figure.logarithmic()) {
            styler.setYAxisMin(0.0);
        }
    }

    private void add(Figure.Curve curve, int index, boolean logarithmic) {
        Points points = Points.of(curve, logarithmic);
        if (points.isEmpty()) {
            return;
        }
        boolean line = curve.style() == Figure.Style.LINE;
        Points drawn = line ? points.thinned(MAX_POINTS).unevenly() : points;
        XYSeries series = chart.addSeries(curve.name(), drawn.x(), drawn.y());
        series.setMarker(line ? SeriesMarkers.NONE : MARKERS[index % MARKERS.length]);
        series.setLineColor(COLOURS[index % COLOURS.length]);
        series.setMarkerColor(COLOURS[index % COLOURS.length]);
        if (curve.style() == Figure.Style.POINTS) {
            series.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Scatter);
        }
        series.setLineStyle(new BasicStroke(
                LINE_WIDTHS[Math.min(index, LINE_WIDTHS.length - 1)], BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
    }

    byte[] svg() throws IOException {
        return SvgCompaction.compact(new String(encoded("svg"), UTF_8)).getBytes(UTF_8);
    }

    byte[] png() throws IOException {
        return encoded("png");
    }

    private byte[] encoded(String format) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ChartEncoder.saveChart(chart, bytes, format);
        return bytes.toByteArray();
    }
}
