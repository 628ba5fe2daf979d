package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.flow.Pacer;
import org.rmcast.tram.wire.TramPacket;
import org.rmcast.tram.wire.TramPacket.AcceptMember;
import org.rmcast.tram.wire.TramPacket.Data;
import org.rmcast.tram.wire.TramPacket.DisownReason;
import org.rmcast.tram.wire.TramPacket.HeadBind;
import org.rmcast.tram.wire.TramPacket.HeadState;
import org.rmcast.tram.wire.TramPacket.Hello;
import org.rmcast.tram.wire.TramPacket.MemberFate;
import org.rmcast.tram.wire.TramPacket.MemberReport;
import org.rmcast.tram.wire.TramPacket.MemberRole;
import org.rmcast.tram.wire.TramPacket.RejectMember;
import org.rmcast.tram.wire.TramPacket.UnicastHello;
import org.rmcast.tram.wire.TreePlace;

/** Members come, are served, and go. */
class RepairHeadTest extends RepairHeadFixture {
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

    /** Of ten others: they and their members need not hear each hello. */
    @Test
    void shouldSayHelloToItsMembersAloneWhereThereAreManyHeads() {
        bind(1);
        bind(2);
        hearOtherHeads(10);
        int rounds = 40;
        int toGroup = 0;
        for (int round = 1; round <= rounds; round++) {
            long now = round * hello;
            ack(1, 15, now);
            if (round <= 10 || round > 15) {
                ack(2, 15, now);
            }
            actions.clear();
            head.onDeadline(now, actions);
            List<TramPacket> hellos = Parts.packets(actions).stream()
                    .filter(Hello.class::isInstance)
                    .toList();
            if (actions.multicasts().isEmpty()) {
                assertThat(actions.targets()).containsExactly(Parts.address(1), Parts.address(2));
                assertThat(((Hello) hellos.get(0)).demand()).isEmpty();
                assertThat(((Hello) hellos.get(1)).demand())
                        .isEqualTo(round > 12 && round <= 15 ? List.of(2L) : List.of());
            } else {
                toGroup++;
                assertThat(hellos).hasSize(1);
            }
        }
        assertThat(toGroup).isEqualTo((int) (rounds * hello / HelloPace.intervalNanos(config, 10)));
    }

    @Test
    void shouldSayHelloToTheGroupEachTimeWhereThereAreFewHeads() {
        bind(1);
        hearOtherHeads(2);
        for (int round = 1; round <= 5; round++) {
            head.onDeadline(round * hello, actions);
        }
        assertThat(actions.multicasts()).hasSize(5);
    }

    @Test
    void shouldSayHelloToTheGroupEachTimeWhereSilentHeadsAreNotProbed() {
        assertThat(HelloPace.intervalNanos(TramConfig.paper(), 100)).isZero();
        assertThat(HelloPace.intervalNanos(config, 2)).isZero();
        assertThat(HelloPace.intervalNanos(config, 3)).isEqualTo(2 * hello);
    }

    private void hearOtherHeads(int heads) {
        for (int host = 1; host <= heads; host++) {
            head.onHello(new InetSocketAddress("192.0.2." + host, 1), 100 + host, 1, 0);
        }
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

    /** However many acknowledge at the same time, what all have is seen once. */
    @Test
    void shouldTakeAllThatComesInOneWakeUpIntoAccountOnce() {
        int members = config.maxMembers;
        for (int id = 1; id <= members; id++) {
            bind(id);
        }
        int before = node.membersChanged;
        for (int id = 1; id <= members; id++) {
            hear(id, 15, 0);
        }
        assertThat(node.membersChanged).isEqualTo(before);
        assertThat(head.members().subtreeStart()).as("no more than was known").isEqualTo(1);
        head.settle(0, actions);
        assertThat(node.membersChanged).isEqualTo(before + 1);
        assertThat(head.members().subtreeStart()).isEqualTo(15);
        head.settle(0, actions);
        assertThat(node.membersChanged).as("nothing new").isEqualTo(before + 1);
    }

    /** It hears what is sent to it, and nothing that is sent to the group. */
    @Test
    void shouldSendTheNewestPacketToAMemberThatDoesNotHearOfIt() {
        bind(1);
        for (int round = 1; round <= 5; round++) {
            ack(1, 15, round * hello);
        }
        assertThat(repaired(5 * hello)).as("it may have lost some").isEmpty();
        ack(1, 15, 7 * hello);
        assertThat(repaired(7 * hello)).containsExactly(20L);
    }

    @Test
    void shouldNotSendTheNewestPacketToWhoAsksComesFurtherOrHasAll() {
        bind(1);
        bind(2);
        bind(3);
        for (int round = 1; round <= 15; round++) {
            long now = round * hello;
            ack(1, 1 + round, now);
            head.onAck(Parts.address(2), 2, Parts.shown(cookie(2), 1, 300, 3), now, actions);
            ack(3, 21, now);
            assertThat(repaired(now)).doesNotContain(20L);
        }
    }

    private List<Long> repaired(long nowNanos) {
        actions.clear();
        head.drainRepairs(false, nowNanos, actions);
        return Parts.packets(actions).stream()
                .filter(Data.class::isInstance)
                .map(packet -> ((Data) packet).sequence())
                .toList();
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
        assertThat(Parts.last(actions)).isEqualTo(new UnicastHello(DisownReason.UNKNOWN_MEMBER, 2, 1, Reason.NONE));
        assertThat(node.reports).isEmpty();
    }

    @Test
    void shouldLetAMemberGoThatTakesLeave() {
        bind(1);
        ack(1, 15, 0);
        head.onAck(Parts.address(1), 1, Acknowledger.farewell(Parts.SOURCE, 21, false, 0, cookie(1)), 0, actions);
        assertThat(head.members().isEmpty()).isTrue();
        assertThat(actions.events()).contains(new SessionEvent.MemberLeft(1, Parts.address(1)));
        assertThat(node.gone).as("whether it lags is forgotten").containsExactly(1L);
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
        failAsHead(2);
        assertThat(head.members().count()).isZero();
        assertThat(head.members().isEmpty()).isFalse();
        assertThat(head.members().highestAllowed()).as("nobody waits").isEqualTo(Long.MAX_VALUE);
        look(config.orphanHoldNanos + config.lateNoticeNanos() - hello);
        assertThat(head.members().isEmpty()).as("while nobody needs the room").isFalse();
        look(2 * hello);
        assertThat(head.members().isEmpty()).isTrue();
    }

    @Test
    void shouldKeepThePlaceOfAFailedHeadForLessWhereTheRoomIsNeeded() {
        failAsHead(2);
        node.full = true;
        look(config.orphanHoldNanos - hello);
        assertThat(head.members().isEmpty()).isFalse();
        look(2 * hello);
        assertThat(head.members().isEmpty()).isTrue();
    }

    @Test
    void shouldNotKeepThePlaceOfAFailedHeadWhenItsOrphansAreKnownToBeElsewhere() {
        bind(2);
        ack(2, 15, 0);
        failAsHead(1);
        assertThat(head.members().get(1)).isNotNull();
        MemberReport adopted = new MemberReport(
                MemberFate.ADOPTED, Parts.SOURCE, 2, 7, 3, 1, Parts.address(3), true, 0, 1, 15, 15, 0, Reason.NONE);
        head.onReport(Parts.address(2), 2, adopted, nowNanos, actions);
        look(config.bindTimeoutNanos + 2 * hello);
        assertThat(head.members().get(1)).isNull();
    }

    /** A watch is a socket. */
    @Test
    void shouldWatchNoPortOnceItHasLetAllMembersGo() {
        beHead(2);
        look(3 * hello + 4 * config.probeIntervalNanos);
        assertThat(actions.watchedPorts()).as("of a head that is silent").containsExactly(Parts.address(1));
        head.disownAll(nowNanos, actions);
        assertThat(actions.watchedPorts()).isEmpty();
    }

    /** Member 1 has members of its own. */
    private void beHead(int receivers) {
        bind(1);
        ack(1, 15, 0);
        HeadMember member = Objects.requireNonNull(head.members().get(1));
        member.directMembers = receivers;
        member.receivers = receivers + 1;
    }

    /** Member 1 has members of its own and falls silent. */
    private void failAsHead(int receivers) {
        beHead(receivers);
        look(config.silenceMinNanos + 3 * hello);
        assertThat(node.fates()).endsWith(MemberFate.FAILED);
    }

    private long nowNanos;

    private void look(long nanos) {
        long until = nowNanos + nanos;
        for (; nowNanos < until; nowNanos += config.probeIntervalNanos) {
            head.onDeadline(nowNanos, actions);
            if (head.members().get(2) != null) {
                hear(2, 15, nowNanos);
            }
            head.settle(nowNanos, actions);
        }
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
        assertThat(Parts.last(actions)).isEqualTo(new UnicastHello(DisownReason.RESIGNING, 2, 1, Reason.NONE));
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
}
