package org.rmcast.core.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.rmcast.core.state.StatePacket.Chunk;
import org.rmcast.core.state.StatePacket.Range;

/** Reading chunks through a network that loses some. */
class StatePullTest {
    private static final int CHUNK = 100;
    private static final long ROUND_TRIP_NANOS = 20_000_000;

    private record Coming(long atNanos, int index) {}

    /** How long it takes, in round trips; nothing is handed over while {@code blocked}. */
    private static double read(int chunks, double loss, int bottleneck, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long length = (long) chunks * CHUNK - 50;
        StatePull pull = new StatePull(length, CHUNK);
        ArrayDeque<Coming> coming = new ArrayDeque<>();
        long now = 0;
        long freeAt = 0;
        int next = 0;
        while (!pull.isDone()) {
            for (Range range : pull.ask(now)) {
                for (int i = range.first(); i < range.first() + range.count(); i++) {
                    freeAt = Math.max(freeAt, now) + 1_000_000;
                    boolean overflow = freeAt - now > bottleneck * 1_000_000L;
                    freeAt -= overflow ? 1_000_000 : 0;
                    if (!overflow && random.nextDouble() >= loss) {
                        coming.add(new Coming(freeAt + ROUND_TRIP_NANOS, i));
                    }
                }
            }
            Coming first = coming.peek();
            long timer = pull.nextDeadlineNanos();
            assertThat(first == null && timer == Long.MAX_VALUE)
                    .as("seed %d: nothing to wait for", seed)
                    .isFalse();
            if (first != null && first.atNanos() <= timer) {
                now = Math.max(now, first.atNanos());
                coming.remove();
                int bytes = (int) Math.min(CHUNK, length - (long) first.index() * CHUNK);
                pull.onChunk(new Chunk(1, first.index(), new byte[bytes], 0), now);
            } else {
                now = Math.max(now, timer);
            }
            for (Chunk chunk = pull.next(); chunk != null; chunk = pull.next()) {
                assertThat(chunk.index()).as("seed %d", seed).isEqualTo(next++);
                pull.taken();
            }
        }
        assertThat(next).isEqualTo(chunks);
        return (double) now / ROUND_TRIP_NANOS;
    }

    @Test
    void shouldReadAllInOrderWhateverIsLost() {
        for (long seed = 1; seed <= 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            read(random.nextInt(1, 600), random.nextDouble(0.5), random.nextInt(10, 300), seed);
        }
    }

    @Test
    void shouldNotCrawlWhereLossIsChance() {
        // 1,000 chunks at a chunk a millisecond take 50 round trips at least.
        assertThat(read(1_000, 0, 1_000, 1)).isLessThan(60);
        assertThat(read(1_000, 0.1, 1_000, 2)).isLessThan(150);
    }

    @Test
    void shouldTakeNothingThatWasNotAskedFor() {
        StatePull pull = new StatePull(1_000, CHUNK);
        assertThat(pull.onChunk(new Chunk(1, 0, new byte[CHUNK], 0), 0)).isFalse();
        pull.ask(0);
        assertThat(pull.onChunk(new Chunk(1, 0, new byte[CHUNK - 1], 0), 1)).isFalse();
        assertThat(pull.onChunk(new Chunk(1, 10, new byte[CHUNK], 0), 1)).isFalse();
        assertThat(pull.onChunk(new Chunk(1, 0, new byte[CHUNK], 0), 1)).isTrue();
        assertThat(pull.onChunk(new Chunk(1, 0, new byte[CHUNK], 0), 2)).isFalse();
    }
}
