package org.rmcast.examples.video;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TsClipTest {
    private static final long TICKS_PER_MILLI = 27_000;

    @TempDir
    private Path dir = Path.of("");

    private static byte[] stream() {
        return new TsBytes().pcr(0).plain(9).pcr(100 * TICKS_PER_MILLI).plain(9).toByteArray();
    }

    private Path file(byte[] bytes) throws Exception {
        return Files.write(dir.resolve("clip.ts"), bytes);
    }

    private void assertRefused(byte[] bytes, String... parts) throws Exception {
        Path file = file(bytes);
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> TsClip.open(file))
                .satisfies(e ->
                        assertThat(e.getMessage()).startsWith(file.toString()).contains(parts));
    }

    @Test
    void shouldMeasureAWholeClip() throws Exception {
        TsClip clip = TsClip.open(file(stream()));
        assertThat(clip.packets()).isEqualTo(20);
        assertThat(clip.bytes()).isEqualTo(3760);
        assertThat(clip.messages()).isEqualTo(3);
        assertThat(clip.dueNanos(0)).isZero();
        assertThat(clip.dueNanos(1)).isEqualTo(70_000_000);
        assertThat(clip.durationNanos()).isEqualTo(200_000_000);
    }

    @Test
    void shouldNameTheByteAtWhichATruncatedClipEnds() throws Exception {
        assertRefused(
                Arrays.copyOf(stream(), 19 * 188 + 50),
                "is truncated: it ends at byte 3622 within the packet that begins at byte 3572 (50 of 188 bytes)");
        assertRefused(Arrays.copyOf(stream(), 100), "is truncated: it ends at byte 100");
    }

    @Test
    void shouldNameTheByteAtWhichSynchronisationIsLost() throws Exception {
        byte[] damaged = stream();
        damaged[15 * 188] = 0x12;
        assertRefused(damaged, "byte 2820 is 0x12, not the sync byte 0x47");
        assertRefused("not a video at all".getBytes(UTF_8), "byte 0 is 0x6e");
        assertRefused(Arrays.copyOfRange(stream(), 1, 3760), "byte 0 is 0x01");
    }

    @Test
    void shouldSayWhatToDoWithOtherPacketLengths() throws Exception {
        assertRefused(repacked(4, 0), "192 bytes (M2TS", "ffmpeg");
        assertRefused(repacked(0, 16), "204 bytes", "ffmpeg");
    }

    @Test
    void shouldRefuseWhatIsNoFileOfPackets() throws Exception {
        assertRefused(new byte[0], "is empty");
        assertRefused(new TsBytes().plain(8).toByteArray(), "has no clock to pace it by");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> TsClip.open(dir))
                .withMessageContaining("is a directory");
        assertThatExceptionOfType(NoSuchFileException.class).isThrownBy(() -> TsClip.open(dir.resolve("none.ts")));
    }

    private static byte[] repacked(int before, int after) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] stream = stream();
        for (int offset = 0; offset < stream.length; offset += 188) {
            bytes.writeBytes(new byte[before]);
            bytes.write(stream, offset, 188);
            bytes.writeBytes(new byte[after]);
        }
        return bytes.toByteArray();
    }
}
