package org.rmcast.core.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.rmcast.api.SessionEvent.StorageTrouble;
import org.rmcast.api.SessionEvent.StorageTroubleKind;
import org.rmcast.api.StorageOptions;
import org.rmcast.core.buffer.BufferManager;
import org.rmcast.core.buffer.StoredCache;

/** The storage of a repair head: 1 MiB in four files. */
class CacheStoreTest extends StoreFixture {
    private static final int PACKET_BYTES = 1_000;

    private FilePacketStore cache(SegmentAllocator allocator) throws IOException {
        return keep(FilePacketStore.openCache(options(), SESSION, "files", () -> MEMBER, allocator));
    }

    private FilePacketStore cache() throws IOException {
        return cache(SegmentAllocator::writeZeros);
    }

    private static byte[] packet(long sequence) {
        return FilePacketStoreTest.packet(sequence, PACKET_BYTES);
    }

    private static void requireHeld(FilePacketStore store) {
        for (long sequence = store.low(); sequence < store.limit(); sequence++) {
            assertThat(store.get(sequence)).as("packet %d", sequence).isEqualTo(packet(sequence));
        }
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(dir)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void shouldLetAFileOfTheOldestGoForNewerOnes() throws Exception {
        FilePacketStore store = cache();
        store.beginAt(5_001);
        List<StorageTrouble> troubles = new ArrayList<>();
        for (long sequence = 5_001; sequence < 10_001; sequence++) {
            if (store.room(PACKET_BYTES) == 0) {
                long low = store.low();
                assertThat(store.releaseOldest(store.limit())).isTrue();
                assertThat(store.low()).as("a quarter").isBetween(low + 200, low + 300);
            }
            assertThat(store.append(packet(sequence))).isTrue();
            StorageTrouble trouble = store.takeTrouble();
            if (trouble != null) {
                troubles.add(trouble);
            }
        }
        assertThat(store.packets()).isBetween(700L, 1_048L);
        assertThat(store.limit()).isEqualTo(10_001);
        requireHeld(store);
        assertThat(store.get(store.low() - 1)).isNull();
        assertThat(troubles).singleElement().satisfies(trouble -> {
            assertThat(trouble.kind()).isEqualTo(StorageTroubleKind.BOUND_REACHED);
            assertThat(trouble.detail()).contains("1048576 bytes allowed are in use, and the oldest packets go first");
        });
    }

    @Test
    void shouldReleaseNothingThatIsNeeded() throws Exception {
        FilePacketStore store = cache();
        while (store.room(PACKET_BYTES) > 0) {
            store.append(packet(store.limit()));
        }
        assertThat(store.releaseOldest(200)).isFalse();
        assertThat(store.low()).isEqualTo(1);
        assertThat(store.releaseOldest(300)).isTrue();
        assertThat(store.low()).isBetween(200L, 300L);
        requireHeld(store);
    }

    @Test
    void shouldBeginAnewInTheSameFiles() throws Exception {
        FilePacketStore store = cache();
        while (store.room(PACKET_BYTES) > 0) {
            store.append(packet(store.limit()));
        }
        int files = files().size();
        store.beginAt(3);
        assertThat(store.packets()).isZero();
        assertThat(store.bytes()).isZero();
        assertThat(store.get(3)).isNull();
        assertThat(store.newest()).isNull();
        while (store.room(PACKET_BYTES) > 0) {
            store.append(packet(store.limit()));
        }
        assertThat(store.low()).isEqualTo(3);
        assertThat(store.packets()).isGreaterThan(900);
        requireHeld(store);
        assertThat(files()).hasSize(files);
    }

    /** The disk has room for one file: that one is used again and again, and memory has what is newest. */
    @Test
    void shouldGoOnWithOneFileWhenTheDiskIsFull() throws Exception {
        int[] made = new int[1];
        FilePacketStore store = cache((file, bytes) -> {
            if (made[0]++ > 0) {
                throw new IOException("No space left on device");
            }
            SegmentAllocator.writeZeros(file, bytes);
        });
        BufferManager memory = new BufferManager(64, 16, 32, 1, (first, limit, nowNanos) -> limit);
        StoredCache cache = new StoredCache(memory, store);
        for (long sequence = 1; sequence < 3_000; sequence++) {
            if (sequence >= memory.room()) {
                memory.purgeAll(0);
            }
            memory.put(sequence, packet(sequence));
            cache.store(sequence + 1, Long.MAX_VALUE);
            memory.purge(0);
            assertThat(cache.low()).isGreaterThanOrEqualTo(sequence - 300);
            assertThat(cache.get(cache.low())).isEqualTo(packet(cache.low()));
        }
        StorageTrouble trouble = store.takeTrouble();
        assertThat(trouble).isNotNull();
        assertThat(String.valueOf(trouble)).contains("No space left on device");
        assertThat(store.takeTrouble()).as("said once").isNull();
    }

    @Test
    void shouldBeEmptyWhateverTheProcessBeforeHasLeft() throws Exception {
        FilePacketStore killed = cache();
        for (int i = 0; i < 600; i++) {
            killed.append(packet(killed.limit()));
        }
        killed.releaseOldest(killed.limit());
        killed.close();
        assertThat(files()).anyMatch(file -> file.startsWith("segment-"));
        FilePacketStore store = cache();
        assertThat(store.packets()).isZero();
        assertThat(store.isResumed()).isFalse();
        assertThat(store.isCache()).isTrue();
        store.append(packet(1));
        store.delete();
        assertThat(files()).containsExactly("lock");
    }

    @Test
    void shouldNotTakeThePacketsOfASender() throws Exception {
        FilePacketStore sender = create();
        sender.append(packet(1));
        sender.close();
        assertThatIOException()
                .isThrownBy(this::cache)
                .withMessageContaining("holds the session of a sender of channel \"files\" that has not ended");
        FilePacketStore again = resume();
        assertThat(again.get(1)).isEqualTo(packet(1));
        again.delete();
        assertThat(cache().packets()).isZero();
    }

    /** A sender may have the directory of a head that was killed: nothing in it is of use. */
    @Test
    void shouldLeaveTheDirectoryToASender() throws Exception {
        FilePacketStore killed = cache();
        killed.append(packet(1));
        killed.close();
        FilePacketStore sender = keep(FilePacketStore.open(
                StorageOptions.in(dir).withMaxBytes(StorageOptions.MIN_BYTES), SESSION, "files", () -> MEMBER));
        assertThat(sender.packets()).isZero();
        assertThat(sender.isCache()).isFalse();
    }
}
