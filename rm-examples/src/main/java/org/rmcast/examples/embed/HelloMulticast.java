package org.rmcast.examples.embed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import org.rmcast.api.Channel;
import org.rmcast.api.FlushResult;
import org.rmcast.api.MulticastReceiver;
import org.rmcast.api.MulticastSender;
import org.rmcast.api.SessionFactory;

/** One sender and one receiver; they may as well be on two machines, if the channel names a network interface. */
public final class HelloMulticast {
    private HelloMulticast() {}

    /** Takes a port, 7400 by default. */
    public static void main(String[] arguments) throws Exception {
        Channel channel = Channel.builder("hello")
                .group("239.192.7.1")
                .port(arguments.length > 0 ? Integer.parseInt(arguments[0]) : 7400)
                .build();
        greet(SessionFactory.network(), channel);
    }

    /** Takes who opens the sessions: in a test a network in memory. */
    static void greet(SessionFactory sessions, Channel channel) throws Exception {
        try (MulticastReceiver receiver = sessions.on(channel)
                        .openReceiver(message -> System.out.println(UTF_8.decode(message.payload())));
                MulticastSender sender = sessions.on(channel).openSender()) {
            if (!sender.awaitReceivers(1, Duration.ofSeconds(5))) {
                throw new IllegalStateException("no receiver is there");
            }
            for (int i = 1; i <= 3; i++) {
                sender.send(("Hello, group! " + i).getBytes(UTF_8));
            }
            FlushResult result = sender.close(Duration.ofSeconds(5)); // waits until every receiver has everything
            if (!result.complete()) {
                throw new IllegalStateException("not everybody has everything: " + result.missing());
            }
            receiver.close(Duration.ofSeconds(5)); // waits until the listener was given everything
        }
    }
}
