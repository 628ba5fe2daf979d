package org.rmcast.rmtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PacketSetTest {
    /** Against a set of the JDK, with additions and removals that make chunks empty, sparse, dense and full. */
    @ParameterizedTest
    @ValueSource(ints = {1, 63, 2_000, 65_536, 65_537, 200_000})
    void shouldBeASet(int size) {
        for (long seed = 0; seed < 20; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            PacketSet set = seed % 2 == 0 ? new PacketSet(size) : PacketSet.full(size);
            BitSet model = new BitSet(size);
            model.set(0, seed % 2 == 0 ? 0 : size);
            for (int step = 0; step < 60; step++) {
                change(set, model, size, random);
                assertThat(set.count()).as("seed %d, step %d", seed, step).isEqualTo(model.cardinality());
                int from = random.nextInt(size);
                assertThat(set.next(from)).as("seed %d, step %d", seed, step).isEqualTo(model.nextSetBit(from));
                int absent = model.nextClearBit(from);
                assertThat(set.nextAbsent(from))
                        .as("seed %d, step %d", seed, step)
                        .isEqualTo(absent >= size ? -1 : absent);
                assertThat(set.contains(from)).isEqualTo(model.get(from));
            }
        }
    }

    private static void change(PacketSet set, BitSet model, int size, SplittableRandom random) {
        int first = random.nextInt(size);
        int limit = first + random.nextInt(size - first) + 1;
        switch (random.nextInt(4)) {
            case 0 -> {
                set.addRange(first, limit);
                model.set(first, limit);
            }
            case 1 -> {
                for (int packet = first; packet < Math.min(limit, first + 5_000); packet++) {
                    assertThat(set.remove(packet)).isEqualTo(model.get(packet));
                    model.clear(packet);
                }
            }
            case 2 -> {
                for (int i = 0; i < 3_000; i++) {
                    int packet = random.nextInt(size);
                    assertThat(set.add(packet)).isEqualTo(!model.get(packet));
                    model.set(packet);
                }
            }
            default -> {
                for (int i = 0; i < 300; i++) {
                    int packet = random.nextInt(size);
                    set.remove(packet);
                    model.clear(packet);
                }
            }
        }
    }

    @Test
    void shouldCostLittleWhereItIsRegular() {
        assertThat(PacketSet.full(10_000_000).bytes()).isLessThan(10_000);
        PacketSet dense = new PacketSet(10_000_000);
        for (long packet = 0; packet < dense.size(); packet += 2) {
            dense.add(packet);
        }
        assertThat(dense.bytes()).isLessThan(1_300_000);
    }
}
