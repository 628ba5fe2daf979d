package org.rmcast.lab.papers.tachikawa;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.rmcast.api.Recipients;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;

/** Applications that send at random times, each message to random members, and what of that the engines accept. Not thread safe. */
final class StateTraffic {
    private final Simulation simulation;
    private final SplittableRandom random;
    private final int most;
    private final double rate;
    private final long[] ids;
    private long offered;
    private long accepted;
    private long copies;

    /**
     * Begins to send.
     *
     * @param most destinations of a message
     * @param rate messages per second of each member
     */
    StateTraffic(Simulation simulation, SplittableRandom random, int most, double rate) {
        this.simulation = simulation;
        this.random = random;
        this.most = most;
        this.rate = rate;
        this.ids = simulation.nodes().stream().mapToLong(SimNode::memberId).toArray();
        simulation.nodes().forEach(node -> new Application(node).await());
    }

    /** What is counted is counted from now on. */
    void begin() {
        offered = 0;
        accepted = 0;
        copies = 0;
    }

    double destinationsOfAMessage() {
        return (double) copies / accepted;
    }

    /** Messages that were accepted, once for each destination. */
    double copies() {
        return copies;
    }

    double refusedPercent() {
        return 100.0 * Math.max(0, offered - accepted) / offered;
    }

    /** One member's. */
    private final class Application implements NodeObserver {
        private final SimNode node;
        private final ArrayDeque<Integer> waiting = new ArrayDeque<>();

        Application(SimNode node) {
            this.node = node;
            node.observe(this);
        }

        @Override
        public void onAccepted(long number, long nowNanos) {
            accepted++;
            copies += waiting.remove();
        }

        void await() {
            double seconds = -StrictMath.log(1 - random.nextDouble()) / rate;
            simulation.after(Duration.ofNanos(Math.round(1e9 * seconds)), this::send);
        }

        private void send() {
            int count = 1 + random.nextInt(most);
            waiting.add(count);
            offered++;
            if (!node.send(new byte[StateRun.MESSAGE_BYTES], Recipients.of(drawn(count)))) {
                throw new IllegalStateException("more messages wait than an application may have waiting");
            }
            await();
        }

        private long[] drawn(int count) {
            long[] others =
                    Arrays.stream(ids).filter(id -> id != node.memberId()).toArray();
            for (int i = 0; i < count; i++) {
                int other = i + random.nextInt(others.length - i);
                long id = others[i];
                others[i] = others[other];
                others[other] = id;
            }
            return Arrays.copyOf(others, count);
        }
    }
}
