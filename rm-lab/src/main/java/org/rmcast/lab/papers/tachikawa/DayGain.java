package org.rmcast.lab.papers.tachikawa;

import java.util.Locale;
import java.util.function.IntPredicate;
import org.rmcast.lab.experiment.Column;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.TimeSeries;
import org.rmcast.lab.papers.tachikawa.DayWays.Part;

/**
 * What one choice of ways gains on another one, in some hours of the day: the mean of the differences by the hour. How
 * these spread within a part of the day, in which the ways are alike, says how sure the mean is. Immutable.
 *
 * @param millis what the choice takes, mean of the hours
 * @param otherMillis what the other one takes
 * @param error the standard error of the difference
 */
record DayGain(double millis, double otherMillis, double error) {
    /** With seven hours chance exceeds it once in twenty times. */
    private static final double STANDARD_ERRORS = 2.5;

    static DayGain of(
            EngineDayRun run, EngineDayRun other, String figure, IntPredicate hours, Measurements measurements) {
        return of(values(run, figure, measurements), values(other, figure, measurements), hours);
    }

    /** Of one class of messages on another one, over the day. */
    static DayGain of(
            EngineDayRun run, String figure, EngineDayRun other, String otherFigure, Measurements measurements) {
        return of(values(run, figure, measurements), values(other, otherFigure, measurements), hour -> true);
    }

    private static DayGain of(double[] mine, double[] others, IntPredicate hours) {
        double count = 0;
        double sum = 0;
        double otherSum = 0;
        double variance = 0;
        for (Part part : Part.values()) {
            Tally differences = new Tally();
            int ofPart = 0;
            for (int hour = 0; hour < mine.length; hour++) {
                if (hours.test(hour) && DayWays.part(hour) == part) {
                    ofPart++;
                    sum += mine[hour];
                    otherSum += others[hour];
                    differences.add(mine[hour] - others[hour]);
                }
            }
            double error = ofPart * differences.standardError();
            variance += error * error;
            count += ofPart;
        }
        return new DayGain(sum / count, otherSum / count, Math.sqrt(variance) / count);
    }

    private static double[] values(EngineDayRun run, String figure, Measurements measurements) {
        TimeSeries series = measurements.of(run).series(EngineDayRun.SERIES);
        return series.y(new Column(figure));
    }

    /** Sooner by more than chance. */
    boolean isSooner() {
        return millis - otherMillis < -STANDARD_ERRORS * error;
    }

    double ratio() {
        return millis / otherMillis;
    }

    String difference() {
        return String.format(Locale.ROOT, "%+.0f ± %.0f", millis - otherMillis, error);
    }

    String words() {
        return String.format(Locale.ROOT, "%.0f ms (%.0f), %s", millis, otherMillis, difference());
    }
}
