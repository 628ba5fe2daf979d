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
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;
import org.rmcast.core.channel.Channel;
import org.rmcast.core.engine.FlushResult;
import org.rmcast.core.engine.ReceivedMessage;
import org.rmcast.core.engine.Role;
import org.rmcast.core.engine.SessionMeter;
import org.rmcast.core.event.SessionEvent;
import org.rmcast.core.session.ReliableMulticastSession;
import org.rmcast.core.session.SessionStatistics;
import org.rmcast.core.testing.Await;
import org.rmcast.core.testing.TestGroups;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;
import org.rmcast.sim.fuzz.GroupFuzz;
import org.rmcast.sim.fuzz.MutationTable;
import org.rmcast.tram.wire.TramPacket;

/**
 * Random and mutated datagrams, thrown at running members: on sockets with wrong checksums, in the simulator with right ones.
 * {@code -Drm.fuzz=N} says how many, {@code -Drm.fuzz.fields=N} how many in the simulator, {@code -Drm.seed=N} from which seed.
 */
class TramFuzzTest {
    private static final int COUNT = Integer.getInteger("rm.fuzz", 100_000);
    private static final int FIELDS = Integer.getInteger("rm.fuzz.fields", 600);
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
        try (ReliableMulticastSession sender =
                        ReliableMulticastSession.on(channel).openSender();
                ReliableMulticastSession receiver = ReliableMulticastSession.on(channel)
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

    /** Whatever the fields say, with a right checksum, nothing is thrown but {@code DecodeException}, and at least half is believed. */
    @Test
    void shouldThrowNothingWhateverTheFieldsSay() {
        MutationTable table = fuzz(TramConfig.Recovery.LOCAL).table();
        table.add(fuzz(TramConfig.Recovery.REAFFILIATE).table());
        System.out.println("TRAM: " + table);
        assertThat(table.passedShare()).isGreaterThan(0.5);
        // All but NOT_REPAIRED and UNICAST_DATA, which such small groups seldom send.
        assertThat(Arrays.stream(TramPacket.Type.values())
                        .filter(type -> table.passed(type.code()) > 0)
                        .count())
                .isGreaterThanOrEqualTo(12);
    }

    /** All members together send no more bytes to a stranger than they heard from it, at once or later. */
    @Test
    @Disabled("finding C4: a stranger that asks for repairs gets them")
    void shouldNotAnswerAStrangerWithMoreThanItSent() {
        assertThat(fuzz(TramConfig.Recovery.LOCAL).worst()).satisfies(TramFuzzTest::checkAmplification);
        assertThat(fuzz(TramConfig.Recovery.REAFFILIATE).worst()).satisfies(TramFuzzTest::checkAmplification);
    }

    private static void checkAmplification(GroupFuzz.Burst burst) {
        assertThat(burst.amplification()).as("%s", burst).isLessThanOrEqualTo(1);
    }

    /** A sender, a repair node, three receivers, and host 5, the stranger. */
    private static GroupFuzz.Result fuzz(TramConfig.Recovery recovery) {
        TramConfig config =
                TramConfig.defaults().with("recovery", recovery.name().toLowerCase(Locale.ROOT));
        return GroupFuzz.of(
                        seed -> Simulation.builder(seed)
                                .topology(Topology.star(6, LinkSettings.parse("delay=1ms,loss=5%")))
                                .protocol(new TramProtocol())
                                .parameters(config.with("maxMembers", 2).parameters())
                                .role(1, Role.REPAIR_NODE),
                        5,
                        Duration.ofSeconds(4))
                .run(
                        SEED,
                        FIELDS,
                        simulation -> simulation.after(
                                Duration.ofSeconds(2),
                                () -> simulation.node(0).send(Workload.paced(100_000, 400, 200))));
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
