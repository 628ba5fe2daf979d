package org.rmcast.examples.video;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.rmcast.api.Channel;
import org.rmcast.api.FlushResult;
import org.rmcast.api.MulticastSender;
import org.rmcast.api.SessionFactory;

/**
 * A film for any number of screens: an MPEG transport stream, sent at the pace of its own clock, seven packets a message. Every {@link
 * VideoReceiver} gets all of it in order. {@code rmcast demo} runs both, in processes of their own.
 */
public final class VideoSender {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** Wants to know how far the film is. */
    @FunctionalInterface
    public interface Watcher {
        /** This message, counted from 0, is sent next. */
        void beforeMessage(long number) throws IOException;
    }

    private final MulticastSender session;
    private final TsStreamer streamer;

    /**
     * A sender for one film.
     *
     * @param speed 1 for the film's own speed
     */
    public VideoSender(MulticastSender session, TsClip film, double speed) {
        this.session = session;
        this.streamer = new TsStreamer(film, speed);
    }

    /** {@code FILE [PORT [RECEIVERS [INTERFACE]]]}: port 7710, one receiver, and on this machine alone unless told otherwise. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 0) {
            System.err.println("usage: VideoSender FILE [PORT [RECEIVERS [INTERFACE]]]");
            System.exit(2);
        }
        int receivers = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 1;
        FlushResult result =
                run(SessionFactory.network(), channel(arguments, 1, 3), TsClip.open(Path.of(arguments[0])), receivers);
        System.out.println(
                result.complete() ? "everybody has all of it" : "not everybody has all of it: " + result.missing());
    }

    /** The port and the network interface are arguments, if they are there. */
    static Channel channel(String[] arguments, int portAt, int interfaceAt) {
        Channel.Builder channel = Channel.builder("video")
                .group("239.192.7.2")
                .port(arguments.length > portAt ? Integer.parseInt(arguments[portAt]) : 7710);
        if (arguments.length > interfaceAt) {
            channel.networkInterface(arguments[interfaceAt]);
        }
        return channel.build();
    }

    /** Waits for so many receivers, sends the film, and waits until all have it. */
    static FlushResult run(SessionFactory sessions, Channel channel, TsClip film, int receivers)
            throws IOException, InterruptedException {
        try (MulticastSender session = sessions.on(channel).openSender()) {
            if (!session.awaitReceivers(receivers, TIMEOUT)) {
                throw new IllegalStateException(
                        "only " + session.receiverCount() + " of " + receivers + " receivers came");
            }
            new VideoSender(session, film, 1).stream(message -> {});
            return session.close(TIMEOUT);
        }
    }

    /**
     * Sends the film.
     *
     * @param watcher is told of each message
     */
    public void stream(Watcher watcher) throws IOException, InterruptedException {
        streamer.stream(1, message -> {
            watcher.beforeMessage(streamer.messagesSent());
            session.send(message);
        });
    }
}
