package org.rmcast.rmtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.rmcast.core.engine.ProtocolEngine;

/** What a receiver reports of monitored periods. */
class PacketCountTest {
    private static final long DELAY = 25;

    private final PacketCount count = new PacketCount(DELAY);

    @Test
    void shouldReportSomeTimeAfterTheStopBit() {
        packets(1, 3, 0);
        count.count(1, true, 10);
        assertThat(count.nextDeadlineNanos()).isEqualTo(10 + DELAY);
        assertThat(count.takeDue(10 + DELAY - 1)).isNull();
        expectReport(1, 4, 10 + DELAY);
        assertThat(count.nextDeadlineNanos()).isEqualTo(ProtocolEngine.NO_DEADLINE);
    }

    @Test
    void shouldEndAPeriodWithALaterOneIfTheStopBitIsLost() {
        packets(1, 3, 0);
        packets(3, 2, 10);
        expectReport(1, 3, 10 + DELAY);
        assertThat(count.nextDeadlineNanos()).isEqualTo(ProtocolEngine.NO_DEADLINE);
    }

    /** Those of two periods come mixed: each was taken for the end of the other one, and counted from 0 again. */
    @Test
    void shouldCountPacketsThatWereOvertaken() {
        packets(1, 5, 0);
        count.count(1, true, 10);
        for (int i = 0; i < 4; i++) {
            packets(2, 1, 11 + i);
            packets(1, 1, 11 + i);
        }
        packets(2, 5, 20);
        expectReport(1, 10, 10 + DELAY);
        packets(1, 1, 10 + DELAY);
        count.count(2, true, 60);
        expectReport(2, 10, 60 + DELAY);
    }

    @Test
    void shouldTakeNumbersThatWrapAround() {
        for (int number = 1; number < 1 << 17; number++) {
            count.count(number & 0xFFFF, true, 100L * number);
            expectReport(number & 0xFFFF, 1, 100L * number + DELAY);
        }
    }

    @Test
    void shouldKeepFewPeriodsWhenReportsAreDueLate() {
        for (int number = 1; number < 1_000; number++) {
            packets(number, 1, 0);
        }
        int reports = 0;
        while (count.takeDue(DELAY) != null) {
            reports++;
        }
        assertThat(reports).isEqualTo(15);
    }

    private void packets(int period, int packets, long nowNanos) {
        for (int i = 0; i < packets; i++) {
            count.count(period, false, nowNanos);
        }
    }

    private void expectReport(int number, int packets, long nowNanos) {
        PacketCount.Period period = Objects.requireNonNull(count.takeDue(nowNanos));
        assertThat(period.number).isEqualTo(number);
        assertThat(period.packets).isEqualTo(packets);
    }
}
