package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rmcast.core.engine.Role;
import org.rmcast.core.event.SessionEvent;
import org.rmcast.core.testing.RecordingActions;
import org.rmcast.tram.wire.TramPacket.MemberFate;
import org.rmcast.tram.wire.TramPacket.MemberReport;
import org.rmcast.tram.wire.TramPacket.MemberRole;

class MemberReportsTest {
    private final MemberReports reports = new MemberReports(Parts.context(TramConfig.defaults(), Role.REPAIR_NODE));
    private final HeadMember member = new HeadMember(3, Parts.address(3), MemberRole.MEMBER_ONLY, 1, 5, 0);
    private final RecordingActions actions = new RecordingActions();

    @Test
    void shouldSendEachReportThreeTimes() {
        MemberReport report = make(MemberFate.PRUNED);
        reports.pass(report);
        for (int i = 0; i < 5; i++) {
            reports.send(Parts.address(1), actions);
        }
        assertThat(Parts.packets(actions)).containsExactly(report, report, report);
        assertThat(actions.targets()).containsOnly(Parts.address(1));
    }

    @Test
    void shouldKnowACopyByItsNumber() {
        MemberReport first = make(MemberFate.PRUNED);
        MemberReport second = make(MemberFate.PRUNED);
        assertThat(reports.isNew(first)).isTrue();
        assertThat(reports.isNew(first)).isFalse();
        assertThat(reports.isNew(second)).isTrue();
    }

    @Test
    void shouldDropTheOldestOfTooMany() {
        for (int i = 0; i < 300; i++) {
            reports.pass(make(MemberFate.LAGGING));
        }
        reports.send(Parts.address(1), actions);
        assertThat(actions.sent()).hasSize(256);
        assertThat(((MemberReport) Parts.packets(actions).get(0)).number()).isEqualTo(300 - 256);
    }

    @Test
    void shouldSayWhetherAReceiverIsLost() {
        assertThat(make(MemberFate.FAILED).receiver()).isFalse();
        member.receivers = 1;
        assertThat(make(MemberFate.FAILED).receiver()).isTrue();
    }

    @Test
    void shouldTellTheApplicationWhatBecameOfAMember() {
        MemberReports.tell(make(MemberFate.FAILED), actions);
        assertThat(actions.events())
                .containsExactly(
                        new SessionEvent.MemberFailed(3, Parts.address(3), "why"),
                        new SessionEvent.MemberPruned(3, Parts.address(3), "why"));
        actions.clear();
        MemberReports.tell(make(MemberFate.CAUGHT_UP), actions);
        assertThat(actions.events()).containsExactly(new SessionEvent.ReceiverCaughtUp(3, Parts.address(3)));
    }

    private MemberReport make(MemberFate fate) {
        return reports.make(fate, Parts.SOURCE, member, 4, "why");
    }
}
