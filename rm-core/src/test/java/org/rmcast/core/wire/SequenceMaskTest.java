package org.rmcast.core.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SequenceMaskTest {
    private static final long START = 1_000;

    @Test
    void shouldStandForTheSequencesThatWereSet() {
        byte[] mask = SequenceMask.reachingTo(16);
        for (int offset : new int[] {0, 7, 8, 16}) {
            SequenceMask.set(mask, offset);
        }
        assertThat(mask).containsExactly(0x81, 1, 1);
        List<Long> ascending = new ArrayList<>();
        SequenceMask.forEach(mask, START, ascending::add);
        assertThat(ascending).containsExactly(START, START + 7, START + 8, START + 16);
        List<Long> descending = new ArrayList<>();
        SequenceMask.forEachDescending(mask, START, descending::add);
        assertThat(descending).containsExactly(START + 16, START + 8, START + 7, START);
        for (long offset = -9; offset < 40; offset++) {
            assertThat(SequenceMask.isSet(mask, offset))
                    .as("offset %d", offset)
                    .isEqualTo(ascending.contains(START + offset));
        }
    }

    @Test
    void shouldReachToTheLastSequenceAndNotBeyond() {
        assertThat(SequenceMask.reachingTo(0)).hasSize(1);
        assertThat(SequenceMask.reachingTo(7)).hasSize(1);
        assertThat(SequenceMask.reachingTo(8)).hasSize(2);
    }

    @Test
    void shouldReadWhatItWroteUpToItsBound() throws DecodeException {
        byte[] written = SequenceMask.write(new WireWriter(8), new byte[] {5, (byte) 0x80})
                .toByteArray();
        assertThat(written).containsExactly(0, 2, 5, 0x80);
        assertThat(SequenceMask.read(new WireReader(written, 0), 2)).containsExactly(5, 0x80);
        assertThatThrownBy(() -> SequenceMask.read(new WireReader(written, 0), 1))
                .hasMessageContaining("longer than 1");
        assertThat(SequenceMask.read(new WireReader(new byte[2], 0), 0)).isSameAs(SequenceMask.EMPTY);
    }
}
