package org.rmcast.cli.media;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.cli.common.CommandFailure;

class StreamOutputTest {
    private static ByteBuffer text(String text) {
        return UTF_8.encode(text);
    }

    @Test
    void shouldWriteAFileAsTheStreamArrivesInPlaceOfAnOlderOne(@TempDir Path dir) throws Exception {
        Path file = Files.writeString(dir.resolve("copy.ts"), "an older and longer copy");
        try (StreamOutput output = StreamOutput.file(file)) {
            output.write(text("ab"));
            assertThat(file).hasContent("ab");
            output.write(text("cd"));
            assertThat(output.place()).isEqualTo(file.toString());
        }
        assertThat(file).hasContent("abcd");
    }

    @Test
    void shouldSendOneDatagramPerMessage() throws Exception {
        try (DatagramSocket player = new DatagramSocket(0, InetAddress.getLoopbackAddress());
                StreamOutput output = StreamOutput.udp("127.0.0.1:" + player.getLocalPort(), false)) {
            player.setSoTimeout(5000);
            output.write(text("first"));
            output.write(text("second"));
            DatagramPacket packet = new DatagramPacket(new byte[2000], 2000);
            player.receive(packet);
            assertThat(packet.getLength()).isEqualTo(5);
            player.receive(packet);
            assertThat(packet.getLength()).isEqualTo(6);
        }
    }

    @Test
    void shouldNotSendToAnotherMachineWithoutLeave() throws Exception {
        assertThatExceptionOfType(CommandFailure.class)
                .isThrownBy(() -> StreamOutput.udp("192.0.2.1:5004", false))
                .withMessageContaining("is not this machine's loopback")
                .withMessageContaining("--allow-remote");
        StreamOutput.udp("192.0.2.1:5004", true).close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "127.0.0.1", "127.0.0.1:", ":5004", "127.0.0.1:0", "127.0.0.1:65536", "a b:1"})
    void shouldRefuseTargetsThatAreNone(String target) {
        assertThatExceptionOfType(CommandFailure.class).isThrownBy(() -> UdpTarget.parse(target));
    }

    @Test
    void shouldReadTargetsOfBothFamilies() {
        assertThat(UdpTarget.parse("udp://[::1]:5004").getAddress().isLoopbackAddress())
                .isTrue();
        assertThat(UdpTarget.parse("localhost:5004").getPort()).isEqualTo(5004);
    }

    @Test
    void shouldSayWhereAndHowFarItCameWhenTheDiskIsFull() throws Exception {
        try (StreamOutput output = new StreamOutput.ChannelOutput(new FullAfter(3), "copy.ts")) {
            output.write(text("abc"));
            assertThatIOException()
                    .isThrownBy(() -> output.write(text("d")))
                    .withMessage("copy.ts: No space left on device (after 3 bytes)");
        }
    }

    /** A disk with room for a few bytes. */
    private static final class FullAfter implements WritableByteChannel {
        private int room;

        FullAfter(int room) {
            this.room = room;
        }

        @Override
        public int write(ByteBuffer source) throws IOException {
            if (room == 0) {
                throw new IOException("No space left on device");
            }
            room--;
            source.get();
            return 1;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }
}
