package org.rmcast.core.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class BufferManagerTest {
    private long needed = Long.MAX_VALUE;
    private final BufferManager buffer = new BufferManager(300, 100, 200, 1, (first, limit, now) -> needed);

    @Test
    void shouldHoldWhatItGotOnce() {
        byte[] packet = {1, 2, 3};
        assertThat(buffer.put(5, packet)).isTrue();
        assertThat(buffer.put(5, packet)).isFalse();
        assertThat(buffer.get(5)).isSameAs(packet);
        assertThat(buffer.get(4)).isNull();
        assertThat(buffer.get(6)).isNull();
        assertThat(buffer.packets()).isEqualTo(1);
        assertThat(buffer.bytes()).isEqualTo(3);
    }

    @Test
    void shouldPurgeFromTheHighMarkToTheLowMark() {
        fill(200);
        assertThat(buffer.purge(0)).isTrue();
        assertThat(buffer.packets()).isEqualTo(200);
        buffer.put(201, new byte[10]);
        assertThat(buffer.purge(0)).isTrue();
        assertThat(buffer.packets()).isEqualTo(100);
        assertThat(buffer.low()).isEqualTo(102);
        assertThat(buffer.bytes()).isEqualTo(1_000);
        assertThat(buffer.get(101)).isNull();
        assertThat(buffer.get(102)).isNotNull();
    }

    @Test
    void shouldKeepWhatThePolicyNeeds() {
        needed = 50;
        fill(210);
        assertThat(buffer.purge(0)).isTrue();
        assertThat(buffer.low()).isEqualTo(50);
        for (int sequence = 211; sequence <= 252; sequence++) {
            buffer.put(sequence, new byte[10]);
        }
        assertThat(buffer.purge(0)).isFalse();
        assertThat(buffer.low()).isEqualTo(50);
    }

    @Test
    void shouldRefuseWhatIsBeyondItsCapacityUntilSomethingGoes() {
        fill(300);
        assertThat(buffer.put(301, new byte[10])).isFalse();
        needed = 11;
        buffer.purgeAll(0);
        assertThat(buffer.room()).isEqualTo(311);
        assertThat(buffer.put(301, new byte[10])).isTrue();
    }

    @Test
    void shouldReleaseUnaskedAndMoveOn() {
        fill(10);
        buffer.releaseBelow(1_000);
        assertThat(buffer.packets()).isZero();
        assertThat(buffer.bytes()).isZero();
        assertThat(buffer.put(999, new byte[1])).isFalse();
        assertThat(buffer.put(1_005, new byte[1])).isTrue();
        assertThat(buffer.limit()).isEqualTo(1_006);
    }

    @Test
    void shouldRefuseMarksOutOfOrder() {
        assertThatThrownBy(() -> new BufferManager(10, 6, 5, 1, (first, limit, now) -> limit))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("6:5 of 10");
    }

    @Test
    void shouldPackNothingWhileItHoldsLittle() {
        byte[] packet = new byte[1_000];
        buffer.put(1, packet);
        buffer.pack(2);
        assertThat(buffer.get(1)).isSameAs(packet);
    }

    /** Packets of all lengths, holes among them, packed and released at random, hold what they held, and take little besides. */
    @Test
    void shouldHoldPackedWhatItHeld() {
        long seed = Long.getLong("rm.seed", System.nanoTime());
        Random random = new Random(seed);
        BufferManager held = new BufferManager(4_096, 0, 4_096, 1, (first, limit, now) -> first);
        TreeMap<Long, byte[]> expected = new TreeMap<>();
        long next = 1;
        for (int step = 0; step < 2_000; step++) {
            for (int i = random.nextInt(64); i > 0 && next < held.room(); i--, next++) {
                if (random.nextInt(20) > 0) {
                    byte[] packet = new byte[random.nextInt(random.nextInt(8) == 0 ? 8_000 : 1_500)];
                    random.nextBytes(packet);
                    assertThat(held.put(next, packet)).isTrue();
                    expected.put(next, packet);
                }
            }
            held.pack(next - random.nextInt(100));
            if (random.nextInt(3) == 0) {
                // Now and then nearly all goes.
                held.releaseBelow(held.low() + random.nextInt(random.nextInt(30) == 0 ? 4_096 : 200));
                next = Math.max(next, held.low());
                expected.headMap(held.low()).clear();
            }
            long sequence = held.low() + random.nextInt(4_096);
            assertThat(held.get(sequence)).as("seed %d, step %d", seed, step).isEqualTo(expected.get(sequence));
            assertThat(held.holds(sequence)).isEqualTo(expected.containsKey(sequence));
        }
        assertThat(held.packets()).as("seed %d", seed).isEqualTo(expected.size());
        assertThat(held.bytes())
                .as("seed %d", seed)
                .isEqualTo(expected.values().stream()
                        .mapToLong(packet -> packet.length)
                        .sum());
        expected.forEach((sequence, packet) ->
                assertThat(held.get(sequence)).as("seed %d", seed).isEqualTo(packet));
        long bytes = held.bytes();
        long withSpare = held.tableBytes();
        held.releaseBelow(next);
        assertThat(withSpare - held.tableBytes())
                .as("seed %d: what is spare of %d bytes", seed, bytes)
                .isBetween(0L, bytes / 5 + (1 << 17));
        assertThat(held.tableBytes()).as("seed %d", seed).isLessThanOrEqualTo(8 * 4_096);
    }

    /** What is held for long is in few objects, whatever the number of packets: a collector has no more to do for it. */
    @Test
    void shouldUseItsArraysAgain() {
        BufferManager held = new BufferManager(1 << 16, 0, 1 << 16, 1, (first, limit, now) -> first);
        long spare = 0;
        for (int sequence = 1; sequence <= 100_000; sequence++) {
            held.put(sequence, new byte[1_000]);
            held.pack(sequence + 1);
            held.releaseBelow(sequence - 10_000);
            spare = Math.max(spare, held.tableBytes() - 8 * 16_384);
        }
        assertThat(held.get(95_000)).isNotSameAs(held.get(95_000)).hasSize(1_000);
        assertThat(spare).isBetween(1L, 10_000_000L / 20);
    }

    private void fill(int count) {
        for (int sequence = 1; sequence <= count; sequence++) {
            assertThat(buffer.put(sequence, new byte[10])).isTrue();
        }
    }
}
