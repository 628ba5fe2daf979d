package org.rmcast.pbcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.core.membership.GroupMember;
import org.rmcast.core.testing.Introductions;
import org.rmcast.core.testing.RecordingActions;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.pbcast.wire.PbcastPacket.PacketType;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/**
 * What a large group costs while nothing happens and while some send, and that nothing is lost in silence where a view does not hold
 * the group. {@code -Drm.members=1000} and more for the sizes that the page names, the largest with {@code -Drm.contacts=true}: their
 * members come one after the other and turn to contacts, since each join by multicast is heard by all. {@code -Drm.acquainted=true} spares
 * the joins: members begin with the views that they would come to.
 */
class PbcastCrowdTest {
    private static final int MEMBERS = Integer.getInteger("rm.members", 200);
    private static final boolean ACQUAINTED = Boolean.getBoolean("rm.acquainted");
    private static final boolean CONTACTS = ACQUAINTED || Boolean.getBoolean("rm.contacts");
    private static final int HEADERS = 28;
    /** Each member has sent something; in larger groups so many, for the memory that all streams at all members take. */
    private static final int TALKERS = MEMBERS > 1_000 ? 60 : MEMBERS;
    /** The most that a member may hear while nothing happens, in bytes a second. */
    private static final int IDLE_BYTES = MEMBERS > 1_000 ? 2_500 : 1_500;
    /** The same between two halves of a group of 1,000, in bytes a second and member. */
    private static final int IDLE_BYTES_BETWEEN = 600;

    /** A group whose members have joined, and know one another. */
    private static Simulation joined(Topology topology, PbcastConfig config, int settlingSeconds) {
        Parameters parameters = config.parameters();
        if (CONTACTS) {
            parameters = parameters.with("multicastJoin", false).with("contacts", "10.0.0.1:4000,10.0.0.2:4000");
        }
        SimulationBuilder builder = Simulation.builder(1)
                .topology(topology)
                .protocol(new PbcastProtocol())
                .parameters(parameters)
                .roles(Role.PEER)
                .memoryCheckEvery(1 << 16)
                .traceLines(0);
        int startedSeconds = 0;
        if (CONTACTS && !ACQUAINTED) {
            IntStream.range(1, MEMBERS).forEach(host -> builder.startAt(host, Duration.ofMillis(10L * host)));
            startedSeconds = MEMBERS / 100;
        }
        Simulation simulation = builder.build();
        if (ACQUAINTED) {
            simulation.runFor(Duration.ofNanos(1));
            introduceAll(simulation);
        }
        simulation.runFor(Duration.ofSeconds(startedSeconds + settlingSeconds));
        return simulation;
    }

    private static void introduceAll(Simulation simulation) {
        Introductions introductions = new Introductions(simulation.nodes().stream()
                .map(node -> new GroupMember(node.memberId(), node.address(), 0, Role.PEER))
                .toList());
        for (SimNode node : simulation.nodes()) {
            PbcastEngine engine = (PbcastEngine) node.engine();
            introductions.introduceTo(
                    engine.membership(), engine, simulation.now().toNanos(), new RecordingActions());
        }
    }

    /** Counts what members hear, and what crosses between two halves of them; with the headers of UDP and IP. */
    private static final class Meter {
        private final Map<Long, Integer> routers = new HashMap<>();
        private long datagrams;
        private long bytes;
        private long bytesBetween;

        Meter(Simulation simulation) {
            for (SimNode node : simulation.nodes()) {
                routers.put(node.memberId(), simulation.topology().routerOf(node.index()));
            }
            for (SimNode node : simulation.nodes()) {
                int at = simulation.topology().routerOf(node.index());
                node.observe(new NodeObserver() {
                    @Override
                    public void onSent(byte[] datagram, boolean multicast, long nowNanos) {
                        bytesBetween += multicast ? datagram.length + HEADERS : 0;
                    }

                    @Override
                    public void onHeard(byte[] datagram, boolean multicast, long nowNanos) {
                        datagrams++;
                        bytes += datagram.length + HEADERS;
                        if (!multicast && routers.getOrDefault(DatagramHeader.memberId(datagram), at) != at) {
                            bytesBetween += datagram.length + HEADERS;
                        }
                    }
                });
            }
        }

        void measure(Simulation simulation, int seconds, String what) {
            datagrams = 0;
            bytes = 0;
            bytesBetween = 0;
            simulation.runFor(Duration.ofSeconds(seconds));
            int members = simulation.nodes().size();
            System.out.printf(
                    "%d members, %s: each hears %.2f kB/s in %.1f datagrams/s; %.3f MB/s between the halves%n",
                    members,
                    what,
                    bytesPerMember(members, seconds) / 1e3,
                    (double) datagrams / members / seconds,
                    bytesBetween / 1e6 / seconds);
        }

        double bytesPerMember(int seconds) {
            return bytesPerMember(MEMBERS, seconds);
        }

        double bytesPerMember(int members, int seconds) {
            return (double) bytes / members / seconds;
        }

        double bytesBetweenPerMember(int seconds) {
            return (double) bytesBetween / MEMBERS / seconds;
        }
    }

    @Test
    void shouldCostLittleWhileNothingHappens() {
        Topology topology = Topology.twoLevel(
                2, MEMBERS / 2, LinkSettings.parse("delay=5ms"), LinkSettings.parse("delay=0.2ms,rate=1Gbit"));
        Simulation simulation = joined(topology, PbcastConfig.defaults(), 10);
        simulation.nodes().subList(0, TALKERS).forEach(node -> node.send(new byte[100]));
        simulation.runFor(Duration.ofSeconds(50));
        assertThat(simulation.nodes()).allMatch(node -> node.delivered() + node.accepted() == TALKERS);
        Meter meter = new Meter(simulation);
        int seconds = 20;
        meter.measure(simulation, seconds, "idle");
        assertThat(meter.bytesPerMember(seconds)).isLessThanOrEqualTo(IDLE_BYTES);
        assertThat(meter.bytesBetweenPerMember(seconds)).isLessThanOrEqualTo(IDLE_BYTES_BETWEEN);
        for (int sender = 0; sender < 10; sender++) {
            simulation.node(sender * MEMBERS / 10).send(Workload.paced(20 * 10, 200, 20));
        }
        meter.measure(simulation, 10, "10 of them send 20 messages of 200 bytes a second");
        simulation.checkComplete();
    }

    /** Before, each newcomer kept the rounds of all others at their shortest for ten of them: 56 datagrams of gossip a second. */
    @Test
    void shouldGossipLittleWhileMembersComeAndNothingIsSent() {
        int atFirst = 120;
        int newcomers = 100;
        int perSecond = 10;
        SimulationBuilder builder = Simulation.builder(1)
                .topology(Topology.star(atFirst + newcomers, LinkSettings.parse("delay=1ms,rate=1Gbit")))
                .protocol(new PbcastProtocol())
                .roles(Role.PEER)
                .traceLines(0);
        IntStream.range(0, newcomers)
                .forEach(
                        i -> builder.startAt(atFirst + i, Duration.ofSeconds(10).plusMillis(i * 1_000L / perSecond)));
        Simulation simulation = builder.build();
        simulation.runFor(Duration.ofSeconds(10));
        long[] gossip = new long[1];
        simulation
                .nodes()
                .subList(0, atFirst)
                .forEach(node -> node.observe(new NodeObserver() {
                    @Override
                    public void onHeard(byte[] datagram, boolean multicast, long nowNanos) {
                        gossip[0] += DatagramHeader.type(datagram) == PacketType.GOSSIP.code() ? 1 : 0;
                    }
                }));
        int seconds = newcomers / perSecond;
        simulation.runFor(Duration.ofSeconds(seconds));
        assertThat((double) gossip[0] / atFirst / seconds)
                .as("datagrams of gossip that each hears in a second")
                .isBetween(0.5, 4.0);
    }

    /**
     * In a group larger than what a member remembers to have passed on, before, each page of another one's view was news, and went
     * round for ever: each heard 5.1 kB/s.
     */
    @Test
    void shouldHaveNothingToTellInAGroupThatNobodyRemembers() {
        int members = 1_500;
        PbcastConfig config = PbcastConfig.defaults().with("maxView", 64).with("multicastJoin", false);
        Simulation simulation = Simulation.builder(1)
                .topology(Topology.star(members, LinkSettings.parse("delay=1ms,rate=1Gbit")))
                .protocol(new PbcastProtocol())
                .parameters(config.parameters())
                .roles(Role.PEER)
                .traceLines(0)
                .build();
        simulation.runFor(Duration.ofNanos(1));
        introduceAll(simulation);
        simulation.runFor(Duration.ofSeconds(30));
        Meter meter = new Meter(simulation);
        int seconds = 10;
        meter.measure(simulation, seconds, "views of 64");
        assertThat(meter.bytesPerMember(members, seconds)).isLessThanOrEqualTo(1_000);
    }

    /** A third of the group in each view, a fifth of the group sends at some time, a tenth of these at a time. */
    @Test
    void shouldDeliverOrReportWhereTheViewDoesNotHoldTheGroup() {
        LinkSettings link = LinkSettings.parse("delay=1ms,rate=1Gbit,loss=10%");
        PbcastConfig config = PbcastConfig.defaults().with("maxView", MEMBERS > 2_000 ? 1_024 : MEMBERS / 3);
        Simulation simulation = joined(Topology.star(MEMBERS, link), config, 20);
        int senders = MEMBERS / 5;
        int atATime = Math.max(1, senders / 10);
        for (int first = 0; first < senders; first += atATime) {
            for (int i = first; i < first + atATime; i++) {
                simulation.node(i * 5 % MEMBERS).send(Workload.paced(10, 200, 10));
            }
            simulation.runFor(Duration.ofSeconds(2));
        }
        simulation.runFor(Duration.ofSeconds(20));
        long accepted = simulation.nodes().stream().mapToLong(SimNode::accepted).sum();
        long lost = simulation.nodes().stream().mapToLong(SimNode::reportedLost).sum();
        assertThat(accepted).isEqualTo(10L * atATime * ((senders + atATime - 1) / atATime));
        System.out.printf(
                "%d members, views of %d, %d senders, %d at a time, 10 %% loss: %d reported lost of %d%n",
                MEMBERS, config.membership.maxView, senders, atATime, lost, accepted * (MEMBERS - 1));
        assertThat(simulation.nodes())
                .allSatisfy(node -> assertThat(node.delivered() + node.reportedLost() + node.accepted())
                        .as("host %d", node.index())
                        .isEqualTo(accepted));
        assertThat(lost).isLessThanOrEqualTo(accepted * MEMBERS / 10_000);
    }
}
