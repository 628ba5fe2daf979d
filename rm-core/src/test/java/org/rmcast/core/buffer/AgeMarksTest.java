package org.rmcast.core.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Which packets are old, and how many bytes are held. */
class AgeMarksTest {
    private static final long START = -5_000;

    @Test
    void shouldKnowWhatIsOlderThanTheAge() {
        AgeMarks marks = new AgeMarks(1_600, 1);
        for (int i = 0; i < 100; i++) {
            marks.mark(2 + i, START + 100L * i);
        }
        assertThat(marks.agedBelow(START + 1_599)).isEqualTo(1);
        assertThat(marks.agedBelow(START + 1_600)).isEqualTo(2);
        assertThat(marks.agedBelow(START + 9_900)).isEqualTo(2 + 83);
    }

    @Test
    void shouldNeverCallAPacketOldThatIsNot() {
        AgeMarks marks = new AgeMarks(1_600, 1);
        marks.mark(2, START);
        for (int i = 0; i < 50; i++) {
            marks.mark(3 + i, START + 1 + i);
        }
        assertThat(marks.agedBelow(START + 1_600)).isEqualTo(2);
        marks.mark(60, START + 1_700);
        assertThat(marks.agedBelow(START + 3_299)).isEqualTo(2);
        assertThat(marks.agedBelow(START + 3_300)).isEqualTo(60);
    }

    @Test
    void shouldRefuseAnAgeThatIsNone() {
        assertThatThrownBy(() -> new AgeMarks(0, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldKeepAPartOfTheBudgetForTheLowestPacket() {
        ByteBudget budget = new ByteBudget(8_000);
        budget.change(6_000);
        assertThat(budget.hasRoom(1_000 - ByteBudget.PACKET_OVERHEAD_BYTES)).isTrue();
        assertThat(budget.hasRoom(1_001 - ByteBudget.PACKET_OVERHEAD_BYTES)).isFalse();
        assertThat(budget.hasRoomForLowest(2_000 - ByteBudget.PACKET_OVERHEAD_BYTES))
                .isTrue();
        assertThat(budget.hasRoomForLowest(2_001 - ByteBudget.PACKET_OVERHEAD_BYTES))
                .isFalse();
        budget.change(-6_000);
        assertThat(budget.used()).isZero();
    }
}
