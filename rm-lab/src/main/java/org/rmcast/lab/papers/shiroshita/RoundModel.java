package org.rmcast.lab.papers.shiroshita;

import java.util.ArrayList;
import java.util.List;

/**
 * The rounds of a delivery, as the paper's model has them.
 *
 * <p>Paper: Shiroshita et al., appendix A, with e the loss, M packets and N receivers: {@code S_0 = MN}, {@code S_k = e^k MN}; {@code M_{k+1} = (1 -
 * (1-e)^{S_k / M_k}) M_k}; {@code N_{k+1} = (1 - (1-e)^{S_k / N_k}) N_k}. The last round is the last one with {@code S_k >= 1}: the paper reads
 * its table A so.
 *
 * @param rounds the first transmission among them
 */
record RoundModel(List<Round> rounds) {
    /**
     * One round.
     *
     * @param missing S_k: packets that receivers lack before it, summed over the receivers
     * @param packets M_k: different ones of these, which are sent
     * @param receivers N_k: who lacks any
     */
    record Round(double missing, double packets, double receivers) {}

    RoundModel {
        rounds = List.copyOf(rounds);
    }

    /** @param loss e, 0 or more and below 1 */
    static RoundModel of(double loss, double packets, double receivers) {
        List<Round> rounds = new ArrayList<>();
        Round round = new Round(packets * receivers, packets, receivers);
        while (round.missing >= 1) {
            rounds.add(round);
            round = new Round(
                    loss * round.missing,
                    round.packets * lossOfAny(loss, round.missing / round.packets),
                    round.receivers * lossOfAny(loss, round.missing / round.receivers));
        }
        return new RoundModel(rounds);
    }

    /** How likely it is that one of so many is lost. */
    static double lossOfAny(double loss, double tries) {
        return 1 - StrictMath.pow(1 - loss, tries);
    }

    /** Rounds after the first transmission. */
    int retransmissions() {
        return rounds.size() - 1;
    }

    /** All packets that are sent to the group. */
    double packets() {
        return rounds.stream().mapToDouble(Round::packets).sum();
    }
}
