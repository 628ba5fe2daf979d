package org.rmcast.lab.papers.mishra;

import java.util.List;
import java.util.Locale;
import org.rmcast.api.Parameters;
import org.rmcast.lab.group.Contender;
import org.rmcast.lab.protocol.PbcastTraffic;
import org.rmcast.lab.protocol.StaticMembership;
import org.rmcast.pbcast.PbcastProtocol;

/**
 * A choice of gossip's parameters.
 *
 * @param subgroup to how many members gossip goes
 * @param choice which members these are
 * @param periodMillis between two gossips of one member
 * @param direction what gossip says
 * @param isPaced whether repairs are spread over the period, and a packet that was asked for is not asked for again at once
 */
record GossipVariant(Subgroup subgroup, Choice choice, int periodMillis, Direction direction, boolean isPaced) {
    /** The base case: the parameters that do best in figures 18 to 20. */
    static final GossipVariant BASE = of(Subgroup.TWO, GossipSettings.LONG_PERIOD);

    static final GossipVariant PULL =
            new GossipVariant(Subgroup.TWO, Choice.RANDOM, GossipSettings.LONG_PERIOD, Direction.PULL, true);
    static final GossipVariant NEIGHBOURHOOD =
            new GossipVariant(Subgroup.TWO, Choice.NEIGHBOURHOOD, GossipSettings.LONG_PERIOD, Direction.PUSH, true);

    /** All of figures 18 to 20. */
    static final List<GossipVariant> ALL = List.of(
            BASE,
            of(Subgroup.TENTH, GossipSettings.LONG_PERIOD),
            of(Subgroup.HALF, GossipSettings.LONG_PERIOD),
            of(Subgroup.TWO, GossipSettings.SHORT_PERIOD),
            of(Subgroup.TENTH, GossipSettings.SHORT_PERIOD),
            of(Subgroup.HALF, GossipSettings.SHORT_PERIOD));

    /** Periods for which packets are held: more than a run has. */
    private static final int PERIODS_HELD = 1_000;
    /** Packets of one sender, and in one period: more than a run has. */
    private static final int MANY = 1 << 18;
    /** Datagrams of one digest: what a member has received since the last gossip fits. */
    private static final int DIGEST_DATAGRAMS = 16;

    /** To how many members gossip goes. */
    enum Subgroup {
        TWO("2", 2, 0),
        TENTH("10 %", 1, 0.1),
        HALF("50 %", 1, 0.5);

        private final String words;
        private final int size;
        private final double share;

        Subgroup(String words, int size, double share) {
            this.words = words;
            this.size = size;
            this.share = share;
        }

        /** For people. */
        String words() {
            return words;
        }
    }

    /** Which members gossip goes to. */
    enum Choice {
        RANDOM,
        NEIGHBOURHOOD
    }

    /** What gossip says. */
    enum Direction {
        PUSH,
        PULL
    }

    /** Push, paced, to members drawn at random. */
    static GossipVariant of(Subgroup subgroup, int periodMillis) {
        return new GossipVariant(subgroup, Choice.RANDOM, periodMillis, Direction.PUSH, true);
    }

    String id() {
        return subgroup.name().toLowerCase(Locale.ROOT) + "-" + periodMillis + "ms"
                + (choice == Choice.NEIGHBOURHOOD ? "-near" : "")
                + (direction == Direction.PULL ? "-pull" : "")
                + (isPaced ? "" : "-unpaced");
    }

    String words() {
        return "Gossip, subgroup " + subgroup.words + ", " + periodMillis / 1e3 + " s"
                + (choice == Choice.NEIGHBOURHOOD ? ", neighbours" : "")
                + (direction == Direction.PULL ? ", pull" : "")
                + (isPaced ? "" : ", repairs at once");
    }

    /** This with another period. */
    GossipVariant withPeriod(int millis) {
        return new GossipVariant(subgroup, choice, millis, direction, isPaced);
    }

    /** This as the paper describes it, which says nothing of pacing. */
    GossipVariant unpaced() {
        return new GossipVariant(subgroup, choice, periodMillis, direction, false);
    }

    Contender contender() {
        Parameters parameters = StaticMembership.of(Parameters.none()
                .with("preset", "paper")
                .with("gossip", direction.name())
                .with("subgroup", choice.name())
                .with("round", periodMillis + "ms")
                .with("subgroupSize", subgroup.size)
                .with("subgroupShare", subgroup.share)
                .with("stableRounds", PERIODS_HELD)
                .with("acceptedRounds", PERIODS_HELD)
                .with("requestsPerRound", MANY)
                .with("repairsPerRound", MANY)
                .with("bufferPackets", MANY)
                .with("digestDatagrams", DIGEST_DATAGRAMS));
        if (isPaced) {
            parameters = parameters
                    .with("repairBytesPerRound", GossipSettings.repairBytes(periodMillis))
                    .with("requestHoldOffMin", GossipSettings.HOLD_OFF_MIN)
                    .with("requestHoldOffMax", GossipSettings.HOLD_OFF_MAX);
        }
        return new Contender(id(), words(), new PbcastProtocol(), parameters, new PbcastTraffic());
    }
}
