package org.rmcast.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rmcast.api.Receipt;
import org.rmcast.api.Recipients;
import org.rmcast.api.Role;
import org.rmcast.core.testing.ToyMailProtocol;
import org.rmcast.core.testing.ToyMailProtocol.Deed;
import org.rmcast.core.testing.ToyPeerProtocol;
import org.rmcast.sim.check.Checks;
import org.rmcast.sim.check.ReceiptTruth;

/** Workloads that go to random subsets, and what is said of their messages. */
class SubsetsTest {
    private static final int HOSTS = 5;
    private static final int MESSAGES = 400;
    private static final Duration WITHIN = Duration.ofSeconds(5);

    private static Simulation simulation(long seed, Deed deed) {
        Simulation simulation = Simulation.builder(seed)
                .topology(Topology.star(HOSTS, LinkSettings.parse("delay=2ms,loss=5%")))
                .protocol(new ToyMailProtocol(deed))
                .roles(Role.PEER)
                .checks(Checks.none().with(new ReceiptTruth(WITHIN)))
                .build();
        simulation.runFor(Duration.ofSeconds(1));
        return simulation;
    }

    private static void send(Simulation simulation, double share) {
        for (SimNode node : simulation.nodes()) {
            node.send(Workload.paced(MESSAGES, 50, 200).toSubsets(share));
        }
        simulation.runFor(Duration.ofSeconds(15));
    }

    /** To whom each message of node 0 went, by its receipts. */
    private static List<Set<Long>> destinations(Simulation simulation) {
        List<Set<Long>> destinations = new ArrayList<>();
        simulation.node(0).receipts().stream()
                .sorted((one, other) -> Long.compare(one.message(), other.message()))
                .forEach(receipt -> {
                    Set<Long> to = new TreeSet<>();
                    receipt.arrivals().forEach(arrival -> to.add(arrival.memberId()));
                    destinations.add(to);
                });
        return destinations;
    }

    @Test
    void shouldDrawAllSubsetsOfTheOthers() {
        Simulation simulation = simulation(3, Deed.NONE);
        send(simulation, 1);
        simulation.checkComplete();
        List<Set<Long>> destinations = destinations(simulation);
        assertThat(destinations).hasSize(MESSAGES);
        assertThat(new HashSet<>(destinations)).as("of four others").hasSize(15);
        assertThat(simulation.node(0).receipts()).allMatch(Receipt::complete);
    }

    @Test
    void shouldSendTheRestToAll() {
        Simulation simulation = simulation(4, Deed.NONE);
        send(simulation, 0.4);
        simulation.checkComplete();
        long toAll = destinations(simulation).stream()
                .filter(to -> to.size() == HOSTS - 1)
                .count();
        assertThat(toAll).as("six in ten, and 1 in 15 of the rest").isBetween(210L, 295L);
    }

    @Test
    void shouldDrawNothingMoreWhereAllGoesToTheGroup() {
        assertThat(digest(Workload.paced(MESSAGES, 1, 200).withBytes(10, 90)))
                .isEqualTo(digest(
                        Workload.paced(MESSAGES, 1, 200).withBytes(10, 90).toSubsets(0)));
    }

    private static long digest(Workload workload) {
        Simulation simulation = simulation(5, Deed.NONE);
        simulation.node(0).send(workload);
        simulation.runFor(Duration.ofSeconds(4));
        return simulation.digest();
    }

    @Test
    void shouldSendToTheGroupWhileNobodyIsKnown() {
        Simulation simulation = Simulation.builder(6)
                .topology(Topology.star(1, LinkSettings.perfect()))
                .protocol(new ToyMailProtocol())
                .roles(Role.PEER)
                .build();
        simulation.node(0).send(Workload.unpaced(10, 1).toSubsets(1));
        simulation.runFor(Duration.ofSeconds(1));
        assertThat(simulation.node(0).receipts())
                .hasSize(10)
                .allMatch(receipt -> receipt.arrivals().isEmpty() && receipt.complete());
    }

    @Test
    void shouldSendOneMessageToSome() {
        Simulation simulation = simulation(7, Deed.NONE);
        long to = simulation.node(3).memberId();
        assertThat(simulation.node(0).send(new byte[9], Recipients.of(to))).isTrue();
        simulation.runFor(Duration.ofSeconds(1));
        assertThat(simulation.nodes()).extracting(SimNode::delivered).containsExactly(0L, 0L, 0L, 1L, 0L);
    }

    @Test
    void shouldRefuseSubsetsOfAProtocolThatHasNone() {
        Simulation simulation = Simulation.builder(8)
                .protocol(new ToyPeerProtocol())
                .roles(Role.PEER)
                .build();
        assertThatThrownBy(() -> simulation.node(0).send(Workload.unpaced(1, 1).toSubsets(0.1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("sends to the whole group");
        assertThatThrownBy(() -> Workload.unpaced(1, 1).toSubsets(1.5)).hasMessageContaining("subsets must be 0 to 1");
    }

    @Test
    void shouldKeepReceiptsTrueThoughMembersComeAndGo() {
        Simulation simulation = simulation(9, Deed.NONE);
        simulation.after(Duration.ofMillis(500), () -> simulation.node(1).crash());
        simulation.after(Duration.ofMillis(900), () -> simulation.node(2).pause(Duration.ofSeconds(1)));
        simulation.after(Duration.ofSeconds(1), () -> simulation.node(1).restart());
        simulation.after(Duration.ofMillis(1_300), () -> simulation.node(3).close(Duration.ofSeconds(1)));
        send(simulation, 0.5);
        simulation.checkComplete();
        assertThat(simulation.node(0).receipts()).anyMatch(receipt -> !receipt.complete());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    CONFIRMS_TOO_EARLY | is said to have it, and was never given it
                    CONFIRMS_TWICE | it had one before
                    NEVER_CONFIRMS | message 0 of member 1000, accepted at PT1S, still has no receipt
                    FORGETS_A_RECIPIENT | is a recipient and is not named
                    NAMES_A_STRANGER | which is no recipient
                    CONFIRMS_WHAT_WAS_NOT_SENT | it has not been accepted""")
    void shouldNoticeASenderThat(Deed deed, String message) {
        Simulation simulation = simulation(10, deed);
        assertThatThrownBy(() -> {
                    send(simulation, 0.5);
                    simulation.checkComplete();
                })
                .isInstanceOf(InvariantViolation.class)
                .hasMessageContaining("receipt truth: ")
                .hasMessageContaining(message);
    }
}
