package org.rmcast.examples.embed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.rmcast.api.Channel;
import org.rmcast.api.EventListener;
import org.rmcast.api.FlushResult;
import org.rmcast.api.MessageListener;
import org.rmcast.api.MulticastReceiver;
import org.rmcast.api.MulticastSender;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.SessionEvent;

/**
 * Prices from one publisher to any number of watchers, who may come and go. A message is one price, {@code ACME 1234} in cents; who
 * watches keeps the newest of each stock. Messages come in the order in which they were sent, so the last one that came is the newest.
 */
public final class StockTicker {
    private static final String[] STOCKS = {"ACME", "GLOBEX", "INITECH", "UMBRELLA"};
    private static final long FIRST_CENTS = 10_000;
    private static final int MOST_CHANGE = 50;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private StockTicker() {}

    /**
     * {@code publish [PORT [COUNT [INTERFACE]]]} or {@code watch [PORT [INTERFACE]]}. The port is 7700 by default, and everything stays on
     * this machine unless a network interface is named.
     */
    public static void main(String[] arguments) throws Exception {
        boolean publish = arguments.length > 0 && arguments[0].equals("publish");
        Channel.Builder channel = Channel.builder("ticker")
                .group("239.192.7.1")
                .port(arguments.length > 1 ? Integer.parseInt(arguments[1]) : 7700);
        int interfaceAt = publish ? 3 : 2;
        if (arguments.length > interfaceAt) {
            channel.networkInterface(arguments[interfaceAt]);
        }
        if (publish) {
            publish(channel.build(), arguments.length > 2 ? Integer.parseInt(arguments[2]) : 1_000, 1);
        } else {
            watch(channel.build());
        }
    }

    /** Sends so many prices once so many watch, and waits until all that watch then have them. */
    static void publish(Channel channel, int count, int watchers) throws IOException, InterruptedException {
        SplittableRandom random = new SplittableRandom();
        long[] cents = new long[STOCKS.length];
        Arrays.fill(cents, FIRST_CENTS);
        try (MulticastSender sender = ReliableMulticastSession.on(channel).openSender()) {
            if (!sender.awaitReceivers(watchers, TIMEOUT)) {
                throw new IllegalStateException("only " + sender.receiverCount() + " watch");
            }
            for (int i = 0; i < count; i++) {
                int stock = random.nextInt(STOCKS.length);
                cents[stock] = Math.max(1, cents[stock] + random.nextInt(-MOST_CHANGE, MOST_CHANGE + 1));
                sender.send((STOCKS[stock] + " " + cents[stock]).getBytes(UTF_8)); // waits while a watcher is slow
            }
            FlushResult result = sender.close(TIMEOUT);
            if (!result.complete()) {
                System.out.println("not everybody has every price: " + result.missing());
            }
        }
    }

    private static void watch(Channel channel) throws Exception {
        Prices prices = new Prices();
        try (MulticastReceiver receiver =
                ReliableMulticastSession.on(channel).onEvent(prices).openReceiver(prices)) {
            prices.awaitEnd();
            receiver.close(TIMEOUT);
        }
        prices.newest().forEach((stock, cents) -> System.out.println(stock + " " + cents));
    }

    /** What one watcher knows. The session calls it from one thread; any thread may ask for prices. */
    static final class Prices implements MessageListener, EventListener {
        private final Map<String, Long> newest = new ConcurrentHashMap<>();
        private final CountDownLatch ended = new CountDownLatch(1);

        @Override
        public void onMessage(ReceivedMessage message) {
            String[] words = UTF_8.decode(message.payload()).toString().split(" ", 2);
            newest.put(words[0], Long.parseLong(words[1]));
        }

        @Override
        public void onEvent(SessionEvent event) {
            if (event instanceof SessionEvent.MessagesLost lost) {
                // Older prices do not matter any more, but that something is missing is never kept secret.
                System.out.println("prices " + lost.firstMessage() + " to " + (lost.limitMessage() - 1) + " are lost: "
                        + lost.reason());
            } else if (event instanceof SessionEvent.StreamEnded
                    || event instanceof SessionEvent.SenderLost
                    || event instanceof SessionEvent.SessionFailed) {
                ended.countDown();
            }
        }

        void awaitEnd() throws InterruptedException {
            ended.await();
        }

        Map<String, Long> newest() {
            return Map.copyOf(newest);
        }
    }
}
