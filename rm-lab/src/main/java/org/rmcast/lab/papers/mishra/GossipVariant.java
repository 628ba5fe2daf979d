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
 * @param periodMillis between two gossips of one member
 * @param direction what gossip says
 */
record GossipVariant(Subgroup subgroup, int periodMillis, Direction direction) {
    /** The base case: the parameters that do best in figures 18 to 20. */
    static final GossipVariant BASE = new GossipVariant(Subgroup.TWO, GossipSettings.LONG_PERIOD, Direction.PUSH);

    static final GossipVariant PULL = new GossipVariant(Subgroup.TWO, GossipSettings.LONG_PERIOD, Direction.PULL);

    /** All of figures 18 to 20. */
    static final List<GossipVariant> ALL = List.of(
            BASE,
            new GossipVariant(Subgroup.TENTH, GossipSettings.LONG_PERIOD, Direction.PUSH),
            new GossipVariant(Subgroup.HALF, GossipSettings.LONG_PERIOD, Direction.PUSH),
            new GossipVariant(Subgroup.TWO, GossipSettings.SHORT_PERIOD, Direction.PUSH),
            new GossipVariant(Subgroup.TENTH, GossipSettings.SHORT_PERIOD, Direction.PUSH),
            new GossipVariant(Subgroup.HALF, GossipSettings.SHORT_PERIOD, Direction.PUSH));

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

    /** What gossip says. */
    enum Direction {
        PUSH,
        PULL
    }

    String id() {
        return subgroup.name().toLowerCase(Locale.ROOT) + "-" + periodMillis + "ms"
                + (direction == Direction.PULL ? "-pull" : "");
    }

    String words() {
        return "subgroup " + subgroup.words + ", " + periodMillis / 1e3 + " s"
                + (direction == Direction.PULL ? ", pull" : "");
    }

    /** This with another period. */
    GossipVariant withPeriod(int millis) {
        return new GossipVariant(subgroup, millis, direction);
    }

    Contender contender() {
        Parameters parameters = StaticMembership.of(Parameters.none()
                .with("preset", "paper")
                .with("gossip", direction.name())
                .with("round", periodMillis + "ms")
                .with("subgroupSize", subgroup.size)
                .with("subgroupShare", subgroup.share)
                .with("stableRounds", PERIODS_HELD)
                .with("acceptedRounds", PERIODS_HELD)
                .with("requestsPerRound", MANY)
                .with("repairsPerRound", MANY)
                .with("bufferPackets", MANY)
                .with("digestDatagrams", DIGEST_DATAGRAMS));
        return new Contender(id(), words(), new PbcastProtocol(), parameters, new PbcastTraffic());
    }
}
