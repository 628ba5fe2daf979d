package org.rmcast.lab.papers.mishra;

import java.time.Duration;
import java.util.List;
import org.rmcast.lab.experiment.Setting;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.TransitStub;

/**
 * The parameters of the evaluation, and the choices where it leaves one open.
 *
 * <p>Paper: Tanaraksiritavorn and Mishra, "Evaluation of Gossip to Build Scalable and Reliable Multicast Protocols".
 */
final class GossipSettings {
    /**
     * Messages are this much rarer and longer than in the paper, and queues hold this much fewer: the load of the links in
     * bytes stays, and what fits into a queue in bytes and in time, and runs take a fifth of the time.
     */
    static final int SCALE = 5;
    /**
     * Bytes of a message on the wire, at the paper's rates. The paper does not state its size; with 100 bytes its 7,500
     * messages a second are 6 Mb/s of the links' 10, and 12,500 fill them.
     */
    static final int MESSAGE_BYTES = 100;

    /** Section 3: the router queue limit, in packets. */
    private static final int QUEUE_PACKETS = 50;

    /** Section 4: members join before, send for 10 s, and have 3 s afterwards (14.0 - 0.5 - 0.5 - 10). */
    static final int PAPER_SECONDS = 10;

    /** Chosen, to make runs shorter. */
    static final int SENDING_SECONDS = 4;

    static final int DRAIN_SECONDS = 3;
    /** Between the joins of two members: chosen, not stated. */
    static final Duration START_INTERVAL = Duration.ofMillis(20);

    /** Section 3.1, uniform; chosen for bursty too. */
    static final double SENDING_SHARE = 0.5;
    /** Of each second, how long a burst takes, and how much faster it is than the rest; chosen: not stated. */
    static final double BURST_SECONDS = 0.2;

    static final double BURST_FACTOR = 10;
    /** Sections 4.1 and 4.4. */
    static final int HIGH_RATE = 7_500;
    /** The lowest of section 3.1, for "low arrival rate" in section 4.1. */
    static final int LOW_RATE = 3_000;
    /** Section 4.3. */
    static final int OVERHEAD_RATE = 4_000;
    /** 3,000 to 10,000 in section 3.1; beyond 12,500 the links are full. */
    static final List<Integer> RATES = List.of(3_000, 7_500, 10_000, 15_000);
    /** The highest of section 3.1. */
    static final int HIGHEST_OF_PAPER = 10_000;
    /** Group size of figure 10. */
    static final int MEMBERS_OVER_RATE = 60;
    /** Failure probabilities in thousandths, section 3.1. */
    static final int LOW_LOSS = 1;

    static final int HIGH_LOSS = 10;
    static final List<Integer> LOSSES = List.of(LOW_LOSS, HIGH_LOSS);
    /** Gossip periods in milliseconds, section 3.1. Section 4.4 says "ms", which would swamp the links with gossip alone. */
    static final int SHORT_PERIOD = 250;

    static final int LONG_PERIOD = 2_000;

    /** A member's repairs take at most this part of a link: chosen, the paper says nothing of it. */
    private static final int REPAIR_SHARE = 4;

    /** 10 Mb/s. */
    private static final int LINK_BYTES_PER_SECOND = 1_250_000;
    /** Before a packet is asked for again: measured round trips decide within the two periods. */
    static final String HOLD_OFF_MIN = SHORT_PERIOD + "ms";

    static final String HOLD_OFF_MAX = LONG_PERIOD + "ms";
    /** By how many milliseconds one of two paths is longer, in the runs on reordering: chosen; more than between two messages. */
    static final int PATH_MILLIS = 2;
    /** Time to repair in the run that shows what the paper's three seconds cut off. */
    static final int LONG_DRAIN_SECONDS = 20;
    /** Periods in milliseconds below the paper's, which show where gossip itself begins to fill the links. */
    static final List<Integer> SHORTER_PERIODS = List.of(50, 10);

    private GossipSettings() {}

    /** Bytes that a member sends again in one period at most, and spreads over it. */
    static int repairBytes(int periodMillis) {
        return (int) ((long) LINK_BYTES_PER_SECOND / REPAIR_SHARE * periodMillis / 1_000);
    }

    /**
     * The network, the same for all group sizes. Section 3: one transit domain; sizes are not stated. 4 · (1 + 3 · 11) = 136
     * routers, of which 132 in stub domains, have room for 124 members.
     */
    static TransitStub network(GossipRun.Conditions conditions) {
        int queue = Math.max(1, QUEUE_PACKETS / conditions.scale());
        return TransitStub.of(4, 3, 11, LinkSettings.parse("rate=10Mbit,queue=" + queue));
    }

    static List<Setting> settings(GossipRuns runs) {
        return List.of(
                new Setting("links", "10 Mb/s, queues of 50 packets, scaled", "3"),
                new Setting(
                        "network",
                        "transit-stub: one transit domain of 4 routers, 3 stub domains of 11 at each, 136 routers; 1 ms per unit"
                                + " of length, domains 20 and 10 wide; the same for all group sizes",
                        "3; numbers and delays are chosen, in the proportions of GT-ITM's examples"),
                new Setting(
                        "members",
                        runs.members() + ", at random routers of stub domains; who has the next address is near",
                        "3.1: 20 to 124; where they are is not stated"),
                new Setting("multicast", "along the tree of shortest paths from each sender", "chosen: as ns-2 does"),
                new Setting("processing", "takes no time", "as in ns-2"),
                new Setting("message", MESSAGE_BYTES + " B on the wire, scaled", "chosen: not stated"),
                new Setting(
                        "rates",
                        "the paper's, scaled: 7500/s are 6 Mb/s, 12500/s fill a link",
                        "4; with more than 166 B 7500/s would not fit on a link"),
                new Setting(
                        "scale",
                        SCALE + ": messages that much rarer and longer, queues of " + QUEUE_PACKETS / SCALE
                                + " packets; requests and gossip are as long as at scale 1, and so weigh less",
                        "chosen, to make runs shorter; row 11 has a run at scale 1 beside it"),
                new Setting(
                        "repetitions",
                        runs.repetitions()
                                + ", from the seed on, each with a network of its own; figures are medians, of two"
                                + " the lower",
                        "chosen: not stated"),
                new Setting(
                        "sending",
                        runs.seconds() + " s, " + DRAIN_SECONDS + " s more to repair",
                        "4 has 10 s; chosen, to make runs shorter; row 11 has runs of " + runs.longSeconds()
                                + " s beside it"),
                new Setting(
                        "NAK",
                        "preset `paper` of rm-nak: a request for each missing packet at once, none again; a session message a"
                                + " second",
                        "2.1; whether it asks again is not stated"),
                new Setting(
                        "SRM (row 12)",
                        "preset `paper` of rm-srm (ns-2's constants), variants fixed and adaptive, unordered, a session message"
                                + " per member and second",
                        "2.3; the paper does not say which variant"),
                new Setting(
                        "who does not send",
                        "receives only",
                        "chosen: a member that might send and does not costs runs time and links session entries"),
                new Setting("uniform", "every second member, each at the same rate", "3.1"),
                new Setting(
                        "bursty",
                        "every second member; 0.2 s of each second at ten times the rate of the rest, not at the same time",
                        "3.1; lengths, rates and phases are chosen"),
                new Setting(
                        "failure probability",
                        "0.1 % and 1 % of the datagrams, on each link",
                        "3.1; that it is per link is chosen: on a path it is several times that"),
                new Setting(
                        "gossip to",
                        "2, 10 % or 50 % of the members, drawn anew each period; row 10: those next by address",
                        "3.1; the base case is 2 and 2 s, which the paper does not state"),
                new Setting("gossip period", "0.25 s and 2 s", "3.1; 4.4 says ms, which can not be meant"),
                new Setting(
                        "digest",
                        "ranges and bit masks per sender, all bytes charged",
                        "chosen: the paper's state message is not described"),
                new Setting(
                        "repairs of a member",
                        "at most a quarter of a link's rate, spread over the period",
                        "chosen: 2.2 says nothing; at once they would overflow the first queue, see row 11"),
                new Setting(
                        "before a packet is asked for again",
                        "the time-out of measured round trips, 0.25 to 2 s",
                        "chosen: 2.2 says nothing"),
                new Setting("soft-failure detection, garbage collection", "none within a run", "2.2 has none"),
                new Setting(
                        "membership",
                        "forms before the first message, then constant",
                        "4; its datagrams are not counted"));
    }
}
