package org.rmcast.srm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DistanceTest {
    private static final long MS = 1_000_000;
    private static final StampChain CHAIN = new StampChain();

    @Test
    void shouldTakeOutTheOffsetOfClocksAndTheTimeHeld() {
        // Here it is 1,000 ms when the stamp leaves; there the clock shows something else altogether.
        OwnStamps stamps = new OwnStamps(CHAIN, new SplittableRandom(1));
        long stamp = stamps.next(1, 1_000 * MS);
        Distance distance = new Distance();
        long age = stamps.ageNanos(stamp, 1_260 * MS);
        assertThat(age).isEqualTo(260 * MS);
        distance.onEcho(age, 240 * MS);
        assertThat(distance.nanos()).isEqualTo(10 * MS);
    }

    @Test
    void shouldBelieveTheNearestAndFollowSlowlyWhatIsFarther() {
        Distance distance = new Distance();
        assertThat(distance.isKnown()).isFalse();
        distance.onEcho(40 * MS, 0);
        assertThat(distance.nanos()).isEqualTo(20 * MS);
        distance.onEcho(80 * MS, 0);
        assertThat(distance.nanos()).isEqualTo(25 * MS);
        distance.onEcho(10 * MS, 0);
        assertThat(distance.nanos()).isEqualTo(5 * MS);
        distance.onEcho(10 * MS, 11 * MS);
        assertThat(distance.nanos()).isZero();
    }

    @Test
    void shouldKnowOnlyItsOwnRecentStamps() {
        OwnStamps stamps = new OwnStamps(CHAIN, new SplittableRandom(2));
        long first = stamps.next(1, 5);
        assertThat(stamps.ageNanos(first, 9)).isEqualTo(4);
        assertThat(stamps.ageNanos(first + 1, 9)).isEqualTo(-1);
        assertThat(stamps.ageNanos(0, 9)).isEqualTo(-1);
        for (int i = 0; i < OwnStamps.MOST; i++) {
            stamps.next(2 + i, 10 + i);
        }
        assertThat(stamps.ageNanos(first, 1_000)).isEqualTo(-1);
    }

    @Test
    void shouldHaveOtherStampsThanAnotherMember() {
        long one = new OwnStamps(CHAIN, new SplittableRandom(1)).next(1, 0);
        assertThat(one).isNotEqualTo(new OwnStamps(CHAIN, new SplittableRandom(2)).next(1, 0));
    }

    /** Each leads to the one before it, over the end of a chain not. */
    @Test
    void shouldStampByChains() {
        OwnStamps stamps = new OwnStamps(CHAIN, new SplittableRandom(3));
        long[] shown = new long[2 * StampChain.LENGTH];
        for (int number = 1; number < shown.length; number++) {
            shown[number] = stamps.next(number, number);
        }
        assertThat(CHAIN.follows(1, shown[1], 2, shown[2])).isTrue();
        assertThat(CHAIN.follows(1, shown[1], 1 + StampChain.MOST_STEPS, shown[1 + StampChain.MOST_STEPS]))
                .isTrue();
        assertThat(CHAIN.follows(1, shown[1], 2 + StampChain.MOST_STEPS, shown[2 + StampChain.MOST_STEPS]))
                .isFalse();
        assertThat(CHAIN.follows(2, shown[2], 1, shown[1])).isFalse();
        assertThat(CHAIN.follows(2, shown[2], 2, shown[2])).isFalse();
        assertThat(CHAIN.follows(2, shown[2], 3, shown[4])).isFalse();
        int last = StampChain.LENGTH - 1;
        assertThat(CHAIN.follows(last - 1, shown[last - 1], last, shown[last])).isTrue();
        assertThat(CHAIN.follows(last, shown[last], last + 1, shown[last + 1])).isFalse();
        assertThat(CHAIN.follows(last + 1, shown[last + 1], last + 2, shown[last + 2]))
                .isTrue();
    }
}
