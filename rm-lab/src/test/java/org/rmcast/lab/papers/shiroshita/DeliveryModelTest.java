package org.rmcast.lab.papers.shiroshita;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The paper's model, by the values that are known of it. */
class DeliveryModelTest {
    /** Appendix A, M = 2000 and N = 5000: 1, 1 or 2, 3 or 4, 7 and 13 retransmissions. */
    @ParameterizedTest
    @CsvSource({"1e-6, 1", "1e-4, 1", "1e-2, 3", "0.1, 7", "0.3, 13"})
    void shouldNeedAsManyRoundsAsThePaperSays(double loss, int retransmissions) {
        assertThat(RoundModel.of(loss, 2_000, 5_000).retransmissions()).isEqualTo(retransmissions);
    }

    /** Table A prints the two numbers of S = 1000 transposed. */
    @Test
    void shouldHaveTheSetsOfTableA() {
        List<RoundModel.Round> rounds = RoundModel.of(0.01, 2_000, 5_000).rounds();
        assertThat(rounds.get(1).missing()).isCloseTo(1e5, within(1e-6));
        assertThat(rounds.get(1).packets()).isCloseTo(2_000, within(0.5));
        assertThat(rounds.get(1).receivers()).isCloseTo(5_000, within(0.5));
        assertThat(rounds.get(2).packets()).isCloseTo(790, within(0.5));
        assertThat(rounds.get(2).receivers()).isCloseTo(910, within(0.5));
        RoundModel.Round rare = RoundModel.of(1e-4, 2_000, 5_000).rounds().get(1);
        assertThat(rare.packets()).isCloseTo(787, within(0.5));
        assertThat(rare.receivers()).isCloseTo(906, within(0.5));
        assertThat(rounds.get(3).missing()).isCloseTo(10, within(1e-9));
    }

    /** Where answers come faster than the server takes them, in the end a share of 1 - 1/ρ is lost. */
    @ParameterizedTest
    @CsvSource({"1.5, 10", "2, 50", "4, 200", "1.1, 20"})
    void shouldLoseWhatTheServerDoesNotTake(double load, int buffer) {
        OverflowModel model = new OverflowModel(load, buffer);
        double nth = model.lost(20_001) - model.lost(20_000);
        assertThat(nth).isCloseTo(1 - 1 / load, within(1e-3));
        assertThat(model.lost(buffer)).isZero();
    }

    /** P(b+1, b) is the chance that nothing of the buffer was taken: the first term of the sum. */
    @Test
    void shouldBeginWithTheFirstAnswerThatFindsNoRoom() {
        OverflowModel model = new OverflowModel(3, 5);
        double first = Math.pow(1 - 1 / 3.0, 5);
        assertThat(model.lost(6)).isCloseTo(first, within(1e-12));
        // The second one: C(5-2, 5-2) + C(1+5-2, 5-2)/3.
        assertThat(model.lost(7)).isCloseTo(first + first * (1 + 4 / 3.0), within(1e-12));
        assertThat(new OverflowModel(0.9, 5).lost(1_000)).isZero();
        assertThat(new OverflowModel(1.02, 8_533).lost(10_000)).isNotNaN();
    }

    /** 10,000 receivers, 2,000 packets, 1 %: the parts of equations 2 and 3. */
    @Test
    void shouldAddUpTheParts() {
        DeliveryModel model = Delivery.of(10_000, 100).model();
        assertThat(model.retransmissions()).isEqualTo(3);
        assertThat(model.seconds()).isCloseTo(168.24, within(0.01));
        DeliveryModel.Phase connecting = model.connecting();
        assertThat(connecting.spread()).isCloseTo(30, within(1e-9));
        assertThat(connecting.waiting()).isCloseTo(1.1 * (2 + 1 - Math.pow(0.99, 100)), within(1e-9));
        assertThat(model.rounds().get(0).sending()).isCloseTo(21.52, within(1e-9));
        double tat = Delivery.of(10_000, 600).model().seconds() - model.seconds();
        assertThat(tat).isBetween(0.5 * 5, 0.5 * 15);
    }

    /** Equation 7: one CONN, 2,000 packets, one REL; each receiver answers three times. */
    @Test
    void shouldCountPackets() {
        DeliveryModel model = Delivery.of(100, 100).withLoss(0).model();
        assertThat(model.retransmissions()).isZero();
        assertThat(model.sent()).isEqualTo(2_002);
        assertThat(model.received(100)).isEqualTo(300);
        assertThat(DeliveryModel.cpuSeconds(2_002, 300)).isCloseTo(0.309, within(0.001));
    }
}
