package org.rmcast.srm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.core.engine.PacketKind;
import org.rmcast.sim.LinkFault;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/**
 * How many requests and repairs a loss costs among a hundred members: every second packet of one source is lost for many at once. {@code
 * -Drm.srm.compare=true} measures the other variants beside the adaptive one with the default spread of delays.
 */
class SrmSuppressionTest {
    private static final int MEMBERS = 100;
    private static final int FIRST_LOSSES = Integer.getInteger("rm.srm.first", 200);
    private static final int LOSSES = Integer.getInteger("rm.srm.losses", 100);
    private static final int PER_SECOND = 10;
    private static final boolean COMPARE = Boolean.getBoolean("rm.srm.compare");

    private record Cost(LossTally.Summary requests, LossTally.Summary repairs) {}

    /** All are around one router: what is lost on the source's link is missed by all others, and only the source can repair it. */
    private static Topology star(String delay) {
        return Topology.star(MEMBERS, LinkSettings.parse("delay=" + delay + ",rate=1Gbit"));
    }

    /** The source and half of the others are near; the other half misses what is lost on the way there. */
    private static Topology halves(String delay) {
        LinkSettings link = LinkSettings.parse("delay=" + delay + ",rate=1Gbit");
        Topology.Builder builder = Topology.builder();
        int far = builder.router(0, link);
        for (int host = 0; host < MEMBERS; host++) {
            builder.host(host < MEMBERS / 2 ? 0 : far, link);
        }
        return builder.build();
    }

    private static Cost measure(String what, Topology topology, Parameters parameters) {
        Simulation simulation = Simulation.builder(11)
                .topology(topology)
                .protocol(new SrmProtocol())
                .parameters(parameters)
                .roles(Role.RECEIVER)
                .role(0, Role.SENDER)
                .traceLines(0)
                .build();
        simulation.runFor(Duration.ofSeconds(8));
        LinkFault everySecond = LinkFault.drop(
                datagram -> new ConfiguredSrm(SrmConfig.defaults()).kind(datagram) == PacketKind.DATA, 1, 2);
        if (topology.routers() == 1) {
            simulation.accessLink(0).injectUp(everySecond);
        } else {
            simulation.trunkLink(1).injectDown(everySecond);
        }
        LossTally tally = LossTally.of(simulation);
        simulation.node(0).send(Workload.paced(2L * (FIRST_LOSSES + LOSSES), 200, PER_SECOND));
        simulation.runFor(Duration.ofMillis(2_000L * FIRST_LOSSES / PER_SECOND));
        tally.reset();
        simulation.runFor(Duration.ofMillis(2_000L * LOSSES / PER_SECOND + 4_000));
        Cost cost = new Cost(tally.requests(), tally.repairs());
        System.out.printf(Locale.ROOT, "%s: requests %s; repairs %s%n", what, cost.requests, cost.repairs);
        assertThat(simulation.nodes().subList(1, MEMBERS))
                .extracting(SimNode::delivered)
                .containsOnly(2L * (FIRST_LOSSES + LOSSES));
        return cost;
    }

    private static void assertFew(Cost cost) {
        assertThat(cost.requests.mean()).as("requests per loss").isLessThanOrEqualTo(2);
        assertThat(cost.requests.p99()).as("requests per loss, p99").isLessThanOrEqualTo(5);
        assertThat(cost.repairs.mean()).as("repairs per loss").isLessThanOrEqualTo(2);
        assertThat(cost.repairs.p99()).as("repairs per loss, p99").isLessThanOrEqualTo(5);
    }

    private static void compare(String what, Function<String, Topology> topology) {
        for (String delay : List.of("5ms", "50us")) {
            for (String backOff :
                    COMPARE ? List.of("uniform", "truncated-exponential") : List.of("truncated-exponential")) {
                for (String variant : COMPARE ? List.of("basic", "fixed", "adaptive") : List.of("adaptive")) {
                    Cost cost = measure(
                            what + ", " + delay + ", " + variant + ", " + backOff,
                            topology.apply(delay),
                            Parameters.none().with("variant", variant).with("backOff", backOff));
                    if (variant.equals("adaptive") && backOff.startsWith("truncated")) {
                        assertFew(cost);
                    }
                }
            }
        }
    }

    @Test
    void shouldAskAndRepairAboutOnceInAStar() {
        compare("star", SrmSuppressionTest::star);
    }

    @Test
    void shouldAskAndRepairAboutOnceWhereHalfOfTheGroupMissesIt() {
        compare("halves", SrmSuppressionTest::halves);
    }
}
