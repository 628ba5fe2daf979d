package org.rmcast.rmtp;

import java.time.Duration;
import org.rmcast.api.Parameters;
import org.rmcast.api.ParametersBuilder;
import org.rmcast.core.channel.Preset;
import org.rmcast.core.flow.shared.RateControl;

/**
 * The parameters of {@code rmtp} by name and type, for {@link org.rmcast.api.Channel.Builder#parameters(Parameters)}.
 * Written from their declarations by the test of the protocol's contract with {@code -Drm.docs=write}; changes are
 * lost.
 */
public final class RmtpParameters extends ParametersBuilder<RmtpParameters> {
    private RmtpParameters(Parameters given) {
        super(given);
    }

    /** With nothing given: every default. */
    public static RmtpParameters defaults() {
        return new RmtpParameters(Parameters.none());
    }

    /** With what was given elsewhere, such as in a channel's file. */
    public static RmtpParameters from(Parameters given) {
        return new RmtpParameters(given);
    }

    /** With the values of the published algorithm where none is given. */
    public static RmtpParameters paper() {
        return new RmtpParameters(Parameters.none()).choice("preset", Preset.PAPER);
    }

    @Override
    protected RmtpParameters self() {
        return this;
    }

    /**
     * Bytes of the data set in each packet; 0: as many as the channel's datagrams hold. Raising it: fewer packets,
     * fewer system calls.
     *
     * @param value 0 to 65,000 bytes; 0 by default, 1,024 with the preset paper
     */
    public RmtpParameters packetBytes(int value) {
        return whole("packetBytes", value, 0, 65_000);
    }

    /**
     * How often receivers are asked to take part, the first time by multicast. Raising it: more receivers are found
     * where much is lost, later beginning where some are missing.
     *
     * @param value 1 to 1,000 requests; 16 by default, 5 with the preset paper
     */
    public RmtpParameters connectTries(int value) {
        return whole("connectTries", value, 1, 1_000);
    }

    /**
     * How long receivers are asked at least, however often that is, while some have not answered. Raising it: receivers
     * that are started later are found, later beginning where some are missing.
     *
     * @param value 0s to 1h; 0s by default
     */
    public RmtpParameters connectTime(Duration value) {
        return time("connectTime", value, "0s", "3600s");
    }

    /**
     * Mean time between two answers at the server (δ): receivers put their answers off by a random time up to this much
     * times their number. Raising it: fewer answers are lost at the server, longer rounds.
     *
     * @param value 0s to 1s; 50us by default, 3ms with the preset paper
     */
    public RmtpParameters responseSpacing(Duration value) {
        return time("responseSpacing", value, "0s", "1s");
    }

    /**
     * The least that is taken for the time until an answer comes (TAT); the longest round trip that receivers tell
     * decides, up to turnAroundMax. Raising it: fewer POLLs, longer rounds.
     *
     * @param value 0s to 1m; 5ms by default, 100ms with the preset paper
     */
    public RmtpParameters turnAroundMin(Duration value) {
        return time("turnAroundMin", value, "0s", "60s");
    }

    /**
     * The most that is taken for it. Raising it: a receiver that tells a long round trip makes rounds longer.
     *
     * @param value 0s to 1m, at least turnAroundMin; 2s by default, 100ms with the preset paper
     */
    public RmtpParameters turnAroundMax(Duration value) {
        return time("turnAroundMax", value, "0s", "60s");
    }

    /**
     * What the server waits for answers beyond the turn-around and the spread (α). Raising it: fewer POLLs, longer
     * rounds.
     *
     * @param value 0s to 1m; 20ms by default, 1s with the preset paper
     */
    public RmtpParameters margin(Duration value) {
        return time("margin", value, "0s", "60s");
    }

    /**
     * What the wait for an answer grows to, as it doubles from POLL to POLL, beyond the spread; turn-around and margin
     * are always waited for: where they are longer, the wait does not grow, as in the paper. Raising it: fewer POLLs to
     * who is away for long, dead receivers are named later.
     *
     * @param value 10ms to 10m; 2s by default, 10ms with the preset paper
     */
    public RmtpParameters answerMax(Duration value) {
        return time("answerMax", value, "10ms", "600s");
    }

    /**
     * How often a silent receiver is polled in a round before it is served apart. Raising it: receivers that were cut
     * off for a moment stay with the group, dead ones hold it up for longer.
     *
     * @param value 1 to 1,000 packets; 8 by default, 2 with the preset paper
     */
    public RmtpParameters polls(int value) {
        return whole("polls", value, 1, 1_000);
    }

    /**
     * How often a silent receiver is polled when it is served apart before it has failed, each time after twice the
     * time, up to answerMax. Raising it: longer interruptions are survived, dead receivers are named later.
     *
     * @param value 1 to 1,000 packets; 12 by default, 5 with the preset paper
     */
    public RmtpParameters separatePolls(int value) {
        return whole("separatePolls", value, 1, 1_000);
    }

    /**
     * A receiver that hears nothing for so long takes the round to be over. Raising it: fewer answers in vain, later
     * repair where the end of a round was lost.
     *
     * @param value 10ms to 1h; 1s by default, 10s with the preset paper
     */
    public RmtpParameters roundTimeout(Duration value) {
        return time("roundTimeout", value, "10ms", "3600s");
    }

    /**
     * A receiver that hears nothing of its server for so long gives it up. Raising it: longer interruptions are
     * survived.
     *
     * @param value 1s to 24h; 1m by default
     */
    public RmtpParameters silence(Duration value) {
        return time("silence", value, "1s", "86400s");
    }

    /**
     * Whether the repairs of the next round are sent while answers still come in; else when all have come.
     *
     * @param value true or false; true by default, false with the preset paper
     */
    public RmtpParameters overlap(boolean value) {
        return flag("overlap", value);
    }

    /**
     * When no more receivers than these lack something they are served by unicast. Raising it: others hear fewer
     * repairs, more is sent.
     *
     * @param value 0 to 1,000 receivers; 1 by default, 0 with the preset paper
     */
    public RmtpParameters unicastReceivers(int value) {
        return whole("unicastReceivers", value, 0, 1_000);
    }

    /**
     * Rounds to the group at most; who lacks something then is served apart. Raising it: more rounds under heavy loss.
     *
     * @param value 1 to 60,000 rounds; 1,000 by default
     */
    public RmtpParameters maxRounds(int value) {
        return whole("maxRounds", value, 1, 60_000);
    }

    /**
     * A receiver that lacks more than this share of what was sent in a round, when half of the others lack less than
     * half as much, is served apart. Raising it: slow receivers hold the group up for longer.
     *
     * @param value 0 to 1; 0.9 by default
     */
    public RmtpParameters slowShare(double value) {
        return real("slowShare", value, 0.0, 1.0);
    }

    /**
     * How many receivers are served apart at a time. Raising it: one that is slow holds up fewer others.
     *
     * @param value 1 to 1,000 receivers; 4 by default, 1 with the preset paper
     */
    public RmtpParameters separateParallel(int value) {
        return whole("separateParallel", value, 1, 1_000);
    }

    /**
     * How many turns a receiver that is served apart may need without getting less to lack. Raising it: more patience.
     *
     * @param value 1 to 1,000 turns; 20 by default
     */
    public RmtpParameters separateTurns(int value) {
        return whole("separateTurns", value, 1, 1_000);
    }

    /**
     * How long a receiver may be busy after the others are done before it has failed. Raising it: more patience.
     *
     * @param value 10ms to 24h; 30s by default, 1m with the preset paper
     */
    public RmtpParameters busy(Duration value) {
        return time("busy", value, "10ms", "86400s");
    }

    /**
     * How the server finds its rate: by-ttl, lan where the channel's ttl is 0 or 1, else shared; lan, by what some
     * receivers report of monitored periods, without regard for others; shared, as a network bears it that is shared
     * with TCP (TFMCC), from what all receivers report; fixed, it is rate, as in the paper.
     *
     * @param value by-ttl, lan, shared, fixed; lan by default, fixed with the preset paper
     */
    public RmtpParameters rateControl(RateControl value) {
        return choice("rateControl", value);
    }

    /**
     * The rate of rateControl fixed, or the one that lan begins with; headers of UDP and IP do not count. Raising it:
     * faster where the network bears it.
     *
     * @param value 1,000 to 100,000,000,000 bytes/s; 20,000,000 by default, 100,000 with the preset paper
     */
    public RmtpParameters rate(long value) {
        return whole("rate", value, 1_000, 100_000_000_000L);
    }

    /**
     * Lowest rate of rateControl lan. Raising it: no receiver slows the server down below it.
     *
     * @param value 1,000 to 100,000,000,000 bytes/s; 1,000,000 by default, 10,000 with the preset paper
     */
    public RmtpParameters minRate(long value) {
        return whole("minRate", value, 1_000, 100_000_000_000L);
    }

    /**
     * Highest rate of rateControl lan and shared. Raising it: faster where the network bears it.
     *
     * @param value 1,000 to 100,000,000,000 bytes/s, at least minRate; 1,000,000,000 by default, 1,250,000 with the
     *     preset paper
     */
    public RmtpParameters maxRate(long value) {
        return whole("maxRate", value, 1_000, 100_000_000_000L);
    }

    /**
     * Lowest rate of rateControl shared, in place of minRate. Raising it: receivers that bear less do not slow the
     * others down, and are served apart. Unless given: 10,000, or maxRate if that is less.
     *
     * @param value 1,000 to 100,000,000,000 bytes/s, at most maxRate; 10,000 by default
     */
    public RmtpParameters minSharedRate(long value) {
        return whole("minSharedRate", value, 1_000, 100_000_000_000L);
    }

    /**
     * How long packets are counted for a report at least; it goes on until there are 50. Raising it: more exact
     * reports, later changes of the rate.
     *
     * @param value 1ms to 1m; 50ms by default, 1s with the preset paper
     */
    public RmtpParameters monitorPeriod(Duration value) {
        return time("monitorPeriod", value, "1ms", "60s");
    }

    /**
     * How long after the end of a monitored period a receiver reports it: packets of it that others overtook count
     * until then. Raising it: networks that deliver packets further out of order are not taken for lossy ones, later
     * changes of the rate.
     *
     * @param value 0s to 1m; 25ms by default, 0s with the preset paper
     */
    public RmtpParameters reportDelay(Duration value) {
        return time("reportDelay", value, "0s", "60s");
    }

    /**
     * So many periods that a receiver does not report, one after another, count against the rate. Raising it: lost
     * reports count for less, later reaction to receivers that cannot answer.
     *
     * @param value 1 to 1,000 periods; 2 by default, 1 with the preset paper
     */
    public RmtpParameters silentPeriods(int value) {
        return whole("silentPeriods", value, 1, 1_000);
    }

    /**
     * How many receivers report. Raising it: a truer picture, more reports.
     *
     * @param value 1 to 10,000 receivers; 16 by default, 10 with the preset paper
     */
    public RmtpParameters reporters(int value) {
        return whole("reporters", value, 1, 10_000);
    }

    /**
     * A receiver whose loss exceeds this share, and what it loses at any rate, by more than chance counts against the
     * rate. Raising it: more loss, faster.
     *
     * @param value 0 to 1; 0.02 by default
     */
    public RmtpParameters lossLimit(double value) {
        return real("lossLimit", value, 0.0, 1.0);
    }

    /**
     * When more than this share of the reporters exceed lossLimit, or do not report for silentPeriods, the rate is cut
     * to three quarters; when none exceeds it and all report it is raised by a tenth. Raising it: fewer receivers
     * decide for all.
     *
     * @param value 0 to 1; 0.1 by default
     */
    public RmtpParameters lossyShare(double value) {
        return real("lossyShare", value, 0.0, 1.0);
    }

    /**
     * How fast a receiver sends the datagrams of one NACK. Raising it: shorter rounds where much is lost, more answers
     * lost at the server.
     *
     * @param value 1,000 to 10,000,000,000 bytes/s; 1,000,000 by default
     */
    public RmtpParameters nackRate(long value) {
        return whole("nackRate", value, 1_000, 10_000_000_000L);
    }
}
