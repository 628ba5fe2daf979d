package org.rmcast.sim.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.rmcast.sim.check.ReceivedStream;

class FifoLedgerTest {
    private static final long MEMBER = 7;

    private final SentLog log = Logs.of(20);
    private final FifoLedger ledger = new FifoLedger(log, MEMBER);

    @Test
    void shouldTakeTheFirstDeliveryAsTheStart() {
        assertThat(ledger.hasStarted()).isFalse();
        assertThat(ledger.delivered(7)).isNull();
        assertThat(ledger.delivered(8)).isNull();
        assertThat(ledger.reach()).isEqualTo(9);
        assertThat(ledger.delivered(8)).contains("repeated or out of order");
    }

    @Test
    void shouldLetReportedMessagesBeSkipped() {
        assertThat(ledger.delivered(0)).isNull();
        assertThat(ledger.lost(4, 6)).isNull();
        assertThat(ledger.lost(1, 3)).isNull();
        assertThat(ledger.delivered(6)).contains("message 3 was neither");
        assertThat(ledger.lost(2, 5)).isNull();
        assertThat(ledger.reach()).isEqualTo(6);
        assertThat(ledger.delivered(5)).contains("after it was reported lost");
        assertThat(ledger.delivered(6)).isNull();
        assertThat(ledger.lost(5, 6)).contains("has passed it");
        assertThat(ledger.lost(9, 9)).contains("no range");
    }

    @Test
    void shouldCountReportedMessagesBeforeTheFirstDelivery() {
        assertThat(ledger.lost(0, 3)).isNull();
        assertThat(ledger.reach()).isEqualTo(3);
        assertThat(ledger.delivered(3)).isNull();
        assertThat(ledger.reach()).isEqualTo(4);
    }

    @Test
    void shouldAllowAGapWhileTheReceiverIsTold() {
        assertThat(ledger.delivered(0)).isNull();
        ledger.excuse();
        assertThat(ledger.isOwed()).isFalse();
        assertThat(ledger.delivered(5)).isNull();
        assertThat(ledger.delivered(5)).contains("repeated");
    }

    @Test
    void shouldCountEverythingAgainAfterADelivery() {
        assertThat(ledger.delivered(0)).isNull();
        ledger.excuse();
        assertThat(ledger.delivered(5)).isNull();
        assertThat(ledger.isOwed()).isTrue();
        assertThat(ledger.owedFrom()).isEqualTo(5);
        assertThat(ledger.delivered(7)).contains("message 6 was neither");
    }

    @Test
    void shouldCountEverythingAgainAfterANewJoin() {
        assertThat(ledger.delivered(0)).isNull();
        ledger.excuse();
        ledger.owe(4);
        assertThat(ledger.isOwed()).isTrue();
        assertThat(ledger.reach()).isEqualTo(4);
        assertThat(ledger.delivered(2)).isNull();
        assertThat(ledger.delivered(4)).isNull();
        assertThat(ledger.delivered(6)).contains("message 5 was neither");
    }

    @Test
    void shouldRememberWhatWasPassedOverSinceTheJoin() {
        ledger.owe(3);
        assertThat(ledger.isOwed()).isTrue();
        assertThat(ledger.skippedAtJoin()).isEqualTo(ReceivedStream.NONE);
        assertThat(ledger.delivered(5)).isNull();
        assertThat(ledger.skippedAtJoin()).isEqualTo(3);
    }

    @Test
    void shouldNotMoveTheJoinOnceItFollows() {
        assertThat(ledger.delivered(3)).isNull();
        ledger.owe(10);
        assertThat(ledger.reach()).isEqualTo(4);
        assertThat(ledger.delivered(5)).contains("message 4 was neither");
    }

    @Test
    void shouldPassOverWhatIsForOthersAndRefuseIt() {
        log.append(20, 1, 21);
        log.restrict(Set.of(8L));
        log.append(21, 1, 22);
        ledger.owe(19);
        assertThat(ledger.delivered(19)).isNull();
        assertThat(ledger.reach()).isEqualTo(21);
        assertThat(ledger.delivered(20)).contains("to which it was not sent");
        assertThat(ledger.delivered(21)).isNull();
        assertThat(ledger.reach()).isEqualTo(22);
    }
}
