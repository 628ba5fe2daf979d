package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rmcast.api.EventCause;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.testing.RecordingActions;
import org.rmcast.tram.wire.TramPacket.MemberFate;
import org.rmcast.tram.wire.TramPacket.MemberReport;
import org.rmcast.tram.wire.TramPacket.MemberRole;
import org.rmcast.tram.wire.TramPacket.ReportTaken;

class MemberReportsTest {
    private static final long PATIENCE = TramConfig.defaults().bindTimeoutNanos;

    private final MemberReports reports = new MemberReports(Parts.context(TramConfig.defaults(), Role.REPAIR_NODE));
    private final HeadMember member = new HeadMember(3, Parts.address(3), MemberRole.MEMBER_ONLY, 1, 5, 0);
    private final RecordingActions actions = new RecordingActions();

    @Test
    void shouldRepeatAReportUntilItIsTaken() {
        MemberReport report = make(MemberFate.PRUNED);
        reports.pass(report);
        reports.send(Parts.address(1), 0, actions);
        reports.send(Parts.address(1), PATIENCE - 1, actions);
        assertThat(Parts.packets(actions)).containsExactly(report);
        assertThat(reports.nextDeadlineNanos()).isEqualTo(PATIENCE);
        reports.send(Parts.address(1), PATIENCE, actions);
        assertThat(Parts.packets(actions)).containsExactly(report, report);
        assertThat(reports.arePending()).isTrue();
        take(report);
        assertThat(reports.arePending()).isFalse();
        assertThat(reports.nextDeadlineNanos()).isEqualTo(ProtocolEngine.NO_DEADLINE);
    }

    @Test
    void shouldTellANewHeadAllOverAgain() {
        reports.pass(make(MemberFate.PRUNED));
        reports.send(Parts.address(1), 0, actions);
        reports.sendAnew();
        reports.send(Parts.address(2), 1, actions);
        assertThat(actions.targets()).containsExactly(Parts.address(1), Parts.address(2));
    }

    @Test
    void shouldSendFewAtATime() {
        MemberReport first = make(MemberFate.FAILED);
        reports.pass(first);
        for (int i = 1; i < 40; i++) {
            reports.pass(make(MemberFate.FAILED));
        }
        reports.send(Parts.address(1), 0, actions);
        reports.send(Parts.address(1), 1, actions);
        assertThat(actions.sent()).hasSize(32);
        take(first);
        assertThat(reports.nextDeadlineNanos()).as("there is room").isEqualTo(1);
        reports.send(Parts.address(1), 1, actions);
        assertThat(actions.sent()).hasSize(33);
    }

    @Test
    void shouldNotHaveTheGroupWaitForTheNameOfSomebodyNew() {
        MemberReport joined = make(MemberFate.JOINED);
        MemberReport left = make(MemberFate.LEFT);
        reports.pass(joined);
        assertThat(reports.arePending()).isFalse();
        reports.pass(left);
        assertThat(reports.arePending()).isTrue();
        take(left);
        assertThat(reports.arePending()).isFalse();
        reports.send(Parts.address(1), 0, actions);
        assertThat(Parts.packets(actions)).as("yet it is told").containsExactly(joined);
    }

    @Test
    void shouldLeaveOutNothingButWhoLagsWhereManyWait() {
        for (int i = 0; i < 2_048; i++) {
            assertThat(reports.areMany()).isFalse();
            reports.pass(make(MemberFate.JOINED));
        }
        assertThat(reports.areMany()).isTrue();
        reports.pass(make(MemberFate.LAGGING));
        MemberReport last = make(MemberFate.JOINED);
        reports.pass(last);
        for (int i = 0; i < 2_049; i++) {
            reports.send(Parts.address(1), i, actions);
            take((MemberReport) Parts.last(actions));
        }
        assertThat(actions.sent()).hasSize(2_049);
        assertThat(Parts.last(actions)).isEqualTo(last);
        assertThat(reports.areMany()).isFalse();
    }

    @Test
    void shouldKnowACopyByItsNumber() {
        MemberReport first = make(MemberFate.PRUNED);
        MemberReport second = make(MemberFate.PRUNED);
        assertThat(reports.isNew(3, from(4, first))).isTrue();
        assertThat(reports.isNew(3, from(4, first))).isFalse();
        assertThat(reports.isNew(3, from(4, second))).isTrue();
        assertThat(reports.isNew(3, first)).as("made here").isFalse();
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
                        new SessionEvent.MemberFailed(3, Parts.address(3), EventCause.SILENT, "why"),
                        new SessionEvent.MemberPruned(3, Parts.address(3), EventCause.SILENT, "why"));
        actions.clear();
        MemberReports.tell(make(MemberFate.CAUGHT_UP), actions);
        assertThat(actions.events()).containsExactly(new SessionEvent.ReceiverCaughtUp(3, Parts.address(3)));
    }

    private static MemberReport from(long reporterId, MemberReport report) {
        return Parts.report(reporterId, report.number(), report);
    }

    private void take(MemberReport report) {
        reports.onTaken(new ReportTaken(report.reporterId(), report.number()), 1);
    }

    private MemberReport make(MemberFate fate) {
        return reports.make(fate, Parts.SOURCE, member, 4, new Reason(EventCause.SILENT, "why"));
    }
}
