package org.rmcast.wan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.Parameters;
import org.rmcast.api.Receipt;
import org.rmcast.api.Role;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimFlush;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/** Two groups of five near members, 50 ms from one another, of which messages and confirmations go by way of coordinators. */
class WanNestedTest {
    private static final int GROUP = 5;
    private static final int MEMBERS = 2 * GROUP;
    private static final int MESSAGES = 200;
    private static final Duration LONG = Duration.ofSeconds(60);

    private static Simulation groups(String mode) {
        Topology.Builder builder = Topology.builder();
        int other = builder.router(0, LinkSettings.parse("delay=50ms,loss=1%"));
        for (int i = 0; i < MEMBERS; i++) {
            builder.host(i < GROUP ? 0 : other, LinkSettings.parse("delay=1ms"));
        }
        Simulation simulation = Simulation.builder(11)
                .topology(builder.build())
                .protocol(new WanProtocol())
                .parameters(Parameters.none()
                        .with("mode", mode)
                        .with("sending", "direct")
                        .with("multicast", false))
                .roles(Role.PEER)
                .build();
        assertThat(simulation.runUntil(
                        () -> simulation.nodes().stream().allMatch(node -> node.receiverCount() == MEMBERS - 1), LONG))
                .isTrue();
        simulation.runFor(Duration.ofSeconds(10));
        return simulation;
    }

    private static long control(Simulation simulation) {
        return simulation.nodes().stream()
                .mapToLong(node -> node.statistics().get(EngineMeter.CONTROL_PACKETS_SENT))
                .sum();
    }

    /** One member sends; the packets besides its own that all send until it has its receipts, and the receipts. */
    private static long send(Simulation simulation, List<Receipt> receipts) {
        long before = control(simulation);
        SimNode sender = simulation.node(0);
        sender.send(Workload.paced(MESSAGES, 100, 20));
        simulation.runUntil(sender::isSendingDone, LONG);
        SimFlush flush = sender.flush(LONG);
        assertThat(simulation.runUntil(flush::isDone, LONG)).isTrue();
        assertThat(flush.isComplete()).isTrue();
        simulation.checkComplete();
        receipts.addAll(sender.receipts());
        return control(simulation) - before;
    }

    @Test
    void shouldConfirmByWayOfCoordinators() {
        List<Receipt> direct = new ArrayList<>();
        List<Receipt> relayed = new ArrayList<>();
        long toAll = send(groups("modified"), direct);
        long byCoordinators = send(groups("nested"), relayed);
        System.out.printf("packets without messages: modified %d, nested %d%n", toAll, byCoordinators);
        assertThat(direct).hasSize(MESSAGES).allMatch(Receipt::complete);
        assertThat(relayed).hasSize(MESSAGES).allMatch(Receipt::complete);
        assertThat(byCoordinators).isLessThan(toAll * 8 / 10);
        System.out.printf("median to receipt: modified %s, nested %s%n", median(direct), median(relayed));
        assertThat(median(relayed)).isLessThan(median(direct).plusMillis(60));
    }

    private static Duration median(List<Receipt> receipts) {
        return receipts.stream()
                .map(receipt -> receipt.arrivals().stream()
                        .map(Receipt.Arrival::after)
                        .max(Duration::compareTo)
                        .orElseThrow())
                .sorted()
                .skip(receipts.size() / 2)
                .findFirst()
                .orElseThrow();
    }
}
