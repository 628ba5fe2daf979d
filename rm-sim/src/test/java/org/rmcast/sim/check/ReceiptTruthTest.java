package org.rmcast.sim.check;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EventCause;
import org.rmcast.api.Receipt;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.sim.ledger.SentLog;

/** Member 1 sees members 2 and 3, and has sent message 0 to both and message 1 to member 3, at second 1. */
class ReceiptTruthTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Receipt.Missing TWO_IS_GONE = new Receipt.Missing(2, EventCause.SILENT, "silent");

    private final SentLog log = new SentLog();
    private final Peer sender = new Peer(1, log);
    private final Peer two = new Peer(2, new SentLog());
    private final Peer three = new Peer(3, new SentLog());
    private final RunStub run = new RunStub(List.of(sender, two, three));
    private final ReceiptTruth truth = new ReceiptTruth(Duration.ofSeconds(20));

    ReceiptTruthTest() {
        log.sees(2, true);
        log.sees(3, true);
        log.append(0, 1, SECOND);
        log.append(1, 1, SECOND);
        log.restrict(Set.of(3L));
        run.nowNanos = SECOND;
        truth.begin(run);
    }

    @Test
    void shouldBelieveWhatWasDelivered() {
        confirm(0, arrivals(2, 3));
        confirm(1, arrivals(3));
        truth.onDelivered(two, 1, 0);
        truth.onDelivered(three, 1, 0);
        truth.onDelivered(three, 1, 1);
        atEnd();
    }

    @Test
    void shouldNotBelieveThatSomebodyHasWhatItIsNotGiven() {
        confirm(0, arrivals(2, 3));
        truth.onDelivered(two, 1, 0);
        assertThatThrownBy(this::atEnd)
                .isInstanceOf(BrokenInvariant.class)
                .hasMessageContaining("member 3 is said to have it, and was never given it");
    }

    @Test
    void shouldExcuseWhoRunsNoMoreIsPausedOrTakesNothing() {
        confirm(1, arrivals(3));
        three.running = false;
        atEnd();
        three.running = true;
        three.paused = true;
        atEnd();
        three.paused = false;
        three.room = false;
        atEnd();
        three.room = true;
        assertThatThrownBy(this::atEnd).isInstanceOf(BrokenInvariant.class);
    }

    @Test
    void shouldExcuseWhoWasToldSinceThatItIsOut() {
        run.nowNanos = SECOND / 2;
        lose(three);
        confirm(1, arrivals(3));
        assertThatThrownBy(this::atEnd).as("told before").isInstanceOf(BrokenInvariant.class);
        run.nowNanos = 2 * SECOND;
        lose(three);
        atEnd();
    }

    private void lose(Peer receiver) {
        truth.onEvent(receiver, new SessionEvent.SenderLost(1, EventCause.SILENT, "silent"));
    }

    @Test
    void shouldAskForEverybodyWhomTheSenderSaw() {
        assertThatThrownBy(() -> confirm(0, arrivals(3))).hasMessageContaining("member 2 is a recipient and is not");
        confirm(0, arrivals(3), TWO_IS_GONE);
        log.sees(2, false);
        log.append(2, 1, SECOND);
        confirm(2, arrivals(3));
    }

    @Test
    void shouldRefuseNamesThatAreNoRecipientsOrTwice() {
        assertThatThrownBy(() -> confirm(1, arrivals(2, 3))).hasMessageContaining("it names 2, which is no recipient");
        assertThatThrownBy(() -> confirm(0, arrivals(1, 2, 3))).hasMessageContaining("it names 1, which");
        assertThatThrownBy(() -> confirm(0, arrivals(2, 3), TWO_IS_GONE)).hasMessageContaining("it names 2 twice");
    }

    @Test
    void shouldRefuseASecondReceiptAndOneOfNothing() {
        confirm(1, arrivals(3));
        assertThatThrownBy(() -> confirm(1, arrivals(3))).hasMessageContaining("it had one before");
        assertThatThrownBy(() -> confirm(2, arrivals(3))).hasMessageContaining("it has not been accepted");
    }

    @Test
    void shouldWaitForAReceiptFromThePauseOn() {
        confirm(0, arrivals(2, 3));
        inspectAt(21);
        sender.paused = true;
        inspectAt(22);
        sender.paused = false;
        inspectAt(42);
        assertThatThrownBy(() -> inspectAt(43))
                .isInstanceOf(BrokenInvariant.class)
                .hasMessageContaining("message 1 of member 1, accepted at PT1S, still has no receipt");
        sender.running = false;
        inspectAt(44);
    }

    @Test
    void shouldAskNothingOfASenderThatMayComeAgain() {
        confirm(1, arrivals(3));
        truth.onCrashed(sender);
        confirm(1, arrivals(3));
        inspectAt(60);
    }

    private void inspectAt(long second) {
        run.nowNanos = second * SECOND;
        truth.inspect();
    }

    private void atEnd() {
        truth.atEnd();
    }

    private static List<Receipt.Arrival> arrivals(long... ids) {
        return Arrays.stream(ids)
                .mapToObj(id -> new Receipt.Arrival(id, Duration.ofMillis(3), Receipt.Way.DIRECT))
                .toList();
    }

    private void confirm(long message, List<Receipt.Arrival> arrivals, Receipt.Missing... missing) {
        truth.onConfirmed(sender, new Receipt(message, arrivals, List.of(missing)));
    }

    private static final class Peer implements Participant {
        final long id;
        final SentStream sent;
        boolean running = true;
        boolean paused;
        boolean room = true;

        Peer(long id, SentStream sent) {
            this.id = id;
            this.sent = sent;
        }

        @Override
        public int host() {
            return (int) id;
        }

        @Override
        public long memberId() {
            return id;
        }

        @Override
        public Role role() {
            return Role.PEER;
        }

        @Override
        public boolean isRunning() {
            return running;
        }

        @Override
        public boolean isPaused() {
            return paused;
        }

        @Override
        public boolean hasRoom() {
            return room;
        }

        @Override
        public EngineStatistics statistics() {
            throw new UnsupportedOperationException();
        }

        @Override
        public long memoryBoundBytes() {
            return 0;
        }

        @Override
        public SentStream sent() {
            return sent;
        }

        @Override
        public ReceivedStream received(Participant source) {
            throw new UnsupportedOperationException();
        }

        @Override
        public String toString() {
            return "member " + id;
        }
    }
}
