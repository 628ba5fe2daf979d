package org.rmcast.srm;

import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;
import org.rmcast.testkit.FaultScenario;
import org.rmcast.testkit.Variant;

/** A random run of SRM with faults: one member that sends, or equals; timers and local recovery of all kinds. */
class SrmFaultScenario extends FaultScenario {
    SrmFaultScenario(Variant variant) {
        super(new SrmProtocol(), variant);
    }

    @Override
    protected boolean hasOneSender(Set<Role> roles, RandomGenerator random) {
        return random.nextBoolean();
    }

    @Override
    protected Parameters describe(RandomGenerator random, Topology topology, SimulationBuilder builder) {
        Parameters parameters = super.describe(random, topology, builder);
        if (random.nextBoolean()) {
            return parameters;
        }
        return parameters
                .with("variant", one(random, "basic", "fixed", "deterministic", "probabilistic", "adaptive"))
                .with("backOff", one(random, "uniform", "truncated-exponential"))
                .with("localRecovery", one(random, "none", "one-step", "two-step"))
                .with("scopes", List.of("1", "2"))
                .with("rateControl", one(random, "fixed", "lan", "shared", "by-ttl"))
                // No lower than what applications send: the equation would keep it far below for longer than the runs
                // take.
                .with("minSharedRate", 400_000)
                .with("requestGather", one(random, "0s", "500us", "5ms"));
    }

    private static String one(RandomGenerator random, String... values) {
        return values[random.nextInt(values.length)];
    }
}
