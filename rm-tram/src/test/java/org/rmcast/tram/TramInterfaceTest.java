package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rmcast.api.Channel;
import org.rmcast.api.MulticastReceiver;
import org.rmcast.api.MulticastSender;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.SessionEvent;
import org.rmcast.api.SessionEvent.NetworkTrouble;
import org.rmcast.core.testing.Await;

/** A network interface is removed under running sessions, and made again, in a network namespace of its own. */
@Timeout(120)
class TramInterfaceTest {
    private static String make(String address) {
        String prefix = address.contains(":") ? "/64 dev rm0 nodad" : "/24 dev rm0";
        return "ip link add rm0 type veth peer name rm1 && ip address add " + address + prefix
                + " && ip link set rm1 up && ip link set rm0 up";
    }

    /** What runs in the namespace. */
    static final class Main {
        private Main() {}

        public static void main(String[] arguments) throws Exception {
            Channel channel = Channel.builder("interface")
                    .group(arguments[1])
                    .port(7_700)
                    .networkInterface("rm0")
                    .ttl(1)
                    .build();
            List<String> delivered = new CopyOnWriteArrayList<>();
            List<SessionEvent> atSender = new CopyOnWriteArrayList<>();
            List<SessionEvent> atReceiver = new CopyOnWriteArrayList<>();
            try (MulticastSender sender = ReliableMulticastSession.on(channel)
                            .onEvent(atSender::add)
                            .openSender();
                    MulticastReceiver receiver = ReliableMulticastSession.on(channel)
                            .onEvent(atReceiver::add)
                            .openReceiver(message -> delivered.add(StandardCharsets.UTF_8
                                    .decode(message.payload())
                                    .toString()))) {
                assertThat(sender.awaitReceivers(1, Duration.ofSeconds(20)))
                        .as("%s is there", receiver.localAddress())
                        .isTrue();
                send(sender, 0, 10);
                Await.until("the first messages", () -> delivered.size() == 10);
                run(List.of("ip", "link", "del", "rm0"));
                Await.until("trouble", () -> troubles(atSender, false) == 1 && troubles(atReceiver, false) == 1);
                run(List.of("sh", "-c", make(arguments[0])));
                Await.until("its end", () -> troubles(atSender, true) == 1 && troubles(atReceiver, true) == 1);
                send(sender, 10, 20);
                Await.until("the other messages", () -> delivered.size() == 20);
            }
            System.out.println(delivered);
            System.out.println(atReceiver);
        }

        private static void send(MulticastSender sender, int first, int limit) throws Exception {
            for (int number = first; number < limit; number++) {
                sender.send(Integer.toString(number).getBytes(StandardCharsets.UTF_8));
            }
        }

        private static long troubles(List<SessionEvent> events, boolean over) {
            return events.stream()
                    .filter(event -> event instanceof NetworkTrouble trouble && trouble.over() == over)
                    .count();
        }
    }

    @ParameterizedTest
    @CsvSource({"10.77.0.1, 239.77.0.1", "fd77::1, ff12::77"})
    void shouldSayThatTheInterfaceIsGoneAndGoOnWhenItIsBack(String address, String group) throws Exception {
        List<String> command = new ArrayList<>(List.of("unshare", "-n", "sh", "-c"));
        command.add("(" + make(address) + ") || exit 77; ip link set lo up; exec \"$@\"");
        command.add("sh");
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName(), address, group));
        String output = run(command);
        assumeTrue(!output.startsWith("77 ") && !output.contains("unshare failed"), "no namespaces or interfaces here");
        assertThat(output)
                .startsWith("0 ")
                .contains("[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]")
                .contains("with " + InetAddress.getByName(address).getHostAddress()
                        + " is gone, down, or has lost that address")
                .contains("with " + InetAddress.getByName(address).getHostAddress()
                        + " is back as rm0; the group was joined anew");
    }

    /** The exit code, and what it wrote. */
    private static String run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return process.exitValue() + " " + output;
    }
}
