package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rmcast.api.EventCause;
import org.rmcast.api.PruningPolicy;
import org.rmcast.core.engine.Reason;
import org.rmcast.tram.wire.TramPacket.MemberFate;
import org.rmcast.tram.wire.TramPacket.MemberRole;

/** A head that knows packets up to 20 watches two members; who loses the most is pruned when the sender calls for it. */
class MemberWatchTest {
    private static final double NO_CALL = -1;

    private final TramConfig config = TramConfig.paper();
    private final NodeStub node = new NodeStub();
    private final HeadMembers members = new HeadMembers(config);
    private final MemberWatch watch =
            new MemberWatch(config, node, members, new TramPruning(config, PruningPolicy.NEVER));
    private final HeadMember one = add(1);
    private final HeadMember two = add(2);

    @Test
    void shouldTellOfALaggardInItsSecondRoundAndOnce() {
        one.lagging = true;
        assertThat(watch.lagNews(one)).isNull();
        assertThat(watch.lagNews(one)).isEqualTo(MemberFate.LAGGING);
        assertThat(watch.lagNews(one)).isNull();
    }

    @Test
    void shouldTellThatALaggardHasCaughtUpWhenItIsSureOfIt() {
        one.lagging = true;
        watch.lagNews(one);
        watch.lagNews(one);
        one.lagging = false;
        assertThat(watch.lagNews(one)).isNull();
        assertThat(watch.lagNews(one)).isEqualTo(MemberFate.CAUGHT_UP);
    }

    @Test
    void shouldNotTellOfAMemberThatLagsForOneRound() {
        one.lagging = true;
        assertThat(watch.lagNews(one)).isNull();
        one.lagging = false;
        assertThat(watch.lagNews(one)).isNull();
        assertThat(watch.lagNews(one)).isNull();
    }

    @Test
    void shouldSayWhatHoldsAMemberBack() {
        assertThat(watch.lagReason(one, 2 * config.helloIntervalNanos).cause()).isEqualTo(EventCause.TOO_SLOW);
        one.loss = 1_250;
        assertThat(watch.lagReason(one, 0))
                .isEqualTo(new Reason(EventCause.LOSES_TOO_MUCH, "loses 12.5 % of the packets"));
        assertThat(watch.lagReason(one, 2 * config.helloIntervalNanos + 1).cause())
                .isEqualTo(EventCause.SILENT);
    }

    @Test
    void shouldPruneNobodyUncalled() {
        one.loss = 9_000;
        assertThat(watch.reasonToPrune(one, NO_CALL, 0)).isNull();
    }

    @Test
    void shouldPruneTheWorstWhenTheSenderCalls() {
        one.loss = 2_500;
        two.loss = 2_000;
        assertThat(watch.reasonToPrune(one, 25, 0)).extracting(Reason::cause).isEqualTo(EventCause.LOSES_TOO_MUCH);
        assertThat(watch.reasonToPrune(two, 25, 0)).isNull();
    }

    @Test
    void shouldNoticeThatAMemberTurnsElsewhere() {
        one.unsatisfiedBefore = 3;
        one.saidUnsatisfied = 3;
        assertThat(watch.hasTurnedElsewhere(one)).isFalse();
        one.saidUnsatisfied = 4;
        assertThat(watch.hasTurnedElsewhere(one)).isTrue();
        two.unsatisfied = 1;
        assertThat(watch.hasTurnedElsewhere(two)).isTrue();
    }

    @Test
    void shouldMeasureHowFastAMemberGetsOn() {
        watch.measureGroupRate(1);
        watch.observe(one, 1);
        one.start += 8;
        watch.measureGroupRate(1 + 1_000_000_000L);
        watch.observe(one, 1 + 1_000_000_000L);
        assertThat(one.bytesPerSecond).as("smoothed by a quarter").isEqualTo(8 * config.maxPacketBytes / 4.0);
    }

    @Test
    void shouldNoteSinceWhenAMemberBlocksTheSender() {
        one.highestAllowed = 10;
        two.highestAllowed = 100;
        members.recompute(0, 0, 1_000_000);
        watch.observe(one, 5);
        watch.observe(one, 9);
        watch.observe(two, 9);
        assertThat(one.blocking).isTrue();
        assertThat(one.blockingSinceNanos).isEqualTo(5);
        assertThat(two.blocking).isFalse();
    }

    @Test
    void shouldForgiveWhatHappenedAtTheStart() {
        MemberWatch defaults = new MemberWatch(
                TramConfig.defaults(), node, members, new TramPruning(TramConfig.defaults(), PruningPolicy.NEVER));
        one.unsatisfied = 5;
        defaults.observe(one, TramConfig.defaults().pruneMemoryNanos - 1);
        assertThat(one.unsatisfied).isZero();
        assertThat(one.countedFrom).isEqualTo(21);
    }

    private HeadMember add(int id) {
        HeadMember member = new HeadMember(id, Parts.address(id), MemberRole.MEMBER_ONLY, 1, 1, 0);
        members.put(member);
        return member;
    }
}
