package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rmcast.api.Channel;
import org.rmcast.api.EventCause;
import org.rmcast.api.MemoryNetwork;
import org.rmcast.api.MulticastReceiver;
import org.rmcast.api.MulticastSender;
import org.rmcast.api.PruningPolicy;
import org.rmcast.api.SessionBuilder;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.testing.Await;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/** Whom an application wants out is out, and a broken policy harms nobody. */
@Timeout(60)
class TramApplicationPruningTest {
    private static final long UNWANTED = 77;
    private static final int MESSAGES = 1_000;

    /** Named by channels in this test. */
    public static final class Unwanted implements PruningPolicy.Provider {
        @Override
        public String name() {
            return "unwanted";
        }

        @Override
        public PruningPolicy create() {
            return unwanted();
        }
    }

    @Test
    void shouldPruneWhomTheApplicationDoesNotWant() {
        AtomicLong unwanted = new AtomicLong();
        Simulation simulation = simulation(facts -> facts.memberId() == unwanted.get() ? "not wanted" : null);
        unwanted.set(simulation.node(2).memberId());
        run(simulation);
        assertThat(simulation.node(0).events(SessionEvent.MemberPruned.class))
                .isNotEmpty()
                .allSatisfy(event -> assertThat(event.memberId()).isEqualTo(unwanted.get()));
        assertThat(simulation.node(2).events(SessionEvent.MemberPruned.class))
                .isNotEmpty()
                .allSatisfy(event -> {
                    assertThat(event.cause()).isEqualTo(EventCause.BY_APPLICATION);
                    assertThat(event.reason()).contains("not wanted");
                });
        assertThat(simulation.node(1).events(SessionEvent.MemberPruned.class)).isEmpty();
        assertThat(simulation.node(1).delivered()).isEqualTo(MESSAGES);
    }

    @Test
    void shouldGoOnThoughAPolicyThrows() {
        AtomicInteger calls = new AtomicInteger();
        Simulation simulation = simulation(facts -> {
            calls.incrementAndGet();
            throw new IllegalStateException("planted");
        });
        run(simulation);
        assertThat(calls.get()).isPositive();
        for (int host = 0; host <= 2; host++) {
            assertThat(simulation.node(host).events(SessionEvent.MemberPruned.class))
                    .isEmpty();
        }
        assertThat(simulation.node(1).delivered()).isEqualTo(MESSAGES);
        assertThat(simulation.node(2).delivered()).isEqualTo(MESSAGES);
    }

    private static Simulation simulation(PruningPolicy policy) {
        Simulation simulation = Simulation.builder(5)
                .topology(Topology.star(3, LinkSettings.parse("delay=1ms")))
                .protocol(new TramProtocol())
                .pruning(policy)
                .build();
        assertThat(simulation.runUntil(() -> simulation.node(0).receiverCount() == 2, Duration.ofSeconds(5)))
                .isTrue();
        return simulation;
    }

    private static void run(Simulation simulation) {
        simulation.node(0).send(Workload.paced(MESSAGES, 500, 500));
        simulation.runFor(Duration.ofSeconds(4));
    }

    @Test
    void shouldPruneInASessionToo() throws Exception {
        Channel channel = channel().build();
        prunes(MemoryNetwork.create(3), channel, options -> options.pruning(unwanted()));
    }

    @Test
    void shouldFindAPolicyThatAChannelNames() throws Exception {
        Channel channel =
                channel().parameter("pruningPolicies", List.of("unwanted")).build();
        prunes(MemoryNetwork.create(4), channel, options -> options);
    }

    @Test
    void shouldRefuseANameThatNobodyHas() {
        Channel channel =
                channel().parameter("pruningPolicies", List.of("unwantd")).build();
        assertThatThrownBy(() -> MemoryNetwork.create().on(channel).openSender())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'pruningPolicies': no policy 'unwantd' is found")
                .hasMessageContaining("unwanted");
    }

    private static PruningPolicy unwanted() {
        return facts -> facts.memberId() == UNWANTED ? "not wanted" : null;
    }

    private static Channel.Builder channel() {
        return Channel.builder("pruning").group("239.1.2.3").port(4_000);
    }

    /** The first sender's way to a group with one member that is not wanted, and one that is. */
    private static void prunes(MemoryNetwork network, Channel channel, UnaryOperator<SessionBuilder> senderOptions)
            throws Exception {
        List<SessionEvent> events = new CopyOnWriteArrayList<>();
        try (MulticastReceiver out = network.on(channel).memberId(UNWANTED).openReceiver(message -> {});
                MulticastReceiver in = network.on(channel).openReceiver(message -> {});
                MulticastSender sender = senderOptions
                        .apply(network.on(channel))
                        .onEvent(events::add)
                        .openSender()) {
            assertThat(sender.awaitReceivers(1, Duration.ofSeconds(20))).isTrue();
            Await.until(
                    "who is not wanted is out",
                    () -> events.stream()
                            .anyMatch(event -> event instanceof SessionEvent.MemberPruned pruned
                                    && pruned.memberId() == out.memberId()
                                    && pruned.reason().contains("not wanted")));
            assertThat(events)
                    .noneMatch(event ->
                            event instanceof SessionEvent.MemberPruned pruned && pruned.memberId() == in.memberId());
        }
    }
}
