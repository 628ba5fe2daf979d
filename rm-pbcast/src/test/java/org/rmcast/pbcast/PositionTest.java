package org.rmcast.pbcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.Role;
import org.rmcast.core.membership.GroupMember;

/** What a sender believes of how far a receiver is, and how long it waits for its answers. */
class PositionTest {
    private static final long MILLI = 1_000_000;
    private static final int FIRST = Integer.MAX_VALUE - 2;
    private static final GroupMember BOB =
            new GroupMember(7, new InetSocketAddress(InetAddress.getLoopbackAddress(), 4000), 0, Role.RECEIVER);

    private final PbcastConfig config =
            PbcastConfig.defaults().with("round", "100ms").with("pollInterval", "4ms");
    private final Position position = new Position(BOB, config, FIRST);

    /** Finding H7 of the review of security: such a claim let packets go, and flushes be complete. */
    @Test
    void shouldNotBelieveThatSomebodyHasWhatWasNeverSent() {
        position.update(1_000, 900, true, 10);
        assertThat(position.has(50)).isFalse();
        assertThat(position.next()).isEqualTo(1);
        assertThat(position.lostLimit).isZero();
        assertThat(position.knowsEnd).isFalse();
        position.update(10, 4, true, 10);
        assertThat(position.has(10)).isTrue();
        assertThat(position.lostLimit).isEqualTo(4);
    }

    /** Seed 4906: it lost more than the flush asked for, and the next flush was complete. */
    @Test
    void shouldHaveToldOfLossesNoFurtherThanTheFlushAsked() {
        position.update(10, 8, false, 10);
        assertThat(position.lostUntold()).isTrue();
        position.onFlushAnswered(5);
        assertThat(position.lostUntold()).isTrue();
        position.onFlushAnswered(10);
        assertThat(position.lostUntold()).isFalse();
        position.onFlushAnswered(5);
        assertThat(position.lostUntold()).isFalse();
    }

    @Test
    void shouldTakeTheFirstAnswerToEachPollAcrossTheWrapOfTheirNumbers() {
        for (int i = 0; i < 8; i++) {
            int number = position.ask(i * MILLI);
            assertThat(number).isNotNegative();
            assertThat(position.onAnswer(number, i * MILLI + 1))
                    .as("poll %d", i)
                    .isNotNegative();
            assertThat(position.isNewest(number)).as("poll %d", i).isTrue();
            assertThat(position.onAnswer(number, i * MILLI + 2)).as("again").isNegative();
            assertThat(position.isNewest(number)).as("again").isFalse();
        }
    }

    @Test
    void shouldIgnoreAnswersToWhatWasNotAsked() {
        int number = position.ask(0);
        assertThat(position.onAnswer(number + 1, MILLI)).isNegative();
        assertThat(position.onAnswer(number - 1, MILLI)).isNegative();
        assertThat(position.onAnswer(number, MILLI)).isNotNegative();
    }

    @Test
    void shouldNotTakeOldNewsForNew() {
        int first = position.ask(0);
        int second = position.ask(MILLI);
        assertThat(position.isNewest(second)).isTrue();
        assertThat(position.isNewest(first)).isFalse();
        int third = position.ask(2 * MILLI);
        position.forgetAnswers();
        assertThat(position.isNewest(third)).isFalse();
    }

    /** RFC 6298: the time-out follows the round trip, and doubles while there is no answer. */
    @Test
    void shouldWaitAsLongAsTheAnswersTake() {
        assertThat(position.patienceNanos()).as("nothing measured").isBetween(4 * MILLI, 12 * MILLI);
        long now = 0;
        for (int i = 0; i < 20; i++) {
            int number = position.ask(now);
            now += 30 * MILLI;
            position.onAnswer(number, now);
            position.isNewest(number);
        }
        long measured = position.patienceNanos();
        assertThat(measured).isBetween(30 * MILLI, 40 * MILLI);
        position.ask(now);
        position.ask(now + 40 * MILLI);
        assertThat(position.patienceNanos()).isEqualTo(2 * measured);
        position.ask(now + 45 * MILLI);
        assertThat(position.patienceNanos()).as("no sooner").isEqualTo(2 * measured);
        for (int i = 0; i < 20; i++) {
            position.ask(now + (i + 2) * 1_000L * MILLI);
        }
        assertThat(position.patienceNanos()).as("bounded by a round").isEqualTo(100 * MILLI);
    }

    /** Clocks may be below zero: what had regained since zero was then lost, and the first wait made a laggard. */
    @ParameterizedTest
    @ValueSource(longs = {-3_600_000 * MILLI, 0, 3_600_000 * MILLI})
    void shouldCountForHowLongItHeldTheSenderBackWhateverTheClockShows(long now) {
        position.hold(10 * MILLI, now);
        assertThat(position.heldNanos(now)).isEqualTo(10 * MILLI);
        assertThat(position.heldNanos(now + 40 * MILLI)).isEqualTo(8 * MILLI);
        assertThat(position.heldNanos(now + 400 * MILLI)).isZero();
        position.hold(10 * MILLI, now + 1_000 * MILLI);
        assertThat(position.heldNanos(now + 1_000 * MILLI)).isEqualTo(10 * MILLI);
    }
}
