package org.rmcast.srm;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.rmcast.srm.wire.SrmPacket.Echo;

/** Who of two is the member that both say to be: who is first with what this one has said. */
class NeighbourTest {
    private static final InetSocketAddress ONE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    private static final InetSocketAddress OTHER = new InetSocketAddress(InetAddress.getLoopbackAddress(), 2);

    private final StampChain chain = new StampChain();
    private final long[] stamps = chain.stamps(42);
    private final Neighbour neighbour = new Neighbour(7, chain, 0);

    /** The member itself says what has this number. */
    private void says(int number) {
        neighbour.onSession(number, stamps[number], number);
    }

    /** Somebody says it in its name. */
    private boolean isRather(InetSocketAddress from, int number) {
        return neighbour.isRather(from, number, stamps[number]);
    }

    @Test
    void shouldKnowAMemberByStampsThatFollowOneAnother() {
        for (int number : new int[] {5, 6, 9}) {
            says(number);
            assertThat(neighbour.isKnown()).isFalse();
        }
        says(10);

        assertThat(neighbour.isKnown()).isTrue();
    }

    /** It has another address. */
    @Test
    void shouldBelieveWhoGoesOnWithTheStamps() {
        for (int number = 1; number < 10; number++) {
            says(number);
        }

        assertThat(isRather(ONE, 10)).isFalse();
        assertThat(isRather(ONE, 12)).isFalse();
        assertThat(isRather(ONE, 13)).isTrue();
    }

    /** While the member cannot be heard somebody puts its session messages together from others. */
    @Test
    void shouldNotBelieveWhoDoesNotKnowTheNextStamps() {
        for (int number = 1; number < 10; number++) {
            says(number);
        }

        for (int number = 10; number < 100; number++) {
            assertThat(neighbour.isRather(ONE, number, stamps[number % 10])).isFalse();
            assertThat(neighbour.isRather(ONE, number, 1_000 + number)).isFalse();
            assertThat(isRather(ONE, number % 10)).isFalse();
        }
    }

    @Test
    void shouldBelieveTheMemberWhereSomebodyElseSpokeFirstAndMakesStampsUp() {
        for (int number = 1; number < 10; number++) {
            neighbour.onSession(1_000_000 * number, 1_000 + number, number);
        }

        assertThat(neighbour.isKnown()).isFalse();
        assertThat(isRather(ONE, 10)).isFalse();
        neighbour.onSession(10_000_000, 11, 11);
        assertThat(isRather(ONE, 12)).isFalse();
        assertThat(isRather(ONE, 13)).isTrue();
    }

    /** Who repeats a member is first where the original was lost; the member is next. */
    @Test
    void shouldNotBelieveARecordingHoweverOftenItIsHeard() {
        for (int number = 1; number < 100; number++) {
            boolean lost = number % 3 == 0;
            if (!lost) {
                says(number);
            }

            assertThat(isRather(ONE, number)).isFalse();
            assertThat(isRather(ONE, number - 1)).isFalse();
        }
    }

    @Test
    void shouldNotAddUpWhatSeveralShow() {
        says(1);
        for (int number = 2; number < 100; number++) {
            assertThat(isRather(number % 2 == 0 ? ONE : OTHER, number)).isFalse();
        }
    }

    @Test
    void shouldTakeTheNextChainFromWhereTheMemberIs() {
        for (int number = StampChain.LENGTH - 5; number < StampChain.LENGTH; number++) {
            says(number);
        }
        long[] next = chain.stamps(43);
        neighbour.onSession(StampChain.LENGTH, next[0], 0);

        assertThat(neighbour.isKnown()).isTrue();
        assertThat(neighbour.isRather(ONE, StampChain.LENGTH + 1, next[1])).isFalse();
        assertThat(neighbour.isRather(ONE, StampChain.LENGTH + 2, next[2])).isFalse();
        assertThat(neighbour.isRather(ONE, StampChain.LENGTH + 3, next[3])).isTrue();
    }

    /** The stamp of who speaks from elsewhere is shown once, and the latest one. */
    @Test
    void shouldShowTheStampOfWhoSpeaksFromElsewhere() {
        assertThat(neighbour.takeRival(1_000)).isNull();
        neighbour.onElsewhere(11, 1_000);
        neighbour.onElsewhere(12, 2_000);

        assertThat(neighbour.takeRival(5_000)).isEqualTo(new Echo(7, 12, 3));
        assertThat(neighbour.takeRival(6_000)).isNull();
    }
}
