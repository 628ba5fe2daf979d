package org.rmcast.core.flow.shared;

/**
 * What a TCP connection would send under the same losses.
 *
 * <p>Source: RFC 5348, section 3.1, with b = 1 and t_RTO = 4 R:
 *
 * <pre>
 * X = s / (R sqrt(2 p / 3) + 12 R sqrt(3 p / 8) p (1 + 32 p^2))
 * </pre>
 */
public final class ThroughputEquation {
    private static final double LEAST_RATE = 1e-12;
    private static final int STEPS = 64;

    private ThroughputEquation() {}

    /**
     * The rate X in bytes/s.
     *
     * @param packetBytes s, the size of a packet, positive
     * @param roundTripSeconds R, positive
     * @param lossEventRate p, from 0 to 1; without losses there is no bound, and the answer is infinite
     */
    public static double bytesPerSecond(double packetBytes, double roundTripSeconds, double lossEventRate) {
        double p = Math.min(1, lossEventRate);
        if (!(p > 0)) {
            return Double.POSITIVE_INFINITY;
        }
        double perRoundTrip = Math.sqrt(2 * p / 3) + 12 * Math.sqrt(3 * p / 8) * p * (1 + 32 * p * p);
        return packetBytes / (roundTripSeconds * perRoundTrip);
    }

    /**
     * The loss event rate p at which the equation gives this rate: above 0, and 1 at most.
     *
     * @param bytesPerSecond X, positive
     */
    public static double lossEventRate(double packetBytes, double roundTripSeconds, double bytesPerSecond) {
        double low = Math.log(LEAST_RATE);
        double high = 0;
        for (int i = 0; i < STEPS; i++) {
            double middle = (low + high) / 2;
            if (bytesPerSecond(packetBytes, roundTripSeconds, Math.exp(middle)) > bytesPerSecond) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return Math.exp(high);
    }
}
