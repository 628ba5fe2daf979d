package org.rmcast.core.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.rmcast.api.SessionEvent.StorageTrouble;
import org.rmcast.api.SessionEvent.StorageTroubleKind;
import org.rmcast.api.StorageOptions;
import org.rmcast.core.testing.Await;

class FilePacketStoreTest extends StoreFixture {
    static byte[] packet(long sequence, int bytes) {
        byte[] packet = new byte[bytes];
        new SplittableRandom(sequence).nextBytes(packet);
        return packet;
    }

    static void fill(FilePacketStore store, int packets, int bytes) {
        for (int i = 0; i < packets; i++) {
            assertThat(store.append(packet(store.limit(), bytes))).isTrue();
        }
    }

    private Path segment(long first) {
        return dir.resolve(String.format(Locale.ROOT, "segment-%016x.data", first));
    }

    private List<Path> files(String prefix) throws IOException {
        try (Stream<Path> files = Files.list(dir)) {
            return files.filter(file -> String.valueOf(file.getFileName()).startsWith(prefix))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void shouldGoOnWhereAnEarlierProcessEnded() throws Exception {
        FilePacketStore store = create();
        assertThat(store.isResumed()).isFalse();
        fill(store, 500, 1_000);
        store.releaseBelow(100);
        store.close();
        FilePacketStore again = resume();
        assertThat(again.isResumed()).isTrue();
        assertThat(again.memberId()).isEqualTo(MEMBER);
        assertThat(again.limit()).isEqualTo(501);
        assertThat(again.low()).isLessThanOrEqualTo(100);
        assertThat(again.get(500)).isEqualTo(packet(500, 1_000));
        assertThat(again.newest()).isEqualTo(packet(500, 1_000));
        assertThat(again.takeTrouble()).isNull();
        fill(again, 1, 1_000);
        assertThat(again.get(501)).isEqualTo(packet(501, 1_000));
    }

    @Test
    void shouldKeepTheNewestPacketThoughReleased() throws Exception {
        FilePacketStore store = create();
        fill(store, 300, 1_000);
        store.releaseBelow(301);
        assertThat(store.packets()).isZero();
        store.close();
        FilePacketStore again = resume();
        assertThat(again.limit()).isEqualTo(301);
        assertThat(again.newest()).isEqualTo(packet(300, 1_000));
    }

    @Test
    void shouldHoldBackAtItsBoundAndUseReleasedFilesAgain() throws Exception {
        FilePacketStore store = create();
        while (store.room(1_000) > 0) {
            fill(store, 1, 1_000);
        }
        long held = store.packets();
        assertThat(held).isBetween(1_000L, 1_048L);
        assertThat(store.append(packet(store.limit(), 1_000))).isFalse();
        StorageTrouble trouble = Objects.requireNonNull(store.takeTrouble());
        assertThat(trouble.kind()).isEqualTo(StorageTroubleKind.BOUND_REACHED);
        assertThat(trouble.detail()).contains("1048576 bytes").contains("packet 1");
        assertThat(store.takeTrouble()).isNull();
        store.releaseBelow(held / 2);
        assertThat(store.room(1_000)).isPositive();
        fill(store, 200, 1_000);
        assertThat(files("")).hasSize(2 + 4);
        assertThat(store.get(held)).isEqualTo(packet(held, 1_000));
        assertThat(store.get(held / 2 - 1)).isNull();
        assertThat(store.bytes()).isLessThanOrEqualTo(store.capacityBytes());
    }

    @Test
    void shouldRefuseWhatItMayNotUse() throws Exception {
        FilePacketStore store = create();
        assertThatIOException().isThrownBy(this::create).withMessageContaining("another session uses it");
        store.close();
        store = create();
        assertThat(store.isResumed()).as("nothing was sent: nothing to resume").isFalse();
        fill(store, 1, 10);
        store.close();
        assertThatIOException().isThrownBy(this::create).withMessageContaining("has not ended; resume it");
        assertThatIOException()
                .isThrownBy(() -> FilePacketStore.open(options().withResume(true), SESSION + 1, "other", () -> MEMBER))
                .withMessageContaining("belongs to another channel, \"files\"");
        Path file = Files.createFile(dir.resolve("file"));
        assertThatIOException()
                .isThrownBy(() -> FilePacketStore.open(StorageOptions.in(file), SESSION, "files", () -> MEMBER))
                .withMessageContaining("is not a directory");
    }

    @Test
    void shouldBeginAnewWhereNothingIsToBeResumed() throws Exception {
        FilePacketStore store = resume();
        assertThat(store.isResumed()).isFalse();
        fill(store, 10, 100);
        store.delete();
        assertThat(files("segment")).isEmpty();
        FilePacketStore next = resume();
        assertThat(next.isResumed()).isFalse();
        assertThat(next.limit()).isEqualTo(1);
        assertThat(next.newest()).isNull();
    }

    @Test
    void shouldNameWhatAFlippedByteCosts() throws Exception {
        FilePacketStore store = create();
        fill(store, 900, 1_000);
        store.close();
        flip(segment(1), 64 + 20 * 1_016 + 500);
        FilePacketStore again = resume();
        StorageTrouble trouble = Objects.requireNonNull(again.takeTrouble());
        assertThat(trouble.firstPacket()).isEqualTo(21);
        assertThat(trouble.limitPacket()).isEqualTo(22);
        assertThat(trouble.detail()).contains(segment(1).toString()).contains("offset " + (64 + 20 * 1_016));
        assertThat(again.takeTrouble()).isNull();
        assertThat(again.get(21)).isNull();
        assertThat(again.readableFrom(21)).isEqualTo(22);
        assertThat(again.readableFrom(20)).isEqualTo(20);
        for (long sequence = 1; sequence < 901; sequence++) {
            if (sequence != 21) {
                assertThat(again.get(sequence)).isEqualTo(packet(sequence, 1_000));
            }
        }
        assertThat(again.limit()).isEqualTo(901);
    }

    @Test
    void shouldNoticeDamageThatComesLater() throws Exception {
        FilePacketStore store = create();
        fill(store, 50, 1_000);
        flip(segment(1), 64 + 20 * 1_016 + 500);
        assertThat(store.holds(21)).isTrue();
        assertThat(store.get(21)).isNull();
        assertThat(store.holds(21)).isFalse();
        assertThat(store.readableFrom(21)).isEqualTo(22);
        assertThat(Objects.requireNonNull(store.takeTrouble()).detail()).contains("packet 21 is damaged");
    }

    @Test
    void shouldNameWhatATruncatedOrMissingFileCosts() throws Exception {
        FilePacketStore store = create();
        fill(store, 900, 1_000);
        store.close();
        List<Path> segments = files("segment");
        assertThat(segments).hasSize(4);
        long second = 1 + (StorageOptions.MIN_SEGMENT_BYTES - 64) / 1_016;
        long third = 2 * second - 1;
        try (var channel =
                java.nio.channels.FileChannel.open(segments.get(0), java.nio.file.StandardOpenOption.WRITE)) {
            channel.truncate(64 + 10 * 1_016 + 7);
        }
        Files.delete(segments.get(2));
        FilePacketStore again = resume();
        StorageTrouble truncated = Objects.requireNonNull(again.takeTrouble());
        assertThat(truncated.firstPacket()).isEqualTo(11);
        assertThat(truncated.limitPacket()).isEqualTo(second);
        assertThat(truncated.detail())
                .contains(segments.get(0).toString())
                .contains("offset " + (64 + 10 * 1_016))
                .contains("cut off");
        StorageTrouble missing = Objects.requireNonNull(again.takeTrouble());
        assertThat(missing.firstPacket()).isEqualTo(third);
        assertThat(missing.detail()).contains(String.valueOf(segments.get(2).getFileName()));
        assertThat(again.get(10)).isEqualTo(packet(10, 1_000));
        assertThat(again.get(second)).isEqualTo(packet(second, 1_000));
        assertThat(again.get(900)).isEqualTo(packet(900, 1_000));
        assertThat(again.limit()).isEqualTo(901);
    }

    @Test
    void shouldUseNoNumberAgainWhenTheNewestFileIsGone() throws Exception {
        FilePacketStore store = create();
        fill(store, 300, 1_000);
        store.close();
        Files.delete(files("segment").get(1));
        FilePacketStore again = resume();
        StorageTrouble trouble = Objects.requireNonNull(again.takeTrouble());
        assertThat(trouble.firstPacket()).isEqualTo(258);
        assertThat(trouble.limitPacket()).isEqualTo(again.limit()).isGreaterThan(301);
        fill(again, 5, 1_000);
        assertThat(again.get(again.limit() - 1)).isNotNull();
        again.close();
        FilePacketStore third = resume();
        assertThat(third.limit()).isEqualTo(again.limit());
        assertThat(third.readableFrom(258)).isEqualTo(trouble.limitPacket());
    }

    @Test
    void shouldSayThatNothingCanBeResumed() throws Exception {
        FilePacketStore store = create();
        fill(store, 20, 1_000);
        store.close();
        Files.delete(segment(1));
        assertThatIOException().isThrownBy(this::resume).withMessageContaining("none of its packets can be read");
        Files.delete(dir.resolve("storage.txt"));
        Files.write(dir.resolve("storage.txt"), new byte[8192]);
        assertThatIOException().isThrownBy(this::resume).withMessageContaining("storage.txt: is damaged");
    }

    @Test
    void shouldRefusePacketsWithoutMetadata() throws Exception {
        FilePacketStore store = create();
        fill(store, 20, 1_000);
        store.close();
        Files.delete(dir.resolve("storage.txt"));
        assertThatIOException().isThrownBy(this::resume).withMessageContaining("says whose is missing");
    }

    @Test
    void shouldSurviveADamagedCopyOfTheMetadata() throws Exception {
        for (int copy = 0; copy < 2; copy++) {
            FilePacketStore store = copy == 0 ? create() : resume();
            fill(store, 300, 1_000);
            store.close();
            flip(dir.resolve("storage.txt"), copy * 4_096 + 30);
            FilePacketStore again = resume();
            assertThat(again.limit()).isGreaterThanOrEqualTo(store.limit());
            assertThat(again.newest()).isEqualTo(packet(store.limit() - 1, 1_000));
            again.close();
        }
    }

    @Test
    void shouldWaitForAFullDiskAndGoOn() throws Exception {
        boolean[] full = {false};
        SegmentAllocator allocator = (file, bytes) -> {
            if (full[0]) {
                throw new IOException("No space left on device");
            }
            SegmentAllocator.writeZeros(file, bytes);
        };
        FilePacketStore store = keep(FilePacketStore.open(options(), SESSION, "files", () -> MEMBER, allocator));
        full[0] = true;
        while (store.room(1_000) > 0) {
            fill(store, 1, 1_000);
        }
        long limit = store.limit();
        assertThat(limit).isEqualTo(258);
        StorageTrouble trouble = Objects.requireNonNull(store.takeTrouble());
        assertThat(trouble.detail())
                .contains(dir.toString())
                .contains("262144 bytes")
                .containsPattern("[0-9]+ bytes are available")
                .contains("No space left");
        assertThat(store.append(packet(limit, 1_000))).isFalse();
        assertThat(store.takeTrouble()).as("reported once").isNull();
        assertThat(store.get(limit - 1)).isEqualTo(packet(limit - 1, 1_000));
        full[0] = false;
        Await.until("the disk to be tried again", () -> store.room(1_000) > 0);
        fill(store, 1, 1_000);
        assertThat(store.get(limit)).isEqualTo(packet(limit, 1_000));
    }

    /** Where each is takes memory, however short it is. */
    @Test
    void shouldHoldNoMorePacketsThanItKnowsPlacesFor() throws Exception {
        FilePacketStore store = create();
        int most = (int) options().maxPackets();
        assertThat(store.room(8)).isEqualTo(most);
        fill(store, most, 8);
        assertThat(store.room(8)).isZero();
        assertThat(store.append(packet(store.limit(), 8))).isFalse();
        StorageTrouble trouble = Objects.requireNonNull(store.takeTrouble());
        assertThat(trouble.kind()).isEqualTo(StorageTroubleKind.BOUND_REACHED);
        assertThat(trouble.detail())
                .contains("all of the 2048 packets allowed are in use")
                .contains("packet 1;");
        assertThat(store.bytes()).isLessThan(store.capacityBytes() / 4);
        store.close();
        FilePacketStore again = resume();
        assertThat(again.room(8)).isZero();
        assertThat(again.get(most)).isEqualTo(packet(most, 8));
    }

    /** To write a large file of zeros takes a slow disk seconds. */
    @Test
    void shouldHaveTheNextFileMadeInAnotherThreadWhileThereIsRoom() throws Exception {
        CountDownLatch disk = new CountDownLatch(1);
        List<Thread> makers = new CopyOnWriteArrayList<>();
        SegmentAllocator slow = (file, bytes) -> {
            makers.add(Thread.currentThread());
            if (makers.size() > 1) {
                await(disk);
            }
            SegmentAllocator.writeZeros(file, bytes);
        };
        FilePacketStore store = keep(FilePacketStore.open(options(), SESSION, "files", () -> MEMBER, slow));
        fill(store, 257, 1_000);
        assertThat(store.limit()).isEqualTo(258);
        disk.countDown();
        fill(store, 10, 1_000);
        assertThat(store.get(260)).isEqualTo(packet(260, 1_000));
        assertThat(makers).hasSize(2);
        assertThat(makers.get(0)).isSameAs(Thread.currentThread());
        assertThat(makers.get(1)).isNotSameAs(Thread.currentThread());
    }

    @Test
    void shouldSayAtOnceThatThereIsNoRoomForTheFirstFile() {
        SegmentAllocator none = (file, bytes) -> {
            throw new IOException("No space left on device");
        };
        assertThatIOException()
                .isThrownBy(() -> FilePacketStore.open(options(), SESSION, "files", () -> MEMBER, none))
                .withMessageContaining(dir.toString())
                .withMessageContaining("262144 bytes")
                .withMessageContaining("No space left");
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            if (!latch.await(20, TimeUnit.SECONDS)) {
                throw new IOException("nobody went on meanwhile");
            }
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    static void flip(Path file, int offset) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.seek(offset);
            int value = bytes.read();
            bytes.seek(offset);
            bytes.write(value ^ 0x55);
        }
    }

    @Test
    void shouldNotTakeFilesOfAnotherStore() throws Exception {
        FilePacketStore store = create();
        fill(store, 300, 1_000);
        store.close();
        byte[] foreign = Files.readAllBytes(files("segment").get(1));
        resume().delete();
        FilePacketStore other = create();
        fill(other, 300, 1_000);
        other.close();
        Files.write(files("segment").get(1), foreign);
        FilePacketStore again = resume();
        assertThat(again.get(257)).isEqualTo(packet(257, 1_000));
        assertThat(again.get(258)).isNull();
        assertThat(again.limit()).isGreaterThan(301);
        assertThat(Arrays.equals(again.newest(), packet(257, 1_000))).isTrue();
    }

    /** However many packets go through it: places in memory are free again with the files. */
    @Test
    void shouldHaveRoomAgainForEachPacketThatIsReleased() throws Exception {
        FilePacketStore store = create();
        long packets = 4 * options().maxPackets();
        while (store.limit() < packets) {
            assertThat(store.room(1_000))
                    .as("room for packet %d", store.limit())
                    .isPositive();
            fill(store, 1, 1_000);
            store.releaseBelow(store.limit() - 100);
        }
        assertThat(store.takeTrouble()).isNull();
    }
}
