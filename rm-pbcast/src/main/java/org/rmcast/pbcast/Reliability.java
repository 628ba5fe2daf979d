package org.rmcast.pbcast;

/**
 * What the anti-entropy model says a group loses for good.
 *
 * <p>A member misses a packet with the probability that it is lost on its first way. Each round others gossip to it, or it to
 * others, and each leg of the exchange is lost with the same probability; with prompt requests it has asked some members
 * before. What is not repaired while others hold the packet, for {@code stableRounds} rounds, is lost. That is a bound: a
 * packet behind a gap is held for longer. After Birman et al., "Bimodal Multicast", on anti-entropy, with the parameters of
 * {@link PbcastConfig}.
 */
final class Reliability {
    private static final int MAX_MODEL_MEMBERS = 300;

    private Reliability() {}

    static double residualLoss(PbcastConfig config, int members, double loss) {
        if (members < 2 || !(loss >= 0 && loss < 1)) {
            throw new IllegalArgumentException(
                    "members must be at least 2 and loss 0 to below 1, were " + members + " and " + loss);
        }
        double missed = missedAtFirst(config, members, loss);
        missed *= Math.pow(1 - promptSuccess(config, members, loss, missed), attempts(config));
        for (int round = 0; round < config.stableRounds; round++) {
            missed *= 1 - repairedPerRound(config, members, loss, 1 - missed);
        }
        return missed;
    }

    private static double missedAtFirst(PbcastConfig config, int members, double loss) {
        if (config.dissemination == PbcastConfig.Dissemination.MULTICAST) {
            return loss;
        }
        int modelled = Math.min(members, MAX_MODEL_MEMBERS);
        return 1 - new PushModel(modelled, config.dataFanout, loss, 0, 64).meanCoverage();
    }

    /** The probability that a round repairs a packet that a share of the others holds. */
    static double repairedPerRound(PbcastConfig config, int members, double loss, double holders) {
        double way = 1 - loss;
        int fanout = Math.min(members - 1, config.fanout(members));
        if (config.gossip == PbcastConfig.Gossip.PULL) {
            return 1 - Math.pow(1 - way * way * holders, fanout);
        }
        double fromOne = fanout * way * way * way * holders / (members - 1);
        return 1 - Math.pow(1 - fromOne, members - 1.0);
    }

    private static double promptSuccess(PbcastConfig config, int members, double loss, double missed) {
        double holders = members <= config.promptSenderMembers ? 1 : 1 - missed;
        return (1 - loss) * (1 - loss) * holders;
    }

    private static int attempts(PbcastConfig config) {
        return config.promptRequests ? config.promptAttempts : 0;
    }
}
