package org.rmcast.examples.video;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TsStreamerTest {
    private static final long TICKS_PER_MILLI = 27_000;

    @TempDir
    private Path dir = Path.of("");

    private final List<Integer> lengths = new ArrayList<>();
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();

    private static byte[] stream() {
        return new TsBytes().pcr(0).plain(14).pcr(60 * TICKS_PER_MILLI).toByteArray();
    }

    private TsClip clip() throws Exception {
        return TsClip.open(Files.write(dir.resolve("clip.ts"), stream()));
    }

    private void take(ByteBuffer message) {
        lengths.add(message.remaining());
        byte[] bytes = new byte[message.remaining()];
        message.get(bytes);
        received.writeBytes(bytes);
    }

    @Test
    void shouldSendSevenPacketsAMessageAndTheRest() throws Exception {
        TsStreamer streamer = new TsStreamer(clip(), 1000);
        streamer.stream(1, this::take);
        assertThat(lengths).containsExactly(1316, 1316, 376);
        assertThat(received.toByteArray()).isEqualTo(stream());
        assertThat(streamer.messagesSent()).isEqualTo(3);
        assertThat(streamer.bytesSent()).isEqualTo(stream().length);
    }

    @Test
    void shouldSendEveryRound() throws Exception {
        new TsStreamer(clip(), 1000).stream(3, this::take);
        assertThat(lengths).hasSize(9);
        assertThat(received.size()).isEqualTo(3 * stream().length);
    }

    @Test
    void shouldNotSendBeforeItsTime() throws Exception {
        List<Long> times = new ArrayList<>();
        long start = System.nanoTime();
        new TsStreamer(clip(), 2).stream(1, message -> times.add(System.nanoTime() - start));
        assertThat(times.get(1)).isGreaterThanOrEqualTo(14_000_000);
        assertThat(times.get(2)).isGreaterThanOrEqualTo(28_000_000);
    }

    @Test
    void shouldNoticeThatTheFileBecameShorter() throws Exception {
        TsClip clip = clip();
        Files.write(clip.path(), new byte[2000]);
        assertThatIOException()
                .isThrownBy(() -> new TsStreamer(clip, 1000).stream(1, this::take))
                .withMessageContaining("became shorter while it was streamed, ends at byte 2000");
    }

    @Test
    void shouldStopWhenInterrupted() throws Exception {
        TsClip clip = clip();
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(InterruptedException.class)
                .isThrownBy(() -> new TsStreamer(clip, 1).stream(1, this::take));
    }

    @Test
    void shouldRefuseSpeedsThatAreNone() throws Exception {
        TsClip clip = clip();
        for (double speed : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatIllegalArgumentException().isThrownBy(() -> new TsStreamer(clip, speed));
        }
    }
}
