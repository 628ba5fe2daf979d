package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.rmcast.core.engine.ProtocolEngine;

/** With the defaults: a beacon each 500 ms, a sender is lost after 30 s. */
class StreamChoiceTest {
    private static final long MILLI = 1_000_000L;
    private static final long ONE = 11;
    private static final long OTHER = 12;
    private static final InetSocketAddress AT = Parts.address(1);
    private static final InetSocketAddress ELSEWHERE = Parts.address(2);

    private final TramConfig config = TramConfig.defaults();
    private final long silence = config.senderSilenceNanos;
    private final StreamChoice choice = new StreamChoice(config);

    @Test
    void shouldFollowNobodyAtFirst() {
        assertThat(choice.source()).isZero();
        assertThat(choice.isFree(AT, 0)).isTrue();
        assertThat(choice.nextDeadlineNanos()).isEqualTo(ProtocolEngine.NO_DEADLINE);
    }

    @Test
    void shouldKeepTheFirstSenderWhileItIsHeard() {
        choice.follow(ONE, AT, 0);
        assertThat(choice.hears(OTHER, AT, MILLI)).isFalse();
        assertThat(choice.hears(ONE, AT, MILLI)).isTrue();
        assertThat(choice.isFree(AT, MILLI + 5 * config.beaconIntervalNanos)).isFalse();
        assertThat(choice.isFree(AT, MILLI + 5 * config.beaconIntervalNanos + 1))
                .isTrue();
    }

    /** Or a stranger would have everybody for good who has missed some beacons. */
    @Test
    void shouldNotTakeASenderOfAnotherHostBeforeItsOwnIsGivenUp() {
        choice.follow(ONE, AT, 0);
        InetSocketAddress other = new InetSocketAddress("192.0.2.99", AT.getPort());
        assertThat(choice.isFree(other, silence)).isFalse();
        assertThat(choice.isFree(other, silence + 1)).isTrue();
    }

    @Test
    void shouldNotHearTheSenderFromElsewhereWhileItIsHeard() {
        choice.follow(ONE, AT, 0);
        long silent = 5 * config.beaconIntervalNanos;
        assertThat(choice.hears(ONE, ELSEWHERE, silent)).isFalse();
        choice.hears(ONE, AT, silent);
        assertThat(choice.hears(ONE, ELSEWHERE, 2 * silent)).isFalse();
        assertThat(choice.hears(ONE, ELSEWHERE, 2 * silent + 1)).as("it moved").isTrue();
        assertThat(choice.isAtHome(ELSEWHERE))
                .as("but what it says there is not believed yet")
                .isFalse();
    }

    /** Whoever speaks in the name of a sender that is away must not keep it out when it is back. */
    @Test
    void shouldHearTheSenderAgainAtItsOwnAddress() {
        choice.follow(ONE, AT, 0);
        long moved = 6 * config.beaconIntervalNanos;
        assertThat(choice.hears(ONE, ELSEWHERE, moved)).isTrue();
        assertThat(choice.hears(ONE, Parts.address(3), moved + 1))
                .as("a third one")
                .isFalse();
        assertThat(choice.hears(ONE, AT, moved + 2)).isTrue();
        assertThat(choice.hears(ONE, ELSEWHERE, moved + 3)).isFalse();
    }

    @Test
    void shouldTakeASenderToHaveMovedThatWasNotAtItsAddressForLong() {
        choice.follow(ONE, AT, 0);
        for (long now = 6 * config.beaconIntervalNanos; now <= silence + MILLI; now += MILLI) {
            choice.hears(ONE, ELSEWHERE, now);
        }
        assertThat(choice.isAtHome(ELSEWHERE)).isTrue();
        assertThat(choice.hears(ONE, AT, silence + 2 * MILLI)).isFalse();
    }

    @Test
    void shouldTakeAnotherSenderWhenTheStreamHasEnded() {
        choice.follow(ONE, AT, 0);
        choice.end();
        assertThat(choice.isFree(AT, 0)).isTrue();
        choice.drop();
        choice.follow(OTHER, AT, 0);
        assertThat(choice.source()).isEqualTo(OTHER);
        assertThat(choice.isEnded()).isFalse();
    }

    @Test
    void shouldNotFollowAStreamTwiceThatHasEnded() {
        choice.follow(ONE, AT, 0);
        choice.end();
        choice.drop();
        assertThat(choice.isOver(ONE)).isTrue();
        assertThat(choice.isOver(OTHER)).isFalse();
    }

    @Test
    void shouldNoticeThatItsSenderIsSilent() {
        choice.follow(ONE, AT, 0);
        assertThat(choice.nextDeadlineNanos()).isEqualTo(silence);
        assertThat(choice.silentNanos(silence - 1)).isZero();
        assertThat(choice.silentNanos(silence)).isEqualTo(silence);
    }

    @Test
    void shouldWaitAnewFromTheLastSignOfLife() {
        choice.follow(ONE, AT, 0);
        choice.hears(ONE, AT, 7 * MILLI);
        assertThat(choice.silentNanos(silence)).isZero();
        assertThat(choice.nextDeadlineNanos()).isEqualTo(silence + 7 * MILLI);
        assertThat(choice.silentNanos(silence + 7 * MILLI)).isEqualTo(silence);
    }

    @Test
    void shouldNotBlameTheSenderForAPauseOfItsOwn() {
        choice.follow(ONE, AT, 0);
        long late = silence + config.helloIntervalNanos + 1;
        assertThat(choice.silentNanos(late)).isZero();
        assertThat(choice.nextDeadlineNanos()).isEqualTo(late + silence);
    }

    @Test
    void shouldNotMindTheSilenceAfterTheEnd() {
        choice.follow(ONE, AT, 0);
        choice.end();
        assertThat(choice.silentNanos(silence)).isZero();
        assertThat(choice.nextDeadlineNanos()).isEqualTo(ProtocolEngine.NO_DEADLINE);
    }

    @Test
    void shouldLookAgainWhileTheStreamCanNotBeLetGo() {
        choice.follow(ONE, AT, 0);
        choice.lookAgain(silence);
        assertThat(choice.nextDeadlineNanos()).isEqualTo(silence + config.helloIntervalNanos);
    }

    @Test
    void shouldWelcomeASenderBackThatFellSilentWhereItsStreamWasLeft() {
        choice.follow(ONE, AT, 0);
        choice.leaveAt(42, 7);
        choice.drop();
        choice.forgive();
        assertThat(choice.isOver(ONE)).isFalse();
        assertThat(choice.isBack()).isFalse();
        choice.follow(ONE, AT, silence);
        assertThat(choice.isBack()).isTrue();
        assertThat(choice.leftSequence()).isEqualTo(42);
        assertThat(choice.leftMessage()).isEqualTo(7);
    }

    @Test
    void shouldBeginAnewWithAnotherSender() {
        choice.follow(ONE, AT, 0);
        choice.leaveAt(42, 7);
        choice.drop();
        choice.follow(OTHER, AT, 0);
        assertThat(choice.isBack()).isFalse();
    }
}
