package org.rmcast.rmtp;

import org.rmcast.api.Parameters;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.channel.Preset;
import org.rmcast.core.channel.Settings;
import org.rmcast.core.flow.shared.RateControl;
import org.rmcast.core.wire.Wire;
import org.rmcast.rmtp.wire.RmtpCodec;
import org.rmcast.rmtp.wire.RmtpPacket.Data;

/**
 * The parameters of RMTP. Immutable; times are in nanoseconds here and durations such as {@code "250ms"} in a channel.
 *
 * <p>Two presets, chosen by the parameter {@code preset}: {@code paper}, the protocol as it was measured, and {@code defaults}, the same for
 * today's networks. Any parameter may be given besides.
 *
 * <p>Paper: Shiroshita et al., "Performance evaluation of reliable multicast transport protocol for large-scale delivery", sections 3 and 4.
 */
public final class RmtpConfig extends Settings {
    private static final ParameterTable TABLE = ParameterTable.of(RmtpConfig::of);
    private static final int MIN_PAYLOAD_BYTES = 64;

    /** The largest packet, from the channel and the datagram path. */
    final int maxPacketBytes;

    final Preset preset = preset();

    final int packetBytes =
            read(integer("packetBytes", "bytes").range(0, 65_000).paper(1_024).defaults(0), """
            Bytes of the data set in each packet; 0: as many as the channel's datagrams hold. Raising it: fewer packets, fewer system
            calls.""");

    // Connecting and answers

    final int connectTries =
            read(integer("connectTries", "requests").range(1, 1_000).paper(5).defaults(16), """
            How often receivers are asked to take part, the first time by multicast. Raising it: more receivers are found where much is
            lost, later beginning where some are missing.""");
    final long connectTimeNanos =
            read(duration("connectTime").range("0s", "1h").paper("0s").defaults("0s"), """
            How long receivers are asked at least, however often that is, while some have not answered. Raising it: receivers that are
            started later are found, later beginning where some are missing.""");
    final long responseSpacingNanos =
            read(duration("responseSpacing").range("0s", "1s").paper("3ms").defaults("50us"), """
            Mean time between two answers at the server (δ): receivers put their answers off by a random time up to this much times
            their number. Raising it: fewer answers are lost at the server, longer rounds.""");
    final long turnAroundMinNanos =
            read(duration("turnAroundMin").range("0s", "60s").paper("100ms").defaults("5ms"), """
            The least that is taken for the time until an answer comes (TAT); the longest round trip that receivers tell decides,
            up to turnAroundMax. Raising it: fewer POLLs, longer rounds.""");
    final long turnAroundMaxNanos = read(
            duration("turnAroundMax")
                    .range("0s", "60s")
                    .atLeast("turnAroundMin", turnAroundMinNanos)
                    .paper("100ms")
                    .defaults("2s"),
            """
            The most that is taken for it. Raising it: a receiver that tells a long round trip makes rounds longer.""");
    final long marginNanos =
            read(duration("margin").range("0s", "60s").paper("1s").defaults("20ms"), """
            What the server waits for answers beyond the turn-around and the spread (α). Raising it: fewer POLLs, longer rounds.""");
    final long answerMaxNanos =
            read(duration("answerMax").range("10ms", "10m").paper("10ms").defaults("2s"), """
            What the wait for an answer grows to, as it doubles from POLL to POLL, beyond the spread; turn-around and margin are always
            waited for: where they are longer, the wait does not grow, as in the paper. Raising it: fewer POLLs to who is away for long,
            dead receivers are named later.""");
    final int polls = read(integer("polls", "packets").range(1, 1_000).paper(2).defaults(8), """
            How often a silent receiver is polled in a round before it is served apart. Raising it: receivers that were cut off for a
            moment stay with the group, dead ones hold it up for longer.""");
    final int separatePolls =
            read(integer("separatePolls", "packets").range(1, 1_000).paper(5).defaults(12), """
            How often a silent receiver is polled when it is served apart before it has failed, each time after twice the time, up to
            answerMax. Raising it: longer interruptions are survived, dead receivers are named later.""");
    final long roundTimeoutNanos =
            read(duration("roundTimeout").range("10ms", "1h").paper("10s").defaults("1s"), """
            A receiver that hears nothing for so long takes the round to be over. Raising it: fewer answers in vain, later repair
            where the end of a round was lost.""");
    final long silenceNanos = read(duration("silence").range("1s", "24h").always("60s"), """
            A receiver that hears nothing of its server for so long gives it up. Raising it: longer interruptions are survived.""");

    // Rounds

    final boolean overlap = read(flag("overlap").paper(false).defaults(true), """
            Whether the repairs of the next round are sent while answers still come in; else when all have come.""");
    final int unicastReceivers = read(
            integer("unicastReceivers", "receivers").range(0, 1_000).paper(0).defaults(1), """
            When no more receivers than these lack something they are served by unicast. Raising it: others hear fewer repairs, more is
            sent.""");
    final int maxRounds = read(integer("maxRounds", "rounds").range(1, 60_000).always(1_000), """
            Rounds to the group at most; who lacks something then is served apart. Raising it: more rounds under heavy loss.""");
    final double slowShare = read(share("slowShare").paper(0.9).defaults(0.9), """
            A receiver that lacks more than this share of what was sent in a round, when half of the others lack less than half as much,
            is served apart. Raising it: slow receivers hold the group up for longer.""");
    final int separateParallel = read(
            integer("separateParallel", "receivers").range(1, 1_000).paper(1).defaults(4), """
            How many receivers are served apart at a time. Raising it: one that is slow holds up fewer others.""");
    final int separateTurns =
            read(integer("separateTurns", "turns").range(1, 1_000).always(20), """
            How many turns a receiver that is served apart may need without getting less to lack. Raising it: more patience.""");
    final long busyNanos =
            read(duration("busy").range("10ms", "24h").paper("60s").defaults("30s"), """
            How long a receiver may be busy after the others are done before it has failed. Raising it: more patience.""");

    // Rate

    final RateControl rateControl = read(
            choice("rateControl", RateControl.class).paper(RateControl.FIXED).defaults(RateControl.LAN), """
            How the server finds its rate: by-ttl, lan where the channel's ttl is 0 or 1, else shared; lan, by what some receivers report
            of monitored periods, without regard for others; shared, as a network bears it that is shared with TCP (TFMCC), from what
            all receivers report; fixed, it is rate, as in the paper.""");
    final long rate = read(
            longInteger("rate", "bytes/s")
                    .range(1_000L, 100_000_000_000L)
                    .paper(100_000L)
                    .defaults(20_000_000L),
            """
            The rate of rateControl fixed, or the one that lan begins with; headers of UDP and IP do not count. Raising it: faster where
            the network bears it.""");
    final long minRate = read(
            longInteger("minRate", "bytes/s")
                    .range(1_000L, 100_000_000_000L)
                    .paper(10_000L)
                    .defaults(1_000_000L),
            """
            Lowest rate of rateControl lan. Raising it: no receiver slows the server down below it.""");
    final long maxRate = read(
            longInteger("maxRate", "bytes/s")
                    .range(1_000L, 100_000_000_000L)
                    .atLeast("minRate", minRate)
                    .paper(1_250_000L)
                    .defaults(1_000_000_000L),
            """
            Highest rate of rateControl lan and shared. Raising it: faster where the network bears it.""");
    final long minSharedRate = read(
            longInteger("minSharedRate", "bytes/s")
                    .range(1_000L, 100_000_000_000L)
                    .atMost("maxRate", maxRate)
                    .derived("10,000, or maxRate if that is less", Math.min(10_000L, maxRate)),
            """
            Lowest rate of rateControl shared, in place of minRate. Raising it: receivers that bear less do not slow the others down, and
            are served apart.""");
    final long monitorNanos =
            read(duration("monitorPeriod").range("1ms", "60s").paper("1s").defaults("50ms"), """
            How long packets are counted for a report at least; it goes on until there are 50. Raising it: more exact reports, later changes
            of the rate.""");
    final long reportDelayNanos =
            read(duration("reportDelay").range("0s", "60s").paper("0s").defaults("25ms"), """
            How long after the end of a monitored period a receiver reports it: packets of it that others overtook count until then.
            Raising it: networks that deliver packets further out of order are not taken for lossy ones, later changes of the rate.""");
    final int silentPeriods =
            read(integer("silentPeriods", "periods").range(1, 1_000).paper(1).defaults(2), """
            So many periods that a receiver does not report, one after another, count against the rate. Raising it: lost reports count
            for less, later reaction to receivers that cannot answer.""");
    final int reporters =
            read(integer("reporters", "receivers").range(1, 10_000).paper(10).defaults(16), """
            How many receivers report. Raising it: a truer picture, more reports.""");
    final double lossLimit = read(share("lossLimit").always(0.02), """
            A receiver whose loss exceeds this share, and what it loses at any rate, by more than chance counts against the rate. Raising
            it: more loss, faster.""");
    final double lossyShare = read(share("lossyShare").always(0.1), """
            When more than this share of the reporters exceed lossLimit, or do not report for silentPeriods, the rate is cut to three
            quarters; when none exceeds it and all report it is raised by a tenth. Raising it: fewer receivers decide for all.""");
    final long nackRate = read(
            longInteger("nackRate", "bytes/s").range(1_000L, 10_000_000_000L).always(1_000_000L), """
            How fast a receiver sends the datagrams of one NACK. Raising it: shorter rounds where much is lost, more answers lost at the
            server.""");

    private RmtpConfig(Parameters given, int maxPacketBytes) {
        super(given);
        this.maxPacketBytes = maxPacketBytes;
        refuseOthers();
        int room = maxPacketBytes - Data.PAYLOAD_OFFSET;
        if (packetBytes > room || room < MIN_PAYLOAD_BYTES || (packetBytes > 0 && packetBytes < MIN_PAYLOAD_BYTES)) {
            throw new IllegalArgumentException("parameter 'packetBytes' must be 0, or " + MIN_PAYLOAD_BYTES + " to the "
                    + room + " bytes for which the channel's largest datagram has room, was " + packetBytes);
        }
    }

    /** How many bytes of the data set each packet but the last has. */
    int payloadBytes() {
        return packetBytes == 0 ? maxPacketBytes - Data.PAYLOAD_OFFSET : packetBytes;
    }

    /** The most bytes of a description. */
    int mostDescriptionBytes() {
        return maxPacketBytes - RmtpCodec.DESCRIPTION_OFFSET;
    }

    /** What may be given, and what is used otherwise. */
    public static ParameterTable table() {
        return TABLE;
    }

    /** The protocol as it was measured. */
    public static RmtpConfig paper() {
        return of(Parameters.none().with("preset", "paper"));
    }

    /** The same protocol for use. */
    public static RmtpConfig defaults() {
        return of(Parameters.none());
    }

    /**
     * From a channel's parameters, with the usual size of packets.
     *
     * @throws IllegalArgumentException naming the parameter, its value and the allowed range
     */
    public static RmtpConfig of(Parameters parameters) {
        return of(parameters, Wire.DEFAULT_DATAGRAM_BYTES);
    }

    /**
     * From a channel's parameters.
     *
     * @param maxPacketBytes see {@link org.rmcast.core.engine.Protocol#configure}
     * @throws IllegalArgumentException naming the parameter, its value and the allowed range
     */
    public static RmtpConfig of(Parameters parameters, int maxPacketBytes) {
        return new RmtpConfig(parameters, maxPacketBytes);
    }

    /** This configuration with one parameter changed; the name and the value as in a channel. */
    public RmtpConfig with(String name, Object value) {
        return of(parameters().with(name, value), maxPacketBytes);
    }
}
