package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EventCause;
import org.rmcast.api.Role;
import org.rmcast.core.engine.Reason;
import org.rmcast.tram.wire.TramPacket.AcceptMember;
import org.rmcast.tram.wire.TramPacket.Ack;
import org.rmcast.tram.wire.TramPacket.DisownReason;
import org.rmcast.tram.wire.TramPacket.MemberFate;
import org.rmcast.tram.wire.TramPacket.MemberReport;
import org.rmcast.tram.wire.TramPacket.MemberRole;
import org.rmcast.tram.wire.TramPacket.RejectMember;
import org.rmcast.tram.wire.TramPacket.ReportTaken;
import org.rmcast.tram.wire.TramPacket.UnicastHello;

/** What a head tells of its members, passes on from below, and answers. */
class RepairHeadReportsTest extends RepairHeadFixture {
    @Test
    void shouldPassOnAReportOfAHeadBelowOnce() {
        bind(1);
        HeadMember lost = new HeadMember(9, Parts.address(9), MemberRole.MEMBER_ONLY, 1, 1, 0);
        var report = new MemberReports(Parts.context(config, Role.REPAIR_NODE, 30))
                .make(MemberFate.PRUNED, Parts.SOURCE, lost, 3, new Reason(EventCause.SILENT, "why"));
        actions.clear();
        node.reports.clear();
        head.onReport(Parts.address(1), 1, report, 0, actions);
        head.onReport(Parts.address(1), 1, report, 0, actions);
        assertThat(node.reports).containsExactly(report);
        assertThat(Parts.packets(actions))
                .as("each copy is answered, for an answer may be lost")
                .containsOnly(new ReportTaken(report.reporterId(), report.number()))
                .hasSize(2);
        assertThat(actions.targets()).containsOnly(Parts.address(1));
    }

    /** Nobody is forgotten, and one that tells too much does not shut out the others. */
    @Test
    void shouldTakeFromEachHeadBelowNoMoreReportsThanItCanPassOn() {
        bind(1);
        bind(2);
        node.passOn(head.reports());
        MemberReports below = new MemberReports(Parts.context(config, Role.REPAIR_NODE, 30));
        List<MemberReport> joined = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            HeadMember one = new HeadMember(1_000 + i, Parts.address(9), MemberRole.MEMBER_ONLY, 1, 1, 0);
            joined.add(below.make(MemberFate.JOINED, Parts.SOURCE, one, 0, Reason.NONE));
        }
        node.reports.clear();
        joined.forEach(report -> head.onReport(Parts.address(1), 1, report, 0, actions));
        assertThat(node.reports).isEqualTo(joined.subList(0, 32));
        head.onReport(Parts.address(2), 2, joined.get(99), 0, actions);
        assertThat(node.reports).last().isEqualTo(joined.get(99));

        actions.clear();
        MemberReport first = joined.get(0);
        head.reports().onTaken(new ReportTaken(first.reporterId(), first.number()), 0);
        joined.subList(1, 50).forEach(report -> head.onReport(Parts.address(1), 1, report, 0, actions));
        assertThat(node.reports).last().as("when it is repeated").isEqualTo(joined.get(32));
        assertThat(node.reports).hasSize(34);
        assertThat(Parts.packets(actions))
                .as("copies are answered, and what is new")
                .hasSize(32);
    }

    @Test
    void shouldPassAQuestionUpAndItsAnswerDown() {
        bind(1);
        node.passOn(head.reports());
        MemberReport asks = new MemberReports(Parts.context(config, Role.RECEIVER, 30)).here(Parts.SOURCE, 5, 1);
        ReportTaken answer = new ReportTaken(asks.reporterId(), asks.number());
        node.reports.clear();
        actions.clear();
        head.onReport(Parts.address(1), 1, asks, 0, actions);
        head.onReport(Parts.address(1), 1, asks, 0, actions);
        assertThat(node.reports).containsExactly(asks);
        assertThat(actions.sent()).as("only the sender knows").isEmpty();
        assertThat(head.reports().arePending()).as("nobody waits for it").isFalse();

        assertThat(head.reports().onTaken(answer, 0)).isEqualTo(1);
        head.passAnswer(1, answer, actions);
        head.onReport(Parts.address(1), 1, asks, 0, actions);
        assertThat(Parts.packets(actions)).containsExactly(answer, answer);
        assertThat(actions.targets()).containsOnly(Parts.address(1));
        assertThat(head.reports().onTaken(answer, 0)).as("once").isZero();
    }

    /** The sender may be another process by now, which was told of nobody. */
    @Test
    void shouldReportAMemberAnewThatAsksInVain() {
        node.passOn(head.reports());
        bind(1);
        MemberReport joined = node.reports.get(0);
        MemberReport asks = new MemberReports(Parts.context(config, Role.RECEIVER, 1)).here(Parts.SOURCE, 5, 1);
        head.onReport(Parts.address(1), 1, asks, 0, actions);
        head.onReport(Parts.address(1), 1, asks, 0, actions);
        assertThat(node.reports).as("the first report is on its way").containsExactly(joined, asks);
        head.reports().onTaken(new ReportTaken(joined.reporterId(), joined.number()), 0);
        head.onReport(Parts.address(1), 1, asks, 0, actions);
        assertThat(node.reports).hasSize(3).last().satisfies(report -> {
            assertThat(report.fate()).isEqualTo(MemberFate.JOINED);
            assertThat(report.memberId()).isEqualTo(1);
        });
        head.reports().onTaken(new ReportTaken(asks.reporterId(), asks.number()), 0);
        node.reports.clear();
        head.onReport(Parts.address(1), 1, asks, 0, actions);
        assertThat(node.reports).as("the sender knows of it").isEmpty();
    }

    @Test
    void shouldAnswerAtTheSenderWhoIsKnown() {
        bind(1);
        MemberReport asks = new MemberReports(Parts.context(config, Role.RECEIVER, 30)).here(Parts.SOURCE, 5, 1);
        actions.clear();
        head.onReport(Parts.address(1), 1, asks, 0, actions);
        head.onReport(Parts.address(1), 1, asks, 0, actions);
        assertThat(actions.sent()).as("however often it asks").isEmpty();
        node.known = 30;
        head.onReport(Parts.address(1), 1, asks, 0, actions);
        assertThat(Parts.packets(actions)).containsExactly(new ReportTaken(asks.reporterId(), asks.number()));
    }

    /** Its acknowledgements were lost, and its place is gone: it hears the hellos, and would ask for ever. */
    @Test
    void shouldTellWhoAsksThatItIsNoMember() {
        bind(1);
        actions.clear();
        node.reports.clear();
        MemberReport asks = new MemberReports(Parts.context(config, Role.RECEIVER, 2)).here(Parts.SOURCE, 5, 1);
        head.onReport(Parts.address(2), 2, asks, 0, actions);
        assertThat(actions.targets()).containsExactly(Parts.address(2));
        assertThat(Parts.last(actions)).isEqualTo(new UnicastHello(DisownReason.UNKNOWN_MEMBER, 2, 1, Reason.NONE));
    }

    @Test
    void shouldTellWhomItGaveUpThatItIsNoMember() {
        bind(1);
        HeadMember member = Objects.requireNonNull(head.members().get(1));
        member.directMembers = 1;
        for (int round = 1; !member.ghost; round++) {
            head.onDeadline(round * hello, actions);
        }
        actions.clear();
        MemberReport asks = new MemberReports(Parts.context(config, Role.RECEIVER, 1)).here(Parts.SOURCE, 5, 1);
        head.onReport(Parts.address(1), 1, asks, 0, actions);
        assertThat(Parts.last(actions)).isInstanceOf(UnicastHello.class);
        assertThat(((UnicastHello) Parts.last(actions)).reason()).isEqualTo(DisownReason.SILENT);
    }

    /** It may be heard from another address than it takes for its own. */
    @Test
    void shouldPassOnWhatAMemberSaysOfItselfWithTheAddressAtWhichItIsServed() {
        bind(1);
        node.passOn(head.reports());
        MemberReport asks = new MemberReports(Parts.context(config, Role.RECEIVER, 1)).here(Parts.SOURCE, 5, 1);
        head.onReport(Parts.address(1), 1, asks.of(Parts.address(99)), 0, actions);
        assertThat(node.reports).last().isEqualTo(asks);
    }

    @Test
    void shouldTakeNobodyWhileManyNamesWait() {
        HeadMember one = new HeadMember(9, Parts.address(9), MemberRole.MEMBER_ONLY, 1, 1, 0);
        for (int i = 0; i < 2_048; i++) {
            head.reports().pass(head.reports().make(MemberFate.JOINED, Parts.SOURCE, one, 0, Reason.NONE));
        }
        ask(1);
        assertThat(Parts.last(actions)).isInstanceOf(RejectMember.class);
        head.reports().clear();
        ask(1);
        assertThat(Parts.last(actions)).isInstanceOf(AcceptMember.class);
    }

    @Test
    void shouldReportWhomItTakesFromAnotherHeadWhenThatOneIsHeardFirst() {
        ask(1, 77);
        assertThat(node.reports).isEmpty();
        ack(1, 15, 0);
        ack(1, 16, 0);
        assertThat(node.reports).singleElement().satisfies(report -> {
            assertThat(report.fate()).isEqualTo(MemberFate.ADOPTED);
            assertThat(report.formerHead()).isEqualTo(77);
            assertThat(report.receivers()).isEqualTo(1);
            assertThat(report.subtreeStart()).isEqualTo(15);
        });
    }

    /** It may have been another head's meanwhile: the sender has to know of its last move. */
    @Test
    void shouldReportAMemberAnewThatComesAgain() {
        ask(1);
        ack(1, 15, 0);
        ask(1);
        ack(1, 16, 0);
        assertThat(node.reports).as("a repetition says nothing new").hasSize(1);
        ask(1, 77, 2);
        assertThat(node.reports).as("nobody has shown the cookie").hasSize(1);
        ack(1, 17, 0);
        ack(1, 18, 0);
        assertThat(node.reports).hasSize(2).last().satisfies(report -> {
            assertThat(report.fate()).isEqualTo(MemberFate.ADOPTED);
            assertThat(report.move()).isEqualTo(2);
            assertThat(report.formerHead()).isEqualTo(77);
        });
        assertThat(actions.events()).as("it has joined once").hasSize(1);
    }

    @Test
    void shouldReportWhoLeavesForAnotherHead() {
        bind(1);
        ack(1, 15, 0);
        head.onAck(Parts.address(1), 1, Acknowledger.farewell(Parts.SOURCE, 15, true, 1, cookie(1)), 0, actions);
        assertThat(node.reports).last().satisfies(report -> {
            assertThat(report.fate()).isEqualTo(MemberFate.LEFT);
            assertThat(report.receivers()).isEqualTo(1);
        });
    }

    @Test
    void shouldReportTheOrphansOfWhoLeavesForGood() {
        bind(1);
        HeadMember member = Objects.requireNonNull(head.members().get(1));
        ack(1, 15, 0);
        member.receivers = 4;
        head.onAck(Parts.address(1), 1, Acknowledger.farewell(Parts.SOURCE, 15, false, 3, cookie(1)), 0, actions);
        assertThat(node.reports).last().satisfies(report -> {
            assertThat(report.fate()).isEqualTo(MemberFate.GONE);
            assertThat(report.receivers()).as("it was one of the four itself").isEqualTo(3);
        });
    }

    @Test
    void shouldConfirmNoMoreForASubtreeWhoseReportsAreOnTheirWay() {
        bind(1);
        ack(1, 15, 0);
        HeadMember member = Objects.requireNonNull(head.members().get(1));
        AckBounds bounds = new AckBounds(21, 300);
        member.update(withReports(Parts.ack(18, 300)), bounds);
        assertThat(member.start).isEqualTo(18);
        assertThat(member.subtreeStart).isEqualTo(15);
        member.update(Parts.ack(18, 300), bounds);
        assertThat(member.subtreeStart).isEqualTo(18);
    }

    @Test
    void shouldBelieveThatWhoWasTakenBelowMissesMoreThanTheOthers() {
        bind(1);
        ack(1, 15, 0);
        HeadMember orphan = new HeadMember(9, Parts.address(9), MemberRole.MEMBER_ONLY, 1, 4, 0);
        orphan.formerHead = 77;
        var report = new MemberReports(Parts.context(config, Role.REPAIR_NODE, 30))
                .make(MemberFate.ADOPTED, Parts.SOURCE, orphan, 0, Reason.NONE);
        head.onReport(Parts.address(1), 1, report, 0, actions);
        assertThat(head.members().subtreeStart()).isEqualTo(4);
    }

    /** Its own members may be new, and miss what it has had for long; what it had not delivered may have been lost with it. */
    @Test
    void shouldReportOfWhomItGivesUpWhatItHadDeliveredItself() {
        bind(1);
        ack(1, 15, 0);
        HeadMember member = Objects.requireNonNull(head.members().get(1));
        AckBounds bounds = new AckBounds(30, 300);
        member.update(withSubtree(Parts.ack(20, 300), 18), bounds);
        member.update(withSubtree(Parts.ack(22, 300), 4), bounds);
        node.reports.clear();
        for (int round = 1; node.reports.isEmpty(); round++) {
            head.onDeadline(round * hello, actions);
        }
        assertThat(node.reports).singleElement().satisfies(report -> {
            assertThat(report.fate()).isEqualTo(MemberFate.FAILED);
            assertThat(report.start()).isEqualTo(18);
            assertThat(report.subtreeStart()).isEqualTo(4);
        });
    }

    private static Ack withSubtree(Ack ack, long subtreeStart) {
        return with(ack, false, subtreeStart);
    }

    private static Ack withReports(Ack ack) {
        return with(ack, true, ack.subtreeStart());
    }

    private static Ack with(Ack ack, boolean reportsPending, long subtreeStart) {
        return new Ack(
                false,
                false,
                0,
                false,
                false,
                false,
                reportsPending,
                false,
                ack.cookie(),
                ack.source(),
                ack.start(),
                subtreeStart,
                ack.highestAllowed(),
                ack.receivers(),
                0,
                0,
                0,
                0,
                0,
                List.of(),
                ack.asked());
    }
}
