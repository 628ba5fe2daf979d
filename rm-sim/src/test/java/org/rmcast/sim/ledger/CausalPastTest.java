package org.rmcast.sim.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CausalPastTest {
    private final CausalPast past = new CausalPast();

    @Test
    void shouldHoldTheHighestLimitOfEachSource() {
        past.add(7, 3);
        past.add(-2, 5);
        past.add(9, 1);
        past.add(7, 2);
        assertThat(past.sources()).containsExactly(-2, 7, 9);
        assertThat(past.limit(7)).isEqualTo(3);
        assertThat(past.limit(-2)).isEqualTo(5);
        assertThat(past.limit(8)).isZero();
    }

    @Test
    void shouldAddAMessageWithAllThatComesBeforeIt() {
        CausalPast before = new CausalPast();
        before.add(1, 4);
        before.add(2, 9);
        past.add(2, 11);
        past.addMessage(3, 0, before);
        assertThat(past.sources()).containsExactly(1, 2, 3);
        assertThat(past.limit(1)).isEqualTo(4);
        assertThat(past.limit(2)).isEqualTo(11);
        assertThat(past.limit(3)).isEqualTo(1);
    }

    @Test
    void shouldCopyWhatIsInItNow() {
        past.add(1, 4);
        CausalPast copy = past.copy();
        past.add(1, 5);
        past.add(2, 1);
        assertThat(copy.sources()).containsExactly(1);
        assertThat(copy.limit(1)).isEqualTo(4);
    }
}
