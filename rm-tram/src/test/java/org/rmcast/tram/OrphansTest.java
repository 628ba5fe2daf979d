package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.core.engine.Confirmation;
import org.rmcast.core.engine.FlushResult;
import org.rmcast.core.engine.FlushResult.Laggard;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.event.SessionEvent;
import org.rmcast.core.framing.MessagePacker;
import org.rmcast.core.stream.SenderFlushes;
import org.rmcast.core.testing.RecordingActions;
import org.rmcast.tram.wire.TramPacket.MemberFate;
import org.rmcast.tram.wire.TramPacket.MemberReport;

/** Head 7, with some receivers of which the last misses packet 5, is lost; the sender has sent packets up to 9. */
class OrphansTest {
    private static final long NEXT = 10;
    private static final int HEAD = 7;
    private static final int PARENT = 50;
    private static final int ELSEWHERE = 60;

    private final TramConfig config = TramConfig.defaults();
    private final long patience = Math.max(config.orphanHoldNanos, config.livenessNanos());
    private final SenderFlushes flushes = new SenderFlushes(new Nobody());
    private final Orphans orphans = new Orphans(config);
    private final RecordingActions actions = new RecordingActions();

    @Test
    void shouldMissThoseBelowALostHeadUntilTheyAreTakenElsewhere() {
        lose(2);
        assertThat(orphans.behind(5)).as("all have what is below 5").isZero();
        assertThat(orphans.behind(6)).isEqualTo(2);
        adopt(1, HEAD, 1);
        assertThat(orphans.behind(6)).isEqualTo(1);
        adopt(2, HEAD, 1);
        assertThat(orphans.isEmpty()).isTrue();
        assertThat(orphans.nextDeadlineNanos()).isEqualTo(ProtocolEngine.NO_DEADLINE);
    }

    @Test
    void shouldNotMissWhomItHeardOfBefore() {
        adopt(1, HEAD, 1);
        adopt(2, HEAD, 2);
        adopt(3, 99, 1);
        lose(4);
        assertThat(orphans.behind(NEXT)).isEqualTo(1);
    }

    @Test
    void shouldKnowTheHeadItselfWhenItComesBack() {
        lose(3);
        adopt(HEAD, PARENT, 3);
        assertThat(orphans.isEmpty()).isTrue();
    }

    @Test
    void shouldMissAReceiverThatMovesUntilItIsThere() {
        take(report(MemberFate.LEFT, 1, PARENT, 0, true, 0), 0);
        assertThat(orphans.behind(NEXT)).isEqualTo(1);
        adopt(1, PARENT, 1);
        assertThat(orphans.isEmpty()).isTrue();
    }

    @Test
    void shouldGiveUpThoseWhoDoNotComeAndSayHowMany() {
        flushes.add(1, Confirmation.EVERYONE, Long.MAX_VALUE, 0);
        flushes.complete(packer(), NEXT, 0, actions);
        lose(3);
        adopt(1, HEAD, 1);
        assertThat(orphans.nextDeadlineNanos()).isEqualTo(patience);
        orphans.onDeadline(flushes, NEXT, patience - 1, actions);
        assertThat(orphans.isEmpty()).isFalse();
        orphans.onDeadline(flushes, NEXT, patience, actions);
        assertThat(orphans.isEmpty()).isTrue();
        assertThat(actions.events())
                .containsExactly(new SessionEvent.ReceiversLost(HEAD, Parts.address(HEAD), 2, "why"));
    }

    @Test
    void shouldNotBelieveAHeadWhoseMemberIsElsewhereByNow() {
        adopt(1, PARENT, 1);
        assertThat(take(report(MemberFate.FAILED, 1, PARENT, 0, true, 0), 0)).isFalse();
        assertThat(take(report(MemberFate.FAILED, 1, ELSEWHERE, 0, true, 0), 0)).isTrue();
        assertThat(take(report(MemberFate.FAILED, 1, PARENT, 0, true, 0), 4 * patience))
                .as("long ago")
                .isTrue();
    }

    @Test
    void shouldNameAReceiverThatFailedInOpenFlushes() {
        flushes.addClosing(Long.MAX_VALUE, 0);
        take(report(MemberFate.FAILED, 1, PARENT, 0, true, 2), 0);
        orphans.onDeadline(flushes, NEXT, patience, actions);
        assertThat(flushes.closingResult(packer(), NEXT, patience))
                .isEqualTo(new FlushResult(false, List.of(new Laggard(1, Parts.address(1), 5)), 2));
    }

    private void lose(int receivers) {
        take(report(MemberFate.FAILED, HEAD, PARENT, 0, false, receivers), 0);
    }

    private void adopt(int member, long formerHead, int receivers) {
        take(report(MemberFate.ADOPTED, member, ELSEWHERE, formerHead, false, receivers), 0);
    }

    private boolean take(MemberReport report, long nowNanos) {
        return orphans.onReport(report, flushes, NEXT, nowNanos);
    }

    private static MemberReport report(
            MemberFate fate, int member, long reporter, long formerHead, boolean receiver, int below) {
        return new MemberReport(
                fate,
                Parts.SOURCE,
                reporter,
                1,
                member,
                Parts.address(member),
                receiver,
                below,
                formerHead,
                5,
                5,
                0,
                "why");
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
