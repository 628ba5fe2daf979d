package org.rmcast.core.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.rmcast.api.SessionMeter;
import org.rmcast.api.TransportKind;
import org.rmcast.core.engine.MeterValues;
import org.rmcast.core.testing.Await;
import org.rmcast.core.testing.RecordingHandler;
import org.rmcast.core.wire.Cast;

/** A network interface is removed under open transports, and made again, in a network namespace of its own. */
@Timeout(120)
class InterfaceReturnTest {
    private static final int PORT = 7_700;
    private static final int ROUNDS = 2;

    private static String make(String address) {
        String prefix = address.contains(":") ? "/64 dev rm0 nodad" : "/24 dev rm0";
        return "ip link add rm0 type veth peer name rm1 && ip address add " + address + prefix
                + " && ip link set rm1 up && ip link set rm0 up";
    }

    /** A transport and what it has heard. */
    private static final class Member {
        final RecordingHandler heard = new RecordingHandler();
        final List<String> lost = new CopyOnWriteArrayList<>();
        final List<String> back = new CopyOnWriteArrayList<>();
        final SocketTransport transport;

        Member(InetSocketAddress group, TransportKind kind, @Nullable SharedLoops shared) throws IOException {
            LocalInterface local = LocalInterface.resolve("rm0", group.getAddress());
            transport = SocketTransport.open(
                    new TransportOptions("member", group, local, 1, kind, 1 << 20, 1 << 20, true), shared);
            transport.start(heard);
            transport.watchInterface((usable, detail) -> (usable ? back : lost).add(detail));
        }

        void multicast(int number) {
            transport.execute(() -> {
                transport.multicast(new byte[] {(byte) number}, 1);
                transport.flush();
            });
        }

        boolean hasHeard(int number) {
            return heard.arrivals.stream()
                    .anyMatch(arrival -> arrival.cast() == Cast.MULTICAST && arrival.datagram()[0] == number);
        }
    }

    /** What runs in the namespace. */
    static final class Main {
        private Main() {}

        public static void main(String[] arguments) throws Exception {
            InetSocketAddress group = new InetSocketAddress(InetAddress.getByName(arguments[1]), PORT);
            TransportKind kind = TransportKind.valueOf(arguments[2]);
            SharedLoops shared = new SharedLoops("shared", 1);
            Member alone = new Member(group, kind, null);
            Member sharing = new Member(group, kind, shared);
            reachEachOther(alone, sharing, 0);
            for (int round = 1; round <= ROUNDS; round++) {
                int times = round;
                run(List.of("ip", "link", "del", "rm0"));
                Await.until("the loss", () -> alone.lost.size() == times && sharing.lost.size() == times);
                run(List.of("sh", "-c", make(arguments[0])));
                Await.until("the return", () -> alone.back.size() == times && sharing.back.size() == times);
                reachEachOther(alone, sharing, round);
            }
            System.out.println(alone.back);
            assertThat(sockets()).as("one for each member").isEqualTo(2);
            for (Member member : List.of(alone, sharing)) {
                member.transport.close();
                member.transport.closed().toCompletableFuture().get(10, TimeUnit.SECONDS);
                MeterValues<SessionMeter> counters = member.transport.counters();
                assertThat(counters.get(SessionMeter.DATAGRAMS_RECEIVED)).isEqualTo(1 + ROUNDS);
                assertThat(counters.get(SessionMeter.SEND_FAILURES)).isZero();
            }
            // A selector lets go of a closed channel's descriptor when it selects next.
            Await.until("the end of all sockets", () -> sockets() == 0);
            shared.close().toCompletableFuture().get(10, TimeUnit.SECONDS);
            Await.until("all buffers' release", () -> PooledByteBufAllocator.DEFAULT.pinnedDirectMemory() == 0);
        }

        private static void reachEachOther(Member first, Member second, int number) {
            first.multicast(number);
            second.multicast(number);
            Await.until(
                    () -> "multicast " + number + ": first " + first.hasHeard(number) + ", second "
                            + second.hasHeard(number),
                    () -> first.hasHeard(number) && second.hasHeard(number));
        }

        /** How many sockets are bound to the group's port. */
        private static long sockets() {
            String port = String.format(":%04X ", PORT);
            long count = 0;
            for (String table : List.of("/proc/net/udp", "/proc/net/udp6")) {
                try (Stream<String> lines = Files.lines(Path.of(table))) {
                    count += lines.filter(line -> line.contains(port)).count();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            return count;
        }
    }

    static Stream<Arguments> networks() {
        return SocketTransportTest.kinds()
                .flatMap(kind -> Stream.of(
                        Arguments.of("10.77.0.1", "239.77.0.1", kind), Arguments.of("fd77::1", "ff12::77", kind)));
    }

    @ParameterizedTest
    @MethodSource("networks")
    void shouldSendAndHearMulticastsOnAnInterfaceThatWasMadeAnew(String address, String group, TransportKind kind)
            throws Exception {
        List<String> command = new ArrayList<>(List.of("unshare", "-n", "sh", "-c"));
        command.add("(" + make(address) + ") || exit 77; ip link set lo up; exec \"$@\"");
        command.add("sh");
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(List.of(address, group, kind.name()));
        String output = run(command);
        assumeTrue(!output.startsWith("77 ") && !output.contains("unshare failed"), "no namespaces or interfaces here");
        assertThat(output).startsWith("0 ").contains(" is back as rm0; the group was joined anew");
    }

    /** The exit code, and what it wrote. */
    private static String run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return process.exitValue() + " " + output;
    }
}
