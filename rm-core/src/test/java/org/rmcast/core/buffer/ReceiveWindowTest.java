package org.rmcast.core.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReceiveWindowTest {
    @Test
    void shouldAdvanceInOrder() {
        ReceiveWindow window = new ReceiveWindow(1, 100);
        assertThat(window.add(1)).isTrue();
        assertThat(window.add(2)).isTrue();
        assertThat(window.next()).isEqualTo(3);
        assertThat(window.missing()).isZero();
    }

    @Test
    void shouldRefuseDuplicatesAndWhatIsBeyondItsCapacity() {
        ReceiveWindow window = new ReceiveWindow(1, 100);
        assertThat(window.add(5)).isTrue();
        assertThat(window.add(5)).isFalse();
        assertThat(window.add(0)).isFalse();
        assertThat(window.add(101)).isFalse();
        assertThat(window.add(100)).isTrue();
        assertThat(window.missing()).isEqualTo(98);
    }

    @Test
    void shouldLearnOfPacketsThatExist() {
        ReceiveWindow window = new ReceiveWindow(1, 100);
        window.expect(11);
        assertThat(window.missing()).isEqualTo(10);
        window.expect(1_000);
        assertThat(window.limit()).isEqualTo(101);
    }

    @Test
    void shouldGiveUpWhatDidNotCome() {
        ReceiveWindow window = new ReceiveWindow(1, 100);
        window.add(3);
        window.add(5);
        assertThat(window.giveUpBelow(4)).isEqualTo(2);
        assertThat(window.next()).isEqualTo(4);
        assertThat(window.giveUpBelow(5)).isEqualTo(1);
        assertThat(window.next()).isEqualTo(6);
        window.add(8);
        assertThat(window.giveUpBelow(50)).isEqualTo(43);
        assertThat(window.giveUpBelow(50)).isZero();
        assertThat(window.next()).isEqualTo(50);
        assertThat(window.missing()).isZero();
    }

    @Test
    void shouldRefuseACapacityThatMakesNoSense() {
        assertThatThrownBy(() -> new ReceiveWindow(1, 0)).hasMessageContaining("capacity");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void shouldAgreeWithASetOfNumbers(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int capacity = 1 + random.nextInt(5_000);
        long start = random.nextLong(1_000_000);
        ReceiveWindow window = new ReceiveWindow(start, capacity);
        TreeSet<Long> held = new TreeSet<>();
        long next = start;
        long limit = start;
        for (int step = 0; step < 20_000; step++) {
            long sequence = next - 3 + random.nextInt(random.nextInt(20) == 0 ? capacity + 10 : 40);
            boolean wanted = sequence >= next && sequence < next + capacity && !held.contains(sequence);
            if (random.nextInt(200) == 0) {
                next = Math.max(next, sequence);
                held.headSet(next).clear();
                window.giveUpBelow(sequence);
            } else {
                assertThat(window.add(sequence))
                        .as("seed %d step %d", seed, step)
                        .isEqualTo(wanted);
                if (wanted) {
                    held.add(sequence);
                    limit = Math.max(limit, sequence + 1);
                }
            }
            while (held.remove(next)) {
                next++;
            }
            limit = Math.max(limit, next);
            assertThat(window.next()).as("seed %d step %d", seed, step).isEqualTo(next);
            assertThat(window.limit()).as("seed %d step %d", seed, step).isEqualTo(limit);
            assertThat(window.missing()).as("seed %d step %d", seed, step).isEqualTo(limit - next - held.size());
        }
    }
}
