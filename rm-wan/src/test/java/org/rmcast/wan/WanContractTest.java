package org.rmcast.wan;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.rmcast.api.Parameters;
import org.rmcast.core.engine.Protocol;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.testkit.Clause;
import org.rmcast.testkit.FaultScenario;
import org.rmcast.testkit.ProtocolContract;
import org.rmcast.testkit.TypedParameters;
import org.rmcast.testkit.Variant;
import org.rmcast.wan.wire.WanPacket.PacketType;

/** What the wide-area group keeps of what every protocol has to keep. */
class WanContractTest extends ProtocolContract {
    /** {@code -Drm.dump=MILLIS}: prints the state of all engines at that time of a run. */
    private static final Long DUMP_MILLIS = Long.getLong("rm.dump");

    @Override
    protected Protocol protocol() {
        return new WanProtocol();
    }

    /** By every way: directly as it is measured, through coordinators with copies on each way, and in groups that confirm by their coordinators. */
    @Override
    protected List<Variant> variants() {
        Parameters hierarchical = Parameters.none()
                .with("sending", "hierarchical")
                .with("allowedLoss", 0.01)
                .with("probeInterval", "100ms");
        Parameters nested = Parameters.none().with("mode", "nested").with("probeInterval", "100ms");
        return List.of(
                new Variant("", Parameters.none()),
                new Variant("hierarchical", hierarchical),
                new Variant("nested", nested));
    }

    /** Not hierarchical with copies: that sends each message to those that lose more than a hundredth in copies of their own, as it is asked to. */
    @Override
    protected List<Variant> scaled() {
        return List.of(variants().get(0));
    }

    /**
     * Together they send packets of all types: restless members are often held for gone, so that they agree on views and settle what others sent,
     * and decentralised ones tell what all have.
     */
    @Override
    protected List<Variant> fuzzed() {
        Parameters restless = Parameters.none()
                .with("probePeriod", "20ms")
                .with("probeTimeout", "5ms")
                .with("suspicionPeriods", 1)
                .with("indirectProbes", 0)
                .with("viewDelay", "0s")
                .with("viewTimeout", "100ms");
        return List.of(
                variants().get(0),
                new Variant("restless", restless),
                new Variant("decentralised", Parameters.none().with("mode", "decentralised")));
    }

    @Override
    protected Optional<TypedParameters> typedParameters() {
        return Optional.of(TypedParameters.of("org.rmcast.wan.WanParameters"));
    }

    @Override
    protected int seeds() {
        return 18;
    }

    @Override
    protected int seedsOfAllFaults() {
        return 7;
    }

    @Override
    protected int seedsBesideAByzantineHost() {
        return 7;
    }

    @Override
    protected List<Long> brokeOnce(Clause clause) {
        return switch (clause) {
            case FAULTS -> List.of(17L, 506L, 7282L, 7313L, 9590L);
            case ALL_FAULTS -> List.of(7024L, 7090L);
            default -> List.of();
        };
    }

    @Override
    protected int goldenSeeds() {
        return 4;
    }

    @Override
    protected FaultScenario faults(Variant variant) {
        return new FaultScenario(protocol(), variant) {
            @Override
            protected void watch(Simulation simulation) {
                if (DUMP_MILLIS != null) {
                    simulation.after(Duration.ofMillis(DUMP_MILLIS), () -> dump(simulation));
                }
            }
        };
    }

    @Override
    protected FaultScenario allFaults(Variant variant) {
        return faults(variant);
    }

    private static void dump(Simulation simulation) {
        for (SimNode node : simulation.nodes()) {
            System.out.println(node.index() + ": " + node.describeEngine() + " " + node.statistics());
        }
    }

    @Override
    protected int fuzzedTypes() {
        return PacketType.values().length;
    }
}
