package org.rmcast.lab.papers.tachikawa;

/**
 * The loss of a long way in each hour of a day: between Hatoyama and Keele, or of another mean.
 *
 * <p>Paper: section 3 says less than 5 % from 7 to 17 o'clock, and more before and after; figure 4 is not available in figures. Chosen:
 * {@link #DAY} in these hours; from 17 to 7 half a wave above 5 % with its crest at midnight, as high as the mean of table 1 asks for.
 */
final class HourlyLoss {
    static final int HOURS = 24;
    /** From 7 to 17 o'clock: chosen, of less than 5 %. */
    static final double DAY = 0.04;
    /** "Less than 5 %": the least loss of the other hours. */
    static final double EDGE = 0.05;

    private static final int BEGIN = 7;
    private static final int END = 17;
    private static final int NIGHT_HOURS = HOURS - (END - BEGIN);

    private HourlyLoss() {}

    static boolean isDay(int hour) {
        return hour >= BEGIN && hour < END;
    }

    /** The share of packets lost in the hour that begins then, 0 to 23. */
    static double of(int hour) {
        return of(MeasuredPath.KEELE, hour);
    }

    /** The same on another path, by the hours of whoever makes it lossy. */
    static double of(MeasuredPath path, int hour) {
        return isDay(hour) ? DAY : EDGE + crest(path.loss()) * wave(hour);
    }

    /** What the crest has on top, so that the mean of all hours is the one measured. */
    private static double crest(double mean) {
        double waves = 0;
        for (int hour = 0; hour < HOURS; hour++) {
            waves += isDay(hour) ? 0 : wave(hour);
        }
        double all = HOURS * mean;
        return (all - (HOURS - NIGHT_HOURS) * DAY - NIGHT_HOURS * EDGE) / waves;
    }

    private static double wave(int hour) {
        return StrictMath.sin(StrictMath.PI * ((hour - END + HOURS) % HOURS + 0.5) / NIGHT_HOURS);
    }
}
