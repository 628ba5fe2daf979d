package org.rmcast.pbcast;

import java.util.List;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.channel.Parameters;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.engine.Role;
import org.rmcast.core.membership.MembershipConfig;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.testkit.Clause;
import org.rmcast.testkit.FaultScenario;
import org.rmcast.testkit.Finding;
import org.rmcast.testkit.ProtocolContract;
import org.rmcast.testkit.Variant;

/** What Bimodal Multicast keeps of what every protocol has to keep, and what it is known not to. */
class PbcastContractTest extends ProtocolContract {
    private static final String ALL = "";

    @Override
    protected Protocol protocol() {
        return new PbcastProtocol();
    }

    @Override
    protected List<Finding> findings() {
        return List.of(
                Finding.of("convergence", "new: nine seconds after the last fault a receiver lacks messages in silence")
                        .seenIn(ALL, 56, 118),
                Finding.of("delivery in stream", "new: messages are delivered before the sender is in the view")
                        .seenIn(ALL, 3, 4),
                Finding.of("from the join", "finding B6c: a stream that is heard of late is followed from there")
                        .seenIn(ALL, 11, 155),
                Finding.of("sender events", "finding B9: messages are delivered after their sender was reported lost")
                        .seenIn(ALL, 25, 39),
                Finding.of("watchdog", "new: a receiver in touch stands still for more than five seconds")
                        .seenIn(ALL, 235, 297),
                Finding.of(
                        Clause.BYZANTINE_HOST,
                        "findings C2, C3 and H12: what a stranger says of a stream is believed, and carried on"));
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

    /** INFO is seldom sent in so small a group. */
    @Override
    protected int fuzzedTypes() {
        return 9;
    }

    @Override
    protected ParameterTable documented() {
        return protocol().parameters().without(MembershipConfig.table());
    }
}
