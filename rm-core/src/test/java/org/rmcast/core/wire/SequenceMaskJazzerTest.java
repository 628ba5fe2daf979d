package org.rmcast.core.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes as a mask on the wire. */
class SequenceMaskJazzerTest {
    private static final int MAX_BYTES = 1_024;
    private static final long START = Wire.MAX_SEQUENCE;

    static Stream<byte[]> seeds() {
        return Stream.of(
                new byte[] {0, 0}, new byte[] {0, 2, 1, (byte) 0x80}, new byte[] {4, 1}, new byte[] {0, 3, 0, 0});
    }

    @MethodSource("seeds")
    @FuzzTest(maxDuration = "60s")
    void shouldReadTheSameSetHoweverItIsAsked(byte[] bytes) {
        WireReader reader = new WireReader(bytes, 0);
        byte[] mask;
        try {
            mask = SequenceMask.read(reader, MAX_BYTES);
        } catch (DecodeException refused) {
            assertThat(refused.getMessage()).isNotBlank();
            return;
        }
        assertThat(mask.length).isLessThanOrEqualTo(MAX_BYTES);
        assertThat(SequenceMask.write(new WireWriter(2), mask).toByteArray())
                .isEqualTo(Arrays.copyOf(bytes, reader.position()));
        List<Long> ascending = new ArrayList<>();
        SequenceMask.forEach(mask, START, ascending::add);
        List<Long> descending = new ArrayList<>();
        SequenceMask.forEachDescending(mask, START, descending::add);
        Collections.reverse(descending);
        assertThat(descending).isEqualTo(ascending).isEqualTo(asked(mask));
        assertThat(setAnew(ascending)).isEqualTo(withoutTrailingZeros(mask));
    }

    private static List<Long> asked(byte[] mask) {
        List<Long> sequences = new ArrayList<>();
        for (long offset = -9; offset < 8L * mask.length + 9; offset++) {
            if (SequenceMask.isSet(mask, offset)) {
                sequences.add(START + offset);
            }
        }
        return sequences;
    }

    private static byte[] setAnew(List<Long> sequences) {
        if (sequences.isEmpty()) {
            return SequenceMask.EMPTY;
        }
        byte[] mask = SequenceMask.reachingTo(sequences.get(sequences.size() - 1) - START);
        sequences.forEach(sequence -> SequenceMask.set(mask, (int) (sequence - START)));
        return mask;
    }

    private static byte[] withoutTrailingZeros(byte[] mask) {
        int length = mask.length;
        while (length > 0 && mask[length - 1] == 0) {
            length--;
        }
        return Arrays.copyOf(mask, length);
    }
}
