package org.rmcast.pbcast;

import java.util.List;
import java.util.Optional;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.membership.MembershipConfig;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.testkit.Clause;
import org.rmcast.testkit.FaultScenario;
import org.rmcast.testkit.ProtocolContract;
import org.rmcast.testkit.TypedParameters;
import org.rmcast.testkit.Variant;

/** What Bimodal Multicast keeps of what every protocol has to keep: all of it. */
class PbcastContractTest extends ProtocolContract {
    @Override
    protected Protocol protocol() {
        return new PbcastProtocol();
    }

    @Override
    protected Optional<TypedParameters> typedParameters() {
        return Optional.of(TypedParameters.of("org.rmcast.pbcast.PbcastParameters"));
    }

    @Override
    protected FaultScenario faults(Variant variant) {
        return new PbcastFaultScenario(variant);
    }

    @Override
    protected int seeds() {
        return 100;
    }

    @Override
    protected int goldenSeeds() {
        return 16;
    }

    /** Each repair variant sends some packet types that the others do not. */
    @Override
    protected List<Variant> fuzzed() {
        return List.of(
                fuzzed("variant", "basic"),
                fuzzed("variant", "ipmc"),
                fuzzed("variant", "grb"),
                fuzzed("variant", "local"),
                fuzzed("gossip", "pull"),
                fuzzed("dissemination", "gossip"));
    }

    private static Variant fuzzed(String parameter, String value) {
        return new Variant(value, Parameters.none().with(parameter, value));
    }

    @Override
    protected SimulationBuilder smallGroup(Variant variant, long seed) {
        return super.smallGroup(variant, seed)
                .parameters(variant.parameters().with("windowMax", 512).with("bufferPackets", 1_024))
                .roles(Role.PEER);
    }

    /** 326 and 1006 lost in silence, 1411 broke prefix agreement, 1773 confirmed what was lost. */
    @Override
    protected List<Long> brokeOnce(Clause clause) {
        return switch (clause) {
            case FAULTS -> List.of(326L, 1006L, 1411L, 1773L);
            case ALL_FAULTS -> List.of(4906L);
            default -> List.of();
        };
    }

    @Override
    protected int fuzzedTypes() {
        return 9;
    }

    @Override
    protected ParameterTable documented() {
        return protocol().parameters().without(MembershipConfig.table());
    }
}
