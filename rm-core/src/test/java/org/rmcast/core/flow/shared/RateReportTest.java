package org.rmcast.core.flow.shared;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RateReportTest {
    @Test
    void shouldBringWhatIsReportedWithinItsRange() {
        RateReport report = new RateReport(1, RateLimit.LOSS, Long.MAX_VALUE, -1, Double.NaN, -1, -1);
        assertThat(report).isEqualTo(new RateReport(1, RateLimit.LOSS, RateReport.MOST, 0, 0, 0, 0));
        assertThat(new RateReport(1, RateLimit.LOSS, 1, 1, 17, 1, 1).lossEventRate())
                .isEqualTo(1);
    }

    @Test
    void shouldBeThatOfTheOneThatWantsLess() {
        RateReport more = new RateReport(1, RateLimit.LOSS, 20, 1, 0, 1, 1);
        RateReport less = new RateReport(2, RateLimit.START, 10, 1, 0, 1, 1);
        assertThat(RateReport.lower(more, less)).isEqualTo(less);
        assertThat(RateReport.lower(less, more)).isEqualTo(less);
    }
}
