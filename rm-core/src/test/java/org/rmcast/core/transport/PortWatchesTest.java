package org.rmcast.core.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.epoll.Epoll;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rmcast.api.Channel;
import org.rmcast.api.TransportKind;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.testing.Await;
import org.rmcast.core.testing.RecordingHandler;
import org.rmcast.core.testing.TestGroups;

/** On real sockets of the loopback interface, where Linux answers each datagram to a closed port. */
class PortWatchesTest {
    private static final Path TABLE = Path.of("/proc/net/udp");

    private final List<SocketTransport> opened = new ArrayList<>();
    private final InetSocketAddress group = TestGroups.fresh();
    private final RecordingHandler handler = new RecordingHandler();

    static Stream<TransportKind> kinds() {
        return Epoll.isAvailable() ? Stream.of(TransportKind.EPOLL, TransportKind.NIO) : Stream.of(TransportKind.NIO);
    }

    @BeforeEach
    void needsLinux() {
        assumeTrue(Files.exists(TABLE), "Linux only");
    }

    @AfterEach
    void closeAll() throws Exception {
        for (SocketTransport transport : opened) {
            end(transport);
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldTellThatAWatchedPortIsClosed(TransportKind kind) throws Exception {
        SocketTransport member = open(kind, 0, handler);
        RecordingHandler atPeer = new RecordingHandler();
        SocketTransport peer = open(kind, 0, atPeer);
        InetSocketAddress address = peer.localAddress();
        on(member, () -> member.watchPort(address));
        send(member, address, 1);
        Await.until("what was sent from the member's address", () -> atPeer.arrivals.size() == 1);
        assertThat(atPeer.arrivals.get(0).from()).isEqualTo(member.localAddress());
        assertThat(handler.unreachable).as("it is there").isEmpty();

        end(peer);
        send(member, address, 2);
        Await.until("the answer of the host", () -> handler.unreachable.contains(address));

        RecordingHandler atNext = new RecordingHandler();
        SocketTransport next = open(kind, address.getPort(), atNext);
        int before = handler.unreachable.size();
        send(member, address, 3);
        Await.until("what was sent to the next process", () -> atNext.arrivals.size() == 1);
        send(next, member.localAddress(), 4);
        Await.until("its answer", () -> handler.arrivals.size() == 1);
        assertThat(handler.unreachable).as("it is there again").hasSize(before);
    }

    /** Who is watched is read by a socket of its own: nothing is lost, nor comes twice, and others come as before. */
    @ParameterizedTest
    @MethodSource("kinds")
    void shouldHearWatchedPeersAndOthers(TransportKind kind) throws Exception {
        SocketTransport member = open(kind, 0, handler);
        SocketTransport watched = open(kind, 0, new RecordingHandler());
        SocketTransport other = open(kind, 0, new RecordingHandler());
        on(member, () -> member.watchPort(watched.localAddress()));
        for (int i = 0; i < 100; i++) {
            send(watched, member.localAddress(), 2 * i);
            send(other, member.localAddress(), 2 * i + 1);
        }
        Await.until("200 datagrams", () -> handler.arrivals.size() == 200);
        on(member, () -> member.unwatchPort(watched.localAddress()));
        Await.until("the end of the watch", () -> sockets(member) == 1);
        send(watched, member.localAddress(), 200);
        send(other, member.localAddress(), 201);
        Await.until("both after the end of the watch", () -> handler.arrivals.size() == 202);
        assertThat(handler.arrivals.stream().map(arrival -> arrival.datagram()[0] & 0xFF))
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldSayNothingOfPortsThatAreNotWatched(TransportKind kind) throws Exception {
        SocketTransport member = open(kind, 0, handler);
        SocketTransport gone = open(kind, 0, new RecordingHandler());
        SocketTransport alsoGone = open(kind, 0, new RecordingHandler());
        on(member, () -> {
            member.watchPort(gone.localAddress());
            member.watchPort(alsoGone.localAddress());
            member.unwatchPort(gone.localAddress());
        });
        end(gone);
        end(alsoGone);
        send(member, gone.localAddress(), 1);
        send(member, alsoGone.localAddress(), 2);
        Await.until("the answer for the one that is watched", () -> !handler.unreachable.isEmpty());
        assertThat(handler.unreachable).containsOnly(alsoGone.localAddress());
    }

    /** A process that asks for the member's port does not get it, though a watch has it, too. */
    @ParameterizedTest
    @MethodSource("kinds")
    void shouldShareThePortWithNobodyElse(TransportKind kind) throws Exception {
        SocketTransport member = open(kind, 0, handler);
        on(member, () -> member.watchPort(neighbour(member, 9)));
        for (boolean reuse : new boolean[] {false, true}) {
            try (DatagramSocket thief = new DatagramSocket(null)) {
                thief.setReuseAddress(reuse);
                assertThatThrownBy(() -> thief.bind(member.localAddress())).isInstanceOf(BindException.class);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldCloseWhatItNoLongerWatches(TransportKind kind) throws Exception {
        SocketTransport member = open(kind, 0, handler);
        on(member, () -> {
            for (int port = 1; port <= 2 * Actions.MOST_WATCHED_PORTS; port++) {
                member.watchPort(neighbour(member, port));
            }
        });
        assertThat(sockets(member)).as("the member's, and so many at most").isEqualTo(1 + Actions.MOST_WATCHED_PORTS);
        for (int round = 0; round < 100; round++) {
            int port = 100 + round;
            on(member, () -> {
                member.unwatchPort(neighbour(member, 1));
                member.watchPort(neighbour(member, port));
                member.unwatchPort(neighbour(member, port));
            });
        }
        // A selector lets go of a closed channel's descriptor when it selects next.
        Await.until("the end of all but 15", () -> sockets(member) == Actions.MOST_WATCHED_PORTS);
        end(member);
        Await.until("the end of all", () -> sockets(member) == 0);
    }

    private static InetSocketAddress neighbour(SocketTransport member, int port) {
        return new InetSocketAddress(member.localAddress().getAddress(), port);
    }

    /** How many sockets have the member's port. */
    private static long sockets(SocketTransport member) {
        String port = String.format(":%04X ", member.localAddress().getPort());
        try (Stream<String> lines = Files.lines(TABLE)) {
            return lines.filter(
                            line -> line.substring(0, line.indexOf(':') + 20).contains(port))
                    .count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private SocketTransport open(TransportKind kind, int port, RecordingHandler reader) throws IOException {
        LocalInterface local = LocalInterface.resolve(Channel.LOOPBACK, group.getAddress());
        SocketTransport transport =
                SocketTransport.open(new TransportOptions("test", group, local, port, 0, kind, 1 << 20, 1 << 20, true));
        opened.add(transport);
        transport.start(reader);
        return transport;
    }

    private static void send(SocketTransport from, InetSocketAddress to, int content) throws Exception {
        on(from, () -> {
            from.unicast(to, new byte[] {(byte) content});
            from.flush();
        });
    }

    private static void on(SocketTransport transport, Runnable task) throws Exception {
        CompletableFuture<Void> done = new CompletableFuture<>();
        transport.execute(() -> {
            task.run();
            done.complete(null);
        });
        done.get(10, TimeUnit.SECONDS);
    }

    private static void end(SocketTransport transport) throws Exception {
        transport.close();
        transport.closed().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }
}
