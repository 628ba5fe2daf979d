package org.rmcast.sim.ledger;

import static org.assertj.core.api.Assertions.assertThat;

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
        CausalPast past = new CausalPast();
        past.add(5, 9);
        log.restrict(Set.of(3L));
        log.after(past);
        assertThat(log.isFor(99, 3)).isTrue();
        assertThat(log.isFor(99, 4)).isFalse();
        assertThat(log.isFor(98, 4)).isTrue();
        assertThat(log.past(99).limit(5)).isEqualTo(9);
        assertThat(log.past(98).sources()).isEmpty();
    }

    @Test
    void shouldForgetForWhomAMessageWasThatIsSentAgain() {
        log.restrict(Set.of(3L));
        log.resumeAt(99);
        log.append(7, 1, 500);
        assertThat(log.isFor(99, 4)).isTrue();
    }

    @Test
    void shouldKnowWhomItsSenderSaw() {
        assertThat(log.unseen(7, 3)).as("nothing was said").isEqualTo(Long.MAX_VALUE);
        assertThat(log.isInView(7, 3)).isFalse();
        log.sees(3, true);
        log.append(100, 1, 101);
        log.sees(3, false);
        log.append(101, 1, 102);
        log.sees(3, true);
        log.append(102, 1, 103);
        assertThat(log.unseen(99, 3)).isEqualTo(99);
        assertThat(log.unseen(100, 3)).isEqualTo(101);
        assertThat(log.unseen(101, 3)).isEqualTo(101);
        assertThat(log.unseen(102, 3)).isEqualTo(Long.MAX_VALUE);
        assertThat(log.unseen(102, 4)).isEqualTo(102);
        assertThat(log.isInView(100, 3)).isTrue();
        assertThat(log.isInView(101, 3)).isFalse();
    }
}
