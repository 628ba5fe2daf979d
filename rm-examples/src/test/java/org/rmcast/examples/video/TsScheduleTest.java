package org.rmcast.examples.video;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class TsScheduleTest {
    private static final long MILLI = 1_000_000;
    private static final long TICKS_PER_MILLI = 27_000;

    private static TsSchedule schedule(TsBytes stream) {
        byte[] bytes = stream.toByteArray();
        TsSchedule.Builder builder = new TsSchedule.Builder();
        int packets = bytes.length / TsPacket.BYTES;
        for (int i = 0; i < packets; i++) {
            byte[] packet = new byte[TsPacket.BYTES];
            System.arraycopy(bytes, i * TsPacket.BYTES, packet, 0, TsPacket.BYTES);
            builder.onPacket(i, packet);
        }
        return builder.build(packets);
    }

    private static TsBytes at(TsBytes stream, long millis) {
        return stream.pcr(Math.floorMod(millis * TICKS_PER_MILLI, TsPacket.PCR_MODULUS));
    }

    @Test
    void shouldSpreadPacketsEvenlyBetweenReferences() {
        TsSchedule schedule =
                schedule(at(at(at(new TsBytes(), 100).plain(3), 140).plain(1), 180));
        assertThat(schedule.nanosAt(0)).isZero();
        assertThat(schedule.nanosAt(1)).isEqualTo(10 * MILLI);
        assertThat(schedule.nanosAt(4)).isEqualTo(40 * MILLI);
        assertThat(schedule.nanosAt(5)).isEqualTo(60 * MILLI);
        assertThat(schedule.nanosAt(6)).isEqualTo(80 * MILLI);
    }

    @Test
    void shouldGoOnBeforeTheFirstAndAfterTheLastReference() {
        TsSchedule schedule =
                schedule(at(at(new TsBytes().plain(2), 500).plain(3), 540).plain(3));
        assertThat(schedule.nanosAt(0)).isZero();
        assertThat(schedule.nanosAt(2)).isEqualTo(20 * MILLI);
        assertThat(schedule.nanosAt(6)).isEqualTo(60 * MILLI);
        assertThat(schedule.nanosAt(10)).isEqualTo(100 * MILLI);
    }

    @Test
    void shouldFollowTheClockAroundItsWrap() {
        TsSchedule schedule = schedule(at(at(at(new TsBytes(), -20), 0), 20));
        assertThat(schedule.nanosAt(2)).isEqualTo(40 * MILLI);
    }

    @Test
    void shouldGoOnAtTheSameRateWhereTheClockJumps() {
        TsSchedule backward = schedule(at(at(at(at(new TsBytes(), 5000), 5010), 0), 10));
        assertThat(backward.nanosAt(2)).isEqualTo(20 * MILLI);
        assertThat(backward.nanosAt(3)).isEqualTo(30 * MILLI);
        TsSchedule forward = schedule(at(at(at(at(new TsBytes(), 0), 10), 60_000), 60_010));
        assertThat(forward.nanosAt(3)).isEqualTo(30 * MILLI);
    }

    @Test
    void shouldBelieveAnAnnouncedJumpHoweverSmall() {
        TsBytes stream = at(at(new TsBytes(), 0), 10).pcr(TsBytes.PID, 5000 * TICKS_PER_MILLI, true);
        assertThat(schedule(stream).nanosAt(2)).isEqualTo(20 * MILLI);
    }

    @Test
    void shouldTakeTheAverageRateWhereTheFirstStretchIsAJump() {
        TsBytes stream = at(new TsBytes(), 9000).pcr(TsBytes.PID, 0, true);
        assertThat(schedule(at(at(stream, 10), 30)).nanosAt(3)).isEqualTo(45 * MILLI);
    }

    @Test
    void shouldIgnoreTheClocksOfOtherPrograms() {
        TsBytes stream = at(new TsBytes(), 0).pcr(0x200, 900_000 * TICKS_PER_MILLI, false);
        assertThat(schedule(at(stream, 20)).nanosAt(2)).isEqualTo(20 * MILLI);
    }

    @Test
    void shouldRefuseStreamsWithoutAUsableClock() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> schedule(new TsBytes().plain(5)))
                .withMessageContaining("0 program clock references (PCR) in 5 packets");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> schedule(at(new TsBytes(), 0).plain(2)))
                .withMessageContaining("at least 2");
        assertThatIllegalArgumentException().isThrownBy(() -> schedule(at(at(new TsBytes(), 7), 7)));
    }
}
