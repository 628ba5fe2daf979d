package org.rmcast.examples.embed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MapContentsTest {
    private static final long HOUR = 3_600_000;

    private static MapEntry write(String key, String value, long time, long member) {
        return new MapEntry(key, value.isEmpty() ? null : value.getBytes(UTF_8), new Stamp(time, member));
    }

    @Test
    void shouldComeToTheSameWhateverTheOrder() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            List<MapEntry> writes = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                String value = random.nextInt(4) == 0 ? "" : "v" + i;
                writes.add(write("k" + random.nextInt(20), value, random.nextInt(50), i));
            }
            MapContents one = new MapContents(HOUR);
            writes.forEach(write -> one.apply(write, 0));
            writes.addAll(writes.subList(0, 30));
            Collections.shuffle(writes, random);
            MapContents other = new MapContents(HOUR);
            writes.forEach(write -> other.apply(write, 0));
            assertThat(other.digest()).as("seed %d", seed).isEqualTo(one.digest());
            assertThat(other.rootHash()).as("seed %d", seed).isEqualTo(one.rootHash());
            assertThat(other.hashes()).isEqualTo(one.hashes());
            assertThat(other.size()).isEqualTo(one.size());
        }
    }

    @Test
    void shouldLetTheGreaterStampWin() {
        MapContents contents = new MapContents(HOUR);
        assertThat(contents.apply(write("k", "a", 5, 1), 0)).isTrue();
        assertThat(contents.apply(write("k", "b", 4, 9), 0)).isFalse();
        assertThat(contents.apply(write("k", "c", 5, 1), 0)).isFalse();
        assertThat(contents.apply(write("k", "d", 5, 2), 0)).isTrue();
        assertThat(Objects.requireNonNull(contents.get("k")).value()).isEqualTo("d".getBytes(UTF_8));
        assertThat(contents.apply(write("k", "", 6, 1), 0)).isTrue();
        assertThat(contents.size()).isZero();
        assertThat(contents.apply(write("k", "a", 5, 1), 0)).as("removed since").isFalse();
    }

    @Test
    void shouldForgetARemovalAfterAnHour() {
        MapContents contents = new MapContents(HOUR);
        contents.apply(write("k", "", Stamp.timeOf(1_000), 1), 1_000);
        contents.expire(1_000 + HOUR);
        assertThat(contents.all()).hasSize(1);
        contents.expire(1_001 + HOUR);
        assertThat(contents.all()).isEmpty();
        assertThat(contents.apply(write("k", "", Stamp.timeOf(1_000), 1), 1_001 + HOUR))
                .isFalse();
        assertThat(contents.rootHash()).isEqualTo(new MapContents(HOUR).rootHash());
    }

    @Test
    void shouldTellMapsApart() {
        MapContents one = new MapContents(HOUR);
        MapContents other = new MapContents(HOUR);
        one.apply(write("ab", "c", 1, 1), 0);
        other.apply(write("a", "bc", 1, 1), 0);
        assertThat(one.digest()).isNotEqualTo(other.digest());
        assertThat(one.rootHash()).isNotEqualTo(other.rootHash());
    }
}
