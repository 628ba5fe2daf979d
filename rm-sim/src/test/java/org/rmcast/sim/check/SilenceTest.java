package org.rmcast.sim.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EventCause;
import org.rmcast.api.SessionEvent;

/** Member 1 has sent 100 messages at second 0, of which member 2 has 40 and member 3 all. A watch bites after 5 s, or 10 s. */
class SilenceTest {
    private static final long SECOND = 1_000_000_000L;
    private static final InetSocketAddress ADDRESS = new InetSocketAddress("192.0.2.2", 5_000);

    private final Got behind = new Got(40);
    private final Got ahead = new Got(100);
    private final ParticipantStub sender = new ParticipantStub(1, new Sent(100), new Got(0));
    private final ParticipantStub receiver = new ParticipantStub(2, new Sent(0), behind);
    private final RunStub run = new RunStub(List.of(sender, receiver, new ParticipantStub(3, new Sent(0), ahead)));
    private final Watchdog watchdog = new Watchdog(Duration.ofSeconds(5), Duration.ofSeconds(10));
    private final Convergence convergence = new Convergence(Duration.ofSeconds(2), Duration.ofSeconds(5));

    SilenceTest() {
        watchdog.begin(run);
        convergence.begin(run);
    }

    @Test
    void shouldNoticeWhoStandsStillWhereOthersDoNot() {
        lookAt(watchdog, 1, 5);
        assertStandsStill(7);
    }

    @Test
    void shouldWaitLongerWhereAllStandStill() {
        ahead.limit = 40;
        lookAt(watchdog, 1, 10);
        assertStandsStill(12);
    }

    @Test
    void shouldCountTheTimeInWhichOthersHaveMoreOnly() {
        ahead.limit = 40;
        lookAt(watchdog, 1, 4);
        ahead.limit = 100;
        lookAt(watchdog, 5, 9);
        assertStandsStill(10);
    }

    @Test
    void shouldTakeAnythingDeliveredForProgress() {
        for (int second = 1; second < 30; second++) {
            behind.limit++;
            lookAt(watchdog, second, second);
        }
        for (int second = 30; second < 60; second++) {
            behind.lost++;
            lookAt(watchdog, second, second);
        }
    }

    @Test
    void shouldNotCallSilentWhoWasToldUntilItGoesOn() {
        lookAt(watchdog, 1, 4);
        watchdog.onEvent(
                receiver, new SessionEvent.ReceptionStalled(1, 60, EventCause.NOT_IN_TIME, "packet 41 is missing"));
        lookAt(watchdog, 5, 30);
        watchdog.onEvent(receiver, new SessionEvent.ReceptionResumed(1));
        lookAt(watchdog, 31, 36);
        assertStandsStill(37);
    }

    @Test
    void shouldAskForAllInTheEndWhateverWasTold() {
        convergence.onEvent(
                receiver, new SessionEvent.ReceptionStalled(1, 60, EventCause.NOT_IN_TIME, "packet 41 is missing"));
        lookAt(convergence, 1, 7);
        assertDoesNotConverge(8);
    }

    @Test
    void shouldLetWhoWasOutCatchUpForAsLongAsItWasOut() {
        lookAt(convergence, 1, 4);
        convergence.onEvent(receiver, new SessionEvent.NoRepairHead(1, EventCause.NO_OFFER, "nobody"));
        lookAt(convergence, 5, 10);
        convergence.onEvent(
                receiver, new SessionEvent.RepairHeadChanged(0, null, 1, ADDRESS, EventCause.JOINED, "joined"));
        lookAt(convergence, 11, 21);
        assertDoesNotConverge(22);
    }

    private void lookAt(Watch watch, long first, long last) {
        for (long second = first; second <= last; second++) {
            run.nowNanos = second * SECOND;
            assertThatCode(watch::inspect).as("at second %d", second).doesNotThrowAnyException();
        }
    }

    private void assertStandsStill(long second) {
        run.nowNanos = second * SECOND;
        assertThatThrownBy(watchdog::inspect)
                .isInstanceOf(BrokenInvariant.class)
                .hasMessageContaining("stands still before message 40");
    }

    private void assertDoesNotConverge(long second) {
        run.nowNanos = second * SECOND;
        assertThatThrownBy(convergence::inspect)
                .isInstanceOf(BrokenInvariant.class)
                .hasMessageContaining("has neither been given message 40");
        assertThat(convergence.name()).isEqualTo("convergence");
    }

    private record Sent(int accepted) implements SentStream {
        @Override
        public long acceptedNanos(long number) {
            return 0;
        }

        @Override
        public boolean isFor(long number, long memberId) {
            return true;
        }

        @Override
        public boolean isInView(long number, long memberId) {
            return true;
        }

        @Override
        public long lastAcceptedNanos() {
            return 0;
        }

        @Override
        public boolean isAbandoned() {
            return false;
        }
    }

    /** Everything below the limit, from the first message on. */
    private static final class Got implements ReceivedStream {
        private long limit;
        private long lost;

        Got(long limit) {
            this.limit = limit;
        }

        @Override
        public boolean hasStarted() {
            return limit > 0;
        }

        @Override
        public boolean isOwed() {
            return true;
        }

        @Override
        public long owedFrom() {
            return 0;
        }

        @Override
        public long reach() {
            return limit;
        }

        @Override
        public long deliveredLimit() {
            return limit;
        }

        @Override
        public boolean isLostWithin(long first, long limitMessage) {
            return false;
        }

        @Override
        public long lost() {
            return lost;
        }

        @Override
        public long skippedAtJoin() {
            return NONE;
        }
    }
}
