package org.rmcast.core.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.rmcast.api.SessionEvent.StorageTrouble;

class StoredCacheTest {
    private static final int CAPACITY = 8;
    private static final long FIRST = 101;

    private final BoundedStore store = new BoundedStore(20);
    private long retain = Long.MAX_VALUE;
    private final BufferManager memory = new BufferManager(CAPACITY, 4, 6, FIRST, (first, limit, nowNanos) -> retain);
    private final StoredCache cache = new StoredCache(memory, store);

    private static byte[] packet(long sequence) {
        return new byte[] {(byte) (sequence >> 8), (byte) sequence};
    }

    /** A packet comes, what is complete is stored, and memory is purged as far as it may be. */
    private void receive(long sequence, long needed) {
        if (sequence >= memory.room()) {
            memory.purgeAll(0);
        }
        assertThat(memory.put(sequence, packet(sequence))).isTrue();
        cache.store(sequence + 1, needed);
        retain = Math.min(sequence + 1, cache.inStore(needed));
        memory.purge(0);
    }

    private void receiveAll(long first, long limit) {
        for (long sequence = first; sequence < limit; sequence++) {
            receive(sequence, Long.MAX_VALUE);
        }
    }

    private void requireHeld(long first, long limit) {
        for (long sequence = first; sequence < limit; sequence++) {
            assertThat(cache.holds(sequence)).as("packet %d", sequence).isTrue();
            assertThat(cache.get(sequence)).isEqualTo(packet(sequence));
        }
    }

    @Test
    void shouldHoldMoreThanMemory() {
        receiveAll(FIRST, FIRST + 18);
        assertThat(memory.packets()).isLessThanOrEqualTo(CAPACITY);
        assertThat(memory.low()).isGreaterThan(FIRST);
        assertThat(cache.low()).isEqualTo(FIRST);
        assertThat(cache.limit()).isEqualTo(FIRST + 18);
        requireHeld(FIRST, FIRST + 18);
        assertThat(cache.holds(FIRST - 1)).isFalse();
        assertThat(cache.get(FIRST + 18)).isNull();
    }

    @Test
    void shouldLetTheOldestGoWhenTheStoreIsFull() {
        receiveAll(FIRST, FIRST + 100);
        assertThat(cache.low()).isBetween(FIRST + 80, FIRST + 85);
        requireHeld(cache.low(), FIRST + 100);
        assertThat(cache.holds(cache.low() - 1)).isFalse();
    }

    @Test
    void shouldLetNothingGoThatSomebodyNeeds() {
        for (long sequence = FIRST; sequence < FIRST + 20 + CAPACITY; sequence++) {
            receive(sequence, FIRST + 2);
        }
        assertThat(cache.low()).isBetween(FIRST, FIRST + 2);
        requireHeld(FIRST + 2, FIRST + 20 + CAPACITY);
        assertThat(cache.inStore(FIRST + 2))
                .as("memory holds what the store has no room for")
                .isEqualTo(store.limit());
        receive(FIRST + 20 + CAPACITY, FIRST + 20);
        requireHeld(FIRST + 20, FIRST + 20 + CAPACITY + 1);
    }

    @Test
    void shouldBeginAnewBehindWhatIsMissingForGood() {
        receiveAll(FIRST, FIRST + 3);
        receiveAll(FIRST + 4, FIRST + 6);
        assertThat(cache.low()).isEqualTo(FIRST);
        assertThat(store.low()).isEqualTo(FIRST + 4);
        receiveAll(FIRST + 6, FIRST + 16);
        assertThat(cache.low()).as("memory has gone beyond").isEqualTo(FIRST + 4);
        requireHeld(FIRST + 4, FIRST + 16);
        memory.releaseBelow(FIRST + 1_000_000);
        receiveAll(FIRST + 1_000_000, FIRST + 1_000_010);
        requireHeld(FIRST + 1_000_000, FIRST + 1_000_010);
    }

    @Test
    void shouldBeginAnewWhereMemoryIsWhenTheDiskIsThereAgain() {
        receiveAll(FIRST, FIRST + 10);
        store.fails = true;
        receiveAll(FIRST + 10, FIRST + 30);
        assertThat(cache.low()).isEqualTo(memory.low());
        assertThat(cache.holds(FIRST))
                .as("with a gap behind it nobody is told of it")
                .isFalse();
        assertThat(cache.inStore(FIRST)).isGreaterThanOrEqualTo(FIRST);
        store.fails = false;
        long low = memory.low();
        receiveAll(FIRST + 30, FIRST + 40);
        assertThat(cache.low()).isEqualTo(low);
        requireHeld(low, FIRST + 40);
    }

    @Test
    void shouldCatchUpWhenTheDiskFailsForAMoment() {
        receiveAll(FIRST, FIRST + 10);
        store.fails = true;
        receiveAll(FIRST + 10, FIRST + 13);
        store.fails = false;
        receiveAll(FIRST + 13, FIRST + 18);
        assertThat(cache.low()).isEqualTo(FIRST);
        requireHeld(FIRST, FIRST + 18);
    }

    @Test
    void shouldNotThrowAwayWhatIsStoredForADiskThatFails() {
        receiveAll(FIRST, FIRST + 18);
        store.full = true;
        receiveAll(FIRST + 18, FIRST + 22);
        assertThat(store.releases).isEqualTo(1);
        requireHeld(cache.low(), FIRST + 22);
        store.full = false;
        receiveAll(FIRST + 22, FIRST + 60);
        requireHeld(FIRST + 43, FIRST + 60);
    }

    @Test
    void shouldTakeOverNothingOfWhatTheStoreHeldBefore() {
        receiveAll(FIRST, FIRST + 10);
        BufferManager next = new BufferManager(CAPACITY, 4, CAPACITY, 1, (first, limit, nowNanos) -> limit);
        StoredCache fresh = new StoredCache(next, store);
        assertThat(fresh.low()).isEqualTo(1);
        assertThat(store.packets()).isZero();
        assertThat(fresh.holds(FIRST)).isFalse();
    }

    @Test
    void shouldSayFromWhereOnItCanBeReadBehindDamage() {
        receiveAll(FIRST, FIRST + 18);
        store.packets.subMap(FIRST + 3, FIRST + 6).clear();
        assertThat(cache.readableFrom(FIRST + 2)).isEqualTo(FIRST + 2);
        assertThat(cache.readableFrom(FIRST + 4)).isEqualTo(FIRST + 6);
        assertThat(cache.holds(FIRST + 4)).isFalse();
        assertThat(cache.get(FIRST + 4)).isNull();
        assertThat(cache.readableFrom(FIRST + 17)).isEqualTo(FIRST + 17);
    }

    @Test
    void shouldBeMemoryAloneWithoutAStore() {
        StoredCache alone = new StoredCache(memory, null);
        memory.put(FIRST, packet(FIRST));
        alone.store(FIRST + 1, Long.MAX_VALUE);
        assertThat(alone.low()).isEqualTo(FIRST);
        assertThat(alone.limit()).isEqualTo(FIRST + 1);
        assertThat(alone.inStore(FIRST)).isEqualTo(FIRST);
        assertThat(alone.readableFrom(FIRST)).isEqualTo(FIRST);
        assertThat(alone.get(FIRST)).isEqualTo(packet(FIRST));
        assertThat(alone.holds(FIRST + 1)).isFalse();
    }

    /** Each packet from the low end on is held, unless it has yet to come; the low end never falls. */
    @Test
    void shouldHoldAllFromItsLowEndOnWhateverHappens() {
        for (int seed = 0; seed < 300; seed++) {
            new StoredCacheTest().runAtRandom(seed);
        }
    }

    private void runAtRandom(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Long> lost = new ArrayList<>();
        long low = FIRST;
        for (long sequence = FIRST; sequence < FIRST + 300; sequence++) {
            store.fails ^= random.nextInt(15) == 0;
            store.full ^= random.nextInt(15) == 0;
            if (random.nextInt(20) == 0) {
                lost.add(sequence);
                continue;
            }
            receive(sequence, Long.MAX_VALUE);
            assertThat(cache.low()).as("seed %d", seed).isGreaterThanOrEqualTo(low);
            low = cache.low();
            for (long held = low; held <= sequence; held++) {
                boolean wanted = !lost.contains(held);
                assertThat(cache.holds(held))
                        .as("seed %d, packet %d", seed, held)
                        .isEqualTo(wanted);
                assertThat(cache.get(held)).isEqualTo(wanted ? packet(held) : null);
            }
        }
    }

    /** Holds so many packets; full or failing on request. */
    private static final class BoundedStore implements PacketStore {
        final TreeMap<Long, byte[]> packets = new TreeMap<>();
        final int capacity;
        long low = 1;
        long limit = 1;
        int releases;
        boolean full;
        boolean fails;

        BoundedStore(int capacity) {
            this.capacity = capacity;
        }

        @Override
        public long low() {
            return low;
        }

        @Override
        public long limit() {
            return limit;
        }

        @Override
        public long room(int packetBytes) {
            return full ? 0 : capacity - packets();
        }

        @Override
        public boolean append(byte[] packet) {
            assertThat(room(packet.length)).as("room was asked for").isPositive();
            if (!fails) {
                packets.put(limit++, packet);
            }
            return !fails;
        }

        @Override
        public byte @Nullable [] get(long sequence) {
            return packets.get(sequence);
        }

        @Override
        public boolean holds(long sequence) {
            return packets.containsKey(sequence);
        }

        @Override
        public byte @Nullable [] newest() {
            return null;
        }

        @Override
        public long readableFrom(long sequence) {
            Long next = packets.ceilingKey(sequence);
            return next == null ? limit : next;
        }

        @Override
        public void releaseBelow(long sequence) {
            low = Math.max(low, sequence);
            packets.headMap(low).clear();
        }

        @Override
        public boolean releaseOldest(long below) {
            releases++;
            long before = low;
            releaseBelow(Math.min(below, low + 3));
            return low > before;
        }

        @Override
        public void beginAt(long first) {
            packets.clear();
            low = first;
            limit = first;
        }

        @Override
        public long capacityBytes() {
            return capacity;
        }

        @Override
        public long bytes() {
            return packets();
        }

        @Override
        public @Nullable StorageTrouble takeTrouble() {
            return null;
        }

        @Override
        public void close() {}
    }
}
