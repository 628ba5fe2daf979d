package org.rmcast.examples.video;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.rmcast.api.Channel;
import org.rmcast.api.FlushResult;
import org.rmcast.api.SessionFactory;
import org.rmcast.junit.MulticastTest;

class VideoTest {
    private static final int SCREENS = 3;

    @TempDir
    private Path dir = Path.of("");

    @MulticastTest(network = "loss=10%")
    void shouldShowTheSameFilmOnEveryScreen(SessionFactory sessions) throws Exception {
        byte[] film = film();
        TsClip clip = TsClip.open(Files.write(dir.resolve("film.ts"), film));
        Channel channel = VideoSender.channel(new String[] {"7710"}, 0, 1);
        ExecutorService executor = Executors.newCachedThreadPool();
        try {
            List<Future<String>> screens = new ArrayList<>();
            for (int i = 0; i < SCREENS; i++) {
                Path copy = dir.resolve("copy-" + i);
                screens.add(executor.submit(() -> {
                    try (WritableByteChannel screen = VideoReceiver.open(copy.toString())) {
                        return new VideoReceiver(screen).run(sessions, channel);
                    }
                }));
            }
            FlushResult result = VideoSender.run(sessions, channel, clip, SCREENS);
            assertThat(result.complete()).as("%s", result).isTrue();
            for (Future<String> screen : screens) {
                assertThat(screen.get()).isEqualTo("the end");
            }
        } finally {
            executor.shutdownNow();
        }
        for (int i = 0; i < SCREENS; i++) {
            assertThat(dir.resolve("copy-" + i)).hasBinaryContent(film);
        }
    }

    /** Each message is one datagram, as players expect; and one that is not there yet does not end the film. */
    @Test
    @Timeout(20)
    void shouldPassTheFilmOnToAPlayer() throws Exception {
        int port;
        try (DatagramSocket free = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        try (WritableByteChannel screen = VideoReceiver.open("udp://127.0.0.1:" + port)) {
            VideoReceiver receiver = new VideoReceiver(screen);
            for (int i = 0; i < 5; i++) {
                receiver.show(ByteBuffer.allocate(1_316));
            }
            try (DatagramSocket player =
                    new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
                // The first one may be told of the port that was closed.
                receiver.show(ByteBuffer.allocate(1_316));
                receiver.show(ByteBuffer.allocate(1_316));
                DatagramPacket packet = new DatagramPacket(new byte[2_000], 2_000);
                player.receive(packet);
                assertThat(packet.getLength()).isEqualTo(1_316);
            }
        }
    }

    /** Two tenths of a second. */
    private static byte[] film() {
        return new TsBytes()
                .pcr(0)
                .plain(300)
                .pcr(2_700_000)
                .plain(300)
                .pcr(5_400_000)
                .toByteArray();
    }
}
