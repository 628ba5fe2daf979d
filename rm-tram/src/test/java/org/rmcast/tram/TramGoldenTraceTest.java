package org.rmcast.tram;

import org.junit.jupiter.api.Test;
import org.rmcast.core.testing.GoldenFigures;

/** Runs of {@link TramFaultTest} whose every event is written down: what must not change behaviour does not. */
class TramGoldenTraceTest {
    private static final int SEEDS = 12;

    @Test
    void shouldRunEventByEventAsWrittenDown() {
        GoldenFigures golden = GoldenFigures.of(TramGoldenTraceTest.class, "golden-traces.txt");
        TramFaultTest.Tally tally = new TramFaultTest.Tally();
        for (TramConfig.Recovery recovery : TramConfig.Recovery.values()) {
            for (long seed = 0; seed < SEEDS; seed++) {
                golden.add(recovery + " seed " + seed, TramFaultTest.run(recovery, seed, tally));
            }
        }
        golden.add("all", tally.toString());
        golden.check();
    }
}
