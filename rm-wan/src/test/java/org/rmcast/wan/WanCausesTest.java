package org.rmcast.wan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.Parameters;
import org.rmcast.api.Recipients;
import org.rmcast.api.Role;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/** What members keep, and send, of the causal past stays small, however long they go on and whoever has gone. */
class WanCausesTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    private static Simulation group(int members, String mode) {
        Simulation simulation = Simulation.builder(7)
                .topology(Topology.star(members, LinkSettings.parse("delay=25ms,loss=1%")))
                .protocol(new WanProtocol())
                .parameters(Parameters.none().with("mode", mode))
                .roles(Role.PEER)
                .build();
        assertThat(simulation.runUntil(
                        () -> simulation.nodes().stream().allMatch(node -> node.receiverCount() == members - 1), LONG))
                .as("all have met")
                .isTrue();
        return simulation;
    }

    private static long sum(List<SimNode> nodes, EngineMeter meter) {
        return nodes.stream().mapToLong(node -> node.statistics().get(meter)).sum();
    }

    private static long sum(List<SimNode> nodes, WanMeter meter) {
        return nodes.stream().mapToLong(node -> node.statistics().get(meter)).sum();
    }

    /** Each message of 200 bytes is one unit, which it would not be if what it carries of the past took its room. */
    @ParameterizedTest
    @CsvSource({"modified, 20, 2, 10", "decentralised, 20, 2, 20"})
    void shouldCutNothingAndMakeNobodyWait(String mode, int members, int rate, int seconds) {
        Simulation simulation = group(members, mode);
        SplittableRandom random = new SplittableRandom(7);
        for (SimNode node : simulation.nodes()) {
            sendOn(simulation, node, seconds * rate, rate, random);
        }
        simulation.runFor(Duration.ofSeconds(seconds).plusMillis(1));
        assertThat(simulation.nodes())
                .as("all was accepted when it was sent")
                .allMatch(node -> node.accepted() == (long) rate * seconds);
        simulation.runFor(Duration.ofSeconds(2));
        assertThat(sum(simulation.nodes(), WanMeter.UNITS_SENT))
                .as("each is sent as one unit, once to each destination")
                .isEqualTo(sum(simulation.nodes(), EngineMeter.MESSAGES_DELIVERED));
    }

    /** A member sends to one to four others, again and again. */
    private static void sendOn(Simulation simulation, SimNode node, int left, int rate, SplittableRandom random) {
        if (left == 0) {
            return;
        }
        simulation.after(Duration.ofNanos(1_000_000_000L / rate), () -> {
            List<Long> others = new ArrayList<>();
            simulation.nodes().stream().filter(other -> other != node).forEach(other -> others.add(other.memberId()));
            Collections.shuffle(others, new Random(random.nextLong()));
            long[] some = others.subList(0, 1 + random.nextInt(4)).stream()
                    .mapToLong(Long::longValue)
                    .toArray();
            node.send(new byte[200], Recipients.of(some));
            sendOn(simulation, node, left - 1, rate, random);
        });
    }

    /** Members that come, send and crash at once leave nothing behind. */
    @Test
    void shouldForgetWhatThoseHaveSentWhoAreGone() {
        Simulation simulation = group(4, "modified");
        SimNode sender = simulation.node(0);
        for (int i = 1; i < 4; i++) {
            simulation.node(i).send(Workload.unpaced(20, 200).toSubsets(0.5));
        }
        simulation.runFor(Duration.ofMillis(60));
        simulation.node(3).crash();
        assertThat(simulation.runUntil(() -> sender.receiverCount() == 2, LONG)).isTrue();
        simulation.runFor(Duration.ofSeconds(3));
        sender.send(Workload.unpaced(1, 200));
        simulation.runFor(Duration.ofSeconds(3));
        sender.send(Workload.unpaced(1, 200));
        assertThat(sender.statistics().get(WanMeter.CAUSES)).isLessThanOrEqualTo(1);
    }
}
