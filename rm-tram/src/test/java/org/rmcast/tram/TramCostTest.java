package org.rmcast.tram;

import org.junit.jupiter.api.Test;
import org.rmcast.core.channel.Parameters;
import org.rmcast.core.engine.Role;
import org.rmcast.core.testing.GoldenFigures;
import org.rmcast.sim.Costs;

/** What this protocol costs, without noise: each figure that changes is seen, and is meant or mended. */
class TramCostTest {
    @Test
    void shouldCostWhatIsWrittenDown() {
        GoldenFigures golden = GoldenFigures.of(TramCostTest.class, "golden-costs.txt");
        for (int bytes : new int[] {210, 1024}) {
            for (double loss : new double[] {0, 0.05}) {
                Costs costs = Costs.measure(new TramProtocol(), Parameters.none(), Role.RECEIVER, loss, bytes);
                golden.add(bytes + " B, loss " + loss, costs.toString());
            }
        }
        golden.check();
    }
}
