package org.rmcast.pbcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EngineMeter;
import org.rmcast.core.impair.Impairments;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/** How soon a message is delivered where some are lost on their way, and those behind wait for them. */
class PbcastLatencyTest {
    private static final int MESSAGES = 50_000;
    private static final int RECEIVERS = 4;

    /** The delays of all messages at all receivers, in order, in milliseconds. */
    private static double[] delays(long seed, String down, String up) {
        LinkSettings link = new LinkSettings(Impairments.parse(down), Impairments.parse(up));
        Simulation simulation = Simulation.builder(seed)
                .topology(Topology.star(RECEIVERS + 1, link))
                .protocol(new PbcastProtocol())
                .parameters(PbcastConfig.defaults().parameters())
                .build();
        SimNode sender = simulation.node(0);
        assertThat(simulation.runUntil(() -> sender.receiverCount() == RECEIVERS, Duration.ofSeconds(30)))
                .isTrue();
        // Until all have proved where they are: before, requests wait for that.
        simulation.runFor(Duration.ofSeconds(2));
        long[] accepted = new long[MESSAGES];
        double[] delays = new double[MESSAGES * RECEIVERS];
        int[] count = new int[1];
        sender.observe(new NodeObserver() {
            @Override
            public void onAccepted(long number, long nowNanos) {
                accepted[(int) number] = nowNanos;
            }
        });
        for (SimNode node : simulation.nodes().subList(1, RECEIVERS + 1)) {
            node.observe(new NodeObserver() {
                @Override
                public void onDelivered(long sourceId, long number, long nowNanos) {
                    delays[count[0]++] = (nowNanos - accepted[(int) number]) / 1e6;
                }
            });
        }
        sender.send(Workload.paced(MESSAGES, 210, 10_000));
        simulation.runUntil(sender::isSendingDone, Duration.ofMinutes(1));
        simulation.runFor(Duration.ofSeconds(3));
        assertThat(count[0]).isEqualTo(delays.length);
        Arrays.sort(delays);
        long missed = 0;
        long repairs = 0;
        long duplicates = 0;
        for (SimNode node : simulation.nodes()) {
            missed += node.statistics().get(EngineMeter.PACKETS_MISSED);
            repairs += node.statistics().get(EngineMeter.REPAIRS_SENT);
            duplicates += node.statistics().get(EngineMeter.DUPLICATE_PACKETS);
        }
        System.out.printf(
                "seed %d, %s: p50 %.2f p90 %.2f p99 %.2f p99.9 %.2f max %.2f ms; missed %d, repairs %d, duplicates %d%n",
                seed,
                down,
                delays[delays.length / 2],
                delays[delays.length / 10 * 9],
                delays[delays.length / 100 * 99],
                delays[delays.length / 1000 * 999],
                delays[delays.length - 1],
                missed,
                repairs,
                duplicates);
        return delays;
    }

    @Test
    void shouldDeliverSoonWhereOneOfTwentyIsLost() {
        for (long seed = 1; seed <= 3; seed++) {
            double[] delays = delays(seed, "delay=0.1ms,rate=1Gbit,loss=5%", "delay=0.1ms,rate=1Gbit,loss=5%");
            assertThat(delays[delays.length / 100 * 99]).isLessThan(4);
            delays = delays(seed, "delay=0.1ms,rate=1Gbit,loss=5%", "delay=0.1ms,rate=1Gbit");
            assertThat(delays[delays.length / 100 * 99]).isLessThan(3);
        }
    }
}
