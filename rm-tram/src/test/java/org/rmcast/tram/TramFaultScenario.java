package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;
import org.rmcast.testkit.FaultScenario;
import org.rmcast.testkit.Variant;

/** Random groups of 3 to 30 members with heads among them and random parameters; the sender stays, sends, and closes. */
final class TramFaultScenario extends FaultScenario {
    private static final Duration QUIET = Duration.ofSeconds(60);

    private final TramConfig.Recovery recovery;
    private final TramConfig base;
    private TramConfig config = TramConfig.defaults();

    TramFaultScenario(Variant variant) {
        this(variant, TramConfig.defaults().with("senderSilence", "5s"));
    }

    /** @param base what is not drawn */
    TramFaultScenario(Variant variant, TramConfig base) {
        super(new TramProtocol(), variant);
        this.base = base;
        recovery = TramConfig.of(variant.parameters()).recovery;
    }

    @Override
    protected int mostHosts() {
        return 30;
    }

    @Override
    protected Parameters describe(RandomGenerator random, Topology topology, SimulationBuilder builder) {
        builder.role(0, Role.SENDER);
        drawBatches(random, builder);
        config = recovery == TramConfig.Recovery.LOCAL ? config(random) : reaffiliating(config(random), random);
        drawRepairNodes(random, topology, builder);
        return config.parameters();
    }

    /** Up to a quarter of the hosts, the first ones, repair for others. */
    static void drawRepairNodes(RandomGenerator random, Topology topology, SimulationBuilder builder) {
        int heads = random.nextInt(1 + topology.hosts() / 4);
        for (int host = 1; host <= heads; host++) {
            builder.role(host, Role.REPAIR_NODE);
        }
    }

    @Override
    protected void watch(Simulation simulation) {
        if (recovery == TramConfig.Recovery.REAFFILIATE) {
            new PermanentAckCheck(simulation, config).start();
        }
    }

    @Override
    protected void play(Simulation simulation, RandomGenerator random) {
        SimNode sender = simulation.node(0);
        int messages = 300 + random.nextInt(2_000);
        sender.send(Workload.paced(messages, 1, messages / 10.0).withBytes(0, random.nextBoolean() ? 300 : 5_000));
        simulation.runUntil(FAULTS_END.plusSeconds(10));
        sender.close(QUIET);
        if (!simulation.runUntil(() -> sender.closeResult() != null, QUIET.plusSeconds(5))) {
            fail("the sender did not close in time");
        }
        simulation.runFor(Duration.ofSeconds(65));
        simulation.checkComplete();
        assertThat(sender.accepted()).as("accepted").isEqualTo(messages);
    }

    @Override
    protected Map<String, ToLongFunction<SimNode>> tallied() {
        Map<String, ToLongFunction<SimNode>> counters = new LinkedHashMap<>();
        counters.put("changes of head", counting(SessionEvent.RepairHeadChanged.class));
        counters.put("members given up", counting(SessionEvent.MemberPruned.class));
        counters.put("streams closed without everyone", FaultScenario::closedWithoutEveryone);
        return counters;
    }

    private TramConfig config(RandomGenerator random) {
        TramConfig config = base.with("canBeHead", random.nextInt(4) != 0);
        if (random.nextInt(3) == 0) {
            config = config.with("ackWindow", 8)
                    .with("windowStart", 64)
                    .with("windowMax", 128)
                    .with("cachePackets", 400);
        }
        if (random.nextInt(4) == 0) {
            config = config.with("maxMembers", 2 + random.nextInt(6));
        }
        if (random.nextInt(4) == 0) {
            config = config.with("lanElection", true);
        }
        if (random.nextInt(4) == 0) {
            config = config.with("lateJoin", "limited-recovery");
        }
        if (random.nextInt(6) == 0) {
            config = config.with("promptNak", false).with("multicastRepairMembers", 1);
        }
        if (random.nextInt(6) == 0) {
            config = config.with("advertisementInterval", "300ms");
        }
        return config;
    }

    private static TramConfig reaffiliating(TramConfig base, RandomGenerator random) {
        TramConfig config = base.with("recovery", "reaffiliate");
        config = switch (random.nextInt(4)) {
            case 0 -> config.with("headCachePackets", 200);
            case 1 ->
                config.with("headCachePackets", 200)
                        .with("headCacheLowMark", 32)
                        .with("headCacheHighMark", 120);
            case 2 -> config.with("headCachePackets", 512);
            default -> config;
        };
        config = switch (random.nextInt(4)) {
            case 0 -> config.with("slowReceivers", "block");
            case 1 ->
                config.with("slowReceivers", "spill")
                        .with("prunePatience", "2s")
                        .with("spillPatience", "5s");
            case 2 -> config.with("slowReceivers", "prune").with("pruneUnsatisfiedShare", 0.01);
            default ->
                config.with("pruneReaffiliations", 5)
                        .with("pruneMinRate", 10_000)
                        .with("prunePatience", "2s");
        };
        return random.nextInt(3) == 0
                ? config.with("windowStart", 64)
                        .with("windowMax", Math.max(128, Math.min(256, config.windowMax)))
                        .with("cachePackets", 512)
                        .with("prunePatience", "500ms")
                : config;
    }
}
