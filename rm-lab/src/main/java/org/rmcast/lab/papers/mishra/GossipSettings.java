package org.rmcast.lab.papers.mishra;

import java.time.Duration;
import java.util.List;
import org.rmcast.lab.experiment.Setting;
import org.rmcast.lab.protocol.PbcastTraffic;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.TransitStub;

/**
 * The parameters of the evaluation, and the choices where it leaves one open.
 *
 * <p>Paper: Tanaraksiritavorn and Mishra, "Evaluation of Gossip to Build Scalable and Reliable Multicast Protocols".
 */
final class GossipSettings {
    /**
     * Messages are this much rarer and longer than in the paper: the load of the links in bytes stays, and runs take a fifth of
     * the time.
     */
    static final int SCALE = 5;
    /**
     * Bytes of a message on the wire. The paper does not state its size; with 100 bytes, here 500, its 7,500 messages a second
     * are 6 Mb/s of the links' 10, and 10,000 are 8.
     */
    static final int WIRE_BYTES = SCALE * 100;

    static final int PAYLOAD_BYTES = WIRE_BYTES - PbcastTraffic.OVERHEAD_BYTES;
    /** Section 3: 10 Mb/s, queues of 50 packets. */
    private static final LinkSettings LINK = LinkSettings.parse("rate=10Mbit,queue=50");
    /**
     * Section 3: one transit domain; sizes are not stated. 4 · (1 + 3 · 11) = 136 routers, of which 132 in stub domains, have
     * room for 124 members, and the network is the same for every group size.
     */
    static final TransitStub NETWORK = TransitStub.of(4, 3, 11, LINK);

    /** Section 4: members join before, send for 10 s, and have 3 s afterwards (14.0 - 0.5 - 0.5 - 10). */
    static final int SENDING_SECONDS = 10;

    static final int DRAIN_SECONDS = 3;
    /** Between the joins of two members: chosen, not stated. */
    static final Duration START_INTERVAL = Duration.ofMillis(20);

    /** Section 3.1, uniform; chosen for bursty too. */
    static final double SENDING_SHARE = 0.5;
    /** Of each second, how long a burst takes, and how much faster it is than the rest; chosen: not stated. */
    static final double BURST_SECONDS = 0.2;

    static final double BURST_FACTOR = 10;
    /** 7,500 in section 4.4. */
    static final int HIGH_RATE = 7_500 / SCALE;
    /** 4,000 in section 4.3. */
    static final int OVERHEAD_RATE = 4_000 / SCALE;
    /** 3,000 to 10,000 in section 3.1. */
    static final List<Integer> RATES = List.of(3_000 / SCALE, 5_000 / SCALE, 7_500 / SCALE, 10_000 / SCALE);
    /** Group size of figure 10. */
    static final int MEMBERS_OVER_RATE = 60;
    /** Failure probabilities in thousandths, section 3.1. */
    static final int LOW_LOSS = 1;

    static final int HIGH_LOSS = 10;
    static final List<Integer> LOSSES = List.of(LOW_LOSS, HIGH_LOSS);
    /** Gossip periods in milliseconds, section 3.1. Section 4.4 says "ms", which would swamp the links with gossip alone. */
    static final int SHORT_PERIOD = 250;

    static final int LONG_PERIOD = 2_000;

    private GossipSettings() {}

    static List<Setting> settings(GossipRuns runs) {
        return List.of(
                new Setting("links", "10 Mb/s, queues of 50 packets", "3"),
                new Setting(
                        "network",
                        "transit-stub: one transit domain of 4 routers, 3 stub domains of 11 at each, 136 routers; 1 ms per unit"
                                + " of length, domains 20 and 10 wide; the same for all group sizes",
                        "3; numbers and delays are chosen, in the proportions of GT-ITM's examples"),
                new Setting(
                        "members",
                        runs.members() + ", at random routers of stub domains",
                        "3.1: 20 to 124; the largest is left out to make runs shorter; where they are is not stated"),
                new Setting("multicast", "along the tree of shortest paths from each sender", "chosen: as ns-2 does"),
                new Setting(
                        "message",
                        PAYLOAD_BYTES + " B, " + WIRE_BYTES + " B on the wire",
                        "chosen: not stated; see the next line"),
                new Setting(
                        "rates",
                        "a fifth of the paper's, with messages five times as long: " + HIGH_RATE
                                + "/s stand for its 7500/s, 6" + " Mb/s either way",
                        "4; the scale is chosen, to make runs shorter. More than 166 B at 7500/s would not fit on a link"),
                new Setting("sending", runs.seconds() + " s, " + DRAIN_SECONDS + " s more to repair", "4"),
                new Setting("uniform", "half of the members, each at the same rate", "3.1"),
                new Setting(
                        "bursty",
                        "half of the members; 0.2 s of each second at ten times the rate of the rest, not at the same time",
                        "3.1; lengths, rates and phases are chosen"),
                new Setting(
                        "failure probability",
                        "0.1 % and 1 % of the datagrams, on each link",
                        "3.1; that it is per link is chosen"),
                new Setting(
                        "gossip to",
                        "2, 10 % or 50 % of the members, drawn anew each period",
                        "3.1; the base case is 2 and 2 s," + " which the paper does not state"),
                new Setting("gossip period", "0.25 s and 2 s", "3.1; 4.4 says ms, which cannot be meant"),
                new Setting(
                        "digest",
                        "ranges and bit masks per sender, all bytes charged",
                        "chosen: the paper's state message is not described"),
                new Setting(
                        "limits per round, soft-failure detection, garbage collection",
                        "none within a run",
                        "2.2 has none"),
                new Setting(
                        "membership",
                        "forms before the first message, then constant",
                        "4; its datagrams are not counted"));
    }
}
