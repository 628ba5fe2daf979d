package org.rmcast.cli.it;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.rmcast.api.Channel;
import org.rmcast.api.MessageHeaders;
import org.rmcast.api.MulticastSender;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.Recipients;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.SessionBuilder;
import org.rmcast.cli.common.EpochClock;

/**
 * A site of a wide-area group: a member of one group of each {@link Protocol}, so that all are measured at the same time over the same links. It
 * is told what to do on its standard input, a command a line, and writes what happens with the time of the clock that all containers share, in
 * nanoseconds:
 *
 * <pre>
 * open             opens the sessions; "member PROTOCOL ID" for each, then "open"
 * meet COUNT       "met all" when so many others are known in each group
 * send COUNT INTERVAL BYTES PROTOCOL...
 *                  so many messages, one in so many milliseconds; for each "sent PROTOCOL NUMBER TIME" and, when all have it,
 *                  "receipt PROTOCOL NUMBER TIME COMPLETE ID,ID..."; then "done COUNT"
 * </pre>
 *
 * Of each event of a session "event PROTOCOL TIME WHAT". Of each message that it is given: "delivered PROTOCOL NUMBER TIME SINCE", the latter when it was there in its place in the order.
 */
public final class WideAreaSite {
    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final int FIRST_PORT = 7700;

    /** Without any waits but those for members that are 0.7 s away: by default the membership expects an answer within 0.15 s. */
    private static final String FAR = "preset=paper sending=direct probePeriod=2500ms probeTimeout=1s ";

    /** What is compared. */
    enum Protocol {
        /** The paper's modified protocol: the nearest member that has a message sends it again. */
        M(1, "wan", FAR + "mode=modified"),
        /** The paper's decentralised protocol: the sender does. */
        D(2, "wan", FAR + "mode=decentralised"),
        /** One sender and its receivers; its waits allow for round trips of up to a second. */
        TRAM(3, "tram", "helloInterval=1s bindTimeout=2s repairTimeoutMax=2s");

        private final int number;
        private final String protocol;
        private final String parameters;

        Protocol(int number, String protocol, String parameters) {
            this.number = number;
            this.protocol = protocol;
            this.parameters = parameters;
        }

        SessionBuilder session(String networkInterface) {
            Channel.Builder channel = Channel.builder(name())
                    .group("239.192.9." + number)
                    .port(FIRST_PORT + number)
                    .networkInterface(networkInterface)
                    .protocol(protocol);
            for (String parameter : parameters.split(" ", -1)) {
                int equals = parameter.indexOf('=');
                channel.parameter(parameter.substring(0, equals), parameter.substring(equals + 1));
            }
            return ReliableMulticastSession.on(channel.build());
        }

        boolean givesReceipts() {
            return this != TRAM;
        }
    }

    private final Map<Protocol, MulticastSender> senders = new EnumMap<>(Protocol.class);
    private final Map<Protocol, Integer> numbers = new EnumMap<>(Protocol.class);
    private final boolean sends;

    private WideAreaSite(boolean sends) {
        this.sends = sends;
    }

    /** Takes "sender" or "receiver". */
    public static void main(String[] arguments) throws Exception {
        WideAreaSite site = new WideAreaSite(arguments[0].equals("sender"));
        say("ready");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            site.obey(List.of(line.strip().split(" +")));
        }
    }

    private static void say(String line) {
        System.out.println(line);
    }

    private void obey(List<String> words) throws IOException, InterruptedException {
        switch (words.get(0)) {
            case "open" -> open();
            case "meet" -> meet(Integer.parseInt(words.get(1)));
            case "send" -> {
                int count = Integer.parseInt(words.get(1));
                Load load = new Load(count, Long.parseLong(words.get(2)), Integer.parseInt(words.get(3)));
                CompletableFuture<?>[] all = words.subList(4, words.size()).stream()
                        .map(Protocol::valueOf)
                        .map(protocol -> inThread(() -> send(protocol, load)))
                        .toArray(CompletableFuture<?>[]::new);
                CompletableFuture.allOf(all).join();
                say("done " + count);
            }
            default -> throw new IllegalArgumentException("not understood: " + words);
        }
    }

    private void open() throws IOException {
        for (Protocol protocol : Protocol.values()) {
            SessionBuilder builder = protocol.session("eth0")
                    .offload(false)
                    .onEvent(event -> say("event " + protocol + " " + EpochClock.nanos() + " " + event));
            ReliableMulticastSession session;
            if (protocol.givesReceipts()) {
                session = builder.openPeer(message -> delivered(protocol, message));
            } else if (sends) {
                session = builder.openSender();
            } else {
                session = builder.openReceiver(message -> delivered(protocol, message));
            }
            if (session instanceof MulticastSender sender) {
                senders.put(protocol, sender);
            }
            say("member " + protocol + " " + Long.toHexString(session.memberId()));
        }
        say("open");
    }

    private static void delivered(Protocol protocol, ReceivedMessage message) {
        long now = EpochClock.nanos();
        ByteBuffer payload = message.payload();
        long since = ChronoUnit.NANOS.between(Instant.EPOCH, message.time());
        say("delivered " + protocol + " " + payload.getInt(payload.position()) + " " + now + " " + since);
    }

    private void meet(int others) throws InterruptedException {
        for (MulticastSender sender : senders.values()) {
            if (sender.awaitReceivers(others, LIMIT)) {
                say("met in " + sender.channel().name());
            } else {
                throw new IllegalStateException(sender.channel().name() + " has " + sender.receiverCount() + " others");
            }
        }
        say("met all");
    }

    /** How many messages, and how far apart. */
    private record Load(int count, long intervalMillis, int bytes) {}

    private interface Sending {
        void run() throws InterruptedException;
    }

    private static CompletableFuture<Void> inThread(Sending sending) {
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        sending.run();
                    } catch (InterruptedException e) {
                        throw new CompletionException(e);
                    }
                },
                task -> new Thread(task, "load").start());
    }

    /** Sends, and waits for all receipts. The protocols take turns. */
    private void send(Protocol protocol, Load load) throws InterruptedException {
        MulticastSender sender = senders.get(protocol);
        long interval = TimeUnit.MILLISECONDS.toNanos(load.intervalMillis);
        long begin = System.nanoTime() + interval * protocol.number / Protocol.values().length;
        List<CompletableFuture<Void>> receipts = new ArrayList<>();
        for (int i = 0; i < load.count; i++) {
            TimeUnit.NANOSECONDS.sleep(begin + i * interval - System.nanoTime());
            int number = numbers.merge(protocol, 1, Integer::sum) - 1;
            ByteBuffer message = ByteBuffer.allocate(load.bytes).putInt(0, number);
            long now = EpochClock.nanos();
            receipts.add(send(protocol, sender, message)
                    .thenAccept(who -> say("receipt " + protocol + " " + number + " " + EpochClock.nanos() + " " + who))
                    .toCompletableFuture());
            say("sent " + protocol + " " + number + " " + now);
        }
        CompletableFuture.allOf(receipts.toArray(CompletableFuture<?>[]::new)).join();
    }

    /** What completes when the sender knows of all others: whether they have the message, and who has. Where there are no receipts a flush knows that all have it. */
    private static CompletionStage<String> send(Protocol protocol, MulticastSender sender, ByteBuffer message)
            throws InterruptedException {
        if (protocol.givesReceipts()) {
            return sender.sendForReceipt(message, MessageHeaders.NONE, Recipients.GROUP)
                    .thenApply(receipt -> receipt.complete()
                            + receipt.arrivals().stream()
                                    .map(arrival -> Long.toHexString(arrival.memberId()))
                                    .collect(Collectors.joining(",", " ", "")));
        }
        sender.send(message);
        return sender.flushAsync(LIMIT).thenApply(flush -> flush.complete() + " ");
    }
}
