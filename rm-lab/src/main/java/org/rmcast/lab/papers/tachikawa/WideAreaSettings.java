package org.rmcast.lab.papers.tachikawa;

import java.util.List;
import org.rmcast.core.paths.PathEstimate;
import org.rmcast.core.paths.Relay;
import org.rmcast.core.paths.RouteChooser;
import org.rmcast.lab.experiment.Setting;
import org.rmcast.lab.experiment.Words;

/** The paper's parameters, and what was chosen where it leaves something open. */
final class WideAreaSettings {
    /** ε, the maximum allowable loss ratio: the paper's example. Section 4.3. */
    static final double ALLOWED_LOSS = 0.01;

    static final int MOST_REPLICAS = 8;

    /** What formulas and simulation may differ by. */
    static final double NEAR = 0.03;
    /** A figure of which the standard error is higher is not judged: 3 % are four of these. */
    static final double GREATEST_ERROR = 0.0075;

    private WideAreaSettings() {}

    /**
     * To Keele through UCLA, as if packets went that way anyhow: delays add up to the measured one, and so do the chances to get through.
     */
    static Relay thatWay() {
        PathEstimate first = MeasuredPath.UCLA.estimate();
        PathEstimate all = MeasuredPath.KEELE.estimate();
        return new Relay(
                1,
                first,
                new PathEstimate(all.delayMillis() - first.delayMillis(), 1 - (1 - all.loss()) / (1 - first.loss())));
    }

    /** A way around that is a fifth longer than the direct one, and loses a third as much on each part: chosen. */
    static Relay detour() {
        PathEstimate all = MeasuredPath.KEELE.estimate();
        PathEstimate part = new PathEstimate(0.6 * all.delayMillis(), all.loss() / 3);
        return new Relay(2, part, part);
    }

    /** A path that loses much: chosen. */
    static PathEstimate lossy() {
        return new PathEstimate(MeasuredPath.KEELE.meanMillis(), 0.3);
    }

    /** Two parts that lose much: chosen. */
    static Relay lossyRelay() {
        return new Relay(3, new PathEstimate(100, 0.2), new PathEstimate(100, 0.1));
    }

    /** Who chooses by the paper's three tests, with direct copies besides a relay. */
    static RouteChooser paper() {
        return new RouteChooser(RouteChooser.Criterion.TIME_CERTAINTY_COST, ALLOWED_LOSS, MOST_REPLICAS, true);
    }

    /** Who chooses by time alone, with replicas for the allowed loss. */
    static RouteChooser byTimeReplicated() {
        return new RouteChooser(RouteChooser.Criterion.TIME, ALLOWED_LOSS, MOST_REPLICAS, true);
    }

    /** Who chooses by time alone, one copy each. */
    static RouteChooser byTime() {
        return new RouteChooser(RouteChooser.Criterion.TIME, 1, 1, true);
    }

    static List<Setting> settings(WideAreaRuns runs) {
        return List.of(
                new Setting(
                        "delays and losses (δ, ε)",
                        "Sendai 60.427 ms, 0.9 %; UCLA 157.171 ms, 8.3 %; Keele 241.370 ms, 11.7 %: means, taken for one way",
                        "table 1; that they are one way: 1"),
                new Setting("allowed loss", "1 %", "4.3"),
                new Setting("replicas (h)", "1 to 5; chosen by the rule at most " + MOST_REPLICAS, "4.3; most: chosen"),
                new Setting(
                        "sent again",
                        "after 2δ, all replicas, confirmations are never lost",
                        "chosen: the paper's T follows from it"),
                new Setting(
                        "trials (rows 1, 2)",
                        "until about " + runs.events() + " transmissions were in vain; at least " + runs.trials(),
                        "chosen: a standard error of 0.7 %"),
                new Setting(
                        "what is judged",
                        "figures of a standard error of " + Words.percent(100 * GREATEST_ERROR, 2)
                                + " or less; 3 % are four of them",
                        "chosen"),
                new Setting(
                        "relays (row 2)",
                        "UCLA as if packets to Keele went there anyhow: 84.2 ms and 3.7 % from there; a detour a fifth longer, 3.9 % on each part;"
                                + " 30 % direct beside 20 and 10 %, 100 ms each",
                        "chosen: no path between destinations was measured"),
                new Setting(
                        "bursts (row 3)",
                        "Gilbert and Elliott's chain: nothing lost in its good state, all in its bad one; a packet each millisecond",
                        "chosen: not stated"),
                new Setting(
                        "hours (row 6)",
                        "4 % from 7 to 17 h; else half a wave above 5 % with the crest at midnight and a mean of all hours of 11.7 %",
                        "3: less than 5 % from 7 to 17 h, more otherwise; the rest is chosen"),
                new Setting(
                        "regions (row 8)",
                        "ten; a mean delay is half of the round trip, of both directions' mean",
                        CloudRegions.SOURCE),
                new Setting(
                        "losses (row 8)", "the same on all paths, or growing with the delay", "chosen: not published"),
                new Setting(
                        "ways of ktus0 (row 9)",
                        "Keele to Hatoyama 376 ms, back 341 ms; on the LAN 3.5 ms; Sendai and UCLA as in table 1",
                        "table 2, reconstructed; table 1"),
                new Setting(
                        "other ways (row 9)",
                        "Keele to Sendai 350 ms, back 320 ms; Keele to UCLA 260 ms, back 230 ms; Sendai to UCLA 190 ms",
                        "chosen: not stated; so that ktus0 decides RR, and ktus1 is the first to confirm"),
                new Setting(
                        "spread (row 9)",
                        FiveProcesses.JITTER_MILLIS + " ms on long ways, 1 ms on the LAN, uniform",
                        "chosen: not stated"),
                new Setting(
                        "messages (row 9)",
                        runs.messages() + ", 4 to 5 s apart, half a minute after the five have met",
                        "chosen: not stated"),
                new Setting(
                        "engine (row 9)",
                        "`sending` direct, `preset` paper: confirmations and requests do not wait; beside it the defaults, ackDelay 10 ms and reordering 2 ms",
                        "chosen"),
                new Setting(
                        "ways (row 10)",
                        "50 to 60 ms each, uniform; loss 0 or " + StateSection.LOSS_PERCENT
                                + " %, each datagram for itself",
                        "chosen"),
                new Setting(
                        "messages (row 10)",
                        StateRun.MESSAGE_BYTES + " bytes, " + StateSection.RATE + " or " + StateSection.HIGH_RATE
                                + " a second of each member at exponential times; to k others, each k as likely",
                        "chosen"),
                new Setting(
                        "vector, matrix (row 10)",
                        "n and n·n numbers of 4 bytes",
                        "5; the matrix: Raynal, Schiper, Toueg 1991"),
                new Setting(
                        "losses by the hour (row 11)",
                        "Japan and Keele as in row 6; Japan and Los Angeles the same shape with a mean of 8.3 %, by the clock there, "
                                + DayWays.BEHIND
                                + " hours behind; Los Angeles and Keele 3.7 %, Hatoyama and Sendai 0.9 %; each datagram for itself, both directions alike",
                        "table 1, 3; the rest is chosen: not stated"),
                new Setting(
                        "delays by the hour (row 11)",
                        "mean and spread of row 9; from the mean they differ by the mean excess over the minimum (76.9 ms to Keele, 37.7 ms to Los Angeles) times how much the loss differs from its mean",
                        "tables 1 and 2; that excess goes with loss: chosen"),
                new Setting(
                        "hour (row 11)",
                        runs.hourSeconds() + " s of simulated time, after a minute in which ways are measured",
                        "chosen"),
                new Setting(
                        "messages (row 11)",
                        DayTraffic.MESSAGE_BYTES + " bytes to all others, one of each member every "
                                + EngineDayRun.GAP.toMillis() / 2 + " to "
                                + EngineDayRun.GAP.toMillis() * 3 / 2 + " ms",
                        "the bytes: 5; the rest is chosen"),
                new Setting(
                        "engine (row 11)",
                        "defaults but for `sending`, `allowedLoss` and probePeriod "
                                + EngineDayRun.PROBE_PERIOD
                                + ": the membership's answers from Keele take longer than the half second that is the default",
                        "chosen"));
    }
}
