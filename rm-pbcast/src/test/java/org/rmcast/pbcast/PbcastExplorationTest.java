package org.rmcast.pbcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Role;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.pbcast.wire.PbcastPacket.PacketType;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimFlush;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;
import org.rmcast.sim.explore.Exploration;
import org.rmcast.sim.explore.Report;
import org.rmcast.sim.explore.Scenario;

/**
 * Groups of 3 and 4 peers in which every single control datagram is lost, of the membership too, and pairs of them. {@code
 * -Drm.explore=N} gives a budget of N runs to each scenario.
 */
class PbcastExplorationTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final long BUDGET = Long.getLong("rm.explore", 150);
    private static final int MESSAGES = 200;
    private static final int LAST = 20;

    @Test
    void shouldJoinWhateverIsLost() {
        explore("join", new Group(4, 4) {
            @Override
            SimulationBuilder describe() {
                return super.describe().notStarted(3);
            }

            @Override
            public void play(Simulation simulation) {
                simulation.node(3).restart();
                simulation.runFor(SECOND.dividedBy(2));
            }
        });
    }

    @Test
    void shouldLetAMemberLeaveWhateverIsLost() {
        explore("leave", new Group(4, 3) {
            @Override
            public void play(Simulation simulation) {
                simulation.node(3).close(SECOND);
                simulation.runFor(SECOND);
            }
        });
    }

    @Test
    void shouldEndWhateverIsLost() {
        explore("end", new Group(3, 3) {
            @Override
            public void play(Simulation simulation) {
                simulation.runUntil(simulation.node(0)::isSendingDone, SECOND.multipliedBy(5));
                simulation.node(0).close(SECOND.multipliedBy(10));
                simulation.runFor(SECOND);
            }

            @Override
            public void settle(Simulation simulation) {
                simulation.runFor(SECOND.multipliedBy(10));
                assertThat(Objects.requireNonNull(simulation.node(0).closeResult())
                                .complete())
                        .as("closed with everyone")
                        .isTrue();
                for (int host = 1; host < 3; host++) {
                    assertThat(simulation.node(host).delivered())
                            .as("host %d has everything", host)
                            .isEqualTo(MESSAGES);
                }
            }
        });
    }

    /** Host 0 sends all the time; at the end all know one another, and have what is sent then. */
    private abstract static class Group implements Scenario {
        private final int hosts;
        private final int inTheEnd;

        Group(int hosts, int inTheEnd) {
            this.hosts = hosts;
            this.inTheEnd = inTheEnd;
        }

        SimulationBuilder describe() {
            return Simulation.builder(1)
                    .topology(Topology.star(hosts, LinkSettings.parse("delay=1ms,rate=1Gbit")))
                    .protocol(new PbcastProtocol())
                    .parameters(PbcastConfig.defaults().parameters())
                    .traceLines(0)
                    .roles(Role.PEER);
        }

        @Override
        public Simulation prepare() {
            Simulation simulation = describe().build();
            simulation.runFor(SECOND.multipliedBy(2));
            simulation.node(0).send(Workload.paced(MESSAGES, 300, 100));
            simulation.runFor(SECOND);
            return simulation;
        }

        @Override
        public void settle(Simulation simulation) {
            simulation.runFor(SECOND.multipliedBy(10));
            long[] before = new long[hosts];
            for (SimNode node : simulation.nodes()) {
                if (node.isRunning()) {
                    assertThat(node.receiverCount())
                            .as("others that host %d sees", node.index())
                            .isEqualTo(inTheEnd - 1);
                    before[node.index()] = node.delivered();
                }
            }
            simulation.node(0).send(Workload.paced(LAST, 300, 100));
            simulation.runFor(SECOND);
            SimFlush flush = simulation.node(0).flush(SECOND.multipliedBy(5));
            simulation.runUntil(flush::isDone, SECOND.multipliedBy(6));
            assertThat(flush.isComplete()).as("flush is complete").isTrue();
            for (SimNode node : simulation.nodes()) {
                if (node.isRunning() && node.index() != 0) {
                    assertThat(node.delivered() - before[node.index()])
                            .as("host %d has what was sent last", node.index())
                            .isEqualTo(LAST);
                }
            }
            simulation.checkComplete();
        }
    }

    private static void explore(String name, Scenario scenario) {
        Report report = Exploration.of("Bimodal Multicast, " + name, scenario)
                .control(PbcastExplorationTest::isControl)
                .budget(BUDGET)
                .run();
        System.out.println(report);
        report.assertNothingBroke();
    }

    private static boolean isControl(byte[] datagram) {
        int type = DatagramHeader.type(datagram);
        return type != PacketType.DATA.code()
                && type != PacketType.RETRANSMISSION.code()
                && type != PacketType.FORWARD.code();
    }
}
