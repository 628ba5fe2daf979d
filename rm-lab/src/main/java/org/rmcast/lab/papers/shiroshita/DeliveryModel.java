package org.rmcast.lab.papers.shiroshita;

import java.util.ArrayList;
import java.util.List;

/**
 * What a delivery takes, as the paper's model has it: the connection and each round, part by part.
 *
 * <p>Paper: Shiroshita et al., section 4.1, equations 1 to 8, with {@code N' = eN + (1-e) V(N)} the silent of N and {@code Pol(x) = 1 - (1-e)^x (1 - V(x)/x)}.
 *
 * @param connecting as a round of one packet
 * @param rounds the first transmission among them
 */
record DeliveryModel(Phase connecting, List<Phase> rounds) {
    private static final double CPU_SECONDS_PER_SENT = 7.0e-5;
    private static final double CPU_SECONDS_PER_RECEIVED = 2.3e-4;
    private static final double CPU_SECONDS = 0.1;

    /**
     * A part of a delivery, in seconds, and the server's packets in it.
     *
     * @param sending the round's packets: M/v
     * @param polling what is sent to the silent: (eN + V(N) + V(N'))/v
     * @param spread how far answers are put off: (N + V(N) + V(N')) δ
     * @param waiting turn-around and margin: (1 + Pol(N) + Pol(N')) (TAT + α)
     */
    record Phase(double sending, double polling, double spread, double waiting, double sent, double received) {
        double seconds() {
            return sending + polling + spread + waiting;
        }
    }

    /**
     * What the model asks for.
     *
     * @param loss e
     * @param packetsPerSecond v
     * @param spacing δ in seconds
     * @param answer TAT + α in seconds
     * @param overflow at the server's buffer
     */
    record Setting(double loss, double packetsPerSecond, double spacing, double answer, OverflowModel overflow) {
        DeliveryModel of(int receivers, int packets) {
            List<Phase> rounds = new ArrayList<>();
            for (RoundModel.Round round :
                    RoundModel.of(loss, packets, receivers).rounds()) {
                rounds.add(phase(round.packets(), round.receivers()));
            }
            return new DeliveryModel(phase(1, receivers), rounds);
        }

        /** A round of so many packets to so many receivers. */
        Phase phase(double packets, double receivers) {
            double lost = overflow.lost(receivers);
            double silent = loss * receivers + (1 - loss) * lost;
            double lostAgain = overflow.lost(silent);
            double polls = loss * receivers + lost + lostAgain;
            double asked = 1 + anySilent(receivers, lost) + anySilent(silent, lostAgain);
            return new Phase(
                    packets / packetsPerSecond,
                    polls / packetsPerSecond,
                    (receivers + lost + lostAgain) * spacing,
                    asked * answer,
                    packets + polls,
                    receivers + (1 - loss) * (lost + lostAgain));
        }

        /** Pol(x): how likely it is that any of them is silent. */
        private double anySilent(double receivers, double lost) {
            return receivers == 0 ? 0 : 1 - StrictMath.pow(1 - loss, receivers) * (1 - lost / receivers);
        }
    }

    DeliveryModel {
        rounds = List.copyOf(rounds);
    }

    int retransmissions() {
        return rounds.size() - 1;
    }

    /** T: from the first packet to the last answer, without the release. */
    double seconds() {
        return connecting.seconds()
                + rounds.stream().mapToDouble(Phase::seconds).sum();
    }

    /** PS: what the server sends; the release is one packet after each round. */
    double sent() {
        return connecting.sent() + rounds.stream().mapToDouble(Phase::sent).sum() + rounds.size();
    }

    /** PR: what the server gets; each receiver answers the release. */
    double received(int receivers) {
        return connecting.received()
                + rounds.stream().mapToDouble(Phase::received).sum()
                + receivers;
    }

    /** What the paper's workstation takes for so many packets sent and received, in seconds of the system. */
    static double cpuSeconds(double sent, double received) {
        return CPU_SECONDS_PER_SENT * sent + CPU_SECONDS_PER_RECEIVED * received + CPU_SECONDS;
    }
}
