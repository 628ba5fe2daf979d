package org.rmcast.testkit;

import java.io.IOException;
import java.util.Set;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.wire.Wire;
import org.rmcast.sim.Costs;
import org.rmcast.sim.allocation.Allocations;

/** What is written down beside a protocol's test class. */
final class Goldens {
    /** Allocations are the same to the byte on one JDK; on 17 and 25 they differ by less than half of this. */
    private static final double JDKS_DIFFER_BY = 0.02;

    private Goldens() {}

    /** Digests over every event of some runs with faults, and what those did. */
    static void checkTraces(ProtocolContract contract, FaultRuns runs) {
        GoldenFigures golden = GoldenFigures.of(contract.getClass(), "golden-traces.txt");
        Tally tally = new Tally();
        for (Variant variant : contract.variants()) {
            for (long seed = 0; seed < contract.goldenSeeds(); seed++) {
                golden.add(variant.run(seed), runs.run(variant, seed, tally));
            }
        }
        golden.add("all", tally.toString());
        golden.check();
    }

    /**
     * Datagrams, bytes, wake-ups and calls per 1,000 messages of a fixed run, of the first variant; and the bytes that engines
     * allocate per message in that run with the protocol's defaults.
     */
    static void checkCosts(ProtocolContract contract) throws IOException {
        GoldenFigures golden = GoldenFigures.of(contract.getClass(), "golden-costs.txt");
        Protocol protocol = contract.protocol();
        Parameters parameters = contract.variants().get(0).parameters();
        Set<Role> roles =
                protocol.configure(parameters, Wire.DEFAULT_DATAGRAM_BYTES).roles();
        Role receiver = roles.contains(Role.RECEIVER) ? Role.RECEIVER : Role.PEER;
        for (int bytes : new int[] {210, 1024}) {
            for (double loss : new double[] {0, 0.05}) {
                Costs costs = Costs.measure(protocol, parameters, receiver, loss, bytes);
                golden.add(bytes + " B, loss " + loss, costs.toString());
                Allocations allocated = Allocations.measure(protocol.name(), receiver, loss, bytes);
                String name = bytes + " B, loss " + loss + ", bytes allocated per message by ";
                golden.add(name + "sender", allocated.senderBytes(), JDKS_DIFFER_BY);
                golden.add(name + "receivers", allocated.receiverBytes(), JDKS_DIFFER_BY);
            }
        }
        golden.check();
    }
}
