package org.rmcast.lab.papers.tachikawa;

import org.rmcast.core.paths.PathEstimate;
import org.rmcast.core.paths.PathModel;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.Simulation;

/**
 * The ways between the five processes in each hour of a day.
 *
 * <p>Paper: the means of table 1, of the losses and of what delays exceed their minimum by; the delays of table 2; that the loss is less than
 * 5 % from 7 to 17 o'clock. Chosen: the rest of the hours, see {@link HourlyLoss}; that Los Angeles has the same hours by its own clock; that the excess
 * of a delay goes with the loss; that the ways of Sendai abroad are as those of Hatoyama.
 */
final class DayWays {
    /** Los Angeles is so many hours behind Japan, in winter. */
    static final int BEHIND = 17;

    /** From Los Angeles to Keele and back: what table 1 leaves for it if packets to Keele go that way. */
    static final double ONWARD_LOSS = WideAreaSettings.thatWay().onward().loss();

    /** What hours have in common. */
    enum Part {
        /** From 7 to 17 o'clock: the direct way loses little. */
        CALM("calm hours"),
        /** It loses much, and the way around is longer in delay. */
        LOSSY("lossy hours"),
        /** It loses much, and the way around through Los Angeles is shorter. */
        AROUND("hours of a shorter way around");

        private final String words;

        Part(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    private DayWays() {}

    static Part part(int hour) {
        if (HourlyLoss.isDay(hour)) {
            return Part.CALM;
        }
        return aroundMillis(hour) < directMillis(hour) ? Part.AROUND : Part.LOSSY;
    }

    /** Between Hatoyama and Keele: the mean of both directions. */
    static double directMillis(int hour) {
        return (FiveProcesses.THERE_MILLIS + FiveProcesses.BACK_MILLIS) / 2 + excessMillis(MeasuredPath.KEELE, hour);
    }

    /** The same through Los Angeles. */
    static double aroundMillis(int hour) {
        return MeasuredPath.UCLA.meanMillis()
                + excessMillis(MeasuredPath.UCLA, hour)
                + (FiveProcesses.KEELE_UCLA_MILLIS + FiveProcesses.UCLA_KEELE_MILLIS) / 2;
    }

    /** The loss of a long way from Japan in an hour of Japan, 0 to 23. */
    static double loss(MeasuredPath path, int hour) {
        return HourlyLoss.of(
                path, path == MeasuredPath.UCLA ? (hour + HourlyLoss.HOURS - BEHIND) % HourlyLoss.HOURS : hour);
    }

    /** By how much a delay is above, or below, its mean. */
    private static double excessMillis(MeasuredPath path, int hour) {
        return path.meanExcessMillis() * (loss(path, hour) / path.loss() - 1);
    }

    /** T between Hatoyama and Keele, one copy. */
    static double directExpectedMillis(int hour) {
        return PathModel.expectedMillis(new PathEstimate(directMillis(hour), loss(MeasuredPath.KEELE, hour)), 1);
    }

    /** T of the same through Los Angeles. */
    static double aroundExpectedMillis(int hour) {
        double first = MeasuredPath.UCLA.meanMillis() + excessMillis(MeasuredPath.UCLA, hour);
        return PathModel.expectedMillis(new PathEstimate(first, loss(MeasuredPath.UCLA, hour)), 1)
                + PathModel.expectedMillis(new PathEstimate(aroundMillis(hour) - first, ONWARD_LOSS), 1);
    }

    /** Lets an hour begin. */
    static void begin(int hour, Simulation simulation) {
        double ucla = excessMillis(MeasuredPath.UCLA, hour);
        double keele = excessMillis(MeasuredPath.KEELE, hour);
        double toUcla = MeasuredPath.UCLA.meanMillis() + ucla;
        double sendai = MeasuredPath.SENDAI.meanMillis();
        simulation
                .trunkLink(FiveProcesses.SENDAI)
                .impair(FiveProcesses.fromHatoyama(sendai, sendai).withLoss(MeasuredPath.SENDAI.loss()));
        simulation
                .trunkLink(FiveProcesses.UCLA)
                .impair(FiveProcesses.fromHatoyama(toUcla, toUcla).withLoss(loss(MeasuredPath.UCLA, hour)));
        simulation
                .trunkLink(FiveProcesses.KEELE)
                .impair(FiveProcesses.fromHatoyama(
                                FiveProcesses.BACK_MILLIS + keele, FiveProcesses.THERE_MILLIS + keele)
                        .withLoss(loss(MeasuredPath.KEELE, hour)));
        simulation
                .crossLink(FiveProcesses.SENDAI_TO_UCLA)
                .impair(link(FiveProcesses.SENDAI_UCLA_MILLIS + ucla, FiveProcesses.SENDAI_UCLA_MILLIS + ucla)
                        .withLoss(loss(MeasuredPath.UCLA, hour)));
        simulation
                .crossLink(FiveProcesses.SENDAI_TO_KEELE)
                .impair(link(FiveProcesses.SENDAI_KEELE_MILLIS + keele, FiveProcesses.KEELE_SENDAI_MILLIS + keele)
                        .withLoss(loss(MeasuredPath.KEELE, hour)));
        simulation
                .crossLink(FiveProcesses.UCLA_TO_KEELE)
                .impair(link(FiveProcesses.UCLA_KEELE_MILLIS, FiveProcesses.KEELE_UCLA_MILLIS)
                        .withLoss(ONWARD_LOSS));
    }

    private static LinkSettings link(double downMillis, double upMillis) {
        return FiveProcesses.link(downMillis, upMillis, FiveProcesses.JITTER_MILLIS);
    }
}
