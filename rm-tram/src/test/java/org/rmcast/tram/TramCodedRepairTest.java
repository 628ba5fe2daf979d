package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.Meter;
import org.rmcast.api.Parameters;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/** What different members lack is repaired together. */
class TramCodedRepairTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final String LINK = "delay=50us,rate=1Gbit,queue=2000";
    private static final int MESSAGES = 5_000;
    /** A message is a packet. */
    private static final Parameters PLAIN = Parameters.none().with("fillPackets", false);

    private static final Parameters CODED = PLAIN.with("codedRepair", true);

    /** A group of which each member loses packets on its own, to which all is sent. */
    private record Sent(Simulation simulation, int receivers, long messages) {
        static Sent to(int receivers, double lossPercent, Parameters parameters, long messages, double perSecond) {
            Simulation simulation = Simulation.builder(7)
                    .topology(Topology.star(1 + receivers, LinkSettings.parse(LINK)))
                    .protocol(new TramProtocol())
                    .parameters(parameters)
                    .traceLines(0)
                    .build();
            for (int host = 1; host <= receivers; host++) {
                simulation.accessLink(host).impair(LinkSettings.parse(LINK + ",loss=" + lossPercent + "%"));
            }
            simulation.runFor(SECOND.multipliedBy(3));
            simulation
                    .node(0)
                    .send(
                            perSecond == 0
                                    ? Workload.unpaced(messages, 1_000)
                                    : Workload.paced(messages, 1_000, perSecond));
            Sent sent = new Sent(simulation, receivers, messages);
            for (int i = 0; i < 120 && !sent.isComplete(); i++) {
                simulation.runFor(SECOND.dividedBy(4));
            }
            assertThat(sent.isComplete()).as("everything is delivered").isTrue();
            return sent;
        }

        private boolean isComplete() {
            return simulation.nodes().stream().skip(1).allMatch(node -> node.delivered() == messages);
        }

        double repairs() {
            return (double) simulation.node(0).statistics().get(EngineMeter.REPAIRS_SENT)
                    / simulation.node(0).statistics().get(EngineMeter.DATA_PACKETS_SENT);
        }

        long sum(Meter meter) {
            return simulation.nodes().stream()
                    .mapToLong(node -> node.statistics().get(meter))
                    .sum();
        }

        @Override
        public String toString() {
            return String.format(
                    "R = %d: %.3f repairs for each packet, %d codes, %d decoded, %d kept, %d useless, %d wrong, %d asked for, %d repairs too many",
                    receivers,
                    repairs(),
                    sum(TramMeter.CODES_SENT),
                    sum(TramMeter.CODES_DECODED),
                    sum(TramMeter.CODES_KEPT),
                    sum(TramMeter.CODES_USELESS),
                    sum(TramMeter.CODES_WRONG),
                    sum(EngineMeter.NAKS_SENT),
                    sum(EngineMeter.DUPLICATE_PACKETS));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "4, 20, 0, 0.45",
        "32, 5, 0, 0.2",
        "4, 20, 30000, 0.45",
        "32, 5, 30000, 0.2",
        "4, 5, 30000, 0.15",
        "8, 5, 30000, 0.15",
        "32, 20, 0, 0.9",
        "4, 20, 10000, 0.5"
    })
    void shouldRepairAGroupWithFewRepairs(int receivers, double lossPercent, int perSecond, double most) {
        Sent plain = Sent.to(receivers, lossPercent, PLAIN, MESSAGES, perSecond);
        Sent coded = Sent.to(receivers, lossPercent, CODED, MESSAGES, perSecond);
        assertThat(coded.repairs())
                .as("coded: %s; alone: %s", coded, plain)
                .isLessThanOrEqualTo(most)
                .isLessThan(plain.repairs());
        assertThat(coded.sum(TramMeter.CODES_WRONG)).isZero();
    }

    @Test
    void shouldSendEachPacketAloneToOneReceiver() {
        Sent one = Sent.to(1, 20, CODED, 5_000, 0);
        assertThat(one.sum(TramMeter.CODES_SENT)).isZero();
        assertThat(one.repairs()).isLessThanOrEqualTo(0.3);
    }

    @Test
    void shouldSendNoCodesUnlessThatIsAskedFor() {
        Sent sent = Sent.to(4, 20, Parameters.none(), 1_000, 0);
        assertThat(sent.sum(TramMeter.CODES_SENT)).isZero();
        for (SimNode node : sent.simulation.nodes()) {
            assertThat(node.statistics().get(TramMeter.CODES_DECODED)).isZero();
        }
    }
}
