package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.NetworkInterface;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Channel;
import org.rmcast.api.FlushResult;
import org.rmcast.api.MulticastReceiver;
import org.rmcast.api.MulticastSender;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.SessionEvent;
import org.rmcast.api.SessionMeter;
import org.rmcast.api.SessionStatistics;
import org.rmcast.core.testing.Await;
import org.rmcast.core.testing.TestGroups;
import org.rmcast.core.wire.DatagramHeader;

/**
 * Random and mutated datagrams with wrong checksums, thrown at running members on sockets; those with right ones are part of the
 * contract. {@code -Drm.fuzz=N} says how many, {@code -Drm.seed=N} from which seed.
 */
class TramFuzzTest {
    private static final int COUNT = Integer.getInteger("rm.fuzz", 100_000);
    private static final long SEED = Long.getLong("rm.seed", 20_261_121L);

    /**
     * On real sockets: a socket that belongs to nobody listens to a running group, and throws back what it heard, mutated,
     * and noise: to the group and to each member. Nothing may be delivered that was not sent.
     */
    @Test
    void shouldDeliverNothingButWhatWasSentAmongStrayDatagrams() throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        Channel channel = Channel.builder("fuzz")
                .group(TestGroups.address())
                .port(TestGroups.freePort())
                .build();
        AtomicLong delivered = new AtomicLong();
        List<String> wrong = new CopyOnWriteArrayList<>();
        List<SessionEvent> events = new CopyOnWriteArrayList<>();
        try (MulticastSender sender = ReliableMulticastSession.on(channel).openSender();
                MulticastReceiver receiver = ReliableMulticastSession.on(channel)
                        .onEvent(events::add)
                        .openReceiver(message -> check(message, delivered.getAndIncrement(), wrong));
                MulticastSocket eavesdropper = eavesdropper(channel);
                DatagramSocket stranger = new DatagramSocket(new InetSocketAddress(loopback(), 0))) {
            assertThat(sender.awaitReceivers(1, Duration.ofSeconds(20))).isTrue();
            List<byte[]> heard = new ArrayList<>(List.of(new byte[64]));
            InetSocketAddress[] targets = {
                new InetSocketAddress(channel.group(), channel.port()), sender.localAddress(), receiver.localAddress()
            };
            stranger.setOption(StandardSocketOptions.IP_MULTICAST_IF, loopbackInterface());
            stranger.setOption(StandardSocketOptions.IP_MULTICAST_TTL, 0);
            long sent = 0;
            for (int i = 0; i < COUNT; i++) {
                if (i % 50 == 0) {
                    sender.send(message(sent++));
                    listen(eavesdropper, heard, random);
                }
                byte[] datagram = mutate(heard.get(random.nextInt(heard.size())), random);
                stranger.send(new DatagramPacket(datagram, datagram.length, targets[random.nextInt(3)]));
            }
            FlushResult flushed = sender.flush(Duration.ofSeconds(20));
            assertThat(flushed.complete()).as("seed %d: %s", SEED, flushed).isTrue();
            long expected = sent;
            Await.until("everything that was sent", () -> delivered.get() >= expected);
            assertThat(delivered.get()).as("seed %d", SEED).isEqualTo(sent);
            assertThat(wrong).as("seed %d", SEED).isEmpty();
            assertThat(events).as("seed %d", SEED).noneMatch(SessionEvent.SessionFailed.class::isInstance);
            long rejected = rejected(receiver.statistics()) + rejected(sender.statistics());
            System.out.println(COUNT + " stray datagrams, " + rejected + " counted as rejected, " + sent + " messages");
            assertThat(rejected).isGreaterThan(COUNT / 2);
        }
    }

    private static byte[] mutate(byte[] original, SplittableRandom random) {
        if (original.length == 0 || random.nextInt(8) == 0) {
            byte[] noise = new byte[random.nextInt(200)];
            random.nextBytes(noise);
            return noise;
        }
        int length = random.nextInt(3) == 0 ? DatagramHeader.BYTES + random.nextInt(original.length) : original.length;
        byte[] datagram = Arrays.copyOf(original, length);
        for (int flips = 1 + random.nextInt(6); flips > 0; flips--) {
            int index = random.nextInt(Math.min(datagram.length, 160));
            datagram[index] =
                    (byte) (random.nextBoolean() ? random.nextInt(256) : datagram[index] ^ 1 << random.nextInt(8));
        }
        return datagram;
    }

    private static long rejected(SessionStatistics statistics) {
        return statistics.get(SessionMeter.REJECTED_STRANGERS)
                + statistics.get(SessionMeter.REJECTED_OTHER_SESSIONS)
                + statistics.get(SessionMeter.REJECTED_MALFORMED);
    }

    private static byte[] message(long number) {
        byte[] content = new byte[(int) (number % 500)];
        Arrays.fill(content, (byte) number);
        return content;
    }

    private static void check(ReceivedMessage message, long expected, List<String> wrong) {
        if (message.sequence() != expected || !Arrays.equals(message.toByteArray(), message(expected))) {
            wrong.add("message " + message.sequence() + " where " + expected + " was due");
        }
    }

    private static MulticastSocket eavesdropper(Channel channel) throws IOException {
        MulticastSocket socket = new MulticastSocket(channel.port());
        socket.setSoTimeout(1);
        socket.joinGroup(new InetSocketAddress(channel.group(), channel.port()), loopbackInterface());
        return socket;
    }

    /** Keeps some of what is on the wire. */
    private static void listen(MulticastSocket socket, List<byte[]> heard, SplittableRandom random) throws IOException {
        DatagramPacket packet = new DatagramPacket(new byte[2_000], 2_000);
        try {
            for (int i = 0; i < 3; i++) {
                socket.receive(packet);
                byte[] datagram = Arrays.copyOf(packet.getData(), packet.getLength());
                if (heard.size() < 200) {
                    heard.add(datagram);
                } else {
                    heard.set(random.nextInt(heard.size()), datagram);
                }
            }
        } catch (SocketTimeoutException nothingMore) {
            // The group is quiet.
        }
    }

    private static InetAddress loopback() {
        return InetAddress.getLoopbackAddress();
    }

    private static NetworkInterface loopbackInterface() throws IOException {
        return NetworkInterface.getByInetAddress(loopback());
    }
}
