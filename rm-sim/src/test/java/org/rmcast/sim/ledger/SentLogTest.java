package org.rmcast.sim.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SentLogTest {
    private final SentLog log = Logs.of(100);

    @Test
    void shouldKnowHowManyWereAcceptedByATime() {
        assertThat(log.acceptedBy(0)).isZero();
        assertThat(log.acceptedBy(1)).isEqualTo(1);
        assertThat(log.acceptedBy(57)).isEqualTo(57);
        assertThat(log.acceptedBy(1_000)).isEqualTo(100);
        assertThat(log.lastAcceptedNanos()).isEqualTo(100);
    }

    @Test
    void shouldGoOnFromAMessageWhenResumed() {
        log.abandon();
        log.resumeAt(40);
        assertThat(log.isAbandoned()).isFalse();
        assertThat(log.accepted()).isEqualTo(40);
        assertThat(log.known()).isEqualTo(100);
        assertThat(log.matches(99, 99, 1)).isTrue();
        log.append(7, 1, 500);
        assertThat(log.matches(40, 7, 1)).isTrue();
        assertThat(log.acceptedBy(499)).isEqualTo(40);
    }

    @Test
    void shouldRememberForWhomAndAfterWhat() {
        log.restrict(Set.of(3L));
        log.after(Map.of(5L, 9L));
        assertThat(log.isFor(99, 3)).isTrue();
        assertThat(log.isFor(99, 4)).isFalse();
        assertThat(log.isFor(98, 4)).isTrue();
        assertThat(log.causes(99)).containsEntry(5L, 9L);
        assertThat(log.causes(98)).isEmpty();
    }
}
