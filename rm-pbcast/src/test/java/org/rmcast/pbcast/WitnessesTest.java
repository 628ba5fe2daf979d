package org.rmcast.pbcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.rmcast.core.wire.SequenceMask;
import org.rmcast.pbcast.wire.PbcastPacket.Entry;

/** What is believed of what others say of a sender that has gone. */
class WitnessesTest {
    private static final long SENDER = 5;

    private final Witnesses witnesses = new Witnesses();

    private void says(long teller, long limit, long messages) {
        Entry entry = new Entry(
                SENDER, limit, limit, limit, 0, false, messages, limit, SequenceMask.EMPTY, limit, SequenceMask.EMPTY);
        witnesses.hear(teller, entry, false);
    }

    @Test
    void shouldBelieveWhatTwoSayAlike() {
        says(1, 1_000, 900);
        assertThat(witnesses.agreed()).isNull();
        says(2, 1_000, 900);
        Witnesses.Account agreed = Objects.requireNonNull(witnesses.agreed());
        assertThat(agreed.limit()).isEqualTo(1_000);
        assertThat(agreed.messages()).isEqualTo(900);
        says(3, 500, 400);
        says(4, 500, 400);
        assertThat(witnesses.agreed()).as("the farthest").isEqualTo(agreed);
    }

    @Test
    void shouldNotBelieveOneThatSpeaksOften() {
        for (int i = 0; i < 10; i++) {
            says(1, 1L << 40, 1L << 40);
            says(1, (1L << 40) + i, i);
        }
        assertThat(witnesses.agreed()).isNull();
        says(2, 1_000, 900);
        says(1, 1_000, 901);
        assertThat(witnesses.agreed()).isNull();
        says(3, 1_000, 900);
        assertThat(Objects.requireNonNull(witnesses.agreed()).messages()).isEqualTo(900);
    }

    @Test
    void shouldBelieveTheOnlyOneThatThereIs() {
        Entry entry = new Entry(SENDER, 7, 7, 7, 0, true, 6, 7, SequenceMask.EMPTY, 7, SequenceMask.EMPTY);
        witnesses.hear(1, entry, true);
        assertThat(Objects.requireNonNull(witnesses.agreed()).ended()).isTrue();
    }
}
