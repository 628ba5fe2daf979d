package org.rmcast.rmtp;

/**
 * Rounds, packets and time of a delivery, as the paper's model has them where no answer overflows the server's buffer.
 *
 * <p>Paper: Shiroshita et al., section 4.1, with e the loss, M packets and N receivers: {@code S_k = e^k M N}, {@code M_{k+1} = (1 - (1-e)^{S_k / M_k}) M_k},
 * {@code N_{k+1} = (1 - (1-e)^{S_k / N_k}) N_k}; a round takes {@code (M_k + e N_k) / v + N_k δ + (1 + Pol(N_k) + Pol(e N_k)) (TAT + α)} with
 * {@code Pol(x) = 1 - (1-e)^x}; the connection takes as long as a round of one packet. The last round is the last one with {@code S_k >= 1}.
 *
 * @param rounds the first transmission among them
 * @param packets all that are sent to the group
 * @param seconds from the first packet to the last answer
 */
record RoundModel(int rounds, double packets, double seconds) {
    /**
     * What the model asks for.
     *
     * @param loss e
     * @param packetsPerSecond v
     * @param spacing δ in seconds
     * @param answer TAT + α in seconds
     */
    record Setting(double loss, double packetsPerSecond, double spacing, double answer) {
        RoundModel of(int receivers, long packets) {
            double missing = (double) packets * receivers;
            double roundPackets = packets;
            double roundReceivers = receivers;
            double allPackets = 0;
            double seconds = roundSeconds(1, receivers);
            int rounds = 0;
            while (missing >= 1) {
                rounds++;
                allPackets += roundPackets;
                seconds += roundSeconds(roundPackets, roundReceivers);
                roundPackets *= lossOfAny(missing / roundPackets);
                roundReceivers *= lossOfAny(missing / roundReceivers);
                missing *= loss;
            }
            return new RoundModel(rounds, allPackets, seconds);
        }

        private double roundSeconds(double packets, double receivers) {
            double polls = lossOfAny(receivers) + lossOfAny(loss * receivers);
            return (packets + loss * receivers) / packetsPerSecond + receivers * spacing + (1 + polls) * answer;
        }

        private double lossOfAny(double tries) {
            return 1 - Math.pow(1 - loss, tries);
        }
    }
}
