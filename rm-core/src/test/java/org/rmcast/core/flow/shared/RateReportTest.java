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

    private static RateReport of(long member, long bytesPerSecond, int roundTripMicros) {
        return new RateReport(member, RateLimit.LOSS, bytesPerSecond, 1, 0, roundTripMicros, 0);
    }

    @Test
    void shouldBeBelowOneThatWantsMoreOrTheSameWithAHigherMemberId() {
        assertThat(of(2, 10, 1).isBelow(of(1, 11, 1))).isTrue();
        assertThat(of(1, 11, 1).isBelow(of(2, 10, 1))).isFalse();
        assertThat(of(1, 10, 1).isBelow(of(2, 10, 1))).isTrue();
        assertThat(of(2, 10, 1).isBelow(of(1, 10, 1))).isFalse();
        assertThat(of(1, 10, 1).isBelow(of(1, 10, 1))).isFalse();
    }

    @Test
    void shouldBeOldAfterTenRoundTripsOr200Milliseconds() {
        assertThat(of(1, 10, 40_000).isOldAfter(399_999_999)).isFalse();
        assertThat(of(1, 10, 40_000).isOldAfter(400_000_000)).isTrue();
        assertThat(of(1, 10, 100).isOldAfter(199_999_999)).isFalse();
        assertThat(of(1, 10, 100).isOldAfter(200_000_000)).isTrue();
        assertThat(of(1, 10, Integer.MAX_VALUE).isOldAfter(Long.MAX_VALUE)).isTrue();
    }

    @Test
    void shouldBeThatOfTheOneThatWantsLess() {
        RateReport more = new RateReport(1, RateLimit.LOSS, 20, 1, 0, 1, 1);
        RateReport less = new RateReport(2, RateLimit.START, 10, 1, 0, 1, 1);
        assertThat(RateReport.lower(more, less)).isEqualTo(less);
        assertThat(RateReport.lower(less, more)).isEqualTo(less);
    }
}
