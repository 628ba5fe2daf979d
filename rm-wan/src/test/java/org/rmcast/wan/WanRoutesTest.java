package org.rmcast.wan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.Parameters;
import org.rmcast.api.Receipt;
import org.rmcast.api.Recipients;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/**
 * Ways that members choose. Of four members the third is 34 to 46 ms from the first over a link that loses 50 %, and 35 ms by way of the second over
 * two that lose nothing; the fourth is beside the third.
 */
class WanRoutesTest {
    private static final int MEMBERS = 4;
    private static final int SENDER = 0;
    private static final int NEAR = 1;
    private static final int FAR = 2;
    private static final int BESIDE_FAR = 3;
    private static final int MESSAGES = 200;
    private static final Duration LONG = Duration.ofSeconds(60);

    private static Simulation group(Parameters parameters, String far) {
        return group(parameters, "delay=20ms", far);
    }

    private static Simulation group(Parameters parameters, String near, String far) {
        Topology.Builder builder = Topology.builder();
        builder.host(0, LinkSettings.perfect());
        builder.host(builder.router(0, LinkSettings.parse(near)), LinkSettings.perfect());
        builder.host(builder.router(0, LinkSettings.parse(far)), LinkSettings.perfect());
        builder.host(builder.router(2, LinkSettings.parse("delay=1ms")), LinkSettings.perfect());
        builder.crossLink(1, 2, LinkSettings.parse("delay=15ms"));
        Simulation simulation = Simulation.builder(7)
                .topology(builder.build())
                .protocol(new WanProtocol())
                .parameters(parameters.with("probeInterval", "100ms").with("suspicionPeriods", 20))
                .roles(Role.PEER)
                .build();
        assertThat(simulation.runUntil(
                        () -> simulation.nodes().stream().allMatch(node -> node.receiverCount() == MEMBERS - 1), LONG))
                .isTrue();
        simulation.runFor(Duration.ofSeconds(20));
        return simulation;
    }

    private static long count(Simulation simulation, int node, WanMeter meter) {
        return simulation.node(node).statistics().get(meter);
    }

    /** Sends to the far one and waits until all has come; the mean time that it took, in milliseconds. */
    private static double send(Simulation simulation, Recipients to) {
        List<Long> delivered = new ArrayList<>();
        simulation.node(FAR).observe(new NodeObserver() {
            @Override
            public void onDelivered(long sourceId, long number, long nowNanos) {
                delivered.add(nowNanos);
            }
        });
        List<Long> sent = new ArrayList<>();
        for (int i = 0; i < MESSAGES; i++) {
            sent.add(simulation.now().toNanos());
            assertThat(simulation.node(SENDER).send(new byte[100], to)).isTrue();
            simulation.runFor(Duration.ofMillis(400));
        }
        simulation.runFor(Duration.ofSeconds(5));
        assertThat(delivered).hasSize(MESSAGES);
        double sum = 0;
        for (int i = 0; i < MESSAGES; i++) {
            sum += delivered.get(i) - sent.get(i);
        }
        return sum / MESSAGES / 1e6;
    }

    private static Recipients toFar(Simulation simulation, boolean alsoToRelay) {
        long far = simulation.node(FAR).memberId();
        return alsoToRelay ? Recipients.of(far, simulation.node(NEAR).memberId()) : Recipients.of(far);
    }

    /** Over the lossy link no more is sent where a relay is sooner, surer and cheaper, be it a destination too or not. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldTakeARelayThatIsBetter(boolean alsoToRelay) {
        Simulation plain = group(Parameters.none().with("sending", "direct"), "delay=34ms,jitter=12ms,loss=50%");
        double direct = send(plain, toFar(plain, alsoToRelay));
        Simulation simulation = group(Parameters.none(), "delay=34ms,jitter=12ms,loss=50%");
        double adaptive = send(simulation, toFar(simulation, alsoToRelay));
        assertThat(adaptive).as("by way of a relay").isBetween(34.5, 36.0);
        assertThat(direct).as("directly").isGreaterThan(50);
        long relay = simulation.node(NEAR).memberId();
        long far = simulation.node(FAR).memberId();
        assertThat(simulation.node(SENDER).events(SessionEvent.RouteChanged.class))
                .anySatisfy(event -> {
                    assertThat(event.relayId()).isEqualTo(relay);
                    assertThat(event.memberId()).isEqualTo(far);
                    assertThat(event.reason()).startsWith("relay is better: direct x1 T ");
                });
        assertThat(count(simulation, NEAR, WanMeter.PASSED_ON)).isGreaterThanOrEqualTo(MESSAGES);
        assertThat(simulation.node(SENDER).receipts().get(MESSAGES - 10).arrivals())
                .filteredOn(arrival -> arrival.memberId() == far)
                .extracting(Receipt.Arrival::way)
                .containsExactly(Receipt.Way.RELAYED);
    }

    /** What is critical in time goes through the relay, and besides in copies over the lossy link. */
    @Test
    void shouldSendWhatIsCriticalInTimeByAllWays() {
        Simulation simulation = group(Parameters.none(), "delay=34ms,jitter=12ms,loss=50%");
        double millis = send(simulation, toFar(simulation, false).timeCritical());
        assertThat(millis).isBetween(34.5, 36.0);
        assertThat(count(simulation, SENDER, WanMeter.COPIES_SENT)).isGreaterThan(MESSAGES);
        assertThat(count(simulation, NEAR, WanMeter.PASSED_ON)).isGreaterThanOrEqualTo(MESSAGES);
    }

    /** Of several copies that come to a relay it passes one on, be it a destination too or not. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldPassOnOneOfSeveralCopies(boolean alsoToRelay) {
        Parameters parameters = Parameters.none().with("allowedLoss", 0.02);
        Simulation simulation = group(parameters, "delay=20ms,loss=10%", "delay=34ms,jitter=12ms,loss=50%");
        long before = count(simulation, SENDER, WanMeter.COPIES_SENT);
        send(simulation, toFar(simulation, alsoToRelay));
        assertThat(count(simulation, SENDER, WanMeter.COPIES_SENT) - before).isGreaterThan((long) (0.8 * MESSAGES));
        assertThat(count(simulation, NEAR, WanMeter.PASSED_ON)).isBetween((long) (0.8 * MESSAGES), (long) MESSAGES);
    }

    /** As many copies as the allowed loss asks for: of 10 % two for 2 %. */
    @Test
    void shouldSendCopiesForTheAllowedLoss() {
        Parameters parameters = Parameters.none().with("sending", "replicated").with("allowedLoss", 0.02);
        Simulation simulation = group(parameters, "delay=34ms,jitter=12ms,loss=10%");
        long before = count(simulation, SENDER, WanMeter.COPIES_SENT);
        double millis = send(simulation, toFar(simulation, false));
        assertThat(count(simulation, SENDER, WanMeter.COPIES_SENT) - before)
                .isBetween((long) (0.9 * MESSAGES), 2L * MESSAGES);
        assertThat(millis).isLessThan(48);
        assertThat(count(simulation, NEAR, WanMeter.PASSED_ON)).isZero();
    }

    /** Two ways of about the same length, one of them with a loss for which two copies are about enough: what is measured is now more, now less. */
    @ParameterizedTest
    @ValueSource(ints = {6, 10, 14})
    void shouldSeldomChangeItsWaysWhereNothingChanges(int lossPercent) {
        Parameters parameters = Parameters.none().with("allowedLoss", 0.01);
        Simulation simulation = group(parameters, "delay=34ms,loss=" + lossPercent + "%");
        simulation.runFor(Duration.ofMinutes(10));
        long before = count(simulation, SENDER, WanMeter.ROUTES_CHANGED);
        simulation.runFor(Duration.ofHours(1));
        long changes = count(simulation, SENDER, WanMeter.ROUTES_CHANGED) - before;
        assertThat(changes).as("of 36,000 measurements").isLessThan(1_000);
        assertThat(simulation.node(SENDER).events(SessionEvent.RouteChanged.class))
                .allSatisfy(event -> assertThat(event.reason())
                        .matches(event.relayId() == 0 ? ".*; taken x\\d" : ".*; taken x\\d\\+\\d\\+\\d"))
                .noneMatch(event -> event.relayId() == 0 && event.reason().startsWith("relay is better"));
    }

    /** Over good links nothing is sent twice, and nothing through others. */
    @ParameterizedTest
    @EnumSource(WanConfig.Sending.class)
    void shouldSendPlainlyOverGoodLinks(WanConfig.Sending sending) {
        Simulation simulation =
                group(Parameters.none().with("sending", sending.name().toLowerCase(Locale.ROOT)), "delay=30ms");
        send(simulation, toFar(simulation, false).timeCritical());
        assertThat(count(simulation, SENDER, WanMeter.COPIES_SENT)).isZero();
        assertThat(count(simulation, NEAR, WanMeter.PASSED_ON)).isZero();
        assertThat(count(simulation, BESIDE_FAR, WanMeter.PASSED_ON)).isZero();
    }

    /** A group of near members is reached through the one of them that is nearest to the sender. */
    @Test
    void shouldSendToGroupsThroughTheirCoordinators() {
        Simulation simulation =
                group(Parameters.none().with("sending", "hierarchical"), "delay=34ms,jitter=12ms,loss=1%");
        for (SimNode node : simulation.nodes()) {
            node.send(Workload.paced(MESSAGES, 100, 50).toSubsets(0.5));
        }
        assertThat(simulation.runUntil(() -> simulation.nodes().stream().allMatch(SimNode::isSendingDone), LONG))
                .isTrue();
        simulation.runFor(Duration.ofSeconds(5));
        simulation.checkComplete();
        assertThat(count(simulation, FAR, WanMeter.PASSED_ON)).isGreaterThan(MESSAGES);
    }

    /** A relay that crashes is missed as any member: what it was to pass on is repaired, and the way goes back. */
    @Test
    void shouldDoWithoutARelayThatCrashes() {
        Simulation simulation = group(Parameters.none(), "delay=34ms,jitter=12ms,loss=50%");
        simulation.node(SENDER).send(Workload.paced(MESSAGES, 100, 50));
        Recipients to = toFar(simulation, false).timeCritical();
        assertThat(simulation.node(SENDER).send(new byte[100], to)).isTrue();
        simulation.after(Duration.ofMillis(500), simulation.node(NEAR)::crash);
        for (int i = 0; i < MESSAGES; i++) {
            simulation.node(SENDER).send(new byte[100], to);
            simulation.runFor(Duration.ofMillis(100));
        }
        simulation.runFor(LONG);
        simulation.checkComplete();
        assertThat(simulation.node(FAR).delivered()).isGreaterThanOrEqualTo(2L * MESSAGES);
    }

    /** A way ends with its relay: what is sent from then on goes directly, and the receipt says so. */
    @Test
    void shouldNotNameARelayThatIsGone() {
        Simulation simulation = group(Parameters.none(), "delay=34ms,jitter=12ms,loss=50%");
        SimNode sender = simulation.node(SENDER);
        simulation.node(NEAR).close(Duration.ofSeconds(1));
        assertThat(simulation.runUntil(() -> sender.receiverCount() == MEMBERS - 2, LONG))
                .isTrue();
        assertThat(sender.send(new byte[100], toFar(simulation, false))).isTrue();
        simulation.runFor(LONG);
        assertThat(sender.receipts()).hasSize(1);
        assertThat(sender.receipts().get(0).arrivals())
                .extracting(Receipt.Arrival::way)
                .isSubsetOf(Receipt.Way.DIRECT, Receipt.Way.REPAIRED)
                .hasSize(1);
    }
}
