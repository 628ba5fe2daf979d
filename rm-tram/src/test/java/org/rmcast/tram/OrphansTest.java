package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EventCause;
import org.rmcast.api.FlushResult;
import org.rmcast.api.FlushResult.Laggard;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.framing.MessagePacker;
import org.rmcast.core.stream.SenderFlushes;
import org.rmcast.core.testing.RecordingActions;
import org.rmcast.tram.wire.TramPacket.MemberFate;
import org.rmcast.tram.wire.TramPacket.MemberReport;

/** Head 7, with receivers of which the last misses packet 5, is lost; the sender has sent packets up to 9. */
class OrphansTest {
    private static final long NEXT = 10;
    private static final int HEAD = 7;
    private static final int PARENT = 50;
    private static final int ELSEWHERE = 60;

    private final TramConfig config = TramConfig.defaults();
    private final long patience = Math.max(config.orphanHoldNanos, config.livenessNanos());
    private final long longPatience = patience + config.lateNoticeNanos();
    private final SenderFlushes flushes = new SenderFlushes(new Nobody());
    private final Orphans orphans = new Orphans(config);
    private final RecordingActions actions = new RecordingActions();

    @Test
    void shouldMissThoseBelowALostHeadUntilTheyAreTakenElsewhere() {
        joinHead(1, 2);
        lose(2);
        assertThat(orphans.behind(5)).as("all have what is below 5").isZero();
        assertThat(orphans.isSettled(5)).isTrue();
        assertThat(orphans.behind(6)).isEqualTo(2);
        adopt(1, HEAD, 2);
        assertThat(orphans.behind(6)).isEqualTo(1);
        adopt(2, HEAD, 2);
        assertThat(orphans.behind(6)).isZero();
    }

    @Test
    void shouldBelieveOfAMemberOnlyTheHeadThatItIsKnownToHave() {
        joinHead(1);
        assertThat(orphans.isBelow(pruned(1, HEAD), PARENT)).isTrue();
        assertThat(orphans.isBelow(pruned(1, ELSEWHERE), PARENT))
                .as("another head")
                .isFalse();
        assertThat(orphans.isBelow(pruned(1, HEAD), ELSEWHERE))
                .as("in its head's name, out of another branch")
                .isFalse();
        assertThat(orphans.isBelow(pruned(9, HEAD), PARENT))
                .as("never heard of")
                .isFalse();
    }

    private static MemberReport pruned(int member, int reporter) {
        return report(MemberFate.PRUNED, member, 1, reporter, 0, true, 0, 5);
    }

    @Test
    void shouldWaitForThoseWhomALostHeadMayHaveTakenUnheard() {
        joinHead(1);
        lose(1);
        adopt(1, HEAD, 2);
        assertThat(orphans.isSettled(NEXT)).isFalse();
        orphans.onDeadline(flushes, NEXT, patience, actions);
        assertThat(orphans.isSettled(NEXT)).isTrue();
        assertThat(orphans.isEmpty()).isTrue();
        assertThat(orphans.nextDeadlineNanos()).isEqualTo(ProtocolEngine.NO_DEADLINE);
        assertThat(actions.events()).isEmpty();
    }

    @Test
    void shouldNotTakeWhoCameLastForWhoWasCounted() {
        joinHead(1, 2);
        lose(2);
        adopt(1, HEAD, 2);
        adopt(3, HEAD, 2);
        assertThat(orphans.behind(NEXT)).isEqualTo(1);
        flushes.addClosing(Long.MAX_VALUE, 0);
        orphans.onDeadline(flushes, NEXT, longPatience, actions);
        assertThat(flushes.closingResult(packer(), NEXT, longPatience).missing())
                .containsExactly(new Laggard(2, Parts.address(2), 5));
    }

    @Test
    void shouldNotMissWhomItHeardOfBefore() {
        joinHead(1, 2);
        adopt(1, HEAD, 2);
        lose(2);
        assertThat(orphans.behind(NEXT)).isEqualTo(1);
    }

    @Test
    void shouldNotMissWhoHasMovedTwiceBeforeItsFirstHeadIsKnownToBeLost() {
        joinHead(1, 2);
        adopt(1, HEAD, 2);
        take(report(MemberFate.ADOPTED, 1, 3, PARENT, ELSEWHERE, true, 0), 0);
        lose(2);
        assertThat(orphans.behind(NEXT)).isEqualTo(1);
    }

    @Test
    void shouldKnowTheHeadItselfWhenItComesBackWithAll() {
        joinHead(1, 2, 3);
        lose(3);
        take(report(MemberFate.ADOPTED, HEAD, 2, PARENT, PARENT, false, 3), 0);
        assertThat(orphans.isEmpty()).isTrue();
        lose(3, 2);
        assertThat(orphans.behind(NEXT)).as("they are still below it").isEqualTo(3);
    }

    @Test
    void shouldStillMissThoseWhomAHeadHasLeftWhenItComesBack() {
        joinHead(1, 2);
        lose(2);
        take(report(MemberFate.ADOPTED, HEAD, 2, PARENT, PARENT, false, 0), 0);
        assertThat(orphans.behind(NEXT)).isEqualTo(2);
    }

    @Test
    void shouldMissAReceiverThatMovesUntilItIsThere() {
        join(1, PARENT);
        take(report(MemberFate.LEFT, 1, 1, PARENT, 0, true, 0), 0);
        assertThat(orphans.behind(NEXT)).isEqualTo(1);
        adopt(1, PARENT, 2);
        assertThat(orphans.isEmpty()).isTrue();
    }

    /** A head told of it twice, and the second time was late. */
    @Test
    void shouldNotBelieveThatWhoLeftIsThereSinceItsHeadSaidSoBefore() {
        join(1, PARENT);
        take(numbered(3, report(MemberFate.LEFT, 1, 1, PARENT, 0, true, 0)), 0);
        assertThat(take(numbered(2, report(MemberFate.JOINED, 1, 1, PARENT, 0, true, 0)), 0))
                .isFalse();
        assertThat(orphans.behind(NEXT)).isEqualTo(1);
        take(numbered(4, report(MemberFate.GONE, 1, 1, PARENT, 0, true, 0)), 0);
        assertThat(take(numbered(2, report(MemberFate.JOINED, 1, 1, PARENT, 0, true, 0)), 0))
                .isFalse();
        assertThat(orphans.knows(report(MemberFate.HERE, 1, 1, 1, 0, true, 0)))
                .as("it is gone")
                .isFalse();
    }

    @Test
    void shouldNotMissWhoHasMovedBeforeItsFarewellComes() {
        join(1, PARENT);
        adopt(1, PARENT, 2);
        assertThat(take(report(MemberFate.LEFT, 1, 1, PARENT, 0, true, 0), 0)).isFalse();
        assertThat(orphans.isEmpty()).isTrue();
    }

    @Test
    void shouldTakeTheLastOfTwoMovesWhicheverIsHeardOfFirst() {
        join(1, PARENT);
        take(report(MemberFate.ADOPTED, 1, 3, ELSEWHERE, HEAD, true, 0), 0);
        take(report(MemberFate.ADOPTED, 1, 2, HEAD, PARENT, true, 0), 0);
        lose(0);
        assertThat(orphans.isEmpty()).isTrue();
    }

    @Test
    void shouldWaitForAReceiverThatIsHeardLookingForAHeadButNotForEver() {
        join(1, PARENT);
        take(report(MemberFate.LEFT, 1, 1, PARENT, 0, true, 0), 0);
        long most = Orphans.MOST_PATIENCE * patience;
        for (long now = 0; now < most; now += patience - 1) {
            orphans.onDeadline(flushes, NEXT, now, actions);
            assertThat(orphans.behind(NEXT)).as("at %d", now).isEqualTo(1);
            orphans.onSeeker(Parts.address(1), 1, now);
        }
        orphans.onDeadline(flushes, NEXT, most, actions);
        assertThat(orphans.isEmpty()).isTrue();
    }

    /** Its head has not heard its farewell, and takes it for dead. */
    @Test
    void shouldWaitForAReceiverThatIsGivenUpWhileItIsHeardLookingForAHead() {
        flushes.addClosing(Long.MAX_VALUE, 0);
        join(1, PARENT);
        orphans.onSeeker(Parts.address(1), 1, 0);
        take(report(MemberFate.FAILED, 1, 1, PARENT, 0, true, 0), patience);
        assertThat(orphans.behind(NEXT)).isEqualTo(1);
        assertThat(flushes.closingResult(packer(), NEXT, patience).missing()).isEmpty();
    }

    @Test
    void shouldNotNameAReceiverThatIsBackAfterItWasGivenUp() {
        flushes.addClosing(Long.MAX_VALUE, 0);
        join(1, PARENT);
        take(report(MemberFate.FAILED, 1, 1, PARENT, 0, true, 0), 0);
        assertThat(flushes.closingResult(packer(), NEXT, 0).missing())
                .containsExactly(new Laggard(1, Parts.address(1), 5));
        adopt(1, PARENT, 2);
        assertThat(flushes.closingResult(packer(), NEXT, 0).missing()).isEmpty();
    }

    @Test
    void shouldNotWaitLongerForWhoeverSaysElsewhereThatItIsTheReceiver() {
        join(1, PARENT);
        take(report(MemberFate.LEFT, 1, 1, PARENT, 0, true, 0), 0);
        orphans.onSeeker(Parts.address(99), 1, patience - 1);
        orphans.onDeadline(flushes, NEXT, patience, actions);
        assertThat(orphans.isEmpty()).isTrue();
    }

    @Test
    void shouldMissThoseBelowWhoMovesWithIt() {
        joinHead(1, 2);
        take(report(MemberFate.LEFT, HEAD, 1, PARENT, 0, false, 2), 0);
        assertThat(orphans.behind(NEXT)).isEqualTo(2);
        take(report(MemberFate.ADOPTED, HEAD, 2, ELSEWHERE, PARENT, false, 2), 0);
        assertThat(orphans.isEmpty()).isTrue();
    }

    @Test
    void shouldMissThoseWhomSomebodyLeavesBehindForGood() {
        joinHead(1, 2);
        take(report(MemberFate.GONE, HEAD, 1, PARENT, 0, false, 2), 0);
        assertThat(orphans.behind(NEXT)).isEqualTo(2);
        adopt(1, HEAD, 2);
        adopt(2, HEAD, 2);
        assertThat(orphans.isEmpty()).isTrue();
    }

    @Test
    void shouldSayThatTheirHeadLeft() {
        joinHead(1, 2);
        take(report(MemberFate.GONE, HEAD, 1, PARENT, 0, false, 2), 0);
        orphans.onDeadline(flushes, NEXT, patience, actions);
        assertThat(actions.events())
                .containsExactly(new SessionEvent.ReceiversLost(
                        HEAD,
                        Parts.address(HEAD),
                        2,
                        List.of(1L, 2L),
                        EventCause.LEFT,
                        "left, and was not taken elsewhere"));
    }

    @Test
    void shouldCountWhomItDoesNotKnowByName() {
        lose(3);
        assertThat(orphans.behind(NEXT)).isEqualTo(3);
        adopt(1, HEAD, 2);
        assertThat(orphans.behind(NEXT)).isEqualTo(2);
        orphans.onDeadline(flushes, NEXT, longPatience, actions);
        assertThat(actions.events())
                .containsExactly(new SessionEvent.ReceiversLost(
                        HEAD, Parts.address(HEAD), 2, List.of(), EventCause.SILENT, "why"));
    }

    @Test
    void shouldMissWhomALostHeadIsHeardToHaveTakenAfterItsLoss() {
        joinHead(1);
        lose(1);
        orphans.onDeadline(flushes, NEXT, longPatience, actions);
        adopt(2, ELSEWHERE, 1);
        take(report(MemberFate.ADOPTED, 2, 2, HEAD, ELSEWHERE, true, 0), longPatience);
        assertThat(orphans.behind(NEXT)).isEqualTo(1);
    }

    @Test
    void shouldGiveUpThoseWhoDoNotComeAndNameThem() {
        flushes.addClosing(Long.MAX_VALUE, 0);
        joinHead(1, 2, 3);
        lose(3);
        adopt(1, HEAD, 2);
        assertThat(orphans.nextDeadlineNanos()).isEqualTo(longPatience);
        orphans.onDeadline(flushes, NEXT, longPatience - 1, actions);
        assertThat(orphans.isEmpty()).isFalse();
        orphans.onDeadline(flushes, NEXT, longPatience, actions);
        assertThat(orphans.isEmpty()).isTrue();
        assertThat(actions.events())
                .containsExactly(new SessionEvent.ReceiversLost(
                        HEAD, Parts.address(HEAD), 2, List.of(2L, 3L), EventCause.SILENT, "why"));
        assertThat(flushes.closingResult(packer(), NEXT, longPatience))
                .isEqualTo(new FlushResult(
                        false, List.of(new Laggard(2, Parts.address(2), 5), new Laggard(3, Parts.address(3), 5)), 0));
    }

    /** Somebody at another host has joined under its name, has said that it moves for the last time, and has left. */
    @Test
    void shouldKnowAMemberThatJoinsWhateverWasSaidUnderItsNameElsewhere() {
        MemberReport here = report(MemberFate.JOINED, 1, 1, HEAD, 0, true, 0);
        MemberReport elsewhere = report(MemberFate.JOINED, 1, Integer.MAX_VALUE, PARENT, 0, true, 0)
                .of(Parts.address(99));
        assertThat(take(here, 0)).isTrue();
        assertThat(take(elsewhere, 0)).isTrue();
        assertThat(orphans.knows(report(MemberFate.HERE, 1, 1, 1, 0, true, 0)))
                .as("it is known there")
                .isFalse();
        assertThat(take(numbered(2, report(MemberFate.FAILED, 1, 1, HEAD, 0, true, 0)), 0))
                .as("a head loses another than it is by now")
                .isFalse();
        assertThat(take(numbered(3, here), 0)).as("it asks, and is taken anew").isTrue();
        assertThat(orphans.knows(report(MemberFate.HERE, 1, 1, 1, 0, true, 0))).isTrue();
        take(report(MemberFate.GONE, 1, Integer.MAX_VALUE, PARENT, 0, true, 0).of(Parts.address(99)), 0);
        assertThat(orphans.knows(report(MemberFate.HERE, 1, 1, 1, 0, true, 0)))
                .as("who left was not it")
                .isTrue();
    }

    @Test
    void shouldBelieveThatItIsBackWhoeverHasLeftUnderItsName() {
        take(report(MemberFate.JOINED, 1, Integer.MAX_VALUE, PARENT, 0, true, 0).of(Parts.address(99)), 0);
        take(report(MemberFate.GONE, 1, Integer.MAX_VALUE, PARENT, 0, true, 0).of(Parts.address(99)), 0);
        assertThat(take(report(MemberFate.JOINED, 1, 1, HEAD, 0, true, 0), 0)).isTrue();
        assertThat(orphans.knows(report(MemberFate.HERE, 1, 1, 1, 0, true, 0))).isTrue();
    }

    @Test
    void shouldNotBelieveAHeadWhoseMemberIsElsewhereByNow() {
        join(1, PARENT);
        adopt(1, PARENT, 2);
        assertThat(take(report(MemberFate.FAILED, 1, 1, PARENT, 0, true, 0), 0)).isFalse();
        assertThat(take(report(MemberFate.FAILED, 1, 2, ELSEWHERE, 0, true, 0), 0))
                .isTrue();
    }

    @Test
    void shouldNameAReceiverThatFailedInOpenFlushes() {
        flushes.addClosing(Long.MAX_VALUE, 0);
        take(report(MemberFate.FAILED, 1, 1, PARENT, 0, true, 2), 0);
        orphans.onDeadline(flushes, NEXT, longPatience, actions);
        assertThat(flushes.closingResult(packer(), NEXT, longPatience))
                .isEqualTo(new FlushResult(false, List.of(new Laggard(1, Parts.address(1), 5)), 2));
    }

    /** Its head gave it up while somebody below it missed more. */
    @Test
    void shouldNotNameAReceiverThatHasAllForWhatThoseBelowItMiss() {
        flushes.addClosing(Long.MAX_VALUE, 0);
        take(report(MemberFate.PRUNED, 1, 1, PARENT, 0, true, 2, NEXT, 5), 0);
        assertThat(orphans.behind(NEXT)).isEqualTo(2);
        orphans.onDeadline(flushes, NEXT, patience, actions);
        assertThat(flushes.closingResult(packer(), NEXT, patience)).isEqualTo(new FlushResult(false, List.of(), 2));
    }

    @Test
    void shouldForgetNobodyWhereMoreAreLostThanItHasRoomFor() {
        Orphans few = new Orphans(config, 2);
        for (int head = 10; head <= 13; head++) {
            few.onReport(report(MemberFate.JOINED, head, 1, PARENT, 0, false, 0), flushes, NEXT, 0);
            few.onReport(report(MemberFate.JOINED, 10 * head, 1, head, 0, true, 0), flushes, NEXT, 0);
        }
        for (int head = 10; head <= 13; head++) {
            MemberReport failed = report(MemberFate.FAILED, head, 1, PARENT, 0, false, 1, 18 - head);
            few.onReport(failed, flushes, NEXT, head);
        }
        assertThat(few.isSettled(5)).as("none is lost that has all below 5").isTrue();
        assertThat(few.isSettled(6)).as("the last one has only what is below 5").isFalse();
        assertThat(few.behind(NEXT)).isEqualTo(4);
        few.onReport(report(MemberFate.ADOPTED, 130, 2, ELSEWHERE, 13, true, 0), flushes, NEXT, 20);
        assertThat(few.behind(NEXT)).isEqualTo(3);
        few.onDeadline(flushes, NEXT, longPatience + 12, actions);
        assertThat(few.isSettled(NEXT)).as("the last was lost at 13").isFalse();
        few.onDeadline(flushes, NEXT, longPatience + 13, actions);
        assertThat(few.isEmpty()).isTrue();
        assertThat(actions.events().stream()
                        .map(SessionEvent.ReceiversLost.class::cast)
                        .map(SessionEvent.ReceiversLost::memberIds))
                .containsExactly(List.of(100L), List.of(110L, 120L));
    }

    private void joinHead(int... receivers) {
        take(report(MemberFate.JOINED, HEAD, 1, PARENT, 0, false, 0), 0);
        for (int receiver : receivers) {
            join(receiver, HEAD);
        }
    }

    private void join(int receiver, int head) {
        take(report(MemberFate.JOINED, receiver, 1, head, 0, true, 0), 0);
    }

    private void lose(int receivers) {
        lose(receivers, 1);
    }

    private void lose(int receivers, int move) {
        take(report(MemberFate.FAILED, HEAD, move, PARENT, 0, false, receivers), 0);
    }

    private void adopt(int receiver, long formerHead, int move) {
        take(report(MemberFate.ADOPTED, receiver, move, ELSEWHERE, formerHead, true, 0), 0);
    }

    private boolean take(MemberReport report, long nowNanos) {
        orphans.onReport(report, flushes, NEXT, nowNanos);
        return !orphans.isOld(report);
    }

    private static MemberReport numbered(int number, MemberReport report) {
        return Parts.report(report.reporterId(), number, report);
    }

    private static MemberReport report(
            MemberFate fate, int member, int move, long reporter, long formerHead, boolean receiver, int below) {
        return report(fate, member, move, reporter, formerHead, receiver, below, 5);
    }

    private static MemberReport report(
            MemberFate fate,
            int member,
            int move,
            long reporter,
            long formerHead,
            boolean receiver,
            int below,
            long start) {
        return report(fate, member, move, reporter, formerHead, receiver, below, start, start);
    }

    private static MemberReport report(
            MemberFate fate,
            int member,
            int move,
            long reporter,
            long formerHead,
            boolean receiver,
            int below,
            long start,
            long subtreeStart) {
        return new MemberReport(
                fate,
                Parts.SOURCE,
                reporter,
                1,
                member,
                move,
                Parts.address(member),
                receiver,
                below,
                formerHead,
                start,
                subtreeStart,
                0,
                new Reason(EventCause.SILENT, "why"));
    }

    private static MessagePacker packer() {
        return new MessagePacker(1_000, 10_000);
    }

    /** Everybody else has everything. */
    private static final class Nobody implements SenderFlushes.Receivers {
        @Override
        public boolean keepUp(long limit) {
            return true;
        }

        @Override
        public boolean isSettled(long limit, long nowNanos) {
            return false;
        }

        @Override
        public List<Laggard> behind(long limit) {
            return List.of();
        }
    }
}
