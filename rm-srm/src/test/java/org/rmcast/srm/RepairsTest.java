package org.rmcast.srm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.srm.wire.SrmPacket.Range;

/** Repairs of one member with D1 = 1 and D2 = 0, for a requester at 10 ms, so that all delays are known. */
class RepairsTest {
    private static final long MS = 1_000_000;
    private static final long DISTANCE = 10 * MS;
    private static final long OWN = 50;
    private static final long LOWER = 40;
    private static final long HIGHER = 60;
    private static final long REQUESTER = 7;

    private int duplicates;
    private int duplicatesOfOwn;

    private final TimerConstants constants = new TimerConstants() {
        @Override
        public double start() {
            return 1;
        }

        @Override
        public double width() {
            return 0;
        }

        @Override
        public void onDuplicate(boolean alsoSent, long theirNanos, long ownNanos) {
            duplicates++;
            duplicatesOfOwn += alsoSent ? 1 : 0;
        }
    };

    private final Repairs repairs = new Repairs(
            OWN, new SuppressionTimer(constants, BackOff.UNIFORM, 2, MS, 10_000 * MS, new SplittableRandom(1)), 100);

    private int request(long first, long limit, long nowNanos) {
        RepairTurn turn = new RepairTurn(REQUESTER, DISTANCE, 0, 63, nowNanos);
        return repairs.onRequest(
                List.of(new Range(first, limit)), 10, 1_000, sequence -> sequence % 2 == 0, turn, nowNanos);
    }

    private long take(long nowNanos) {
        return Objects.requireNonNull(repairs.take(nowNanos)).sequence();
    }

    @Test
    void shouldRepairWhatItHoldsAfterTheDelay() {
        assertThat(request(5, 15, 0)).isEqualTo(3);
        assertThat(repairs.nextDeadlineNanos()).isEqualTo(10 * MS);
        assertThat(repairs.take(10 * MS - 1)).isNull();
        assertThat(take(10 * MS)).isEqualTo(10);
        assertThat(take(10 * MS)).isEqualTo(12);
        assertThat(take(11 * MS)).isEqualTo(14);
        assertThat(repairs.take(11 * MS)).isNull();
        assertThat(repairs.isEmpty()).isTrue();
        assertThat(repairs.nextDeadlineNanos()).isEqualTo(ProtocolEngine.NO_DEADLINE);
    }

    @Test
    void shouldTakeNoCareOfWhatIsFarBeyondWhatItHolds() {
        assertThat(request(1_000, Long.MAX_VALUE / 2, 0)).isZero();
        assertThat(request(1, Long.MAX_VALUE / 2, 0)).isEqualTo(100);
    }

    @Test
    void shouldRepairOnceWhatIsAskedForAgainWhileItWaitsOrIsHeldDown() {
        request(10, 11, 0);
        assertThat(request(10, 11, 5 * MS)).isZero();
        take(10 * MS);
        assertThat(request(10, 11, 40 * MS - 1)).isZero();
        assertThat(request(10, 11, 40 * MS)).isEqualTo(1);
    }

    @Test
    void shouldDropItsRepairWhenSomebodyElseRepairs() {
        request(10, 11, 0);
        repairs.onRepair(10, HIGHER, DISTANCE, DISTANCE, 5 * MS);
        assertThat(repairs.take(10 * MS)).isNull();
        assertThat(repairs.isEmpty()).isTrue();
        assertThat(request(10, 11, 35 * MS - 1)).isZero();
        assertThat(request(10, 11, 35 * MS)).isEqualTo(1);
    }

    @Test
    void shouldIgnoreRequestsAfterItsOwnLackWasRepaired() {
        repairs.onRepair(10, HIGHER, DISTANCE, 20 * MS, 0);
        assertThat(request(10, 11, 60 * MS - 1)).isZero();
        assertThat(request(10, 11, 60 * MS)).isEqualTo(1);
    }

    @Test
    void shouldPutTheRestOffWhileSomebodyElseIsAtIt() {
        request(10, 21, 0);
        repairs.onRepair(10, HIGHER, DISTANCE, DISTANCE, 9 * MS);
        assertThat(repairs.nextDeadlineNanos()).isEqualTo(19 * MS);
        repairs.onRepair(12, HIGHER, DISTANCE, DISTANCE, 18 * MS);
        assertThat(repairs.nextDeadlineNanos()).isEqualTo(28 * MS);
        assertThat(take(28 * MS)).as("where the other one stopped").isEqualTo(14);
    }

    @Test
    void shouldStopForALowerIdIfTwoHaveBegun() {
        request(10, 21, 0);
        take(10 * MS);
        repairs.onRepair(12, HIGHER, DISTANCE, DISTANCE, 10 * MS);
        assertThat(take(10 * MS)).isEqualTo(14);
        repairs.onRepair(16, LOWER, DISTANCE, DISTANCE, 11 * MS);
        assertThat(repairs.take(11 * MS)).isNull();
        assertThat(repairs.nextDeadlineNanos()).isEqualTo(21 * MS);
    }

    @Test
    void shouldCountWhoRepairsAgainOnce() {
        request(10, 15, 0);
        take(10 * MS);
        take(10 * MS);
        repairs.onRepair(10, HIGHER, DISTANCE, DISTANCE, 12 * MS);
        repairs.onRepair(12, HIGHER, DISTANCE, DISTANCE, 12 * MS);
        assertThat(duplicates).isEqualTo(1);
        assertThat(duplicatesOfOwn).isEqualTo(1);
        repairs.onRepair(10, HIGHER, DISTANCE, DISTANCE, 60 * MS);
        assertThat(duplicates).as("of long ago").isEqualTo(1);
    }

    @Test
    void shouldNotRepairWhatIsNotHeldAnyMore() {
        request(10, 21, 0);
        repairs.forgetBelow(20);
        assertThat(take(10 * MS)).isEqualTo(20);
        assertThat(repairs.isEmpty()).isTrue();
        request(30, 31, 0);
        repairs.forgetBelow(31);
        assertThat(repairs.nextDeadlineNanos()).isEqualTo(ProtocolEngine.NO_DEADLINE);
    }

    @Test
    void shouldBeBoundedWhateverIsRepaired() {
        for (long sequence = 0; sequence < 100_000; sequence++) {
            repairs.onRepair(sequence, HIGHER, DISTANCE, DISTANCE, 0);
        }
        assertThat(request(99_900, 100_000, 0)).as("not held").isZero();
    }

    /** Of a source that seems to be 20 s away, where no delay is longer than 10 s. */
    @Test
    void shouldHoldNothingDownForLongerThanTheLongestDelay() {
        repairs.onRepair(10, HIGHER, DISTANCE, 20_000 * MS, 0);
        assertThat(request(10, 11, 10_000 * MS - 1)).isZero();
        assertThat(request(10, 11, 10_000 * MS)).isEqualTo(1);
    }
}
