package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.core.flow.shared.RateLimit;
import org.rmcast.core.flow.shared.RateReport;
import org.rmcast.tram.wire.TramPacket.Laggard;
import org.rmcast.tram.wire.TramPacket.MemberRole;

/** TRAM waits for all members; TRAM++ for those that keep up, and of leaves for half. */
class HeadMembersTest {
    private final HeadMembers tram = new HeadMembers(TramConfig.defaults());
    private final TramConfig plusConfig = TramConfig.defaults().with("recovery", "REAFFILIATE");
    private final HeadMembers plus = new HeadMembers(plusConfig);

    @Test
    void shouldHoldNothingBackWithoutMembers() {
        tram.recompute(0, 0, 1_000_000);
        assertThat(tram.subtreeStart()).isEqualTo(Long.MAX_VALUE);
        assertThat(tram.highestAllowed()).isEqualTo(Long.MAX_VALUE);
        assertThat(tram.isEmpty()).isTrue();
    }

    @Test
    void shouldSayWhatTheSlowestOfAllHasAndTakes() {
        add(tram, 1, 10, 100);
        add(tram, 2, 5, 120);
        tram.recompute(0, 0, 1_000_000);
        assertThat(tram.subtreeStart()).isEqualTo(5);
        assertThat(tram.keepingUpStart()).isEqualTo(5);
        assertThat(tram.highestAllowed()).isEqualTo(100);
        assertThat(tram.ttl()).isEqualTo(2);
        assertThat(tram.hasLaggards()).isFalse();
    }

    /** In TRAM that is one on probation: those above it must know of it, too, up to the sender. */
    @Test
    void shouldPassOnThatSomeBelowAreNotWaitedFor() {
        HeadMember head = add(tram, 1, 10, 100);
        head.subtreeStart = 3;
        head.greedy = true;
        tram.recompute(0, 0, 1_000_000);
        assertThat(tram.retainFrom(1)).isEqualTo(10);
        assertThat(tram.subtreeStart()).as("a flush waits for all").isEqualTo(3);
        assertThat(tram.hasLaggards()).isTrue();
        head.reportsPending = true;
        tram.recompute(0, 0, 1_000_000);
        assertThat(tram.retainFrom(1)).isEqualTo(3);
        assertThat(tram.hasLaggards()).isFalse();
    }

    @Test
    void shouldPassOnWhatTheSlowestOfAllSaysOfTheRate() {
        assertThat(tram.slowestRate(null)).isNull();
        add(tram, 1, 10, 100).rate = rate(1, 90);
        add(tram, 2, 10, 100).rate = rate(2, 1);
        add(tram, 3, 10, 100).rate = rate(3, 100);
        assertThat(tram.slowestRate(null)).isEqualTo(rate(2, 1));
        assertThat(tram.slowestRate(rate(4, 0))).isEqualTo(rate(4, 0));
    }

    /** It stops to matter at once. */
    @Test
    void shouldNotHeedWhatAnybodySaysOfTheRateWhoIsNotWaitedFor() {
        HeadMember slow = add(tram, 1, 10, 100);
        slow.rate = rate(1, 1);
        add(tram, 2, 10, 100).rate = rate(2, 90);
        slow.ghost = true;
        assertThat(tram.slowestRate(null)).isEqualTo(rate(2, 90));
        slow.ghost = false;
        slow.lagging = true;
        assertThat(tram.slowestRate(null)).isEqualTo(rate(2, 90));
        tram.remove(slow);
        assertThat(tram.slowestRate(null)).isEqualTo(rate(2, 90));
    }

    /** Who crawls falls behind, is seen to, and pruned or served from storage. */
    @Test
    void shouldNotBeHeldBackByOneThatCrawlsInTramPlus() {
        add(plus, 1, 10, 100).rate = rate(1, 90);
        add(plus, 2, 10, 100).rate = rate(2, 21);
        add(plus, 3, 10, 100).rate = rate(3, 25);
        add(plus, 4, 10, 100).rate = rate(4, 100);
        assertThat(plus.slowestRate(null)).isEqualTo(rate(3, 25));
    }

    private static RateReport rate(long memberId, long bytesPerSecond) {
        return new RateReport(memberId, RateLimit.LOSS, bytesPerSecond, 1, 0.01, 1, 1);
    }

    @Test
    void shouldNotWaitForOneThatIsFarBehindInTramPlus() {
        long far = plusConfig.headCacheLowMark + plusConfig.ackWindow + 2L;
        add(plus, 1, far, far + 500);
        HeadMember slow = add(plus, 2, 1, 300);
        plus.recompute(0, 0, 1_000_000);
        assertThat(slow.lagging).isTrue();
        assertThat(plus.hasLaggards()).isTrue();
        assertThat(plus.keepingUpStart()).isEqualTo(far);
        assertThat(plus.subtreeStart()).isEqualTo(1);
    }

    /** 100,000 packets/s, 200 ms: what the member confirms is 20,000 packets old, and three times as old while it waits for a second repair. */
    @Test
    void shouldExpectOfOneThatIsFarAwayWhatItCanHaveConfirmed() {
        long limit = Math.min(plusConfig.headCacheLowMark + plusConfig.ackWindow, plusConfig.headCachePackets / 2);
        add(plus, 1, 80_000, 90_000);
        HeadMember far = add(plus, 2, 20_000 - limit, 90_000);
        far.liveness = new Liveness(plusConfig, 1, 200_000_000, 0);
        plus.recompute(0, 0, 1_000_000);
        assertThat(far.lagging).as("at no rate").isTrue();
        far.lagging = false;
        plus.setRate(100_000);
        plus.recompute(0, 0, 1_000_000);
        assertThat(far.lagging).isFalse();
        far.start--;
        plus.recompute(0, 0, 1_000_000);
        assertThat(far.lagging).as("it lags").isTrue();
    }

    @Test
    void shouldBelieveNobodyWhoSaysThatItIsFartherAwayThanASecond() {
        add(plus, 1, 300_000, 400_000);
        HeadMember liar = add(plus, 2, 100_000, 400_000);
        liar.liveness = new Liveness(plusConfig, 1, 0, 0);
        liar.liveness.onRoundTrip(3_600_000_000_000L);
        plus.setRate(100_000);
        plus.recompute(0, 0, 1_000_000);
        assertThat(liar.lagging).isTrue();
    }

    @Test
    void shouldWaitForOneOnProbationOnlyAtASenderThatHasNobodyElse() {
        Probation.Memory memory = new Probation.Memory(TramConfig.defaults());
        memory.onSilent(1, 0);
        assertThat(memory.of(1, 0)).as("one silence is forgiven").isNull();
        memory.onSilent(1, 0);
        HeadMember back = add(tram, 1, 10, 100);
        back.counts = false;
        back.probation = memory.of(1, 0);
        tram.recompute(0, 0, 1_000_000);
        assertThat(tram.retainFrom(1)).as("at the sender").isEqualTo(10);
        assertThat(tram.highestAllowed()).isEqualTo(100);
        tram.recompute(50, 500, 1_000_000);
        assertThat(tram.retainFrom(1)).as("at a head, which needs more itself").isEqualTo(Long.MAX_VALUE);
        assertThat(tram.highestAllowed()).isEqualTo(Long.MAX_VALUE);
        assertThat(tram.hasLaggards()).isTrue();
    }

    @Test
    void shouldFollowTheMedianOfTheLeavesInTramPlus() {
        add(plus, 1, 10, 100);
        add(plus, 2, 10, 110);
        add(plus, 3, 10, 120);
        plus.recompute(0, 0, 1_000_000);
        assertThat(plus.highestAllowed()).isEqualTo(110);
    }

    @Test
    void shouldWaitForEveryHeadInTramPlus() {
        add(plus, 1, 10, 100).directMembers = 1;
        add(plus, 2, 10, 110);
        add(plus, 3, 10, 120);
        plus.recompute(0, 0, 1_000_000);
        assertThat(plus.highestAllowed()).isEqualTo(100);
    }

    @Test
    void shouldCountAGhostForWhatIsHeldButNotAsAMember() {
        add(tram, 1, 10, 100);
        HeadMember ghost = add(tram, 2, 5, 90);
        ghost.ghost = true;
        ghost.receivers = 7;
        tram.recompute(0, 0, 1_000_000);
        assertThat(tram.count()).isEqualTo(1);
        assertThat(tram.receivers()).isEqualTo(1);
        assertThat(tram.subtreeStart()).isEqualTo(5);
    }

    @Test
    void shouldHoldNothingBelowTheFloor() {
        add(tram, 1, 10, 100);
        tram.recompute(0, 0, 1_000_000);
        tram.setFloor(15);
        assertThat(tram.retainFrom(1)).isEqualTo(15);
        tram.setFloor(12);
        assertThat(tram.retainFrom(1)).as("it never falls").isEqualTo(15);
    }

    @Test
    void shouldHoldNothingForWhomAHeadServesWithWhatIsForgotten() {
        HeadMember head = add(plus, 1, 100, 200);
        head.directMembers = 3;
        head.subtreeStart = 10;
        plus.recompute(0, 0, 1_000_000);
        assertThat(plus.retainFrom(10)).as("nothing is forgotten").isEqualTo(10);
        plus.setFloor(20);
        assertThat(plus.retainFrom(20)).as("what the head misses itself").isEqualTo(100);
        head.laggards = List.of(new Laggard(7, 10), new Laggard(8, 60));
        plus.recompute(0, 0, 1_000_000);
        assertThat(plus.retainFrom(20))
                .as("and who misses nothing that is gone")
                .isEqualTo(60);
        assertThat(plus.retainFrom(70)).as("by now it does").isEqualTo(100);
        head.subtreeStart = 80;
        plus.recompute(0, 0, 1_000_000);
        assertThat(plus.retainFrom(70)).isEqualTo(80);
        head.ghost = true;
        plus.recompute(0, 0, 1_000_000);
        assertThat(plus.retainFrom(90)).as("nobody serves its orphans").isEqualTo(90);
    }

    @Test
    void shouldSumUpTheSubtrees() {
        HeadMember one = add(tram, 1, 10, 100);
        one.receivers = 3;
        one.directMembers = 2;
        one.indirectMembers = 4;
        one.loss = 70;
        add(tram, 2, 10, 100).loss = 90;
        assertThat(tram.receivers()).isEqualTo(4);
        assertThat(tram.indirectMembers()).isEqualTo(6);
        assertThat(tram.worstLoss()).isEqualTo(90);
        assertThat(tram.meanBeside(one, member -> member.loss)).isEqualTo(90);
        assertThat(tram.nonHeads()).isEqualTo(2);
    }

    @Test
    void shouldNameTheFurthestBehindFirst() {
        HeadMember head = add(tram, 1, 20, 100);
        head.subtreeStart = 8;
        head.laggards = List.of(new Laggard(11, 8));
        add(tram, 2, 5, 100);
        add(tram, 3, 30, 100);
        assertThat(tram.laggards(20, 9)).containsExactly(new Laggard(2, 5), new Laggard(11, 8));
        assertThat(tram.laggards(20, 1)).containsExactly(new Laggard(2, 5));
    }

    private static HeadMember add(HeadMembers members, long id, long start, long allowed) {
        HeadMember member = new HeadMember(id, Parts.address((int) id), MemberRole.MEMBER_ONLY, (int) id, start, 0);
        member.highestAllowed = allowed;
        member.receivers = 1;
        members.put(member);
        return member;
    }
}
