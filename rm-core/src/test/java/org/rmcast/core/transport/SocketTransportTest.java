package org.rmcast.core.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.epoll.Epoll;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.rmcast.api.Channel;
import org.rmcast.api.SessionMeter;
import org.rmcast.api.TransportKind;
import org.rmcast.core.testing.Await;
import org.rmcast.core.testing.RecordingHandler;
import org.rmcast.core.testing.TestGroups;

class SocketTransportTest {
    private final List<SocketTransport> opened = new ArrayList<>();

    static Stream<TransportKind> kinds() {
        return Epoll.isAvailable() ? Stream.of(TransportKind.EPOLL, TransportKind.NIO) : Stream.of(TransportKind.NIO);
    }

    @AfterEach
    void closeAll() throws Exception {
        opened.forEach(SocketTransport::close);
        for (SocketTransport transport : opened) {
            transport.closed().toCompletableFuture().get(10, TimeUnit.SECONDS);
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldDeliverEachMulticastToEveryOtherMember(TransportKind kind) throws IOException {
        InetSocketAddress group = TestGroups.fresh();
        RecordingHandler own = new RecordingHandler();
        RecordingHandler first = new RecordingHandler();
        RecordingHandler second = new RecordingHandler();
        SocketTransport sender = open(group, kind, own);
        open(group, kind, first);
        open(group, kind, second);

        sender.execute(() -> {
            for (int i = 0; i < 100; i++) {
                sender.multicast(new byte[] {(byte) i, 7}, 0);
            }
            sender.flush();
        });

        Await.until("100 datagrams", () -> first.arrivals.size() == 100 && second.arrivals.size() == 100);
        for (int i = 0; i < 100; i++) {
            assertThat(first.arrivals.get(i).datagram()).containsExactly(i, 7);
            assertThat(first.arrivals.get(i).from()).isEqualTo(sender.localAddress());
        }
        assertThat(own.arrivals).as("a member does not get its own").isEmpty();
        if (kind == TransportKind.EPOLL) {
            assertThat(own.batches).as("the kernel drops a member's own").hasValue(0);
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldDeliverUnicastToOneMemberOnly(TransportKind kind) throws IOException {
        InetSocketAddress group = TestGroups.fresh();
        RecordingHandler wanted = new RecordingHandler();
        RecordingHandler other = new RecordingHandler();
        SocketTransport sender = open(group, kind, new RecordingHandler());
        SocketTransport receiver = open(group, kind, wanted);
        open(group, kind, other);

        sender.execute(() -> {
            sender.unicast(receiver.localAddress(), new byte[] {1, 2, 3});
            sender.flush();
        });

        Await.until("the unicast", () -> wanted.arrivals.size() == 1);
        assertThat(wanted.arrivals.get(0).datagram()).containsExactly(1, 2, 3);
        assertThat(other.arrivals).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldKeepSizesAndOrderOfMixedRuns(TransportKind kind) throws IOException {
        InetSocketAddress group = TestGroups.fresh();
        RecordingHandler receiver = new RecordingHandler();
        SocketTransport sender = open(group, kind, new RecordingHandler());
        open(group, kind, receiver);
        int[] sizes = new int[300];
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = i % 7 == 0 ? 1 + i : i % 50 == 0 ? 65_507 : 1400;
        }

        sender.execute(() -> {
            for (int i = 0; i < sizes.length; i++) {
                byte[] datagram = new byte[sizes[i]];
                datagram[0] = (byte) i;
                sender.multicast(datagram, 0);
            }
            sender.flush();
        });

        Await.until(() -> "300 datagrams, got " + receiver.arrivals.size(), () -> receiver.arrivals.size() == 300);
        for (int i = 0; i < sizes.length; i++) {
            assertThat(receiver.arrivals.get(i).datagram()).hasSize(sizes[i]).startsWith((byte) i);
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldCountWhatItSends(TransportKind kind) throws Exception {
        InetSocketAddress group = TestGroups.fresh();
        SocketTransport sender = open(group, kind, new RecordingHandler());
        sender.execute(() -> {
            sender.multicast(new byte[10], 0);
            sender.multicast(new byte[10], 1);
            sender.multicast(new byte[4], 0);
            sender.flush();
            sender.close();
        });
        sender.closed().toCompletableFuture().get(10, TimeUnit.SECONDS);

        assertThat(sender.counters().get(SessionMeter.DATAGRAMS_SENT)).isEqualTo(3);
        assertThat(sender.counters().get(SessionMeter.BYTES_SENT)).isEqualTo(24);
        assertThat(sender.counters().get(SessionMeter.SEND_FAILURES)).isZero();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldHoldBackWhatMayGrowOnly(TransportKind kind) throws Exception {
        InetSocketAddress group = TestGroups.fresh();
        SocketTransport sender = open(group, kind, new RecordingHandler());
        List<Long> sent = new ArrayList<>();
        sender.execute(() -> {
            for (int i = 0; i < 65; i++) {
                sender.multicast(new byte[10], 0);
            }
            sender.flushFullRuns();
            sent.add(sender.counters().get(SessionMeter.DATAGRAMS_SENT));
            sender.multicast(new byte[10], 0);
            sender.flush();
            sender.close();
        });
        sender.closed().toCompletableFuture().get(10, TimeUnit.SECONDS);

        assertThat(sent).containsExactly(kind == TransportKind.EPOLL ? 64L : 65L);
        assertThat(sender.counters().get(SessionMeter.DATAGRAMS_SENT)).isEqualTo(66);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldCountWhatTheSystemRefuses(TransportKind kind) throws Exception {
        InetSocketAddress group = TestGroups.fresh();
        SocketTransport sender = open(group, kind, new RecordingHandler());
        sender.execute(() -> {
            sender.multicast(new byte[65_508], 0);
            sender.multicast(new byte[10], 0);
            sender.flush();
            sender.close();
        });
        sender.closed().toCompletableFuture().get(10, TimeUnit.SECONDS);

        assertThat(sender.counters().get(SessionMeter.SEND_FAILURES)).isEqualTo(1);
        assertThat(sender.counters().get(SessionMeter.DATAGRAMS_SENT)).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldCarryIpv6GroupsOnLoopback(TransportKind kind) throws IOException {
        assumeTrue(
                TestGroups.loopbackHasIpv6(),
                "the loopback interface carries no IPv6 multicast (no address, or no route)");
        for (String address : List.of("ff15::1234", "ff02::1234", "ff01::1234")) {
            InetSocketAddress group = new InetSocketAddress(InetAddress.getByName(address), TestGroups.freePort());
            RecordingHandler receiver = new RecordingHandler();
            RecordingHandler own = new RecordingHandler();
            SocketTransport sender = open(group, kind, own);
            SocketTransport member = open(group, kind, receiver);

            sender.execute(() -> {
                sender.multicast(new byte[] {1}, 0);
                sender.unicast(member.localAddress(), new byte[] {2});
                sender.flush();
            });

            Await.until("IPv6 multicast and unicast in " + address, () -> receiver.arrivals.size() == 2);
            assertThat(own.arrivals).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldNameThePortThatAnotherProgramHolds(TransportKind kind) throws IOException {
        try (DatagramSocket holder = new DatagramSocket(0)) {
            InetSocketAddress group = new InetSocketAddress(TestGroups.address(), holder.getLocalPort());
            assertThatThrownBy(() -> open(group, kind, new RecordingHandler()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("UDP port " + holder.getLocalPort())
                    .hasMessageContaining("another port");
        }
        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> thread.getName().contains("port-in-use"))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldIgnoreUnicastToTheGroupsPort(TransportKind kind) throws IOException {
        InetSocketAddress group = TestGroups.fresh();
        RecordingHandler receiver = new RecordingHandler();
        SocketTransport sender = open(group, kind, new RecordingHandler());
        open(group, kind, receiver);
        try (DatagramSocket stranger = new DatagramSocket()) {
            InetSocketAddress port = new InetSocketAddress(InetAddress.getLoopbackAddress(), group.getPort());
            stranger.send(new DatagramPacket(new byte[] {9}, 1, port));
        }
        sender.execute(() -> {
            sender.multicast(new byte[] {1}, 0);
            sender.flush();
        });

        Await.until("the multicast", () -> !receiver.arrivals.isEmpty());
        assertThat(receiver.arrivals).allMatch(arrival -> arrival.datagram()[0] == 1);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldReadBackTheGrantedBuffer(TransportKind kind) throws IOException {
        InetSocketAddress group = TestGroups.fresh();
        TransportOptions options = options(group, kind, 100_000);
        SocketTransport transport = keep(SocketTransport.open(options));
        assertThat(transport.grantedReceiveBytes()).isEqualTo(100_000);
        assertThat(transport.kind()).isEqualTo(kind);
    }

    @ParameterizedTest
    @EnumSource(TransportKind.class)
    void shouldRefuseScopesOutOfRange(TransportKind kind) {
        assertThatThrownBy(() -> new TransportOptions("t", TestGroups.fresh(), loopback(), 256, kind, 1, 1, true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0 to 255");
    }

    @Test
    void shouldEndItsThread() throws Exception {
        SocketTransport transport = open(TestGroups.fresh(), TransportKind.AUTO, new RecordingHandler());
        transport.close();
        transport.closed().toCompletableFuture().get(10, TimeUnit.SECONDS);
        Await.until(
                "the thread to end",
                () -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().startsWith("transport-test")));
    }

    private SocketTransport open(InetSocketAddress group, TransportKind kind, DatagramHandler handler)
            throws IOException {
        SocketTransport transport = keep(SocketTransport.open(options(group, kind, 1 << 20)));
        transport.start(handler);
        return transport;
    }

    private SocketTransport keep(SocketTransport transport) {
        opened.add(transport);
        return transport;
    }

    private static TransportOptions options(InetSocketAddress group, TransportKind kind, int receiveBytes) {
        LocalInterface local = LocalInterface.resolve(Channel.LOOPBACK, group.getAddress());
        return new TransportOptions("transport-test", group, local, 0, kind, receiveBytes, 1 << 20, true);
    }

    private static LocalInterface loopback() {
        return LocalInterface.resolve(Channel.LOOPBACK, new InetSocketAddress("239.192.0.1", 1).getAddress());
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldCarryTheSameWithoutOffload(TransportKind kind) throws IOException {
        InetSocketAddress group = TestGroups.fresh();
        LocalInterface local = LocalInterface.resolve(Channel.LOOPBACK, group.getAddress());
        TransportOptions plain = new TransportOptions("transport-test", group, local, 0, kind, 1 << 20, 1 << 20, false);
        RecordingHandler receiver = new RecordingHandler();
        keep(SocketTransport.open(plain)).start(receiver);
        SocketTransport sender = keep(SocketTransport.open(plain));
        SocketTransport offloading = open(group, kind, new RecordingHandler());
        for (SocketTransport from : List.of(sender, offloading)) {
            from.execute(() -> {
                for (int i = 0; i < 100; i++) {
                    from.multicast(new byte[200], 0);
                }
                from.flush();
            });
        }
        Await.until("200 datagrams", () -> receiver.arrivals.size() == 200);
        assertThat(receiver.arrivals).allMatch(arrival -> arrival.datagram().length == 200);
    }
}
