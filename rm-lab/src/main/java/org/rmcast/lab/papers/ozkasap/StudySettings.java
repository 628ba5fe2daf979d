package org.rmcast.lab.papers.ozkasap;

import java.time.Duration;
import java.util.List;
import org.rmcast.lab.experiment.Setting;
import org.rmcast.sim.LinkSettings;

/**
 * The parameters of the study, and the choices where it leaves one open.
 *
 * <p>Paper: Özkasap, "Performance study of a probabilistic multicast transport protocol", section 5.
 */
final class StudySettings {
    /** Section 3.2. */
    static final Duration ROUND = Duration.ofMillis(100);
    /** Requests, and repairs, of a member per round: the paper names the limits without values. Far above what is needed. */
    static final int LIMIT = 64;
    /** The same in section 5.2: ten times what noise alone makes a member lose there in a round, 5 of 100 messages/s. */
    static final int TIGHT_LIMIT = 5;
    /** Messages/s of sections 5.1, 5.2 and, chosen, 5.3. */
    static final int RATE = 100;
    /** Bytes of a message on the wire, section 5.1; chosen for 5.3 and 5.4. */
    static final int SMALL_BYTES = 210;
    /** Bytes of a message on the wire, section 5.2. */
    static final int LARGE_BYTES = 1_000;
    /** Levels below the root, section 5.1; chosen for 5.2 and 5.3. */
    static final int DEPTH = 4;
    /** System-wide noise in thousandths, sections 5.1 and 5.2, and inside clusters, 5.4. */
    static final int NOISE_PER_MILLE = 10;
    /** The noise of which section 6 says that it is low and defeats SRM. */
    static final int LOW_NOISE_PER_MILLE = 1;
    /** Links of the root of section 5.2: figure 11 shows a left and a right subtree. */
    static final int ROOT_LINKS = 2;
    /** The share of perturbed members, in per cent, with which the size of the group is varied. */
    static final int MANY_SLEEPERS = 25;
    /** How long a perturbed member of section 2 stands still in each second; chosen: the paper gives no figure. */
    static final int SLEEP_MILLIS = 500;
    /** Noise on one link, section 5.3. */
    static final double NOISY_LINK = 0.1;
    /** Queues of links; ns-2's default. */
    private static final String QUEUE = ",queue=50";
    /** Delay of tree links: not stated. Gossip and its request have to fit into a round over up to eight links. */
    private static final String TREE_DELAY = ",delay=2ms";

    static final LinkSettings SLOW = LinkSettings.parse("rate=1500kbit" + TREE_DELAY + QUEUE);
    static final LinkSettings FAST = LinkSettings.parse("rate=10Mbit" + TREE_DELAY + QUEUE);
    /** Links of the thousand members, whose gossip 10 Mb/s do not carry at the root. */
    static final LinkSettings WIDE = LinkSettings.parse("rate=100Mbit" + TREE_DELAY + QUEUE);
    /** Bandwidth is not stated in section 5.4; the same as in 5.1. */
    static final LinkSettings INSIDE = LinkSettings.parse("rate=1500kbit,delay=5ms" + QUEUE);

    static final LinkSettings BETWEEN = LinkSettings.parse("rate=1500kbit,delay=30ms" + QUEUE);
    /** From a member of the first cluster to one of the second: 5 + 30 + 5 ms, neither being an end of the joining link. */
    static final double CLUSTER_PATH_MILLIS = 40;

    static final int CLUSTER_SIZE = 40;
    /** The level of the "typical receiver" of section 5.1, of the sender of 5.2, and of the receivers of 5.2 and 5.3. */
    static final int OBSERVER_LEVEL = 3;
    /** Between the starts of two members, one after the other; the group forms before the first message. */
    static final Duration START_INTERVAL = Duration.ofMillis(20);
    /** Before the first message of the thousand members, who start all at once: what that makes them say is over. */
    static final Duration SETTLE = Duration.ofSeconds(3);
    /** After the last message: what is to be repaired is, or is given up. */
    static final Duration DRAIN = Duration.ofSeconds(5);
    /** The same of the thousand members. */
    static final Duration SHORT_DRAIN = Duration.ofSeconds(2);
    /** The same in the runs that show what is only late. */
    static final Duration LONG_DRAIN = Duration.ofMinutes(2);

    /** The model's check values: Birman et al., appendix. */
    static final int MODEL_MEMBERS = 50;

    static final int MODEL_FANOUT = 4;
    static final double MODEL_LOSS = 0.05;
    static final double MODEL_CRASH = 0.001;
    static final int MODEL_ROUNDS = 10;

    private StudySettings() {}

    static List<Setting> settings(StudyRuns runs) {
        return List.of(
                new Setting("round of gossip", ROUND.toMillis() + " ms", "3.1"),
                new Setting("members gossiped to per round (sub-gsize)", "1", "chosen as in the example of 4.1"),
                new Setting("stability threshold", "10 rounds", "3.2"),
                new Setting(
                        "requests and repairs per round (limits)",
                        "each " + LIMIT + "; 5.2: " + TIGHT_LIMIT,
                        "chosen: not stated; " + LIMIT + " does not bind; " + TIGHT_LIMIT
                                + " is ten times what noise makes a member of 5.2 lose in a round, and keeps repairs from"
                                + " filling the root's links alone"),
                new Setting("threshold of ipmc and grb", "2", "4.1"),
                new Setting(
                        "grb's test",
                        "figure 7: first by unicast, by multicast when it was needed before",
                        "the text of 4.2 says the opposite"),
                new Setting("other constants", "preset `paper` of rm-pbcast", "docs/protocols/pbcast.md"),
                new Setting(
                        "SRM",
                        "preset `paper` of rm-srm (ns-2's constants), variants fixed and adaptive; a session message per member"
                                + " and second in groups of any size; not ordered: after FIFO is as it comes",
                        "3.3; the paper does not say which variant; ns-2's session messages list all members, ours at most 8 to"
                                + " 16 of more than 64"),
                new Setting(
                        "before the first message",
                        "3 s in which the group has formed: distances are measured",
                        "chosen: not stated"),
                new Setting(
                        "membership",
                        "forms before the first message, then constant",
                        "the paper's groups are constant; its datagrams are not counted"),
                new Setting(
                        "messages, trees",
                        RATE + "/s of " + SMALL_BYTES + " B on the wire; 5.2: " + LARGE_BYTES + " B",
                        "5.1, 5.2; that headers are in it is chosen"),
                new Setting("length of a run", runs.seconds() + " s of sending", "chosen: not stated"),
                new Setting(
                        "repetitions",
                        runs.repetitions()
                                + ", from the seed on; figures are medians, series those of the one in the middle; row 10: once",
                        "chosen: not stated"),
                new Setting("trees", "random, depth " + DEPTH + ", parents drawn evenly", "5.1; the drawing is chosen"),
                new Setting("links of trees", "1.5 Mb/s (5.2: only those of the root, others 10 Mb/s)", "5.1, 5.2"),
                new Setting(
                        "links of the root of 5.2",
                        ROOT_LINKS + "; with the most members " + runs.rootLinks() + ", members shared out evenly",
                        "figure 11 shows a left and a right subtree, and no number: it decides how much each has to carry"),
                new Setting("delay of tree links", "2 ms", "chosen: not stated; a round trip has to fit into a round"),
                new Setting("queues of links", "50 packets", "chosen: ns-2's default"),
                new Setting(
                        "typical receiver; sender and receiver of 5.2; receiver of 5.3",
                        OBSERVER_LEVEL + " links below the root",
                        "chosen: a middle level, the same at every group size"),
                new Setting("load of 5.3", RATE + "/s of " + SMALL_BYTES + " B, 1.5 Mb/s, no other noise", "chosen"),
                new Setting(
                        "neighbours (Pbcast-local)",
                        "the 4 members with the next addresses, which are near in the tree",
                        "4.3 says: in the same local network"),
                new Setting(
                        "sleeping members (row 9)",
                        SLEEP_MILLIS + " ms of each second, trees of " + runs.treeSizes() + ", 1.5 Mb/s, no noise",
                        "chosen: section 2 gives no figures"),
                new Setting(
                        "multicast",
                        "along the tree of shortest paths from the sender, nothing flooded and pruned",
                        "chosen: the paper's dense mode floods first, which the many links of 5.4 would feel"),
                new Setting("processing", "takes no time", "as in ns-2"),
                new Setting(
                        "clusters",
                        "2 of " + CLUSTER_SIZE + ", 1.5 Mb/s, " + SMALL_BYTES
                                + " B; sender and receiver not at the joining link",
                        "5.4; bandwidth (that of 5.1) and message size are chosen, the places from its example of 40 ms"));
    }
}
