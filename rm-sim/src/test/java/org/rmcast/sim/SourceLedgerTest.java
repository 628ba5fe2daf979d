package org.rmcast.sim;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SourceLedgerTest {
    private final SourceLedger ledger = new SourceLedger();

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
    void shouldAllowGapsOnceTheReceiverWasToldThatItIsOut() {
        assertThat(ledger.delivered(0)).isNull();
        ledger.excuse();
        assertThat(ledger.delivered(5)).isNull();
        assertThat(ledger.delivered(5)).contains("repeated");
    }
}
