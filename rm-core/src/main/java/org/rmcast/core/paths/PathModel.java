package org.rmcast.core.paths;

/**
 * The formulas for a message that goes from process i to process j in h replicas, again and again until one arrives.
 *
 * <pre>
 * p    = ε^h                              all replicas of one transmission are lost
 * Π    = 1 - p                            one transmission is enough
 * T    = δ + 2δ·p / (1 - p)               the mean time until the first replica arrives
 *      = δ·(1 + p) / (1 - p)
 * C    = h·δ                              the cost of one transmission
 * T_k  = T_ik + T_kj                      through a relay k, which sends when it has the message
 * Π_k  = (1 - p_ij) + p_ij·(1 - p_ik)·(1 - p_kj)
 * C_k  = h_ik·δ_ik + h_kj·δ_kj            and h_ij·δ_ij for the direct copy
 * </pre>
 *
 * <p>T follows from sending again after 2δ, with confirmations that are never lost: p / (1 - p) transmissions are in vain on average, and
 * each costs 2δ. Losses of replicas are independent of one another.
 *
 * <p>Paper: Tachikawa, Higaki, Takizawa, Gerla, Liu, Deen, Siratori, "Design and Evaluation of Wide-area Group Communication
 * Protocols - International Experiment", sections 4.2 and 4.3. Three formulas are not as printed. The exponents are damaged
 * there. Π_k has a "1 -" too many, with which it counts failures of the relay. Replicas are said to be needed where the
 * loss is allowed, not where it is higher. C_k leaves out the direct copy although Π_k counts on it: both costs are here.
 */
public final class PathModel {
    /** More replicas than this nobody sends. */
    public static final int MAX_REPLICAS = 64;

    /** What a power or a product of probabilities may be off by. */
    private static final double ROUNDING = 1e-12;

    private PathModel() {}

    /**
     * p: all replicas of one transmission are lost.
     *
     * @param loss ε, 0 to 1
     * @param replicas h, 0 to {@link #MAX_REPLICAS}; of no replicas none arrives
     */
    public static double allLost(double loss, int replicas) {
        probability("loss", loss);
        if (replicas < 0 || replicas > MAX_REPLICAS) {
            throw new IllegalArgumentException("replicas must be 0 to " + MAX_REPLICAS + ", was " + replicas);
        }
        return StrictMath.pow(loss, replicas);
    }

    /** Π: one transmission of so many replicas is enough. */
    public static double delivery(PathEstimate path, int replicas) {
        return 1 - allLost(path.loss(), replicas);
    }

    /**
     * T: the mean time in milliseconds until the first replica arrives.
     *
     * @param replicas h, 1 to {@link #MAX_REPLICAS}
     */
    public static double expectedMillis(PathEstimate path, int replicas) {
        if (replicas < 1) {
            throw new IllegalArgumentException("replicas must be 1 to " + MAX_REPLICAS + ", was " + replicas);
        }
        double lost = allLost(path.loss(), replicas);
        return path.delayMillis() * (1 + lost) / (1 - lost);
    }

    /** C: the cost of one transmission, in milliseconds of delay. */
    public static double cost(PathEstimate path, int replicas) {
        return replicas * path.delayMillis();
    }

    /**
     * By what a lost message's holders are compared: the nearest is the one with the lowest. It is T of one replica, δ·(1 + ε) / (1 - ε),
     * from the holder to who lacks the message.
     *
     * <p>Paper: section 4.2. The print has lost the subscript j.
     */
    public static double repairMillis(PathEstimate fromHolder) {
        return expectedMillis(fromHolder, 1);
    }

    /**
     * 1 - Π_k: a transmission fails that goes through a relay, and perhaps directly, too. It is the product p_ij·(1 - (1 -
     * p_ik)·(1 - p_kj)), written so that nothing is lost to rounding where it is small.
     *
     * @param directLost p_ij; 1 if no copy is sent directly
     * @param toRelayLost p_ik
     * @param onwardLost p_kj
     */
    public static double relayedLost(double directLost, double toRelayLost, double onwardLost) {
        return directLost * (toRelayLost + onwardLost - toRelayLost * onwardLost);
    }

    /**
     * h: the fewest replicas of which all are lost as rarely as allowed, log ε_allowed / log ε rounded up; 1 where the loss is no higher
     * than allowed.
     *
     * @param allowedLoss 0 to 1; of 0 no number is enough unless nothing is lost
     * @param loss ε, 0 to 1
     * @param most 1 to {@link #MAX_REPLICAS}: no more than this, even if it is not enough
     */
    public static int replicas(double allowedLoss, double loss, int most) {
        probability("allowedLoss", allowedLoss);
        probability("loss", loss);
        if (most < 1 || most > MAX_REPLICAS) {
            throw new IllegalArgumentException("most must be 1 to " + MAX_REPLICAS + ", was " + most);
        }
        int replicas = 1;
        while (replicas < most && !isEnough(allowedLoss, loss, replicas)) {
            replicas++;
        }
        return replicas;
    }

    /** Whether all of so many replicas are lost as rarely as allowed. */
    public static boolean isEnough(double allowedLoss, double loss, int replicas) {
        // 0.1 to the second is a little more than 0.01.
        return allLost(loss, replicas) <= allowedLoss * (1 + ROUNDING);
    }

    static double probability(String field, double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(field + " must be 0 to 1, was " + value);
        }
        return value;
    }
}
