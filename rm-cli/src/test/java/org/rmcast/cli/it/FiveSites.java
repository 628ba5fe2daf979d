package org.rmcast.cli.it;

import java.time.Duration;
import java.util.List;
import org.rmcast.links.WanLink;

/**
 * The sites of the paper's experiment and the ways between them, as row 9 of docs/results/wide-area-group.md has them: T. Tachikawa, H. Higaki,
 * M. Takizawa, M. Gerla, M. T. Liu, S. M. Deen, N. Siratori: Design and evaluation of wide-area group communication protocols - international
 * experiment, tables 1 and 2. Processing takes no time here.
 */
final class FiveSites {
    /** The one that loses something in table 2; ktus1 is on its LAN. */
    static final String KTUS0 = "ktus0";
    /** The one that sends, at Keele. */
    static final String NINA = "nina";

    private static final List<String> NAMES = List.of(KTUS0, "ktus1", "suan", "sunshine", NINA);
    /** Hatoyama is the place of the first two. */
    private static final int[] PLACES = {0, 0, 1, 2, 3};

    /** Milliseconds from a place to another one: Hatoyama, Sendai, Los Angeles, Keele. */
    private static final double[][] MILLIS = {
        {3.5, 60.4, 157.2, 341},
        {60.4, 0, 190, 320},
        {157.2, 190, 0, 230},
        {376, 350, 260, 0}
    };

    /** Per cent, each way: table 1 from Hatoyama; of two others that of the worse one, which is ours. */
    private static final double[][] LOSS = {
        {0, 0.9, 8.3, 11.7},
        {0.9, 0, 8.3, 11.7},
        {8.3, 8.3, 0, 11.7},
        {11.7, 11.7, 11.7, 0}
    };

    /** Delays vary by so much to both sides, on the LAN by less. */
    private static final double SPREAD_MILLIS = 2.5;

    private static final double LAN_SPREAD_MILLIS = 0.5;

    private FiveSites() {}

    static List<String> names() {
        return NAMES;
    }

    /** All but {@link #NINA}. */
    static List<String> destinations() {
        return NAMES.subList(0, 4);
    }

    static double millis(String from, String to) {
        return MILLIS[place(from)][place(to)];
    }

    /** The shortest time that a packet takes. */
    static double leastMillis(String from, String to) {
        return millis(from, to) - spreadMillis(from, to);
    }

    static WanLink way(String from, String to, boolean lossy) {
        return WanLink.good()
                .loss(lossy ? LOSS[place(from)][place(to)] : 0)
                .delay(duration(millis(from, to)))
                .jitter(duration(spreadMillis(from, to)));
    }

    private static double spreadMillis(String from, String to) {
        return place(from) == place(to) ? LAN_SPREAD_MILLIS : SPREAD_MILLIS;
    }

    private static int place(String name) {
        return PLACES[NAMES.indexOf(name)];
    }

    private static Duration duration(double millis) {
        return Duration.ofNanos(1_000 * Math.round(1e3 * millis));
    }
}
