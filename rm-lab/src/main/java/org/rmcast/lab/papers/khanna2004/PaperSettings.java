package org.rmcast.lab.papers.khanna2004;

import java.time.Duration;
import java.util.List;
import org.rmcast.api.Parameters;
import org.rmcast.lab.experiment.Setting;
import org.rmcast.sim.LinkSettings;

/**
 * The parameters of the paper's evaluation, and the choices where it leaves one open.
 *
 * <p>Paper: Khanna, Rogers, Bagchi, section 5.1, tables 1 and 2.
 */
final class PaperSettings {
    /** Payload of a packet in bytes; one message each. Section 5.1: the text says bits, 400 packets = 526.4 KB proves bytes. */
    static final int PAYLOAD_BYTES = 1_316;
    /** Bytes of such a packet as a datagram of ours: 68 of headers, 3 of the frame. */
    static final int DATAGRAM_BYTES = 1_387;
    /** Bytes/s. Table 2 says 40 kbps; JRMS counts bytes, and 40 kbit/s would be 4 packets/s of a "high bandwidth" video. */
    static final int MAX_RATE = 40_000;

    /** The largest datagram: the maximum packet size of the Java Reliable Multicast Service. */
    static final int MAX_DATAGRAM_BYTES = 1_454;

    static final int MIN_RATE = 1_000;
    static final int ACK_WINDOW = 32;
    /** Everywhere in TRAM, at the sender in TRAM++. Table 2. */
    static final int CACHE = 1_200;

    static final int LOW_MARK = 400;
    static final int HIGH_MARK = 800;
    /** At repair heads in TRAM++. Table 2; the marks are packets although the text of 5.2.1 says kB. */
    static final int HEAD_CACHE = 200;

    static final int HEAD_LOW_MARK = 32;
    static final int HEAD_HIGH_MARK = 120;
    /** Table 2 to the letter: 0.08 %. */
    static final double PRUNE_SHARE_LITERAL = 0.0008;
    /** What may have been meant: with 0.08 % nearly any loss past the cache prunes. */
    static final double PRUNE_SHARE_WIDE = 0.08;
    /** Section 5.2.1. */
    static final int PRUNE_REAFFILIATIONS = 5;
    /** Packets that the figures count: section 5.1, "at least 8000". */
    static final int COUNTED_PACKETS = 8_000;
    /** Transients, "discarded from our results": eight times the cache's ack windows cover slow start and the first purge. */
    static final int WARM_UP_PACKETS = 1_000;

    /** Repetitions of each run from different seeds; medians are shown. The paper does not say how many it made. */
    static final int REPETITIONS = 5;

    static final int DROP_PERIOD = 50;
    /**
     * How often a packet that is dropped is dropped when it is sent again. Fitted: see the page of {@link TramFidelityMatrix}.
     */
    static final int TRANSMISSIONS_LOST = 84;
    /** Datagrams that a receiver's socket holds: 64 kB, what systems of the paper's time gave it. */
    static final int SOCKET_PACKETS = 46;

    /**
     * Packets that wait at the sender; the application blocks when there are so many, and the latency counts from when a
     * packet was taken. The paper's mean of about 566 ms at 40 kB/s is the time of 16 packets, half an ack window, whereas
     * its network needs a few milliseconds: some queue of this length was in its path, and we put one where JRMS has one.
     * This makes the absolute latency a choice; ratios and shapes are found.
     */
    static final int SEND_QUEUE_PACKETS = 16;
    /** Receivers under one repair head: the paper draws clusters and gives no number; with 30 receivers three heads. */
    static final int RECEIVERS_PER_HEAD = 10;
    /** Members that a head takes; JRMS's 32 would turn receivers of a sender without heads (1 hop) into heads. */
    static final int MAX_MEMBERS = 64;
    /**
     * Links to hosts: 100 Mb/s as in table 1. The paper names no delays; the time is that of an old host's network stack, the
     * jitter that of its scheduler.
     */
    static final LinkSettings ACCESS = LinkSettings.parse("rate=100Mbit,delay=100us,jitter=50us");
    /** Links between switches: 1 Gb/s; the delay stands for the router and the campus's other traffic. */
    static final LinkSettings TRUNK = LinkSettings.parse("rate=1Gbit,delay=500us,jitter=200us");
    /** Heads join before the receivers that are to find them. */
    static final Duration HEADS_START = Duration.ofMillis(100);

    static final Duration RECEIVERS_START = Duration.ofSeconds(10);

    private PaperSettings() {}

    /** TRAM's parameters as in the paper; everything not named there has JRMS's constants (preset {@code paper}). */
    static Parameters parameters() {
        return Parameters.none()
                .with("preset", "paper")
                .with("ackWindow", ACK_WINDOW)
                .with("minRate", MIN_RATE)
                .with("maxRate", MAX_RATE)
                .with("cachePackets", CACHE)
                .with("cacheLowMark", LOW_MARK)
                .with("cacheHighMark", HIGH_MARK)
                .with("sendBufferBytes", SEND_QUEUE_PACKETS * (PAYLOAD_BYTES + 3))
                .with(
                        "advertisementInterval",
                        "0ms") // Everyone knows its head; JRMS's search might choose another one.
                .with("maxMembers", MAX_MEMBERS)
                .with("nonHeadShare", 1);
    }

    static List<Setting> settings() {
        return List.of(
                new Setting("payload of a packet", PAYLOAD_BYTES + " B, one message", "5.1; \"bit\" there is a slip"),
                new Setting(
                        "rate, max and min",
                        MAX_RATE + " and " + MIN_RATE + " bytes/s, headers included",
                        "table 2 (\"kbps\"); bytes as in JRMS: packets of 1316 B of a video come 30 times a second, not 4"),
                new Setting("ack window", ACK_WINDOW + " packets", "3.1"),
                new Setting("cache (TRAM everywhere, TRAM++ sender)", CACHE + ", marks 400:800", "table 2"),
                new Setting("cache of TRAM++ heads", HEAD_CACHE + ", marks 32:120", "table 2"),
                new Setting(
                        "prune threshold of TRAM++",
                        "0.08 % and 8 % of packets; 5 re-affiliations",
                        "table 2 and 5.2.1; 8 % since 0.08 % prunes on nearly any loss"),
                new Setting(
                        "packets per run", COUNTED_PACKETS + " after " + WARM_UP_PACKETS + " of warm-up", "5.1 (8000)"),
                new Setting(
                        "repetitions of each run",
                        REPETITIONS + " seeds; figures are medians, series those of the middle one",
                        "chosen: TRAM's rate control has more than one steady state"),
                new Setting(
                        "queue at the sender",
                        SEND_QUEUE_PACKETS + " packets, then the application blocks",
                        "chosen: 16 packets at 40 kB/s are the paper's ≈ 566 ms, see above"),
                new Setting(
                        "receivers per repair head",
                        Integer.toString(RECEIVERS_PER_HEAD),
                        "chosen: the paper gives no number"),
                new Setting(
                        "links to hosts", "100 Mb/s, 0.1 ms + up to 0.05 ms of jitter", "table 1; the delay is chosen"),
                new Setting(
                        "links between routers",
                        "1 Gb/s, 0.5 ms + up to 0.2 ms of jitter",
                        "table 1; the delay is chosen"),
                new Setting(
                        "drops",
                        "the last n of every " + DROP_PERIOD + " sequences, the first " + TRANSMISSIONS_LOST
                                + " times that each is multicast, on the way down",
                        "5.1; the times are fitted, see tram-fidelity-matrix"),
                new Setting(
                        "late acknowledgements",
                        "the receiver's thread waits before each; its socket holds " + SOCKET_PACKETS + " datagrams",
                        "5.1 says \"on the upstream link\"; chosen, see tram-fidelity-matrix"),
                new Setting(
                        "the application's next packet",
                        "is offered as soon as there is room",
                        "chosen: else each waits for the next wake-up of the sender, and the jitter is a packet time"),
                new Setting(
                        "other constants and rules",
                        "those of JRMS 1.1 (preset `paper`, all of `jrmsRules`)",
                        "3.1: the paper ran JRMS"));
    }
}
