package org.rmcast.srm;

/** How a timer's delay is spread over the width of the timer. */
public enum BackOff {
    /** Each delay is as likely as any other. */
    UNIFORM {
        @Override
        double share(double random, int members) {
            return random;
        }
    },

    /**
     * Few timers end early, and the more there are the more of them end late, so that in a large group one that ends first is followed by
     * few within the time that it takes to be heard.
     *
     * <p>Source: RFC 5401, section 3.2.2, with the whole width as T, and all times in parts of it. With λ = ln G + 1 and u uniform
     * in [0, 1): x = λ·u + λ/(e^λ − 1), and the delay is ln(x·(e^λ − 1)/λ)/λ.
     */
    TRUNCATED_EXPONENTIAL {
        @Override
        double share(double random, int members) {
            double lambda = Math.log(Math.max(1, members)) + 1;
            // e^λ − 1; within the logarithm λ cancels out.
            double spread = Math.expm1(lambda);
            return Math.log(random * spread + 1) / lambda;
        }
    };

    /**
     * The part of the width after which the timer ends.
     *
     * @param random uniform from 0 to below 1
     * @param members how many members may wait for the same, 1 or more
     * @return from 0 to 1
     */
    abstract double share(double random, int members);
}
