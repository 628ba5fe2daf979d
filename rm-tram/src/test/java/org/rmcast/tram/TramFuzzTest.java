package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

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
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.rmcast.core.channel.Channel;
import org.rmcast.core.channel.Parameters;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.FlushResult;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.ReceivedMessage;
import org.rmcast.core.engine.Role;
import org.rmcast.core.event.SessionEvent;
import org.rmcast.core.session.ReliableMulticastSession;
import org.rmcast.core.session.SessionStatistics;
import org.rmcast.core.testing.Await;
import org.rmcast.core.testing.TestGroups;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.tram.wire.TramCodec;

/**
 * Random and mutated datagrams, thrown at running members. {@code -Drm.fuzz=N} says how many, {@code -Drm.seed=N} from
 * which seed.
 */
class TramFuzzTest {
    private static final long SESSION = 99;
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
                byte[] datagram = mutate(heard.get(random.nextInt(heard.size())), random, false);
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

    /**
     * Engines alone, and datagrams with a right checksum, so that every field is believed: nothing is thrown but {@link
     * DecodeException}, and nobody is answered with more than came in.
     */
    @Test
    void shouldNeitherThrowNorAmplifyWhateverTheFieldsSay() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (Role role : Role.values()) {
            Wires wires = new Wires(role, random);
            List<byte[]> seeds = wires.seeds;
            for (int i = 0; i < COUNT; i++) {
                byte[] datagram = mutate(seeds.get(random.nextInt(seeds.size())), random, true);
                wires.inject(datagram, i);
            }
        }
    }

    /** An engine with actions that are measured. */
    private static final class Wires extends Silent {
        private static final InetSocketAddress STRANGER = new InetSocketAddress(loopback(), 6_666);
        private static final InetSocketAddress SENDER = new InetSocketAddress(loopback(), 6_001);

        final List<byte[]> seeds = new ArrayList<>();
        private final ProtocolEngine engine;
        private final Role role;
        private long nowNanos = 1_000;
        private long answered;
        private boolean recording;

        Wires(Role role, SplittableRandom random) {
            this.role = role;
            this.engine =
                    new TramProtocol().configure(Parameters.none()).createEngine(context(1_000, role, 6_000, random));
            ProtocolEngine other = new TramProtocol()
                    .configure(Parameters.none())
                    .createEngine(context(2_000, role == Role.SENDER ? Role.RECEIVER : Role.SENDER, 6_001, random));
            warmUp(other);
        }

        private static EngineContext context(long id, Role role, int port, SplittableRandom random) {
            return new EngineContext(
                    SESSION,
                    id,
                    role,
                    new InetSocketAddress(loopback(), 5_000),
                    new InetSocketAddress(loopback(), port),
                    1,
                    random.split());
        }

        /** Lets the two join and exchange data, and keeps what they sent as the material to mutate. */
        private void warmUp(ProtocolEngine other) {
            Relay fromEngine = new Relay(1_000);
            Relay fromOther = new Relay(2_000);
            engine.onStart(nowNanos, fromEngine);
            other.onStart(nowNanos, fromOther);
            ProtocolEngine sender = role == Role.SENDER ? engine : other;
            for (int step = 0; step < 3_000; step++) {
                nowNanos += 1_000_000;
                if (step > 1_000 && step % 10 == 0) {
                    sender.onSend(new byte[step % 700], nowNanos, sender == engine ? fromEngine : fromOther);
                }
                turn(engine, fromEngine);
                turn(other, fromOther);
                fromEngine.carry(new InetSocketAddress(loopback(), 6_000), other, fromOther);
                fromOther.carry(SENDER, engine, fromEngine);
            }
            assertThat(engine.statistics().nextSequence())
                    .as("%s is in the tree", role)
                    .isGreaterThan(10);
            recording = true;
        }

        private void turn(ProtocolEngine who, Actions actions) {
            if (who.nextDeadlineNanos() <= nowNanos) {
                who.onDeadline(nowNanos, actions);
            }
            who.onBatchEnd(nowNanos, actions);
        }

        /** Carries one engine's datagrams to the other, and keeps a sample. */
        private final class Relay extends Silent {
            private final List<byte[]> queue = new ArrayList<>();
            private final long memberId;

            Relay(long memberId) {
                this.memberId = memberId;
            }

            void carry(InetSocketAddress from, ProtocolEngine to, Relay answers) {
                List<byte[]> now = List.copyOf(queue);
                queue.clear();
                for (byte[] datagram : now) {
                    try {
                        to.onDatagram(from, Cast.UNICAST, datagram, nowNanos, answers);
                    } catch (DecodeException e) {
                        throw new AssertionError(e);
                    }
                }
            }

            @Override
            public void multicast(byte[] datagram, int ttl) {
                keep(datagram);
            }

            @Override
            public void unicast(InetSocketAddress to, byte[] datagram) {
                keep(datagram);
            }

            private void keep(byte[] datagram) {
                DatagramHeader.complete(datagram, TramCodec.PROTOCOL, SESSION, memberId);
                queue.add(datagram);
                if (seeds.size() < 2_000) {
                    seeds.add(datagram);
                }
            }
        }

        void inject(byte[] datagram, int number) {
            answered = 0;
            nowNanos += 1_000;
            try {
                engine.onDatagram(STRANGER, Cast.UNICAST, datagram, nowNanos, this);
            } catch (DecodeException expected) {
                // Counted by the runner.
            } catch (RuntimeException e) {
                fail(place(number, datagram), e);
            }
            assertThat(answered).as("%s", place(number, datagram)).isLessThanOrEqualTo(datagram.length);
            try {
                if (engine.nextDeadlineNanos() <= nowNanos) {
                    engine.onDeadline(nowNanos, this);
                }
                engine.onBatchEnd(nowNanos, this);
            } catch (RuntimeException e) {
                fail("afterwards, " + place(number, datagram), e);
            }
        }

        private String place(int number, byte[] datagram) {
            return role + ", seed " + SEED + ", datagram " + number + ": "
                    + HexFormat.of().formatHex(datagram);
        }

        @Override
        public void unicast(InetSocketAddress to, byte[] datagram) {
            if (recording && to.equals(STRANGER)) {
                answered += datagram.length;
            }
        }
    }

    /** Actions without effect. */
    private static class Silent implements Actions {
        @Override
        public void multicast(byte[] datagram, int ttl) {}

        @Override
        public void unicast(InetSocketAddress to, byte[] datagram) {}

        @Override
        public void deliver(ReceivedMessage message) {}

        @Override
        public boolean deliveryRoom() {
            return true;
        }

        @Override
        public void report(SessionEvent event) {}

        @Override
        public void flushed(long flushId, FlushResult result) {}

        @Override
        public void closed(FlushResult result) {}
    }

    private static byte[] mutate(byte[] original, SplittableRandom random, boolean seal) {
        if (original.length == 0 || random.nextInt(8) == 0) {
            byte[] noise = new byte[random.nextInt(200)];
            random.nextBytes(noise);
            return seal ? reseal(Arrays.copyOf(noise, DatagramHeader.BYTES + noise.length), random) : noise;
        }
        int length = random.nextInt(3) == 0 ? DatagramHeader.BYTES + random.nextInt(original.length) : original.length;
        byte[] datagram = Arrays.copyOf(original, seal ? Math.max(length, DatagramHeader.BYTES) : length);
        for (int flips = 1 + random.nextInt(6); flips > 0; flips--) {
            int index = random.nextInt(Math.min(datagram.length, 160));
            datagram[index] =
                    (byte) (random.nextBoolean() ? random.nextInt(256) : datagram[index] ^ 1 << random.nextInt(8));
        }
        return seal ? reseal(datagram, random) : datagram;
    }

    /** A datagram that the runner lets through: of this session, from somebody else, with a right checksum. */
    private static byte[] reseal(byte[] datagram, SplittableRandom random) {
        long member = random.nextInt(3) == 0 ? 2_000 : 1 + random.nextInt(50);
        int type = random.nextInt(4) == 0 ? random.nextInt(16) : DatagramHeader.type(datagram);
        byte[] packet = DatagramHeader.copyAs(datagram, type, datagram[5] & 0x7f);
        return DatagramHeader.complete(packet, TramCodec.PROTOCOL, SESSION, member);
    }

    private static long rejected(SessionStatistics statistics) {
        return statistics.strangers() + statistics.otherSessions() + statistics.malformed();
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
