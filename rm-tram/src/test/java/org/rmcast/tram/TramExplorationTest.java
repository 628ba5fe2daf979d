package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Role;
import org.rmcast.core.wire.DatagramHeader;
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
import org.rmcast.tram.wire.TramPacket;

/**
 * Groups of 4 and 5 in which every single control datagram is lost, and pairs of them. {@code -Drm.explore=N} gives a budget of
 * N runs to each scenario.
 */
class TramExplorationTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final LinkSettings LINK = LinkSettings.parse("delay=1ms,rate=1Gbit");
    private static final long BUDGET = Long.getLong("rm.explore", 400);

    @Test
    void shouldJoinWhateverIsLost() {
        explore("join", new Group() {
            @Override
            SimulationBuilder describe() {
                return star(3).notStarted(3);
            }

            @Override
            public void play(Simulation simulation) {
                simulation.node(3).restart();
                simulation.runFor(SECOND.dividedBy(2));
            }

            @Override
            int receivers() {
                return 3;
            }
        });
    }

    @Test
    void shouldSurviveTheLossOfAHeadWhateverIsLost() {
        explore("failover", new Group() {
            @Override
            SimulationBuilder describe() {
                return twoHeads();
            }

            @Override
            public void play(Simulation simulation) {
                headWithMembers(simulation).crash();
                simulation.runFor(SECOND.multipliedBy(3));
            }

            @Override
            int receivers() {
                return 2;
            }
        });
    }

    @Test
    void shouldNotHangHeadsOnThemselvesWhenTheSenderWasAway() {
        explore("sender away", new Group() {
            @Override
            SimulationBuilder describe() {
                return star(4).parameters(
                                TramConfig.defaults().with("maxMembers", 2).parameters());
            }

            @Override
            public void play(Simulation simulation) {
                simulation.accessLink(0).cut();
                simulation.runFor(SECOND.multipliedBy(3));
                simulation.accessLink(0).uncut();
                simulation.runFor(SECOND.multipliedBy(2));
            }

            @Override
            int receivers() {
                return 4;
            }
        });
    }

    @Test
    void shouldLetAReceiverLeaveWhateverIsLost() {
        explore("leave", new Group() {
            @Override
            SimulationBuilder describe() {
                return star(3);
            }

            @Override
            public void play(Simulation simulation) {
                simulation.node(3).close(SECOND);
                simulation.runFor(SECOND);
            }

            @Override
            int receivers() {
                return 2;
            }

            @Override
            public void settle(Simulation simulation) {
                simulation.runFor(SECOND);
                assertThat(simulation.node(3).closeResult())
                        .as("the one that left has closed")
                        .isNotNull();
                super.settle(simulation);
            }
        });
    }

    @Test
    void shouldEndWhateverIsLost() {
        explore("end", new Group() {
            @Override
            SimulationBuilder describe() {
                return twoHeads();
            }

            @Override
            public void play(Simulation simulation) {
                simulation.runUntil(simulation.node(0)::isSendingDone, SECOND.multipliedBy(10));
                simulation.node(0).close(SECOND.multipliedBy(20));
                simulation.runFor(SECOND.multipliedBy(2));
            }

            @Override
            int receivers() {
                return 2;
            }

            @Override
            public void settle(Simulation simulation) {
                simulation.runFor(SECOND.multipliedBy(20));
                assertThat(Objects.requireNonNull(simulation.node(0).closeResult())
                                .complete())
                        .as("closed with everyone")
                        .isTrue();
                everybodyHas(simulation, simulation.node(0).accepted());
            }
        });
    }

    /** Data flows all the time at 200/s; at the end all are in the tree and have everything, and a flush says so. */
    private abstract static class Group implements Scenario {
        abstract SimulationBuilder describe();

        /** How many receivers there are in the end. */
        abstract int receivers();

        @Override
        public Simulation prepare() {
            Simulation simulation = describe().build();
            simulation.runFor(SECOND.multipliedBy(2));
            simulation.node(0).send(Workload.paced(600, 300, 200));
            simulation.runFor(SECOND);
            return simulation;
        }

        @Override
        public void settle(Simulation simulation) {
            simulation.runFor(SECOND.multipliedBy(10));
            assertThat(simulation.node(0).receiverCount()).as("receivers").isEqualTo(receivers());
            assertThat(simulation.node(0).isSendingDone()).as("all sent").isTrue();
            long[] before = new long[simulation.nodes().size()];
            simulation.nodes().forEach(node -> before[node.index()] = node.delivered());
            simulation.node(0).send(Workload.paced(50, 300, 500));
            simulation.runFor(SECOND);
            SimFlush flush = simulation.node(0).flush(SECOND.multipliedBy(10));
            simulation.runUntil(flush::isDone, SECOND.multipliedBy(11));
            assertThat(flush.isComplete()).as("flush is complete").isTrue();
            for (SimNode node : simulation.nodes()) {
                if (node.isRunning() && node.role() == Role.RECEIVER) {
                    assertThat(node.delivered() - before[node.index()])
                            .as("host %d has what was sent last", node.index())
                            .isEqualTo(50);
                    assertThat(node.reportedLost())
                            .as("host %d lost", node.index())
                            .isZero();
                }
            }
            simulation.checkComplete();
        }

        static void everybodyHas(Simulation simulation, long messages) {
            for (SimNode node : simulation.nodes()) {
                if (node.role() == Role.RECEIVER) {
                    assertThat(node.delivered())
                            .as("host %d has everything", node.index())
                            .isEqualTo(messages);
                }
            }
        }

        static SimNode headWithMembers(Simulation simulation) {
            return simulation.nodes().stream()
                    .filter(node -> node.role() == Role.REPAIR_NODE
                            && !node.statistics().members().isEmpty())
                    .findFirst()
                    .orElseThrow();
        }

        static SimulationBuilder star(int others) {
            return Simulation.builder(1)
                    .topology(Topology.star(others + 1, LINK))
                    .protocol(new TramProtocol())
                    .traceLines(0)
                    .parameters(TramConfig.defaults().parameters());
        }

        /** Two repair nodes, hosts 1 and 2, and receivers 3 and 4 that come when those are in the tree. */
        static SimulationBuilder twoHeads() {
            return star(4).role(1, Role.REPAIR_NODE)
                    .role(2, Role.REPAIR_NODE)
                    .startAt(3, SECOND)
                    .startAt(4, SECOND);
        }
    }

    private static void explore(String name, Scenario scenario) {
        Report report = Exploration.of("TRAM, " + name, scenario)
                .control(TramExplorationTest::isControl)
                .budget(BUDGET)
                .run();
        System.out.println(report);
        report.assertNothingBroke();
    }

    private static boolean isControl(byte[] datagram) {
        int type = DatagramHeader.type(datagram);
        return type != TramPacket.Type.DATA.code()
                && type != TramPacket.Type.RETRANSMISSION.code()
                && type != TramPacket.Type.UNICAST_DATA.code();
    }
}
