package org.rmcast.srm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;
import org.rmcast.srm.wire.SrmPacket.PacketType;
import org.rmcast.testkit.SharedRateContract;

/** {@code rateControl=shared} of {@code srm}; and that few report for a group. */
class SrmSharedRateTest extends SharedRateContract {
    private static final Duration MEETING = Duration.ofSeconds(5);
    private static final Duration SENDING = Duration.ofSeconds(10);

    @Override
    protected Protocol protocol() {
        return new SrmProtocol();
    }

    /** Behind one bottleneck, and with losses of their own. */
    @Test
    void shouldBeToldFourTimesAsOftenByThirtyTwoAtMost() {
        assertThat(reports(32, "")).isLessThan(4 * reports(1, ""));
        assertThat(reports(32, ",loss=1%")).isLessThan(4 * reports(1, ",loss=1%"));
    }

    /** How many reports come to the source. */
    private static long reports(int receivers, String loss) {
        Topology.Builder topology = Topology.builder();
        topology.host(0, LinkSettings.parse("delay=10ms,rate=10Mbit,queue=200"));
        for (int i = 0; i < receivers; i++) {
            topology.host(0, LinkSettings.parse("delay=10ms,rate=10Gbit,queue=1000" + loss));
        }
        SimulationBuilder builder = Simulation.builder(3)
                .topology(topology.build())
                .protocol(new SrmProtocol())
                .parameters(Parameters.none().with("rateControl", "shared"))
                .unjudged()
                .traceLines(0);
        for (int i = 0; i <= receivers; i++) {
            builder.role(i, i == 0 ? Role.SENDER : Role.RECEIVER);
        }
        Simulation simulation = builder.build();
        AtomicLong reports = new AtomicLong();
        simulation.filter((host, datagram) -> {
            if (host == 0 && DatagramHeader.type(datagram) == PacketType.RATE.code()) {
                reports.incrementAndGet();
            }
            return true;
        });
        simulation.runFor(MEETING);
        simulation.node(0).send(Workload.unpaced(Long.MAX_VALUE / 4, 1_300));
        simulation.runFor(SENDING);
        assertThat(reports.get()).isPositive();
        return reports.get();
    }
}
