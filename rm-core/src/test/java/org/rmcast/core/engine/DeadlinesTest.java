package org.rmcast.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rmcast.core.engine.ProtocolEngine.NO_DEADLINE;

import org.junit.jupiter.api.Test;

class DeadlinesTest {
    @Test
    void shouldTakeTheEarlierOfTwo() {
        assertThat(Deadlines.earlier(3, 7)).isEqualTo(3);
        assertThat(Deadlines.earlier(7, 3)).isEqualTo(3);
        assertThat(Deadlines.earlier(5, 5)).isEqualTo(5);
    }

    @Test
    void shouldTakeAnyDeadlineBeforeNone() {
        assertThat(Deadlines.earlier(NO_DEADLINE, -7)).isEqualTo(-7);
        assertThat(Deadlines.earlier(-7, NO_DEADLINE)).isEqualTo(-7);
        assertThat(Deadlines.earlier(NO_DEADLINE, NO_DEADLINE)).isEqualTo(NO_DEADLINE);
    }

    @Test
    void shouldCompareAcrossTheWrap() {
        long before = Long.MAX_VALUE - 1;
        long after = Long.MIN_VALUE + 1;
        assertThat(Deadlines.earlier(after, before)).isEqualTo(before);
        assertThat(Deadlines.isDue(after, before)).isFalse();
        assertThat(Deadlines.isDue(before, after)).isTrue();
        assertThat(Deadlines.compare(before, after)).isNegative();
    }

    @Test
    void shouldBeDueAtItsTime() {
        assertThat(Deadlines.isDue(5, 4)).isFalse();
        assertThat(Deadlines.isDue(5, 5)).isTrue();
        assertThat(Deadlines.isDue(NO_DEADLINE, -5)).isFalse();
    }
}
