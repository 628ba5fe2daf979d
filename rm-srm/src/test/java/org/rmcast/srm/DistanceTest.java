package org.rmcast.srm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DistanceTest {
    private static final long MS = 1_000_000;

    @Test
    void shouldTakeOutTheOffsetOfClocksAndTheTimeHeld() {
        // Here it is 1,000 ms when the stamp leaves; there the clock shows something else altogether.
        OwnStamps stamps = new OwnStamps(new SplittableRandom(1));
        long stamp = stamps.next(1_000 * MS);
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
        OwnStamps stamps = new OwnStamps(new SplittableRandom(2));
        long first = stamps.next(5);
        assertThat(stamps.ageNanos(first, 9)).isEqualTo(4);
        assertThat(stamps.ageNanos(first + 1, 9)).isEqualTo(-1);
        assertThat(stamps.ageNanos(0, 9)).isEqualTo(-1);
        for (int i = 0; i < OwnStamps.MOST; i++) {
            stamps.next(10 + i);
        }
        assertThat(stamps.ageNanos(first, 1_000)).isEqualTo(-1);
    }

    @Test
    void shouldStampByAnAmountThatDiffersByMember() {
        long one = new OwnStamps(new SplittableRandom(1)).next(0);
        assertThat(one).isNotEqualTo(new OwnStamps(new SplittableRandom(2)).next(0));
    }
}
