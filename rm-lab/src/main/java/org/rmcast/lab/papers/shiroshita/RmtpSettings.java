package org.rmcast.lab.papers.shiroshita;

import java.util.List;
import org.rmcast.api.Parameters;
import org.rmcast.lab.experiment.Setting;

/** The paper's parameters, and what was chosen where it leaves something open. */
final class RmtpSettings {
    static final int PACKET_BYTES = 1_024;
    /** 2 Mbytes. Section 3.1. */
    static final int PACKETS = 2_000;
    /** On the wire: the header of 32 bytes, the fields of DATA of 20, the data. */
    static final int DATAGRAM_BYTES = PACKET_BYTES + 52;
    /** 0.8 Mb/s. Section 4.2. */
    static final int RATE_BYTES = 100_000;

    static final double PACKETS_PER_SECOND = (double) RATE_BYTES / DATAGRAM_BYTES;
    /** δ, of the paper's 2 to 4 ms. */
    static final double SPACING_SECONDS = 0.003;
    /** α: chosen, "large enough to accept delayed responses". */
    static final double MARGIN_SECONDS = 1;

    /** TAT of the shorter paths. Section 4.2. */
    static final double TURN_AROUND_SECONDS = 0.1;
    /** 1/μ: what the paper's server takes for a packet that it receives. Section 4.2, the coefficient of equation 8. */
    static final int SERVICE_NANOS = 230_000;

    /** Turn-around over two ATM switches and two routers, and over satellites. Section 4.2. */
    static final int NEAR_MILLIS = 100;

    static final int FAR_MILLIS = 600;

    /** 10 Mbytes. Section 4.3. */
    static final int LONG_PACKETS = 10_000;
    /** 50 Kbytes in packets of 6 bytes, the paper's CACK: it says 8533 packets. Section 4.2. */
    static final int LARGE_BUFFER = 8_533;
    /** The same where each packet takes 256 bytes of it: chosen. */
    static final int SMALL_BUFFER = 200;

    /** So often receivers are asked to take part: enough for all to do so at 10 % of loss. */
    private static final int CONNECT_TRIES = 20;

    private RmtpSettings() {}

    static List<Setting> settings(RmtpRuns runs) {
        return List.of(
                new Setting(
                        "data",
                        PACKETS + " packets of " + PACKET_BYTES + " bytes; " + LONG_PACKETS + " in row 7",
                        "4.2, 4.3"),
                new Setting(
                        "rate (v)",
                        RATE_BYTES + " B/s on the wire: " + Math.round(PACKETS_PER_SECOND * 10) / 10.0 + " packets/s",
                        "4.2: 0.8 Mb/s; that headers count is chosen"),
                new Setting(
                        "loss (e)",
                        "1 %, of each datagram at each receiver by itself, and at the server",
                        "4.2, appendix A"),
                new Setting(
                        "turn-around (TAT)",
                        NEAR_MILLIS + " and " + FAR_MILLIS + " ms: a quarter of it on each link",
                        "4.2"),
                new Setting(
                        "response spacing (δ)",
                        "3 ms, for any number of receivers",
                        "4.2: 2 to 4 ms, for more than 1,000"),
                new Setting("margin (α)", "1 s", "chosen: \"large enough to accept delayed responses\""),
                new Setting("POLLs", "2 in a round, then the receiver is served apart", "4.1: \"at most twice\""),
                new Setting("CONN", CONNECT_TRIES + " to each receiver at most", "chosen: not stated"),
                new Setting(
                        "waits for POLLs and CONN",
                        "TAT + δN + α each time",
                        "4.1; row 3 has runs in which they double"),
                new Setting("rounds", "by multicast only", "3.2.2"),
                new Setting(
                        "server (row 5)",
                        "takes 0.23 ms for each datagram; buffers of " + LARGE_BUFFER + " and " + SMALL_BUFFER
                                + " packets",
                        "4.2: the coefficient of equation 8; 50 Kbytes in packets of 6 and, chosen, 256 bytes"),
                new Setting(
                        "workstations (rows 6, 7)",
                        Workstations.COUNT + ", each takes " + Workstations.CAPACITY_BYTES
                                + " B/s behind a buffer of 50 packets",
                        "4.2: seven; 50 Kbytes; what they take is chosen"),
                new Setting(
                        "unsteady (rows 6, 7)",
                        "other work takes up to 30 % of each workstation, anew every 2 s",
                        "chosen: \"unstable network or receiver conditions\""),
                new Setting(
                        "trials (row 7)",
                        "in each 40 to 100 % of the workstations is there; those without other load have all of it",
                        "chosen: the paper does not say how its trials differ"),
                new Setting(
                        "rate control (row 7)",
                        "preset `paper` of rm-rmtp: periods of 1 s, 10 reporters, from " + RATE_BYTES + " B/s on",
                        "4.3: both criteria; the steps are ours"),
                new Setting(
                        "repetitions",
                        runs.repetitions() + " of deliveries to 500 receivers or fewer, else one; figures are medians",
                        "4.2: several, means"));
    }

    static Parameters parameters() {
        return Parameters.none().with("preset", "paper").with("connectTries", CONNECT_TRIES);
    }

    /** At a rate in per cent of what a workstation takes. */
    static Parameters fixed(int percent) {
        return parameters().with("rate", Workstations.CAPACITY_BYTES / 100 * percent);
    }

    /** With the monitor-based rate control, from a third of what a workstation takes on. */
    static Parameters adaptive() {
        return parameters().with("rateControl", "lan").with("rate", RATE_BYTES);
    }
}
