package org.rmcast.sim.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class UnorderedLedgerTest {
    private final SentLog log = Logs.of(10);
    private final UnorderedLedger ledger = new UnorderedLedger(log, 7);

    @Test
    void shouldTakeMessagesInAnyOrderButOnce() {
        ledger.owe(2);
        assertThat(ledger.delivered(4)).isNull();
        assertThat(ledger.delivered(3)).isNull();
        assertThat(ledger.reach()).isEqualTo(2);
        assertThat(ledger.delivered(2)).isNull();
        assertThat(ledger.reach()).isEqualTo(5);
        assertThat(ledger.deliveredLimit()).isEqualTo(5);
        assertThat(ledger.delivered(3)).contains("delivered twice");
    }

    @Test
    void shouldSeeWhatStaysAway() {
        ledger.owe(0);
        for (int number = 0; number < 10; number++) {
            if (number != 6) {
                assertThat(ledger.delivered(number)).isNull();
            }
        }
        assertThat(ledger.reach()).isEqualTo(6);
        assertThat(ledger.lost(6, 7)).isNull();
        assertThat(ledger.reach()).isEqualTo(10);
        assertThat(ledger.isLostWithin(0, 10)).isTrue();
        assertThat(ledger.lost()).isEqualTo(1);
    }

    @Test
    void shouldNotLetAMessageBeLostAndDelivered() {
        assertThat(ledger.delivered(1)).isNull();
        assertThat(ledger.lost(0, 2)).contains("message 1 was reported lost, but it was delivered");
        assertThat(ledger.lost(2, 4)).isNull();
        assertThat(ledger.delivered(3)).contains("after it was reported lost");
        assertThat(ledger.lost(3, 3)).contains("no range");
    }

    @Test
    void shouldCountAgainAfterANewJoin() {
        ledger.owe(0);
        ledger.excuse();
        assertThat(ledger.isOwed()).isFalse();
        ledger.owe(8);
        assertThat(ledger.isOwed()).isTrue();
        assertThat(ledger.reach()).isEqualTo(8);
    }

    @Test
    void shouldRefuseWhatIsForOthers() {
        log.append(10, 1, 11);
        log.restrict(Set.of(8L, 9L));
        ledger.owe(10);
        assertThat(ledger.reach()).isEqualTo(11);
        assertThat(ledger.delivered(10)).contains("to which it was not sent");
    }
}
