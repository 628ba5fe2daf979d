package org.rmcast.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.opentest4j.TestAbortedException;
import org.rmcast.cli.it.Outsider.Attack;

/**
 * A sender and three receivers, and an {@link Outsider} on their network that attacks them: all get everything, the sender knows it,
 * and what was refused is counted. Who hears what it did not ask for hears no more than was sent in its name.
 */
@RequiresEngine
@Execution(ExecutionMode.CONCURRENT)
class OutsiderIT {
    private static final int MAX_RATE = 1_000_000;
    /** Patient, so that a busy machine is no fault. */
    private static final List<String> LOCAL = List.of("--protocol=tram", "--param=helloInterval=500ms");

    /** Heads repair for members of others. */
    private static final List<String> ELSEWHERE =
            List.of("--protocol=tram", "--param=helloInterval=500ms", "--param=recovery=reaffiliate");

    /** A head that does not repair is borne with for ten seconds. */
    private static final List<String> IMPATIENT = List.of("--protocol=tram", "--param=helloInterval=200ms");

    /** The clip takes eight seconds. */
    private static final String FAST = "--speed=1.5";

    private static final String MADE_UP = "192.0.2.66";
    private static final String FROM_IT = "/tmp/from.pcap";
    private static final String TO_IT = "/tmp/to.pcap";

    /** What the sender, and what all receivers together, must have counted. */
    private record Counted(List<String> atSender, List<String> atReceivers) {}

    private static final Map<Attack, Counted> COUNTED = Map.of(
            Attack.FORGED_END, new Counted(List.of(), List.of("elsewhere")),
            Attack.FAR_BEACONS, new Counted(List.of(), List.of("elsewhere", "unproved")),
            Attack.REFLECTION, new Counted(List.of("unproved"), List.of()),
            Attack.REQUESTERS, new Counted(List.of("unproved", "repairsRefused"), List.of()),
            Attack.TAKEOVER, new Counted(List.of("elsewhere"), List.of()),
            Attack.BLACK_HOLE, new Counted(List.of(), List.of("headsAvoided", "contradictions")),
            Attack.CROWD, new Counted(List.of("membersDisplaced", "contradictions"), List.of()),
            Attack.MADE_UP_SOURCE, new Counted(List.of("unproved"), List.of()));

    /** Who is attacked, and by whom. */
    private static final class Siege {
        private final Attack attack;
        private final Wan wan;
        final StreamGroup group;
        final WanNode sender;
        final WanNode outsider;
        private final List<WanNode> receivers = new ArrayList<>();

        Siege(Attack attack, Wan wan, List<String> options, int waitFor, String... more) {
            this.attack = attack;
            this.wan = wan;
            group = new StreamGroup(wan, options);
            sender = group.sender(waitFor, more);
            outsider = wan.node(
                            "outsider",
                            "java",
                            "-cp",
                            "/opt/rmcast/lib/*:/tmp/outsider",
                            Outsider.class.getName(),
                            attack.name(),
                            "239.192.7.1",
                            StreamGroup.PORT)
                    .with(Path.of("target", "test-classes"), "/tmp/outsider");
            wan.start(sender, outsider);
        }

        /** Starts some receivers. */
        List<WanNode> receive(String... names) {
            List<WanNode> some = new ArrayList<>();
            for (String name : names) {
                some.add(group.receiver(name).behind(StreamGroup.FAR));
            }
            receivers.addAll(some);
            wan.start(some);
            return some;
        }

        /** Waits for the end; returns what the outsider says. */
        JsonNode requireAllWell() throws Exception {
            group.requireIdentical();
            assertThat(sender.awaitExit(StreamGroup.LIMIT)).as(sender::log).isZero();
            assertThat(outsider.awaitExit(StreamGroup.LIMIT)).as(outsider::log).isZero();
            assertThat(outsider.output()).contains(Outsider.BEGINS);
            Counted counted = COUNTED.get(attack);
            System.out.println(attack + ": sender " + figures(List.of(sender)) + ", receivers " + figures(receivers)
                    + ", outsider " + outsider.json());
            for (String counter : counted.atSender()) {
                assertThat(count(counter, List.of(sender)))
                        .as("%s at the sender", counter)
                        .isPositive();
            }
            for (String counter : counted.atReceivers()) {
                assertThat(count(counter, receivers))
                        .as("%s at receivers", counter)
                        .isPositive();
            }
            return outsider.json();
        }

        private static String figures(List<WanNode> nodes) {
            StringBuilder text = new StringBuilder();
            for (String counter : new String[] {
                "elsewhere",
                "contradictions",
                "unproved",
                "membersDisplaced",
                "headsAvoided",
                "repairsRefused",
                "withheld",
                "repairsSent",
                "twins"
            }) {
                long count = count(counter, nodes);
                text.append(count == 0 ? "" : String.format(Locale.ROOT, "%s %d ", counter, count));
            }
            return text.toString().strip();
        }

        private static long count(String counter, List<WanNode> nodes) {
            long sum = 0;
            for (WanNode node : nodes) {
                JsonNode figure = node.json().path(counter);
                assertThat(figure.isNumber())
                        .as("%s of %s", counter, node.name())
                        .isTrue();
                sum += figure.asLong();
            }
            return sum;
        }
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.INCLUDE,
            names = {"FORGED_END", "FAR_BEACONS", "TAKEOVER", "CROWD"})
    void shouldDeliverEverythingUnder(Attack attack, Wan wan) throws Exception {
        Siege siege = new Siege(attack, wan, LOCAL, 3, FAST);
        if (attack == Attack.CROWD) {
            siege.outsider.awaitWord(Outsider.BEGINS, StreamGroup.LIMIT);
        }
        siege.receive("receiver-1", "receiver-2", "receiver-3");
        siege.requireAllWell();
    }

    @Test
    void shouldReturnNoMoreThanWasSent(Wan wan) throws Exception {
        Siege siege = new Siege(Attack.REFLECTION, wan, ELSEWHERE, 3, FAST);
        siege.receive("receiver-1", "receiver-2", "receiver-3");
        JsonNode said = siege.requireAllWell();
        assertThat(said.path("bytesReceived").asLong())
                .isPositive()
                .isLessThanOrEqualTo(said.path("bytesSent").asLong());
    }

    @Test
    void shouldSendNoMoreThanItsRateToWhoAsksFromManyPorts(Wan wan) throws Exception {
        Siege siege = new Siege(Attack.REQUESTERS, wan, ELSEWHERE, 3, FAST, "--param=maxRate=" + MAX_RATE);
        siege.receive("receiver-1", "receiver-2", "receiver-3");
        JsonNode said = siege.requireAllWell();
        double seconds = siege.sender.json().path("seconds").asDouble();
        assertThat(said.path("bytesReceived").asDouble()).isPositive().isLessThan(MAX_RATE * seconds);
    }

    @Test
    void shouldLeaveAHeadThatRepairsNothing(Wan wan) throws Exception {
        Siege siege = new Siege(Attack.BLACK_HOLE, wan, IMPATIENT, 1, StreamGroup.LONG);
        siege.receive("receiver-1");
        siege.outsider.awaitWord(Outsider.BEGINS, StreamGroup.LIMIT);
        List<WanNode> late = siege.receive("receiver-2", "receiver-3");
        late.forEach(siege.group::excuse);
        for (WanNode one : late) {
            siege.group.requireEndOf(one);
        }
        JsonNode said = siege.requireAllWell();
        assertThat(said.path("taken").asLong()).as("who took it for a head").isPositive();
    }

    @Test
    void shouldSendNoMoreToAMadeUpAddressThanCameFromThere(Wan wan) throws Exception {
        Siege siege = new Siege(Attack.MADE_UP_SOURCE, wan, ELSEWHERE, 3, FAST);
        pretend(siege.outsider);
        watch(siege.sender);
        siege.receive("receiver-1", "receiver-2", "receiver-3");
        siege.requireAllWell();
        long from = bytes(siege.sender.read(FROM_IT));
        long to = bytes(siege.sender.read(TO_IT));
        System.out.println("from the made-up address " + from + " bytes, to it " + to);
        assertThat(to).isPositive().isLessThanOrEqualTo(from);
    }

    /** Writes a source address into all that a node sends by UDP. */
    private static void pretend(WanNode node) {
        String rules = "command -v nft > /dev/null || { echo none; exit; }\n"
                + "nft add table ip fake\n"
                + "nft add chain ip fake post '{ type filter hook postrouting priority 0 ; }'\n"
                + "nft add rule ip fake post meta l4proto udp ip saddr set " + MADE_UP;
        if (node.root("sh", "-ec", rules).contains("none")) {
            throw new TestAbortedException("the node's image has no nft");
        }
    }

    /** Captures what comes from the made-up address and goes there. What goes there leaves the node, and reaches nobody. */
    private static void watch(WanNode node) {
        String start = "command -v tcpdump > /dev/null || { echo none; exit; }\n"
                + "ip route add " + MADE_UP + "/32 dev eth0\n"
                + "ip neigh add " + MADE_UP + " lladdr 02:00:00:00:00:66 dev eth0 nud permanent\n"
                + capture("src", FROM_IT) + capture("dst", TO_IT);
        if (node.root("sh", "-ec", start).contains("none")) {
            throw new TestAbortedException("the node's image has no tcpdump");
        }
    }

    private static String capture(String direction, String file) {
        return "tcpdump -Z root -U -p -i eth0 -w " + file + " udp and " + direction + " host " + MADE_UP
                + " > /tmp/tcpdump.log 2>&1 &\n"
                + "until [ -s " + file + " ]; do sleep 0.05; done\n";
    }

    private static long bytes(byte[] capture) {
        return Capture.read(capture).stream().mapToLong(Capture.Packet::ipBytes).sum();
    }
}
