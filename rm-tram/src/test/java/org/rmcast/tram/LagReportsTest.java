package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.rmcast.core.engine.Reason;
import org.rmcast.tram.wire.TramPacket.MemberFate;
import org.rmcast.tram.wire.TramPacket.MemberReport;

class LagReportsTest {
    private static final InetSocketAddress ADDRESS = new InetSocketAddress(InetAddress.getLoopbackAddress(), 7);
    private static final long HEAD = 100;
    private static final long OTHER_HEAD = 101;

    private final LagReports reports = new LagReports();

    @Test
    void shouldTellWhatComesInOrder() {
        assertThat(reports.isNews(report(MemberFate.LAGGING, HEAD, 1, 5))).isTrue();
        assertThat(reports.isNews(report(MemberFate.CAUGHT_UP, HEAD, 2, 5))).isTrue();
        assertThat(reports.isNews(report(MemberFate.LAGGING, HEAD, 3, 5))).isTrue();
    }

    @Test
    void shouldTellNothingOfALagThatWasOverBeforeItWasHeardOf() {
        assertThat(reports.isNews(report(MemberFate.CAUGHT_UP, HEAD, 2, 5))).isFalse();
        assertThat(reports.isNews(report(MemberFate.LAGGING, HEAD, 1, 5))).isFalse();
        assertThat(reports.isNews(report(MemberFate.LAGGING, HEAD, 3, 5))).isTrue();
    }

    @Test
    void shouldTakeTheWordOfWhicheverHeadAReceiverHas() {
        assertThat(reports.isNews(report(MemberFate.LAGGING, HEAD, 9, 5))).isTrue();
        assertThat(reports.isNews(report(MemberFate.CAUGHT_UP, OTHER_HEAD, 1, 5)))
                .isTrue();
    }

    @Test
    void shouldForgetWhoIsGone() {
        assertThat(reports.isNews(report(MemberFate.LAGGING, HEAD, 1, 5))).isTrue();
        assertThat(reports.isNews(report(MemberFate.FAILED, HEAD, 2, 5))).isTrue();
        assertThat(reports.isNews(report(MemberFate.CAUGHT_UP, HEAD, 3, 5))).isFalse();
    }

    @Test
    void shouldTellAnythingElse() {
        assertThat(reports.isNews(report(MemberFate.ADOPTED, HEAD, 1, 5))).isTrue();
        assertThat(reports.isNews(report(MemberFate.MISSED, HEAD, 1, 5))).isTrue();
    }

    @Test
    void shouldKeepABoundedNumber() {
        for (int member = 1; member <= 5_000; member++) {
            reports.isNews(report(MemberFate.LAGGING, HEAD, member, member));
        }
        assertThat(reports.isNews(report(MemberFate.CAUGHT_UP, HEAD, 6_000, 1)))
                .as("the first is forgotten")
                .isFalse();
        assertThat(reports.isNews(report(MemberFate.CAUGHT_UP, HEAD, 6_001, 5_000)))
                .isTrue();
    }

    private static MemberReport report(MemberFate fate, long reporter, int number, long member) {
        return new MemberReport(fate, 1, reporter, number, member, 1, ADDRESS, true, 0, 0, 1, 1, 0, Reason.NONE);
    }
}
