package org.rmcast.tram;

import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.core.engine.Protocol;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;
import org.rmcast.testkit.Clause;
import org.rmcast.testkit.FaultScenario;
import org.rmcast.testkit.ProtocolContract;
import org.rmcast.testkit.TypedParameters;
import org.rmcast.testkit.Variant;

/** What TRAM and TRAM++ keep of what every protocol has to keep, and what they are known not to. */
class TramContractTest extends ProtocolContract {
    private static final String LOCAL = "LOCAL";
    private static final String REAFFILIATE = "REAFFILIATE";

    @Override
    protected Protocol protocol() {
        return new TramProtocol();
    }

    @Override
    protected List<Variant> variants() {
        return List.of(
                new Variant(LOCAL, Parameters.none()),
                new Variant(REAFFILIATE, Parameters.none().with("recovery", "reaffiliate")));
    }

    @Override
    protected Optional<TypedParameters> typedParameters() {
        return Optional.of(TypedParameters.of("org.rmcast.tram.TramParameters")
                .start(
                        "plusPlus",
                        "With TRAM++: heads hold little, and members ask the heads above, up to the sender.",
                        "recovery",
                        TramConfig.Recovery.REAFFILIATE));
    }

    @Override
    protected FaultScenario faults(Variant variant) {
        return new TramFaultScenario(variant);
    }

    /** Who hears nothing of its sender for longer than it may be silent believes whoever speaks in its name then. */
    @Override
    protected FaultScenario besideAByzantineHost(Variant variant) {
        return new TramFaultScenario(variant, TramConfig.defaults());
    }

    @Override
    protected FaultScenario allFaults(Variant variant) {
        return new FaultScenario(protocol(), variant) {
            @Override
            protected Parameters describe(RandomGenerator random, Topology topology, SimulationBuilder builder) {
                Parameters parameters = super.describe(random, topology, builder);
                TramFaultScenario.drawRepairNodes(random, topology, builder);
                return parameters;
            }
        };
    }

    @Override
    protected int seeds() {
        return 150;
    }

    /** 4616: a receiver that had done with the stream was woken without end for a report that it did not send any more. */
    @Override
    protected List<Long> brokeOnce(Clause clause) {
        return clause == Clause.BYZANTINE_HOST ? List.of(4616L) : List.of();
    }

    /** A head that takes only two members sends packets that others do not. */
    @Override
    protected SimulationBuilder smallGroup(Variant variant, long seed) {
        return super.smallGroup(variant, seed)
                .parameters(variant.parameters().with("maxMembers", 2))
                .role(1, Role.REPAIR_NODE);
    }

    @Override
    protected boolean forgedAreDelivered() {
        return false;
    }

    /** All but those for repairs by other heads and for what becomes of members, which such small groups seldom send. */
    @Override
    protected int fuzzedTypes() {
        return 11;
    }

    @Override
    protected int mostMessageBytes() {
        return 16 << 20;
    }
}
