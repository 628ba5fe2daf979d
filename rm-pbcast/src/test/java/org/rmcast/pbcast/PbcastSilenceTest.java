package org.rmcast.pbcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.pbcast.wire.PbcastPacket.PacketType;
import org.rmcast.sim.LinkFault;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/** Many senders, quiet ones among busy ones, groups larger than the view, and senders that come back: nothing is lost in silence. */
class PbcastSilenceTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private static SimulationBuilder peers(long seed, int hosts, String link, PbcastConfig config) {
        return Simulation.builder(seed)
                .topology(Topology.star(hosts, LinkSettings.parse(link)))
                .protocol(new PbcastProtocol())
                .parameters(config.parameters())
                .maxDatagramBytes(config.maxPacketBytes)
                .roles(Role.PEER)
                .traceLines(0);
    }

    /** What each host lacks of what each other one got accepted, and was not told. */
    private static List<String> silent(Simulation simulation) {
        List<String> silent = new ArrayList<>();
        for (SimNode node : simulation.nodes()) {
            long accepted = simulation.nodes().stream()
                    .filter(other -> other != node)
                    .mapToLong(SimNode::accepted)
                    .sum();
            long known = node.delivered() + node.reportedLost();
            if (known < accepted) {
                silent.add("host " + node.index() + " lacks " + (accepted - known) + " of " + accepted);
            }
        }
        return silent;
    }

    private static long lost(Simulation simulation) {
        return simulation.nodes().stream().mapToLong(SimNode::reportedLost).sum();
    }

    /** Finding B3: idle streams make room. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldFollowMoreSendersThanThereAreAtATime(long seed) {
        Simulation simulation = peers(
                        seed,
                        6,
                        "delay=1ms,rate=1Gbit,loss=2%",
                        PbcastConfig.defaults().with("maxSenders", 2))
                .build();
        simulation.runFor(SECOND.multipliedBy(2));
        for (int round = 0; round < 3; round++) {
            for (SimNode node : simulation.nodes()) {
                node.send(Workload.paced(10, 100, 50));
                simulation.runFor(SECOND.multipliedBy(4));
            }
        }
        assertThat(silent(simulation)).isEmpty();
        assertThat(lost(simulation)).isZero();
        simulation.checkComplete();
    }

    /** What cannot be followed is told. */
    @Test
    void shouldSayWhomItCanNotFollow() {
        Simulation simulation = peers(
                        1, 6, "delay=1ms,rate=1Gbit", PbcastConfig.defaults().with("maxSenders", 2))
                .build();
        simulation.runFor(SECOND.multipliedBy(2));
        simulation.nodes().forEach(node -> node.send(Workload.paced(100, 100, 50)));
        simulation.runFor(SECOND.multipliedBy(5));
        for (SimNode node : simulation.nodes()) {
            assertThat(node.events(SessionEvent.SendersNotFollowed.class))
                    .as("host %d", node.index())
                    .isNotEmpty()
                    .allSatisfy(event -> {
                        assertThat(event.followed()).isEqualTo(2);
                        assertThat(event.sourceIds()).isNotEmpty();
                        assertThat(event.packets()).isPositive();
                    });
            assertThat(node.statistics().get(PbcastMeter.PACKETS_NOT_FOLLOWED)).isPositive();
        }
    }

    /** Finding B5: one message among busy streams that do not all fit a digest. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldTellOfAQuietSenderAmongBusyOnes(long seed) {
        PbcastConfig config = PbcastConfig.defaults()
                .withPackets(256)
                .with("digestDatagrams", 1)
                .with("graphDegree", 2);
        Simulation simulation = peers(seed, 14, "delay=1ms,rate=1Gbit", config).build();
        simulation.runFor(SECOND.multipliedBy(2));
        for (int host = 0; host < 10; host++) {
            simulation.node(host).send(Workload.paced(1_000, 50, 100));
        }
        simulation.runFor(SECOND);
        Predicate<byte[]> ofQuiet = datagram -> DatagramHeader.type(datagram) == PacketType.DATA.code()
                && DatagramHeader.memberId(datagram) == simulation.node(12).memberId();
        for (int host : new int[] {3, 7, 11, 13}) {
            simulation.accessLink(host).injectDown(LinkFault.drop(ofQuiet, 1, 1));
        }
        simulation.node(12).send(new byte[50]);
        simulation.runFor(SECOND.multipliedBy(12));
        assertThat(silent(simulation)).isEmpty();
        assertThat(lost(simulation)).isZero();
    }

    /** Digests come and no packet of the stream: what is given up is told though no message shows it. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldTellOfLossesWhileNothingComes(long seed) {
        Simulation simulation =
                peers(seed, 6, "delay=1ms,rate=1Gbit", PbcastConfig.defaults()).build();
        simulation.runFor(SECOND.multipliedBy(2));
        SimNode sender = simulation.node(0);
        SimNode deaf = simulation.node(3);
        sender.send(Workload.paced(1_400, 100, 100));
        simulation.runFor(SECOND);
        Predicate<byte[]> content = datagram -> DatagramHeader.type(datagram) == PacketType.DATA.code()
                || DatagramHeader.type(datagram) == PacketType.RETRANSMISSION.code();
        simulation.accessLink(3).injectDown(LinkFault.drop(content, 1, 1));
        for (int i = 0; i < 3; i++) {
            long accepted = sender.accepted();
            simulation.runFor(SECOND.multipliedBy(5));
            assertThat(deaf.delivered() + deaf.reportedLost())
                    .as("seed %d: what was accepted five seconds ago", seed)
                    .isGreaterThanOrEqualTo(accepted);
        }
        assertThat(deaf.reportedLost()).isPositive();
    }

    /** Found by seed 1006 of the survey of FAULTS: who was away while a sender sent and crashed can learn of it from the others only. */
    @ParameterizedTest
    @CsvSource({"1, 4096", "2, 4096", "3, 4096", "1, 256", "2, 256", "3, 256"})
    void shouldTellWhatASenderSentThatCrashedMeanwhile(long seed, int windowMax) {
        PbcastConfig config = PbcastConfig.defaults().with("windowMax", windowMax);
        Simulation simulation =
                peers(seed, 5, "delay=1ms,rate=1Gbit", config).socketBuffer(64).build();
        assertThat(simulation.runUntil(() -> simulation.node(0).receiverCount() == 4, Duration.ofSeconds(30)))
                .isTrue();
        simulation.node(0).send(Workload.paced(2_000, 200, 2_000));
        simulation.runFor(Duration.ofMillis(300));
        simulation.node(2).pause();
        simulation.runFor(Duration.ofMillis(1_500));
        simulation.node(0).crash();
        simulation.runFor(Duration.ofSeconds(8));
        simulation.node(2).resume();
        simulation.runFor(Duration.ofSeconds(10));
        for (SimNode node : simulation.nodes().subList(1, 5)) {
            assertThat(node.delivered() + node.reportedLost())
                    .as("host %d, seed %d: delivered, or reported lost", node.index(), seed)
                    .isEqualTo(2_000);
        }
    }

    /** Findings B6a and B6b: a sender that most do not have in their views, which speaks seldom. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldDeliverOrReportInGroupsLargerThanTheView(long seed) {
        PbcastConfig config = PbcastConfig.defaults().with("maxView", 8);
        for (int pauseSeconds : new int[] {5, 35}) {
            Simulation simulation =
                    peers(seed, 24, "delay=1ms,rate=1Gbit,loss=10%", config).build();
            simulation.runFor(SECOND.multipliedBy(10));
            for (int i = 0; i < 5; i++) {
                simulation.node(0).send(new byte[100]);
                simulation.runFor(SECOND.multipliedBy(pauseSeconds));
            }
            simulation.runFor(SECOND.multipliedBy(5));
            assertThat(silent(simulation)).as("every %d s", pauseSeconds).isEmpty();
            assertThat(lost(simulation)).isLessThanOrEqualTo(1);
            assertThat(simulation.nodes())
                    .as("the sender is well")
                    .allSatisfy(node -> assertThat(node.events(SessionEvent.SenderLost.class))
                            .isEmpty());
        }
    }

    /** A newcomer that sends at once may know one member when it does, and the other later: that one was there before, and is owed all. */
    @Test
    void shouldDeliverWhatANewcomerSendsBeforeItKnowsAll() {
        for (long seed = 0; seed < 300; seed++) {
            Simulation simulation = peers(seed, 3, "delay=0.1ms,loss=10%", PbcastConfig.defaults())
                    .notStarted(2)
                    .build();
            simulation.runFor(SECOND.multipliedBy(4));
            simulation.node(2).restart();
            simulation.runFor(Duration.ofMillis(seed % 20));
            simulation.node(2).send(Workload.paced(50, 10, 1_000_000));
            simulation.runFor(SECOND.multipliedBy(12));
            for (SimNode node : simulation.nodes().subList(0, 2)) {
                assertThat(node.delivered() + node.reportedLost())
                        .as("seed %d, delivered or reported lost at %d", seed, node.index())
                        .isEqualTo(50);
            }
        }
    }

    /** Finding B6c: who comes late is owed what is sent from then on, though it missed it and the sender is silent after it. */
    @ParameterizedTest
    @ValueSource(strings = {"paper", "defaults"})
    void shouldDeliverToALateComer(String preset) {
        for (long seed = 1; seed <= 3; seed++) {
            PbcastConfig config = PbcastConfig.of(Parameters.none().with("preset", preset));
            Simulation simulation = peers(seed, 24, "delay=1ms,rate=1Gbit", config)
                    .notStarted(5)
                    .build();
            simulation.runFor(SECOND.multipliedBy(2));
            simulation.node(0).send(Workload.paced(10, 100, 10));
            simulation.runFor(SECOND.multipliedBy(4));
            simulation.node(5).restart();
            SimNode late = simulation.node(5);
            long sender = simulation.node(0).memberId();
            assertThat(simulation.runUntil(
                            () -> late.events(SessionEvent.MemberJoined.class).stream()
                                    .anyMatch(event -> event.memberId() == sender),
                            SECOND.multipliedBy(5)))
                    .isTrue();
            simulation.runFor(SECOND.dividedBy(2));
            simulation
                    .accessLink(5)
                    .injectDown(
                            LinkFault.drop(datagram -> DatagramHeader.type(datagram) == PacketType.DATA.code(), 1, 1));
            simulation.node(0).send(new byte[100]);
            simulation.runFor(SECOND.multipliedBy(6));
            assertThat(late.delivered()).as("%s, seed %d", preset, seed).isEqualTo(1);
            simulation.checkComplete();
        }
    }

    /** Finding B9: the membership gives up a member of which nothing but data can be heard, and that seldom. */
    @Test
    void shouldFindASenderAgainThatWasLost() {
        Simulation simulation =
                peers(1, 3, "delay=1ms,rate=1Gbit", PbcastConfig.defaults()).build();
        simulation.runFor(SECOND.multipliedBy(2));
        simulation.accessLink(0).injectDown(LinkFault.drop(datagram -> DatagramHeader.type(datagram) >= 0xE0, 1, 1));
        for (int host = 1; host < 3; host++) {
            simulation
                    .accessLink(host)
                    .injectDown(LinkFault.drop(
                            datagram -> DatagramHeader.type(datagram) != PacketType.DATA.code()
                                    && DatagramHeader.memberId(datagram)
                                            == simulation.node(0).memberId(),
                            1,
                            1));
        }
        List<String> broken = new ArrayList<>();
        for (int host = 1; host < 3; host++) {
            watch(simulation.node(host), simulation.node(0).memberId(), broken);
        }
        simulation.node(0).send(Workload.paced(5, 100, 0.05));
        simulation.runFor(SECOND.multipliedBy(110));
        assertThat(simulation.node(1).events(SessionEvent.SenderLost.class)).isNotEmpty();
        assertThat(broken).isEmpty();
        for (int host = 1; host < 3; host++) {
            assertThat(simulation.node(host).delivered() + simulation.node(host).reportedLost())
                    .isEqualTo(5);
        }
    }

    private static void watch(SimNode node, long sender, List<String> broken) {
        boolean[] lost = {false};
        long[] delivered = {0};
        node.onEvent(event -> {
            if (event instanceof SessionEvent.SenderLost gone && gone.sourceId() == sender) {
                lost[0] = true;
                delivered[0] = node.delivered();
            } else if (event instanceof SessionEvent.SenderFound found && found.sourceId() == sender) {
                if (lost[0] && node.delivered() > delivered[0]) {
                    broken.add("host " + node.index() + " was given messages of a sender that it had lost");
                }
                lost[0] = false;
            }
        });
    }

    /** Rounds get longer while nothing happens, and digests name nothing that all know. */
    @ParameterizedTest
    @ValueSource(ints = {30, 100})
    void shouldCostLittleWhileNothingHappens(int members) {
        Simulation simulation = peers(1, members, "delay=1ms,rate=1Gbit", PbcastConfig.defaults())
                .build();
        simulation.runFor(SECOND.multipliedBy(2));
        simulation.nodes().forEach(node -> node.send(new byte[100]));
        simulation.runFor(SECOND.multipliedBy(8));
        assertThat(silent(simulation)).isEmpty();
        long[] bytes = {0};
        simulation
                .nodes()
                .forEach(node -> node.observe(new NodeObserver() {
                    @Override
                    public void onSent(byte[] datagram, boolean multicast, long nowNanos) {
                        bytes[0] += DatagramHeader.type(datagram) < 0xE0 ? datagram.length + 28 : 0;
                    }
                }));
        int seconds = 10;
        simulation.runFor(SECOND.multipliedBy(seconds));
        assertThat(bytes[0] / members / seconds)
                .as("bytes per member and second")
                .isLessThanOrEqualTo(500);
        simulation.node(0).send(new byte[100]);
        simulation.runFor(Duration.ofMillis(100));
        assertThat(silent(simulation)).isEmpty();
    }
}
