package org.rmcast.pbcast;

/**
 * How many of a group get a message that is spread by gossip alone: each process passes it on once, in the round after it
 * got it, to each other one with probability {@code fanout / n}.
 *
 * <p>Paper: Birman et al., "Bimodal Multicast", appendix: with p = β(1 − ε)(1 − τ), β = fanout/n, q = 1 − p, s newly
 * infected and r susceptible processes, {@code P(s, r → k, r − k) = C(r, k) (1 − q^s)^k (q^s)^(r − k)}; from (1, n − 1).
 */
public final class PushModel {
    private final int members;
    private final double reach;
    private final int rounds;

    /**
     * @param members n, 2 to 2,000
     * @param fanout to how many each passes a message on, on average, above 0
     * @param loss ε, the share of messages lost, 0 to 1
     * @param crash τ, the probability that a process crashes while the message spreads, 0 to 1
     * @param rounds R, 1 or more
     */
    public PushModel(int members, double fanout, double loss, double crash, int rounds) {
        if (members < 2 || members > 2_000 || rounds < 1) {
            throw new IllegalArgumentException(
                    "members must be 2 to 2000 and rounds at least 1, were " + members + " and " + rounds);
        }
        if (!(fanout > 0) || !(loss >= 0 && loss <= 1) || !(crash >= 0 && crash <= 1)) {
            throw new IllegalArgumentException(
                    "fanout must be above 0, loss and crash 0 to 1, were " + fanout + ", " + loss + ", " + crash);
        }
        this.members = members;
        this.reach = Math.min(1, fanout / members) * (1 - loss) * (1 - crash);
        this.rounds = rounds;
    }

    /** For each i from 0 to n the probability that i processes have the message in the end, its sender included. */
    public double[] infected() {
        double[] logFactorials = logFactorials();
        double[][] state = new double[members + 1][members + 1];
        state[1][members - 1] = 1;
        for (int round = 0; round < rounds; round++) {
            state = step(state, logFactorials);
        }
        double[] infected = new double[members + 1];
        for (int fresh = 0; fresh <= members; fresh++) {
            for (int susceptible = 0; susceptible + fresh <= members; susceptible++) {
                infected[members - susceptible] += state[fresh][susceptible];
            }
        }
        return infected;
    }

    /** The share of the other processes that get the message, on average. */
    public double meanCoverage() {
        double[] infected = infected();
        double mean = 0;
        for (int i = 1; i <= members; i++) {
            mean += infected[i] * (i - 1);
        }
        return mean / (members - 1);
    }

    private double[][] step(double[][] state, double[] logFactorials) {
        double[][] after = new double[members + 1][members + 1];
        for (int fresh = 0; fresh <= members; fresh++) {
            double missed = Math.pow(1 - reach, fresh);
            for (int susceptible = 0; susceptible + fresh <= members; susceptible++) {
                double probability = state[fresh][susceptible];
                if (probability > 0) {
                    spread(after, probability, susceptible, missed, logFactorials);
                }
            }
        }
        return after;
    }

    private static void spread(
            double[][] after, double probability, int susceptible, double missed, double[] logFactorials) {
        for (int hit = 0; hit <= susceptible; hit++) {
            after[hit][susceptible - hit] += probability * binomial(susceptible, hit, 1 - missed, logFactorials);
        }
    }

    private static double binomial(int n, int k, double p, double[] logFactorials) {
        if (p <= 0 || p >= 1) {
            return k == (p <= 0 ? 0 : n) ? 1 : 0;
        }
        double ways = logFactorials[n] - logFactorials[k] - logFactorials[n - k];
        return Math.exp(ways + k * Math.log(p) + (n - k) * Math.log1p(-p));
    }

    private double[] logFactorials() {
        double[] sums = new double[members + 1];
        for (int i = 2; i <= members; i++) {
            sums[i] = sums[i - 1] + Math.log(i);
        }
        return sums;
    }
}
