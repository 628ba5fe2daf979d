package org.rmcast.tram;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.Role;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;

/**
 * Looks again and again, in a simulation of TRAM++, whether the sender takes for confirmed by everyone only what every
 * receiver that is in the tree has taken, and whether every head's cache keeps to its bound.
 */
final class PermanentAckCheck {
    private static final Duration INTERVAL = Duration.ofMillis(3);
    private static final Duration SETTLED = Duration.ofSeconds(2);

    private final Simulation simulation;
    private final TramConfig config;
    private final Map<Integer, Promise> promises = new HashMap<>();

    PermanentAckCheck(Simulation simulation, TramConfig config) {
        this.simulation = simulation;
        this.config = config;
    }

    void start() {
        simulation.after(INTERVAL, this::check);
    }

    private void check() {
        SimNode sender = simulation.node(0);
        if (!sender.isRunning()) {
            return;
        }
        long confirmed = ((TramSenderEngine) sender.engine()).confirmed();
        for (SimNode node : simulation.nodes()) {
            if (node.role() == Role.SENDER || !node.isRunning()) {
                continue;
            }
            TramReceiverEngine engine = (TramReceiverEngine) node.engine();
            if (engine.statistics().get(EngineMeter.BUFFER_PACKETS) > config.headCachePackets) {
                throw new IllegalStateException(
                        "host " + node.index() + " holds " + engine.statistics().get(EngineMeter.BUFFER_PACKETS)
                                + " packets of at most " + config.headCachePackets);
            }
            long promised = promisedFrom(node, confirmed);
            if (confirmed > Math.max(promised, engine.delivered())
                    && engine.delivered() < sender.statistics().get(EngineMeter.NEXT_SEQUENCE)) {
                throw new IllegalStateException("confirmed below " + confirmed + " while host " + node.index()
                        + " has taken only what is below " + engine.delivered() + " at " + simulation.now());
            }
        }
        simulation.after(INTERVAL, this::check);
    }

    /**
     * The sequence from which on a node is waited for, {@link Long#MAX_VALUE} if it is not. It takes a while until the sender
     * knows of a node that has come, or hangs on another head: what was confirmed until then is no promise to that node.
     */
    private long promisedFrom(SimNode node, long confirmed) {
        List<Long> way = wayUp(node);
        Promise promise = promises.get(node.index());
        if (promise == null || !promise.way.equals(way)) {
            promise = new Promise(way, simulation.now().plus(SETTLED));
            promises.put(node.index(), promise);
        }
        if (way.isEmpty() || simulation.now().compareTo(promise.settledAt) < 0) {
            promise.from = confirmed;
        }
        return way.isEmpty() ? Long.MAX_VALUE : promise.from;
    }

    private static final class Promise {
        final List<Long> way;
        final Duration settledAt;
        long from;

        Promise(List<Long> way, Duration settledAt) {
            this.way = way;
            this.settledAt = settledAt;
        }
    }

    /** The heads up to the sender, if each still counts the one below it as its member; else empty. */
    private List<Long> wayUp(SimNode node) {
        List<Long> way = new ArrayList<>();
        if (node.role() != Role.RECEIVER || ((TramReceiverEngine) node.engine()).delivered() == 0) {
            return way;
        }
        way.add(node.memberId());
        SimNode below = node;
        for (int level = 0; level < simulation.nodes().size(); level++) {
            SimNode head = find(below.statistics().get(TramMeter.HEAD_ID));
            long id = below.memberId();
            if (head == null || head.statistics().members().stream().noneMatch(member -> member.memberId() == id)) {
                return List.of();
            }
            way.add(head.memberId());
            if (head.role() == Role.SENDER) {
                return way;
            }
            below = head;
        }
        return List.of();
    }

    private @Nullable SimNode find(long memberId) {
        for (SimNode node : simulation.nodes()) {
            if (memberId != 0 && node.isRunning() && node.memberId() == memberId) {
                return node;
            }
        }
        return null;
    }
}
