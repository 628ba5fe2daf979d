package org.rmcast.core.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rmcast.api.SessionMeter;
import org.rmcast.core.impair.Impairments;
import org.rmcast.core.testing.Await;
import org.rmcast.core.testing.RecordingHandler;
import org.rmcast.core.transport.SharedLoops;
import org.rmcast.core.wire.Cast;

/** Datagrams in memory: who hears what, what is dropped, and what is left behind. */
@Timeout(60)
class MemoryTransportTest {
    private static final InetSocketAddress GROUP = group("239.192.7.1", 7400);

    private final MemoryMedium medium = new MemoryMedium(7);
    private final List<MemoryTransport> opened = new ArrayList<>();

    @AfterEach
    void closeAll() throws Exception {
        for (MemoryTransport transport : opened) {
            transport.close();
            transport.closed().toCompletableFuture().get(10, TimeUnit.SECONDS);
        }
        assertThat(medium.members()).isZero();
        Await.until(
                "threads to end",
                () -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().startsWith("memory-test")));
    }

    @Test
    void shouldCarryMulticastsToTheOthersOfTheGroupAlone() {
        RecordingHandler own = new RecordingHandler();
        RecordingHandler other = new RecordingHandler();
        RecordingHandler elsewhere = new RecordingHandler();
        MemoryTransport sender = open("a", GROUP, own);
        open("b", GROUP, other);
        open("c", group("239.192.7.1", 7401), elsewhere);
        open("d", group("239.192.7.2", 7400), elsewhere);
        send(sender, null, 1);
        send(sender, null, 2);

        Await.until("both", () -> other.arrivals.size() == 2);
        assertThat(other.arrivals)
                .allMatch(arrival ->
                        arrival.cast() == Cast.MULTICAST && arrival.from().equals(sender.localAddress()));
        assertThat(other.arrivals).extracting(arrival -> arrival.datagram()[0]).containsExactly((byte) 1, (byte) 2);
        assertThat(own.arrivals).isEmpty();
        assertThat(elsewhere.arrivals).isEmpty();
    }

    @Test
    void shouldCarryUnicastsToOneAddress() {
        RecordingHandler wanted = new RecordingHandler();
        RecordingHandler other = new RecordingHandler();
        MemoryTransport sender = open("a", GROUP, new RecordingHandler());
        MemoryTransport receiver = open("b", GROUP, wanted);
        open("c", GROUP, other);
        send(sender, new InetSocketAddress(receiver.localAddress().getAddress(), 1), 1);
        send(sender, receiver.localAddress(), 2);

        Await.until("one", () -> !wanted.arrivals.isEmpty());
        assertThat(wanted.arrivals).hasSize(1).allMatch(arrival -> arrival.cast() == Cast.UNICAST);
        assertThat(other.arrivals).isEmpty();
    }

    @Test
    void shouldGoOnAfterATaskThatThrows() {
        SharedLoops shared = new SharedLoops("memory-test", 1);
        MemoryMember member = new MemoryMember("b", "memory-test", GROUP, 0, 1 << 20);
        MemoryTransport alone = open("a", GROUP, new RecordingHandler());
        for (MemoryTransport transport : List.of(alone, keep(medium.join(member, shared)))) {
            transport.execute(() -> {
                throw new IllegalStateException("thrown on purpose");
            });
            CountDownLatch ran = new CountDownLatch(1);
            transport.execute(ran::countDown);
            await(ran);
        }
        var unused = shared.close();
    }

    @Test
    void shouldGiveEachMemberAnAddressAndThePortThatItWants() throws Exception {
        MemoryTransport first = open("a", GROUP, new RecordingHandler());
        MemoryTransport second = keep(medium.join(new MemoryMember("b", "memory-test", GROUP, 9000, 1 << 20)));
        MemoryTransport six = open("c", group("ff15::1", 7400), new RecordingHandler());
        assertThat(first.localAddress().getAddress()).isEqualTo(InetAddress.getByName("10.0.0.1"));
        assertThat(first.localAddress().getPort()).isPositive();
        assertThat(second.localAddress()).isEqualTo(group("10.0.0.2", 9000));
        assertThat(six.localAddress().getAddress()).isEqualTo(InetAddress.getByName("fd00::3"));
    }

    /** One who changes what it got changes nothing for others, nor for the sender. */
    @Test
    void shouldGiveEachMemberACopyOfItsOwn() {
        RecordingHandler one = new RecordingHandler();
        RecordingHandler two = new RecordingHandler();
        MemoryTransport sender = open("a", GROUP, new RecordingHandler());
        open("b", GROUP, one);
        open("c", GROUP, two);
        byte[] datagram = {1, 2, 3};
        sender.execute(() -> {
            sender.send(null, 1, datagram);
            datagram[0] = 9;
        });
        Await.until("both", () -> one.arrivals.size() == 1 && two.arrivals.size() == 1);
        byte[] got = one.arrivals.get(0).datagram();
        assertThat(got).containsExactly(1, 2, 3);
        got[1] = 9;
        assertThat(two.arrivals.get(0).datagram()).containsExactly(1, 2, 3);
    }

    @Test
    void shouldDropAndCountWhatFindsNoRoom() throws Exception {
        RecordingHandler slow = new RecordingHandler();
        MemoryTransport sender = open("a", GROUP, new RecordingHandler());
        MemoryTransport receiver = keep(medium.join(new MemoryMember("b", "memory-test", GROUP, 0, 4096)));
        receiver.start(slow);
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch stands = new CountDownLatch(1);
        receiver.execute(() -> {
            stands.countDown();
            await(goOn);
        });
        stands.await();
        CountDownLatch sent = new CountDownLatch(1);
        sender.execute(() -> {
            for (int i = 0; i < 10; i++) {
                sender.send(null, 1, new byte[1000]);
            }
            sender.send(receiver.localAddress(), 1, new byte[1000]);
            sender.send(null, 1, new byte[70_000]);
            sent.countDown();
        });
        sent.await();
        goOn.countDown();
        Await.until("what had room", () -> slow.arrivals.size() == 4);
        assertThat(slow.arrivals)
                .as("a unicast has a buffer of its own")
                .filteredOn(arrival -> arrival.cast() == Cast.UNICAST)
                .hasSize(1);
        assertThat(medium.overflows()).isEqualTo(7);
        assertThat(onLoop(sender, SessionMeter.SEND_FAILURES))
                .as("longer than UDP has")
                .isEqualTo(1);
        assertThat(onLoop(receiver, SessionMeter.DATAGRAMS_RECEIVED)).isEqualTo(4);
    }

    @Test
    void shouldLoseByItsSeedAndCountThat() throws Exception {
        List<Byte> first = survivors(new MemoryMedium(1));
        assertThat(first).hasSizeBetween(60, 140);
        assertThat(survivors(new MemoryMedium(1))).isEqualTo(first);
        assertThat(survivors(new MemoryMedium(2))).isNotEqualTo(first);
    }

    private List<Byte> survivors(MemoryMedium lossy) throws Exception {
        RecordingHandler lucky = new RecordingHandler();
        MemoryTransport sender = keep(lossy.join(new MemoryMember("a", "memory-test", GROUP, 0, 1 << 20)));
        MemoryTransport receiver = keep(lossy.join(new MemoryMember("b", "memory-test", GROUP, 0, 1 << 20)));
        receiver.start(lucky);
        lossy.impair(Impairments.parse("loss=50%"));
        for (int i = 0; i < 200; i++) {
            send(sender, null, i);
        }
        Await.until(
                "all to be there, or lost",
                () -> lucky.arrivals.size() + onLoop(receiver, SessionMeter.IMPAIRED_INBOUND) == 200);
        return lucky.arrivals.stream().map(arrival -> arrival.datagram()[0]).toList();
    }

    @Test
    void shouldDelayAndGoOnWithoutWhenTheNetworkIsGoodAgain() {
        RecordingHandler late = new RecordingHandler();
        MemoryTransport sender = open("a", GROUP, new RecordingHandler());
        open("b", GROUP, late);
        medium.impair(Impairments.parse("delay=50ms"));
        long began = System.nanoTime();
        send(sender, null, 1);
        Await.until("it", () -> late.arrivals.size() == 1);
        assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(50_000_000L);
        medium.impair(Impairments.none());
        send(sender, null, 2);
        Await.until("the next", () -> late.arrivals.size() == 2);
    }

    @Test
    void shouldKeepPartsApartUntilTheyAreHealed() {
        RecordingHandler b = new RecordingHandler();
        RecordingHandler c = new RecordingHandler();
        RecordingHandler d = new RecordingHandler();
        medium.partition(List.of("d"));
        MemoryTransport a = open("a", GROUP, new RecordingHandler());
        open("b", GROUP, b);
        open("c", GROUP, c);
        open("d", GROUP, d);
        medium.partition(List.of("a", "b"));
        send(a, null, 1);
        Await.until("one at b", () -> b.arrivals.size() == 1);
        medium.heal();
        send(a, null, 2);
        Await.until("one at each", () -> b.arrivals.size() == 2 && c.arrivals.size() == 1 && d.arrivals.size() == 1);
        assertThat(c.arrivals.get(0).datagram()).containsExactly(2);
        assertThat(d.arrivals.get(0).datagram()).containsExactly(2);
    }

    @Test
    void shouldKeepWhatCameBeforeItReadsAndNothingAfterItLeft() throws Exception {
        RecordingHandler patient = new RecordingHandler();
        MemoryTransport sender = open("a", GROUP, new RecordingHandler());
        MemoryTransport receiver = keep(medium.join(new MemoryMember("b", "memory-test", GROUP, 0, 1 << 20)));
        send(sender, null, 1);
        assertThat(onLoop(sender, SessionMeter.DATAGRAMS_SENT)).isEqualTo(1);
        receiver.start(patient);
        Await.until("what waited", () -> patient.arrivals.size() == 1);
        receiver.close();
        receiver.close();
        receiver.closed().toCompletableFuture().get(10, TimeUnit.SECONDS);
        send(sender, null, 2);
        assertThat(onLoop(sender, SessionMeter.DATAGRAMS_SENT)).isEqualTo(2);
        assertThat(patient.arrivals).hasSize(1);
        assertThatThrownBy(() -> receiver.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
    }

    private MemoryTransport open(String name, InetSocketAddress group, RecordingHandler handler) {
        MemoryTransport transport = keep(medium.join(new MemoryMember(name, "memory-test", group, 0, 1 << 20)));
        transport.start(handler);
        return transport;
    }

    private MemoryTransport keep(MemoryTransport transport) {
        opened.add(transport);
        return transport;
    }

    private static void send(MemoryTransport from, @Nullable InetSocketAddress to, int content) {
        from.execute(() -> {
            from.send(to, 1, new byte[] {(byte) content});
            from.flush();
        });
    }

    private static long onLoop(MemoryTransport transport, SessionMeter meter) {
        long[] value = new long[1];
        CountDownLatch read = new CountDownLatch(1);
        transport.execute(() -> {
            value[0] = transport.counters().get(meter);
            read.countDown();
        });
        await(read);
        return value[0];
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("AddressSelection") // literals
    private static InetSocketAddress group(String address, int port) {
        return new InetSocketAddress(address, port);
    }
}
