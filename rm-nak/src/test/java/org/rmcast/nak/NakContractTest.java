package org.rmcast.nak;

import java.util.List;
import java.util.Optional;
import java.util.Set;
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

/** What the NAK protocol keeps of what every protocol has to keep. */
class NakContractTest extends ProtocolContract {
    @Override
    protected Protocol protocol() {
        return new NakProtocol();
    }

    @Override
    protected Optional<TypedParameters> typedParameters() {
        return Optional.of(TypedParameters.of("org.rmcast.nak.NakParameters"));
    }

    @Override
    protected int seeds() {
        return 30;
    }

    /** In 67 a survivor told of all messages but those behind the first one of the last packet. */
    @Override
    protected List<Long> brokeOnce(Clause clause) {
        return clause == Clause.ALL_FAULTS ? List.of(67L) : List.of();
    }

    /** One that sends, or equals, by the seed. */
    @Override
    protected FaultScenario faults(Variant variant) {
        return new FaultScenario(protocol(), variant) {
            @Override
            protected boolean hasOneSender(Set<Role> roles, RandomGenerator random) {
                return random.nextBoolean();
            }

            @Override
            protected Parameters describe(RandomGenerator random, Topology topology, SimulationBuilder builder) {
                Parameters parameters = super.describe(random, topology, builder);
                return random.nextBoolean() ? shared(parameters) : parameters;
            }
        };
    }

    /** No lower than what applications send: where a fifth is lost for seconds the equation would keep it far below for longer than the runs take. */
    private static Parameters shared(Parameters parameters) {
        return parameters.with("rateControl", "shared").with("minSharedRate", 400_000);
    }

    @Override
    protected FaultScenario allFaults(Variant variant) {
        return faults(variant);
    }

    /** One that sends, and equals, among which all send. */
    @Override
    protected List<Variant> fuzzed() {
        return List.of(
                new Variant("one sender", Parameters.none()),
                new Variant("equals", Parameters.none()),
                new Variant("shared", Parameters.none().with("rateControl", "shared")));
    }

    @Override
    protected SimulationBuilder smallGroup(Variant variant, long seed) {
        SimulationBuilder builder = super.smallGroup(variant, seed);
        return variant.name().equals("one sender") ? builder.role(0, Role.SENDER) : builder.roles(Role.PEER);
    }

    @Override
    protected int fuzzedTypes() {
        return 10;
    }
}
