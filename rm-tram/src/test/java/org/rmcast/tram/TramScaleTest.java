package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Role;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/** A large group under two levels of heads. */
class TramScaleTest {
    private static final int REGIONS = 5;
    private static final int SITES = 8;
    private static final int RECEIVERS_PER_SITE = 25;
    private static final int MESSAGES = 2_000;

    /** 1 sender, 5 heads under it, 8 heads under each of those, 25 receivers under each of these; 2 % on every link. */
    @Test
    void shouldReachAThousandReceiversUnderTwoLevelsOfHeads() {
        LinkSettings link = LinkSettings.parse("delay=1ms,rate=1Gbit,loss=2%");
        Topology.Builder builder = Topology.builder();
        builder.host(0, link);
        List<Integer> heads = new ArrayList<>();
        for (int region = 0; region < REGIONS; region++) {
            int regional = builder.router(0, link);
            heads.add(builder.host(regional, link));
            for (int site = 0; site < SITES; site++) {
                int local = builder.router(regional, link);
                heads.add(builder.host(local, link));
                for (int receiver = 0; receiver < RECEIVERS_PER_SITE; receiver++) {
                    builder.host(local, link);
                }
            }
        }
        var simulation = Simulation.builder(1_000)
                .topology(builder.build())
                .protocol(new TramProtocol())
                .parameters(TramConfig.defaults().parameters());
        heads.forEach(head -> simulation.role(head, Role.REPAIR_NODE));
        int receivers = REGIONS * SITES * RECEIVERS_PER_SITE;
        Simulation run = simulation.build();
        assertThat(run.runUntil(() -> run.node(0).receiverCount() == receivers, Duration.ofSeconds(30)))
                .as("%d of %d receivers", run.node(0).receiverCount(), receivers)
                .isTrue();
        run.node(0).send(Workload.paced(MESSAGES, 1_000, 1_000));
        run.runUntil(run.node(0)::isSendingDone, Duration.ofSeconds(60));
        run.node(0).close(Duration.ofSeconds(30));
        run.runUntil(() -> run.node(0).closeResult() != null, Duration.ofSeconds(40));
        run.runFor(Duration.ofSeconds(1));
        run.checkComplete();
        assertThat(run.node(0).closeResult()).matches(result -> result != null && result.complete());
        long complete = run.nodes().stream()
                .filter(node -> node.role() == Role.RECEIVER && node.delivered() == MESSAGES)
                .count();
        System.out.printf(
                "%d receivers: %d steps, %s of virtual time, digest %016x%n",
                receivers, run.steps(), run.now(), run.digest());
        assertThat(complete).isEqualTo(receivers);
        assertThat(run.node(0).statistics().members()).hasSizeLessThanOrEqualTo(64);
    }
}
