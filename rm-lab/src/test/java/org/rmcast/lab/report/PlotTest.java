package org.rmcast.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.rmcast.lab.experiment.Figure;

/** Plots show what they are given, and their text is text. */
class PlotTest {
    private static final double[] BINS = {0, 1, 2, 30};

    @Test
    void shouldWriteTextAsText() {
        String svg = plot(new Figure.Curve("a < b", false, new double[] {0, 10}, new double[] {0, 400}));
        assertThat(svg)
                .contains(">Figure 1: times</text>", ">time (ms)</text>", ">share (%)</text>", ">a &lt; b</text>")
                .contains(">0</text>", ">200</text>", ">400</text>", "<polyline points=")
                .doesNotContain("<image", "font-family=\"Dialog");
    }

    @Test
    void shouldDrawHistogramsAsBarsAndNothingForAnEmptyBin() {
        Figure.Curve curve = new Figure.Curve("h", Figure.Style.BARS, BINS, new double[] {40, 0, 20, 40});
        String bars = paths(plot(curve))
                .filter(path -> path.contains("#0072b2"))
                .findFirst()
                .orElse("");
        assertThat(bars.split("z", -1)).hasSize(1 + 4);
        String logarithmic = new Plot(new Figure("t", "x", "y", true, List.of(curve))).svg();
        assertThat(paths(logarithmic)
                        .filter(path -> path.contains("#0072b2"))
                        .findFirst()
                        .orElse("")
                        .split("z", -1))
                .hasSize(1 + 3);
        assertThat(plot(curve)).doesNotContain("<polyline");
    }

    @Test
    void shouldDrawWhiskersWhereRepetitionsLieApart() {
        double[] x = {0, 10};
        Figure.Curve curve = new Figure.Curve("runs", true, x, new double[] {4, 4});
        Figure.Curve apart = curve.within(new Figure.Spread(new double[] {2, 4}, new double[] {8, 4}));
        assertThat(paths(plot(curve)).filter(path -> path.contains("#222"))).isEmpty();
        String whisker = paths(plot(apart))
                .filter(path -> path.contains("#222"))
                .findFirst()
                .orElse("");
        assertThat(whisker.split("V", -1)).as("one of two: %s", whisker).hasSize(2);
        assertThat(plot(apart)).as("the axis reaches the highest repetition").contains(">8</text>");
        assertThatThrownBy(() -> new Figure.Spread(new double[1], new double[2]))
                .hasMessageContaining("1 lowest and 2");
    }

    @Test
    void shouldDrawALevelLineAtWhatAPaperSays() {
        assertThat(plot(Figure.Curve.said("the paper", 0, 10, 400))).contains(">the paper</text>", "<polyline points=");
    }

    @Test
    void shouldPutBarsOfCategoriesSideBySideAboveTheirNames() {
        double[] x = {0, 1};
        Figure figure = new Figure(
                "t",
                "fault",
                "y",
                false,
                List.of("drop", "delay"),
                List.of(
                        new Figure.Curve("one", Figure.Style.BARS, x, new double[] {1, 2}),
                        new Figure.Curve("two", Figure.Style.BARS, x, new double[] {2, 4})));
        String svg = new Plot(figure).svg();
        assertThat(svg).contains(">drop</text>", ">delay</text>");
        double[] one = begins(svg, "#0072b2");
        double[] two = begins(svg, "#d55e00");
        assertThat(one[0]).isLessThan(two[0]);
        assertThat(two[0]).isLessThan(one[1]);
    }

    private static double[] begins(String svg, String colour) {
        String path =
                paths(svg).filter(each -> each.contains(colour)).findFirst().orElse("");
        return Pattern.compile("M([\\d.]+) ")
                .matcher(path)
                .results()
                .mapToDouble(match -> Double.parseDouble(match.group(1)))
                .toArray();
    }

    @Test
    void shouldHaveRoundTicks() {
        assertThat(labels(Axis.fromZero(39_000, 7))).containsExactly("0", "10000", "20000", "30000", "40000");
        assertThat(labels(Axis.linear(0.3, 1.1, 5))).containsExactly("0.4", "0.6", "0.8", "1");
        assertThat(labels(Axis.logarithmic(0.03, 100))).containsExactly("0.1", "1", "10", "100");
        assertThat(labels(Axis.logarithmic(1.5e-6, 1e-4)))
                .containsExactly("1e-6", "2e-6", "5e-6", "1e-5", "2e-5", "5e-5", "0.0001");
        assertThat(labels(Axis.logarithmic(300, 900))).containsExactly("200", "500", "1000");
        assertThat(Axis.logarithmic(1, 90).share(1)).isCloseTo(Math.log(2) / Math.log(200), within(1e-9));
    }

    @Test
    void shouldDrawFiguresOfOnePointOrNone() {
        assertThat(plot(new Figure.Curve("none", false, new double[] {1}, new double[] {Double.NaN})))
                .contains("</svg>")
                .doesNotContain("NaN");
        assertThat(plot(new Figure.Curve("one", Figure.Style.POINTS, new double[] {5}, new double[] {0})))
                .contains("<path")
                .doesNotContain("NaN", "Infinity");
    }

    private static List<String> labels(Axis axis) {
        return axis.ticks().stream().map(Axis.Tick::label).toList();
    }

    private static String plot(Figure.Curve... curves) {
        return new Plot(new Figure("Figure 1: times", "time (ms)", "share (%)", false, Arrays.asList(curves))).svg();
    }

    /** The shapes of the plot, those of the legend left out. */
    private static Stream<String> paths(String svg) {
        return Pattern.compile("<path .*/>").matcher(svg).results().map(MatchResult::group);
    }
}
