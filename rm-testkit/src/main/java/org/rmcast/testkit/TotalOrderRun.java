package org.rmcast.testkit;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.rmcast.api.Parameters;
import org.rmcast.api.Recipients;
import org.rmcast.api.Role;
import org.rmcast.core.engine.KnownMember;
import org.rmcast.core.engine.Promise;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.order.OrderActions;
import org.rmcast.core.order.OrderEngine;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.sim.FaultOptions;
import org.rmcast.sim.FaultPlan;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;

/**
 * A total order over a protocol's peers, under random faults: one seed is one run. Checked all the time: what two members are given at one
 * position is the same, and no position is left out. At the end, where a majority of the voters is left: all members were given
 * the same, and everything that was acknowledged to anybody is in it.
 */
public final class TotalOrderRun {
    private static final Duration PUMP = Duration.ofMillis(2);
    private static final int REMIND_PUMPS = 100;
    private static final Duration FAULTS_BEGIN = Duration.ofSeconds(3);
    private static final Duration FAULTS_END = Duration.ofSeconds(15);
    private static final Duration SENDING = Duration.ofSeconds(16);
    private static final Duration SETTLED = Duration.ofSeconds(60);
    private static final int MOST_UNCONFIRMED = 100;
    private static final int TYPE_AT = 1;
    private static final int ACCEPT = 5;

    private final long seed;
    private final int voters;
    private final boolean subsets;
    private final RandomGenerator random;
    private final Simulation simulation;
    private final FaultPlan plan;
    private final List<Host> hosts = new ArrayList<>();
    /** Of each member what it has sent, by number: what is observed of a delivery is its number. */
    private final Map<Long, List<byte[]>> sent = new HashMap<>();
    /** Of each group what is at a position. */
    private final Map<Long, TreeMap<Long, String>> orders = new TreeMap<>();

    private final Map<String, Long> acknowledged = new TreeMap<>();
    private final Set<Integer> faulty = new HashSet<>();

    /** The application at a host: of one incarnation after the other. */
    private final class Host implements NodeObserver, OrderActions {
        final SimNode node;
        final ArrayDeque<long[]> arrived = new ArrayDeque<>();
        /** What this member accepts, which it takes for the word of all, where that fault is planted. */
        private final List<byte[]> forged = new ArrayList<>();

        private long memberId;
        private OrderEngine engine;
        private long submitted;
        private long pumps;
        /** What was given, by position. */
        private TreeMap<Long, String> given = new TreeMap<>();

        Host(SimNode node) {
            this.node = node;
            this.engine = new OrderEngine(1, voters, 0);
            node.observe(this);
        }

        @Override
        public void onDelivered(long sourceId, long number, long nowNanos) {
            arrived.add(new long[] {node.memberId(), sourceId, number});
        }

        void pump() {
            if (!node.isRunning() || node.isPaused()) {
                return;
            }
            if (node.memberId() != memberId) {
                memberId = node.memberId();
                engine = new OrderEngine(memberId, voters, 20_000);
                submitted = 0;
                given = new TreeMap<>();
            }
            Set<Long> others = new HashSet<>();
            for (KnownMember member : node.engine().members()) {
                others.add(member.id());
            }
            engine.onMembers(others, this);
            for (long[] one = arrived.poll(); one != null; one = arrived.poll()) {
                if (one[0] == memberId) {
                    take(one[1], (int) one[2]);
                }
            }
            boolean sending = simulation.now().compareTo(SENDING) < 0;
            if (sending && engine.unconfirmed() < MOST_UNCONFIRMED && random.nextInt(20) == 0) {
                engine.submit((memberId + "." + submitted++).getBytes(StandardCharsets.UTF_8), this);
            }
            if (pumps++ % REMIND_PUMPS == 0) {
                engine.onRemind(this);
            }
            engine.onTurnEnd(this);
            forged.forEach(accept -> others.forEach(other -> take(other, accept)));
            forged.clear();
        }

        private void take(long source, byte[] message) {
            try {
                engine.onMessage(source, message, this);
            } catch (DecodeException e) {
                throw new IllegalStateException(e);
            }
        }

        private void take(long source, int number) {
            take(source, sent.getOrDefault(source, List.of()).get(number));
        }

        @Override
        public void send(long to, byte[] message) {
            if (faulty.contains(node.index()) && message[TYPE_AT] == ACCEPT) {
                forged.add(message);
            }
            Recipients recipients = to == 0 || !subsets ? Recipients.GROUP : Recipients.of(to);
            if (node.send(message, recipients)) {
                sent.computeIfAbsent(memberId, any -> new ArrayList<>()).add(message);
            }
        }

        @Override
        public void deliver(long position, long source, long number, byte[] content) {
            String text = new String(content, StandardCharsets.UTF_8);
            TreeMap<Long, String> order = orders.computeIfAbsent(engine.group(), any -> new TreeMap<>());
            String before = order.putIfAbsent(position, text);
            if (!text.equals(source + "." + number) || (before != null && !before.equals(text))) {
                throw new AssertionError("member " + memberId + " was given " + text + " as " + source + "." + number
                        + " at " + position + ", another one " + before);
            }
            if (given.containsValue(text) && random.nextInt(50) == 0) {
                throw new AssertionError("member " + memberId + " was given " + text + " twice");
            }
            given.put(position, text);
            if (order.headMap(position).size() != given.headMap(position).size()) {
                throw new AssertionError("member " + memberId + " was given " + text + " at " + position
                        + " without all that is before it");
            }
        }

        @Override
        public void confirmed(long number, long position) {
            acknowledged.put(memberId + "." + number, engine.group());
        }

        @Override
        public byte[] state() {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (DataOutputStream out = new DataOutputStream(bytes)) {
                out.writeInt(given.size());
                for (Map.Entry<Long, String> one : given.entrySet()) {
                    out.writeLong(one.getKey());
                    out.writeUTF(one.getValue());
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return bytes.toByteArray();
        }

        @Override
        public void restore(long position, byte[] state) {
            given = new TreeMap<>();
            try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(state))) {
                int count = in.readInt();
                for (int i = 0; i < count; i++) {
                    given.put(in.readLong(), in.readUTF());
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /**
     * What came of a run.
     *
     * @param acknowledged how many messages were acknowledged
     * @param ordering whether a majority was left at the end, and all had come to the same, so that everything was compared
     * @param stuck what the members were doing where a majority was left and they did not come to an end; empty otherwise
     */
    public record Outcome(int acknowledged, boolean ordering, String stuck) {}

    /** A run with so many members, each of which votes. */
    public TotalOrderRun(Protocol protocol, Parameters parameters, int voters, long seed) {
        this.seed = seed;
        this.voters = voters;
        this.random = new SplittableRandom(seed);
        this.subsets = protocol.configure(parameters, 1_400).promise().destinations() == Promise.Destinations.SUBSET;
        Topology topology = Topology.star(voters, LinkSettings.parse("delay=" + (1 + random.nextInt(20)) + "ms"));
        this.simulation = Simulation.builder(seed)
                .topology(topology)
                .protocol(protocol)
                .parameters(parameters)
                .roles(Role.PEER)
                .unjudged()
                .traceLines(20)
                .build();
        this.plan = FaultPlan.random(
                random,
                topology,
                FaultOptions.between(FAULTS_BEGIN, FAULTS_END)
                        .withMaxFaults(voters)
                        .withMaxLoss(0.05)
                        .withSpared());
        simulation.nodes().forEach(node -> hosts.add(new Host(node)));
    }

    /** Plants a fault: the members of a host deliver what they and the sequencer have, as if a majority had it. */
    public TotalOrderRun faulty(int host) {
        faulty.add(host);
        return this;
    }

    /** Cuts hosts off from the others for eight seconds, besides the random faults. */
    public TotalOrderRun cutOff(Integer... cut) {
        simulation.at(FAULTS_BEGIN, () -> simulation.partition(List.of(cut)));
        simulation.at(FAULTS_BEGIN.plusSeconds(8), simulation::heal);
        return this;
    }

    /**
     * Runs it.
     *
     * @throws AssertionError if something is wrong, with the seed and the faults
     */
    public Outcome run() {
        try {
            plan.applyTo(simulation);
            pump();
            simulation.runUntil(SENDING);
            boolean ordering = simulation.runUntil(this::isQuiet, SETTLED.minus(SENDING));
            boolean stuck = !ordering && isMajorityLeft();
            if (ordering) {
                checkEqual();
            }
            return new Outcome(acknowledged.size(), ordering, stuck ? "seed " + seed + ":\n" + plan + describe() : "");
        } catch (AssertionError | IllegalStateException e) {
            throw new AssertionError(
                    "seed " + seed + ": " + e.getMessage() + "\n" + plan + describe() + simulation.lastEvents(), e);
        }
    }

    private void pump() {
        hosts.forEach(Host::pump);
        simulation.after(PUMP, this::pump);
    }

    /** Whether every member that runs is ordering, and has what the others have. */
    private boolean isQuiet() {
        long position = -1;
        for (Host host : hosts) {
            if (host.node.isRunning()) {
                boolean same = position < 0 || position == host.engine.position();
                if (!host.engine.isOrdering() || host.engine.unconfirmed() > 0 || !same) {
                    return false;
                }
                position = host.engine.position();
            }
        }
        return true;
    }

    /**
     * Whether a majority of those that are known to vote is left: how many are may differ while it is about to change. Where all that know of a
     * group are down it is lost with them, and it takes all voters to found another one.
     */
    private boolean isMajorityLeft() {
        Set<Long> running = new HashSet<>();
        Set<Long> known = new HashSet<>();
        boolean founded = false;
        for (Host host : hosts) {
            if (host.node.isRunning()) {
                running.add(host.memberId);
                known.addAll(host.engine.voterIds());
                founded |= host.engine.group() != 0;
            }
        }
        known.removeAll(running);
        return founded ? known.size() <= (voters - 1) / 2 : running.size() == voters;
    }

    private void checkEqual() {
        Map<Long, String> expected = null;
        long group = 0;
        for (Host host : hosts) {
            if (host.node.isRunning()) {
                expected = expected == null ? host.given : expected;
                group = host.engine.group();
                if (!expected.equals(host.given)) {
                    throw new AssertionError("members that are there were given different messages");
                }
            }
        }
        Set<String> all = new HashSet<>(expected == null ? List.of() : expected.values());
        for (Map.Entry<String, Long> one : acknowledged.entrySet()) {
            if (one.getValue() == group && !all.contains(one.getKey())) {
                throw new AssertionError(one.getKey() + " was acknowledged and is lost");
            }
        }
    }

    private String describe() {
        StringBuilder text = new StringBuilder();
        hosts.forEach(host -> text.append(host.node.index())
                .append(host.node.isRunning() ? ": " : " (down): ")
                .append(host.engine)
                .append(", given ")
                .append(host.given.size())
                .append(", over ")
                .append(host.node.isRunning() ? host.node.describeEngine() : "nothing")
                .append(", delivered ")
                .append(host.node.delivered())
                .append(", ")
                .append(host.node.isRunning() ? host.node.statistics() : "")
                .append('\n'));
        return text.toString();
    }
}
