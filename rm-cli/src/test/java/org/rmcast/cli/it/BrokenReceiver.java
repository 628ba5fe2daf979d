package org.rmcast.cli.it;

import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.rmcast.api.Channel;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.SessionEvent;

/**
 * A receiver of a stream with a bug: it drops one message. {@code BrokenReceiver NAME PORT FILE MESSAGE}: writes what comes to
 * a file, but for that message (counted from 0).
 */
public final class BrokenReceiver {
    private BrokenReceiver() {}

    /** Receives until the sender ends. */
    public static void main(String[] arguments) throws Exception {
        Channel channel = Channel.builder(arguments[0])
                .port(Integer.parseInt(arguments[1]))
                .group("239.192.7.1")
                .networkInterface("eth0")
                .build();
        long dropped = Long.parseLong(arguments[3]);
        CountDownLatch end = new CountDownLatch(1);
        try (OutputStream file = Files.newOutputStream(Path.of(arguments[2]));
                WritableByteChannel copy = Channels.newChannel(file);
                ReliableMulticastSession session = ReliableMulticastSession.on(channel)
                        .onEvent(event -> {
                            if (event instanceof SessionEvent.StreamEnded) {
                                end.countDown();
                            }
                        })
                        .openReceiver(message -> {
                            if (message.sequence() != dropped) {
                                copy.write(message.payload());
                            }
                        })) {
            end.await();
            session.close(Duration.ofSeconds(5));
        }
    }
}
