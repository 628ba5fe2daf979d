package org.rmcast.examples.video;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.rmcast.api.Channel;
import org.rmcast.api.EventListener;
import org.rmcast.api.MessageListener;
import org.rmcast.api.MulticastReceiver;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.SessionEvent;
import org.rmcast.api.SessionFactory;

/**
 * A screen for what a {@link VideoSender} sends: passes the film on to a player, or writes it to a file. Says what is missing, and how the
 * film ended.
 */
public final class VideoReceiver implements MessageListener, EventListener {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final WritableByteChannel screen;
    private final CompletableFuture<String> end = new CompletableFuture<>();

    /** @param screen a file, or the socket of a player: gets each message whole, by one write */
    public VideoReceiver(WritableByteChannel screen) {
        this.screen = screen;
    }

    /**
     * {@code FILE} or {@code udp://HOST:PORT}, then {@code [PORT [INTERFACE]]} as for {@link VideoSender}. A player opens the address, such as
     * {@code ffplay udp://127.0.0.1:1234}.
     */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 0) {
            System.err.println("usage: VideoReceiver (FILE | udp://HOST:PORT) [PORT [INTERFACE]]");
            System.exit(2);
        }
        try (WritableByteChannel screen = open(arguments[0])) {
            System.out.println(
                    new VideoReceiver(screen).run(SessionFactory.network(), VideoSender.channel(arguments, 1, 2)));
        }
    }

    static WritableByteChannel open(String target) throws IOException {
        if (!target.startsWith("udp://")) {
            return FileChannel.open(
                    Path.of(target),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE);
        }
        URI player = URI.create(target);
        return DatagramChannel.open().connect(new InetSocketAddress(player.getHost(), player.getPort()));
    }

    /** Takes the film to its end; returns how that was. */
    String run(SessionFactory sessions, Channel channel) throws Exception {
        try (MulticastReceiver session = sessions.on(channel).onEvent(this).openReceiver(this)) {
            String how = end.join();
            session.close(TIMEOUT);
            return how;
        }
    }

    @Override
    public void onMessage(ReceivedMessage message) throws IOException {
        show(message.payload());
    }

    /** Writes bytes of the film. */
    public void show(ByteBuffer bytes) throws IOException {
        try {
            while (bytes.hasRemaining()) {
                screen.write(bytes);
            }
        } catch (PortUnreachableException e) {
            // No player there yet, or any more: the film goes on.
            bytes.position(bytes.limit());
        }
    }

    @Override
    public void onEvent(SessionEvent event) {
        if (event instanceof SessionEvent.MessagesLost lost) {
            System.out.println("a piece is missing: " + lost);
        } else if (event instanceof SessionEvent.StreamEnded) {
            end.complete("the end");
        } else if (event instanceof SessionEvent.SenderLost lost) {
            end.complete("the sender is gone: " + lost.reason());
        } else if (event instanceof SessionEvent.SessionFailed failed) {
            end.complete("failed: " + failed.reason());
        }
    }
}
