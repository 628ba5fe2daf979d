package org.rmcast.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Promise;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.wire.Wire;
import org.rmcast.sim.SimFlush;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/**
 * One random run with faults, made anew for each seed: who takes part with which parameters, and what applications do. This one
 * serves every protocol; a protocol's own one draws parameters as well. All that is random comes from the generator handed in,
 * so that a seed is a run.
 */
public class FaultScenario {
    /** When the first fault may begin. */
    public static final Duration FAULTS_BEGIN = Duration.ofSeconds(1);

    /** When the last fault is over. */
    public static final Duration FAULTS_END = Duration.ofSeconds(12);

    private static final Duration CLOSING = Duration.ofSeconds(30);
    private static final Duration QUIET = Duration.ofSeconds(10);
    private static final double SUBSETS = 0.5;

    private final Protocol protocol;
    private final Variant variant;
    private final List<Integer> senders = new ArrayList<>();

    public FaultScenario(Protocol protocol, Variant variant) {
        this.protocol = protocol;
        this.variant = variant;
    }

    /** The most hosts of a group; the fewest are 3. */
    protected int mostHosts() {
        return 20;
    }

    /**
     * Says who takes part: roles, and how applications and sockets behave. Topology, protocol, checks and starting times are
     * there.
     *
     * @return the parameters of all members
     */
    protected Parameters describe(RandomGenerator random, Topology topology, SimulationBuilder builder) {
        drawBatches(random, builder);
        if (hasOneSender(
                protocol.configure(variant.parameters(), Wire.DEFAULT_DATAGRAM_BYTES)
                        .roles(),
                random)) {
            builder.role(0, Role.SENDER);
            senders.add(0);
        } else {
            builder.roles(Role.PEER);
            for (int host = 0; host < topology.hosts(); host++) {
                if (host == 0 || random.nextInt(3) == 0) {
                    senders.add(host);
                }
            }
        }
        return variant.parameters();
    }

    /** Whether one member sends to receivers; else there are equals, some of which send. By default where the protocol has senders. */
    protected boolean hasOneSender(Set<Role> roles, RandomGenerator random) {
        return roles.contains(Role.SENDER);
    }

    /** Draws whether datagrams gather before a wake-up, and how many messages wait for each application. */
    protected static void drawBatches(RandomGenerator random, SimulationBuilder builder) {
        builder.gather(random.nextBoolean() ? Duration.ZERO : Duration.ofMillis(1))
                .deliveryQueue(1 + random.nextInt(500));
    }

    /** Watches a run that begins, beyond what the checks see. */
    protected void watch(Simulation simulation) {}

    /** What applications do: the group is 800 ms old, and the faults have been planned. */
    protected void play(Simulation simulation, RandomGenerator random) {
        for (int sender : senders) {
            int messages = 300 + random.nextInt(1_700);
            Workload workload =
                    Workload.paced(messages, 1, messages / 10.0).withBytes(0, random.nextBoolean() ? 300 : 1_200);
            ifRunning(simulation, sender, node -> node.send(workload.toSubsets(subsets())));
            for (int flush = 0; flush < 4; flush++) {
                simulation.after(
                        Duration.ofMillis(500 + random.nextInt(10_000)),
                        () -> ifRunning(simulation, sender, node -> node.flush(Duration.ofSeconds(2))));
            }
        }
        simulation.runUntil(FAULTS_END.plus(QUIET));
        List<SimFlush> flushes = new ArrayList<>();
        senders.forEach(sender -> ifRunning(simulation, sender, node -> flushes.add(node.flush(CLOSING))));
        simulation.runUntil(() -> flushes.stream().allMatch(SimFlush::isDone), CLOSING.plusSeconds(1));
        simulation.checkComplete();
        senders.forEach(sender -> ifRunning(simulation, sender, node -> node.close(CLOSING)));
        simulation.runUntil(
                () -> senders.stream()
                        .noneMatch(sender -> simulation.node(sender).isRunning()),
                CLOSING.plusSeconds(1));
        simulation.runFor(Duration.ofSeconds(4));
        simulation.checkComplete();
    }

    /** The share of messages that go to some members: half, where that is promised. */
    private double subsets() {
        Promise promise = protocol.configure(variant.parameters(), Wire.DEFAULT_DATAGRAM_BYTES)
                .promise();
        return promise.destinations() == Promise.Destinations.SUBSET ? SUBSETS : 0;
    }

    private static void ifRunning(Simulation simulation, int host, Consumer<SimNode> call) {
        if (simulation.node(host).isRunning()) {
            call.accept(simulation.node(host));
        }
    }

    /** What is counted besides messages delivered and lost, by the words that follow the number. */
    protected Map<String, ToLongFunction<SimNode>> tallied() {
        Map<String, ToLongFunction<SimNode>> counters = new LinkedHashMap<>();
        counters.put("senders lost", counting(SessionEvent.SenderLost.class));
        counters.put("members given up", counting(SessionEvent.MemberFailed.class));
        counters.put("closed without everyone", FaultScenario::closedWithoutEveryone);
        return counters;
    }

    /** Counts the events of a kind that a node reported. */
    protected static ToLongFunction<SimNode> counting(Class<? extends SessionEvent> event) {
        return node -> node.events(event).size();
    }

    /** 1 if a node closed, and not all had everything, or else 0. */
    protected static long closedWithoutEveryone(SimNode node) {
        return node.closeResult() != null && !node.closeResult().complete() ? 1 : 0;
    }
}
