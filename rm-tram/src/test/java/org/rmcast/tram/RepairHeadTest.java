package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.rmcast.core.engine.EngineMeter;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Role;
import org.rmcast.core.event.SessionEvent;
import org.rmcast.core.flow.Pacer;
import org.rmcast.core.testing.RecordingActions;
import org.rmcast.tram.wire.TramPacket.AcceptMember;
import org.rmcast.tram.wire.TramPacket.Ack;
import org.rmcast.tram.wire.TramPacket.DisownReason;
import org.rmcast.tram.wire.TramPacket.HeadBind;
import org.rmcast.tram.wire.TramPacket.HeadState;
import org.rmcast.tram.wire.TramPacket.Hello;
import org.rmcast.tram.wire.TramPacket.MemberFate;
import org.rmcast.tram.wire.TramPacket.MemberReport;
import org.rmcast.tram.wire.TramPacket.MemberRole;
import org.rmcast.tram.wire.TramPacket.RejectMember;
import org.rmcast.tram.wire.TramPacket.ReportTaken;
import org.rmcast.tram.wire.TramPacket.UnicastHello;
import org.rmcast.tram.wire.TreePlace;

/** A repair node of level 2 that holds packets 1 to 20 and says hello each 200 ms. */
class RepairHeadTest {
    private final TramConfig config = TramConfig.defaults();
    private final long hello = config.helloIntervalNanos;
    private final TramContext context = Parts.context(config, Role.REPAIR_NODE);
    private final NodeStub node = new NodeStub();
    private final RepairHead head = new RepairHead(context, node, new Pacer(1e9, Pacer.BURST_NANOS));
    private final RecordingActions actions = new RecordingActions();

    @Test
    void shouldSayHelloWhileItHasMembers() {
        assertThat(head.nextDeadlineNanos()).isEqualTo(ProtocolEngine.NO_DEADLINE);
        bind(1);
        assertThat(head.nextDeadlineNanos()).isEqualTo(hello);
        head.onDeadline(hello, actions);
        Hello said = (Hello) Parts.last(actions);
        assertThat(said.place().level()).isEqualTo(2);
        assertThat(said.members()).isEqualTo(1);
        assertThat(said.next()).isEqualTo(21);
        assertThat(said.demand()).isEmpty();
    }

    @Test
    void shouldTellOfAMemberWhenThatKnowsThatItIsOne() {
        ask(1);
        assertThat(actions.events()).isEmpty();
        ack(1, 15, 0);
        ack(1, 16, 0);
        assertThat(actions.events()).containsExactly(new SessionEvent.MemberJoined(1, Parts.address(1)));
    }

    @Test
    void shouldGiveUpInSilenceWhoNeverKnew() {
        ask(1);
        for (int round = 1; round <= 3 + config.missedHellos; round++) {
            head.onDeadline(round * hello, actions);
        }
        assertThat(head.members().isEmpty()).isTrue();
        assertThat(actions.events()).isEmpty();
        assertThat(node.reports).isEmpty();
    }

    @Test
    void shouldAcceptAMemberOnceMoreThatHasNotHeardOfIt() {
        bind(1);
        bind(1);
        assertThat(Parts.packets(actions)).hasSize(2).allMatch(packet -> packet instanceof AcceptMember);
        assertThat(head.members().count()).isEqualTo(1);
    }

    @Test
    void shouldTakeWhatAMemberSays() {
        bind(1);
        int before = node.membersChanged;
        ack(1, 15, 0);
        assertThat(node.membersChanged).isEqualTo(before + 1);
        assertThat(head.members().subtreeStart()).isEqualTo(15);
        ack(1, 15, 0);
        assertThat(node.membersChanged).as("nothing new").isEqualTo(before + 1);
    }

    @Test
    void shouldBelieveNobodyToBeAheadOfTheSender() {
        node.level = 1;
        bind(1);
        ack(1, 30, 0);
        assertThat(Objects.requireNonNull(head.members().get(1)).start).isEqualTo(21);
    }

    /** In TRAM++ nobody lags behind a member that only says how far it is, and none is left behind by its window. */
    @Test
    void shouldTakeNothingForTrueThatCanNotBe() {
        for (int level : new int[] {1, 2}) {
            TramConfig plus = config.with("recovery", "reaffiliate");
            TramContext other = Parts.context(plus, Role.REPAIR_NODE);
            RepairHead head = new RepairHead(other, node, new Pacer(1e9, Pacer.BURST_NANOS));
            node.level = level;
            for (int id = 1; id <= 3; id++) {
                HeadBind bind =
                        new HeadBind(false, 1, MemberRole.MEMBER_ONLY, TreePlace.NONE, 0, 1, 1, Parts.SOURCE, 1, 7);
                head.onBind(Parts.address(id), id, bind, 0, actions);
                HeadMember member = Objects.requireNonNull(head.members().get(id));
                head.onAck(Parts.address(id), id, Parts.shown(member.cookie, 15, 300), 0, actions);
            }
            long cookie = Objects.requireNonNull(head.members().get(1)).cookie;
            head.onAck(Parts.address(1), 1, Parts.shown(cookie, 1L << 60, 1L << 60), 0, actions);
            assertThat(other.counters.get(TramMeter.CONTRADICTIONS)).isEqualTo(1);
            HeadMember liar = Objects.requireNonNull(head.members().get(1));
            assertThat(liar.start).isLessThan(10_000);
            assertThat(liar.highestAllowed).isLessThan(10_000);
            assertThat(Objects.requireNonNull(head.members().get(2)).lagging).isFalse();
        }
    }

    @Test
    void shouldRepairWhatAMemberAsksFor() {
        bind(1);
        actions.clear();
        head.onAck(Parts.address(1), 1, Parts.shown(cookie(1), 15, 100, 15, 17), 0, actions);
        head.drainRepairs(false, 0, actions);
        assertThat(actions.sent()).hasSize(2);
    }

    @Test
    void shouldTellAStrangerThatItIsNoMember() {
        ack(7, 15, 0);
        assertThat(Parts.last(actions)).isEqualTo(new UnicastHello(DisownReason.UNKNOWN_MEMBER, 2, 1, ""));
        assertThat(node.reports).isEmpty();
    }

    @Test
    void shouldLetAMemberGoThatTakesLeave() {
        bind(1);
        ack(1, 15, 0);
        head.onAck(Parts.address(1), 1, Acknowledger.farewell(Parts.SOURCE, 21, false, 0, cookie(1)), 0, actions);
        assertThat(head.members().isEmpty()).isTrue();
        assertThat(actions.events()).contains(new SessionEvent.MemberLeft(1, Parts.address(1)));
    }

    @Test
    void shouldDemandASignOfLifeAndGiveUpWhoGivesNone() {
        bind(1);
        ack(1, 15, 0);
        for (int round = 1; round <= 2 + config.missedHellos; round++) {
            head.onDeadline(round * hello, actions);
        }
        assertThat(((Hello) Parts.last(actions)).demand()).containsExactly(1L);
        assertThat(node.fates()).containsExactly(MemberFate.JOINED);
        head.onDeadline((3 + config.missedHellos) * hello, actions);
        assertThat(node.fates()).containsExactly(MemberFate.JOINED, MemberFate.FAILED);
        assertThat(head.members().isEmpty()).isTrue();
        assertThat(context.counters.get(EngineMeter.MEMBERS_PRUNED)).isEqualTo(1);
    }

    /** Its farewell was lost, and it lives: to say that it failed would be wrong, to say nothing as well. */
    @Test
    void shouldSayThatAMemberLeftWhichIsSilentSinceAnotherHeadHasIt() {
        bind(1);
        ack(1, 1, 0);
        node.news = false;
        for (int round = 1; round <= 3 + config.missedHellos; round++) {
            head.onDeadline(round * hello, actions);
        }
        assertThat(actions.events()).last().isEqualTo(new SessionEvent.MemberLeft(1, Parts.address(1)));
    }

    @Test
    void shouldKeepThePlaceOfAFailedHeadForItsOrphans() {
        bind(1);
        Objects.requireNonNull(head.members().get(1)).directMembers = 2;
        long now = (3 + config.missedHellos) * hello;
        for (long at = hello; at <= now; at += hello) {
            head.onDeadline(at, actions);
        }
        assertThat(head.members().count()).isZero();
        assertThat(head.members().isEmpty()).isFalse();
        for (long at = now + hello; at <= now + config.orphanHoldNanos; at += hello) {
            head.onDeadline(at, actions);
        }
        assertThat(head.members().isEmpty()).isTrue();
    }

    @Test
    void shouldPassOnAReportOfAHeadBelowOnce() {
        bind(1);
        HeadMember lost = new HeadMember(9, Parts.address(9), MemberRole.MEMBER_ONLY, 1, 1, 0);
        var report = new MemberReports(Parts.context(config, Role.REPAIR_NODE, 30))
                .make(MemberFate.PRUNED, Parts.SOURCE, lost, 3, "why");
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
            joined.add(below.make(MemberFate.JOINED, Parts.SOURCE, one, 0, ""));
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
        assertThat(Parts.last(actions)).isEqualTo(new UnicastHello(DisownReason.UNKNOWN_MEMBER, 2, 1, ""));
    }

    @Test
    void shouldTakeNobodyWhileManyNamesWait() {
        HeadMember one = new HeadMember(9, Parts.address(9), MemberRole.MEMBER_ONLY, 1, 1, 0);
        for (int i = 0; i < 2_048; i++) {
            head.reports().pass(head.reports().make(MemberFate.JOINED, Parts.SOURCE, one, 0, ""));
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
                .make(MemberFate.ADOPTED, Parts.SOURCE, orphan, 0, "");
        head.onReport(Parts.address(1), 1, report, 0, actions);
        assertThat(head.members().subtreeStart()).isEqualTo(4);
    }

    @Test
    void shouldTakeNobodyForAMemberThatHasNotShownItsCookie() {
        ask(1);
        head.onAck(Parts.address(1), 1, Parts.ack(15, 300, 15, 17), 0, actions);
        head.drainRepairs(false, 0, actions);
        assertThat(Parts.packets(actions)).singleElement().isInstanceOf(AcceptMember.class);
        assertThat(actions.events()).isEmpty();
        assertThat(head.members().count()).isZero();
        assertThat(context.counters.get(TramMeter.UNPROVED)).isEqualTo(1);
        for (long at = hello; at <= (3 + config.missedHellos) * hello; at += hello) {
            head.onDeadline(at, actions);
        }
        assertThat(head.members().all()).isEmpty();
        assertThat(actions.events()).isEmpty();
        assertThat(node.reports).isEmpty();
    }

    /** What a newcomer wants is held for a while, unless too many have come before that nobody heard of again. */
    @Test
    void shouldWaitForNewcomersWhileFewAreMadeUp() {
        ask(1);
        assertThat(head.members().isEmpty()).isFalse();
        assertThat(head.members().subtreeStart()).isEqualTo(1);
        for (int round = 1; round <= 3; round++) {
            head.onDeadline(round * hello, actions);
        }
        assertThat(head.members().isEmpty()).isTrue();
        assertThat(head.members().subtreeStart()).isEqualTo(Long.MAX_VALUE);
        for (int id = 2; id <= 9; id++) {
            ask(id);
        }
        long now = (3 + config.missedHellos) * hello;
        head.onDeadline(now, actions);
        assertThat(head.members().all()).isEmpty();
        HeadBind bind = new HeadBind(false, 1, MemberRole.MEMBER_ONLY, TreePlace.NONE, 0, 1, 1, Parts.SOURCE, 1, 7);
        head.onBind(Parts.address(50), 50, bind, now, actions);
        assertThat(head.members().isEmpty()).isTrue();
    }

    @Test
    void shouldMakeRoomForOneOfAnotherHost() {
        for (int id = 1; id <= config.maxMembers; id++) {
            bind(id);
        }
        assertThat(head.members().count()).isEqualTo(config.maxMembers);
        ask(500);
        assertThat(Parts.last(actions)).as("one more of the same host").isInstanceOf(RejectMember.class);
        InetSocketAddress elsewhere = new InetSocketAddress("192.0.2.7", 7_000);
        HeadBind bind = new HeadBind(false, 1, MemberRole.MEMBER_ONLY, TreePlace.NONE, 0, 1, 1, Parts.SOURCE, 1, 7);
        actions.clear();
        head.onBind(elsewhere, 501, bind, 0, actions);
        assertThat(actions.targets()).containsExactly(elsewhere, Parts.address(config.maxMembers));
        assertThat(Parts.last(actions)).isEqualTo(new UnicastHello(DisownReason.RESIGNING, 2, 1, ""));
        assertThat(context.counters.get(TramMeter.MEMBERS_DISPLACED)).isEqualTo(1);
        assertThat(head.members().places()).isEqualTo(config.maxMembers);
    }

    @Test
    void shouldTellItsMembersThatItResigns() {
        bind(1);
        head.resign(0, actions);
        assertThat(((Hello) Parts.last(actions)).state()).isEqualTo(HeadState.RESIGNING);
    }

    @Test
    void shouldDisownAllAtOnce() {
        bind(1);
        bind(2);
        actions.clear();
        node.reports.clear();
        head.disownAll(0, actions);
        assertThat(actions.targets()).containsExactly(Parts.address(1), Parts.address(2));
        assertThat(node.fates()).as("they look for others").containsExactly(MemberFate.LEFT, MemberFate.LEFT);
        assertThat(head.members().isEmpty()).isTrue();
        assertThat(head.nextDeadlineNanos()).isEqualTo(ProtocolEngine.NO_DEADLINE);
    }

    private static Ack withReports(Ack ack) {
        return new Ack(
                false,
                false,
                false,
                false,
                false,
                false,
                true,
                false,
                ack.cookie(),
                ack.source(),
                ack.start(),
                ack.subtreeStart(),
                ack.highestAllowed(),
                ack.receivers(),
                0,
                0,
                0,
                0,
                0,
                List.of(),
                ack.mask());
    }

    private void bind(int id) {
        ask(id);
        ack(id, 1, 0);
    }

    private void ask(int id) {
        ask(id, 0);
    }

    private void ask(int id, long formerHead) {
        ask(id, formerHead, 1);
    }

    /** Wants to be taken, and has yet to prove where it is. */
    private void ask(int id, long formerHead, int move) {
        HeadBind bind =
                new HeadBind(false, 1, MemberRole.MEMBER_ONLY, TreePlace.NONE, 0, formerHead, move, Parts.SOURCE, 1, 7);
        head.onBind(Parts.address(id), id, bind, 0, actions);
    }

    private void ack(int id, long start, long nowNanos) {
        head.onAck(Parts.address(id), id, Parts.shown(cookie(id), start, 300), nowNanos, actions);
    }

    private long cookie(int id) {
        HeadMember member = head.members().get(id);
        return member == null ? 0 : member.cookie;
    }
}
