package org.rmcast.core.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.rmcast.core.storage.FilePacketStoreTest.fill;
import static org.rmcast.core.storage.FilePacketStoreTest.packet;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.rmcast.api.SessionEvent.StorageTrouble;
import org.rmcast.api.SessionEvent.StorageTroubleKind;
import org.rmcast.api.StorageOptions;

/** The files of a store in use: cut by somebody else, forced, and more than may be open. */
class StoreFilesTest extends StoreFixture {
    private Path segment(long first) {
        return dir.resolve(String.format(Locale.ROOT, "segment-%016x.data", first));
    }

    private static void cut(Path file, int bytes) throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.setLength(bytes);
        }
    }

    private static List<StorageTrouble> troubles(FilePacketStore store) {
        List<StorageTrouble> all = new ArrayList<>();
        for (StorageTrouble trouble = store.takeTrouble(); trouble != null; trouble = store.takeTrouble()) {
            all.add(trouble);
        }
        return all;
    }

    @Test
    void shouldGoOnInAnotherFileWhenTheOneInUseIsCut() throws Exception {
        StorageOptions large = StorageOptions.in(dir).withMaxBytes(4 << 20);
        FilePacketStore store = keep(FilePacketStore.open(large, SESSION, "files", () -> MEMBER));
        fill(store, 100, 1_000);
        cut(segment(1), 64 + 10 * 1_016 + 7);

        fill(store, 300, 1_000);

        long limit = store.limit();
        assertThat(limit).isEqualTo(401);
        List<StorageTrouble> troubles = troubles(store);
        assertThat(troubles).extracting(StorageTrouble::kind).startsWith(StorageTroubleKind.FAILED);
        assertThat(troubles.get(0).detail())
                .contains(segment(1).toString())
                .contains("was cut to")
                .contains("another file");
        StorageTrouble lost = troubles.get(1);
        assertThat(lost.kind()).isEqualTo(StorageTroubleKind.DAMAGED);
        assertThat(lost.firstPacket()).isEqualTo(11);
        assertThat(lost.limitPacket()).as("later ones are there").isEqualTo(101);
        for (long sequence = 1; sequence < limit; sequence++) {
            boolean there = sequence < 11 || sequence > 100;
            assertThat(store.get(sequence)).isEqualTo(there ? packet(sequence, 1_000) : null);
        }
        assertThat(troubles(store)).as("all was said").isEmpty();
        store.close();
        FilePacketStore again = keep(FilePacketStore.open(large.withResume(true), SESSION, "files", () -> 1));
        assertThat(again.limit()).isEqualTo(limit);
        assertThat(again.newest()).isEqualTo(packet(400, 1_000));
        assertThat(again.readableFrom(11)).isEqualTo(101);
    }

    @Test
    void shouldNameAtOnceWhatACutOlderFileCosts() throws Exception {
        FilePacketStore store = create();
        fill(store, 900, 1_000);
        cut(segment(1), 64 + 20 * 1_016);
        assertThat(store.get(20)).isEqualTo(packet(20, 1_000));
        assertThat(troubles(store)).isEmpty();

        assertThat(store.get(50)).isNull();

        assertThat(troubles(store))
                .extracting(trouble -> trouble.firstPacket() + "-" + trouble.limitPacket())
                .containsExactly("50-51", "21-50", "51-258");
        assertThat(store.readableFrom(21)).isEqualTo(258);
        assertThat(store.get(258)).isEqualTo(packet(258, 1_000));
        fill(store, 1, 1_000);
    }

    @Test
    void shouldSurviveThatItsMetadataAreCut() throws Exception {
        for (int changes = 1; changes < 3; changes++) {
            FilePacketStore store = changes == 1 ? create() : resume();
            cut(dir.resolve("storage.txt"), 0);
            long first = store.limit();
            while (store.limit() < first + 258L * changes) {
                fill(store, 1, 1_000);
                store.releaseBelow(store.limit() - 100);
            }
            store.close();
            FilePacketStore again = resume();
            assertThat(again.limit()).isEqualTo(store.limit());
            assertThat(again.newest()).isEqualTo(packet(store.limit() - 1, 1_000));
            again.close();
        }
    }

    @Test
    void shouldKnowAFileThatWasMadeJustBeforeTheProcessEnded() throws Exception {
        FilePacketStore store = create();
        fill(store, 257, 1_000);
        byte[] metadata = Files.readAllBytes(dir.resolve("storage.txt"));
        fill(store, 1, 1_000);
        store.close();
        assertThat(segment(258)).exists();
        Files.write(dir.resolve("storage.txt"), metadata);

        FilePacketStore again = resume();
        again.releaseBelow(258);
        assertThat(segment(1)).as("given back").doesNotExist();
        again.close();

        FilePacketStore third = resume();
        assertThat(troubles(third)).isEmpty();
        assertThat(third.limit()).isEqualTo(259);
    }

    @Test
    void shouldForceNamesWhereItForcesPackets() throws Exception {
        int[] forced = {0};
        SegmentAllocator allocator = new SegmentAllocator() {
            @Override
            public void allocate(Path file, int bytes) throws IOException {
                SegmentAllocator.writeZeros(file, bytes);
            }

            @Override
            public void forceNames(Path directory) throws IOException {
                SegmentAllocator.super.forceNames(directory);
                forced[0]++;
            }
        };
        FilePacketStore plain = keep(FilePacketStore.open(options(), SESSION, "files", () -> MEMBER, allocator));
        fill(plain, 300, 1_000);
        plain.delete();
        assertThat(forced[0]).isZero();

        FilePacketStore store =
                keep(FilePacketStore.open(options().withForce(true), SESSION, "files", () -> MEMBER, allocator));
        assertThat(forced[0]).as("the first file, and the metadata").isEqualTo(2);
        fill(store, 300, 100);
        assertThat(forced[0]).isEqualTo(2);
        fill(store, 300, 1_000);
        assertThat(forced[0]).as("a second file").isEqualTo(3);
        store.releaseBelow(600);
        assertThat(forced[0]).as("the first is given back").isEqualTo(4);
        assertThat(store.get(600)).isEqualTo(packet(600, 1_000));
    }

    @Test
    void shouldKeepMoreFilesThanItMayHaveOpen() throws Exception {
        int count = 3 * OpenFiles.MAX_OPEN;
        StorageOptions many = StorageOptions.in(dir)
                .withMaxBytes((long) count << 18)
                .withSegmentBytes(StorageOptions.MIN_SEGMENT_BYTES);
        FilePacketStore store = keep(FilePacketStore.open(many, SESSION, "files", () -> MEMBER));
        while (store.room(60_000) > 0) {
            fill(store, 1, 60_000);
        }
        long limit = store.limit();
        assertThat(limit).isEqualTo(1 + 4L * count);
        for (long sequence = 1; sequence < limit; sequence++) {
            assertThat(store.get(sequence)).isEqualTo(packet(sequence, 60_000));
        }
        assertThat(store.get(1)).isEqualTo(packet(1, 60_000));
        long open = openFiles(dir);
        assertThat(open).isBetween(1L, OpenFiles.MAX_OPEN + 1L);
        store.close();
        assertThat(openFiles(dir)).isZero();
    }

    /** How many files of a directory this process has open, where that can be known. */
    private static long openFiles(Path dir) throws IOException {
        Path descriptors = Path.of("/proc/self/fd");
        assumeTrue(Files.isDirectory(descriptors));
        try (Stream<Path> files = Files.list(descriptors)) {
            return files.filter(file -> {
                        try {
                            return Files.readSymbolicLink(file).startsWith(dir);
                        } catch (IOException e) {
                            return false;
                        }
                    })
                    .count();
        }
    }
}
