package org.rmcast.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One report per interval. */
class ReportLimitTest {
    @ParameterizedTest
    @ValueSource(longs = {-1_000_000, -5, 0, 1_000_000, Long.MAX_VALUE - 5})
    void shouldReportTheFirstAtOnceAndThenOncePerInterval(long now) {
        ReportLimit limit = new ReportLimit(10);
        assertThat(limit.take(now)).isTrue();
        assertThat(limit.take(now)).isFalse();
        assertThat(limit.take(now + 9)).isFalse();
        assertThat(limit.take(now + 10)).isTrue();
        assertThat(limit.take(now + 19)).isFalse();
        assertThat(limit.take(now + 100)).isTrue();
    }

    @Test
    void shouldRefuseAnIntervalThatIsNotPositive() {
        assertThatThrownBy(() -> new ReportLimit(0)).hasMessage("intervalNanos must be positive, was 0");
    }
}
