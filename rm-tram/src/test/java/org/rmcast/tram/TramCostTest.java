package org.rmcast.tram;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.rmcast.core.channel.Parameters;
import org.rmcast.core.engine.Role;
import org.rmcast.core.testing.GoldenFigures;
import org.rmcast.sim.Costs;
import org.rmcast.sim.allocation.Allocations;

/** What this protocol costs, without noise: each figure that changes is seen, and is meant or mended. */
class TramCostTest {
    /** Runs are the same to the byte on one JDK; 17 and 25 differ by less than half of this. */
    private static final double TOLERANCE = 0.01;

    @Test
    void shouldCostWhatIsWrittenDown() throws IOException {
        GoldenFigures golden = GoldenFigures.of(TramCostTest.class, "golden-costs.txt");
        for (int bytes : new int[] {210, 1024}) {
            for (double loss : new double[] {0, 0.05}) {
                Costs costs = Costs.measure(new TramProtocol(), Parameters.none(), Role.RECEIVER, loss, bytes);
                golden.add(bytes + " B, loss " + loss, costs.toString());
                Allocations allocated = Allocations.measure("tram", Role.RECEIVER, loss, bytes);
                String name = bytes + " B, loss " + loss + ", bytes allocated per message by ";
                golden.add(name + "sender", allocated.senderBytes(), TOLERANCE);
                golden.add(name + "receivers", allocated.receiverBytes(), TOLERANCE);
            }
        }
        golden.check();
    }
}
