package org.rmcast.examples.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.rmcast.examples.embed.MapMessage.Beacon;
import org.rmcast.examples.embed.MapMessage.Hashes;
import org.rmcast.examples.embed.MapMessage.Stamps;
import org.rmcast.examples.embed.MapMessage.Want;
import org.rmcast.examples.embed.MapMessage.Writes;

class MapReconciliationTest {
    /** Maps that hear one another, some messages excepted. */
    private static final class Group {
        final List<MapContents> maps = new ArrayList<>();
        final List<MapReconciliation> parts = new ArrayList<>();
        final Random random;
        final double loss;
        long bytes;
        long millis = 10_000;

        Group(int members, double loss, long seed) {
            this.random = new Random(seed);
            this.loss = loss;
            for (int i = 0; i < members; i++) {
                maps.add(new MapContents(3_600_000));
                parts.add(new MapReconciliation(i, maps.get(i)));
            }
        }

        void send(int from, MapMessage message) throws IOException {
            ArrayDeque<Object[]> queue = new ArrayDeque<>();
            queue.add(new Object[] {from, message});
            while (!queue.isEmpty()) {
                Object[] next = queue.remove();
                byte[] encoded = ((MapMessage) next[1]).encode();
                bytes += encoded.length;
                for (int to = 0; to < parts.size(); to++) {
                    if (to != (int) next[0] && random.nextDouble() >= loss) {
                        for (MapMessage answer :
                                parts.get(to).onMessage((int) next[0], MapMessage.decode(encoded), millis)) {
                            queue.add(new Object[] {to, answer});
                        }
                    }
                }
            }
        }

        int roundsUntilEqual(int most) throws IOException {
            for (int round = 0; round < most; round++) {
                if (maps.stream().map(MapContents::digest).distinct().count() == 1) {
                    return round;
                }
                for (int member = 0; member < maps.size(); member++) {
                    millis += 100;
                    send(member, new Beacon(maps.get(member).rootHash()));
                }
            }
            return most;
        }
    }

    @Test
    void shouldMakeMapsEqualWhateverEachLacks() throws Exception {
        for (long seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            Group group = new Group(2 + random.nextInt(4), random.nextInt(3) * 0.1, seed);
            int keys = random.nextInt(1_000);
            for (int i = 0; i < keys; i++) {
                String key = "key " + random.nextInt(keys);
                byte[] value = random.nextInt(5) == 0 ? null : new byte[random.nextInt(300)];
                MapEntry entry = new MapEntry(key, value, new Stamp(Stamp.timeOf(10_000) + i, 1));
                for (MapContents map : group.maps) {
                    if (random.nextInt(4) > 0) {
                        map.apply(entry, 10_000);
                    }
                }
            }
            assertThat(group.roundsUntilEqual(200))
                    .as("seed %d, %d keys", seed, keys)
                    .isLessThan(200);
        }
    }

    @Test
    void shouldSendLittleWhereLittleDiffers() throws Exception {
        Group group = new Group(3, 0, 1);
        for (int i = 0; i < 20_000; i++) {
            MapEntry entry = new MapEntry("key " + i, new byte[100], new Stamp(i, 1));
            group.maps.forEach(map -> map.apply(entry, 0));
        }
        group.maps.get(1).apply(new MapEntry("key 7", new byte[100], new Stamp(30_000, 2)), 0);
        assertThat(group.roundsUntilEqual(20)).isLessThan(6);
        assertThat(group.bytes).isLessThan(50_000);
    }

    @Test
    void shouldReadWhatItWroteAndRefuseWhatIsCutOff() throws Exception {
        MapEntry value = new MapEntry("k", new byte[] {1, 2}, new Stamp(3, 4));
        MapEntry removed = new MapEntry("gone", null, new Stamp(5, -6));
        List<MapMessage> messages = List.of(
                new Writes(List.of(value, removed)),
                new Beacon(7),
                new Hashes(8, new long[MapContents.BUCKETS]),
                new Stamps(9, List.of(0, 255), List.of(value)),
                new Want(10, List.of("a", "b")));
        for (MapMessage message : messages) {
            byte[] bytes = message.encode();
            assertThat(MapMessage.decode(bytes).encode()).isEqualTo(bytes);
            for (int length = 0; length < bytes.length; length++) {
                byte[] cut = Arrays.copyOf(bytes, length);
                assertThatThrownBy(() -> MapMessage.decode(cut))
                        .as("%s", message)
                        .isInstanceOf(IOException.class);
            }
        }
        assertThatThrownBy(() -> MapMessage.decode(new byte[] {0})).isInstanceOf(IOException.class);
    }
}
