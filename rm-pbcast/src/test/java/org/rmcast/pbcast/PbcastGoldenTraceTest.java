package org.rmcast.pbcast;

import org.junit.jupiter.api.Test;
import org.rmcast.core.testing.GoldenFigures;

/** Runs of {@link PbcastFaultTest} whose every event is written down: what must not change behaviour does not. */
class PbcastGoldenTraceTest {
    private static final int SEEDS = 16;

    @Test
    void shouldRunEventByEventAsWrittenDown() {
        GoldenFigures golden = GoldenFigures.of(PbcastGoldenTraceTest.class, "golden-traces.txt");
        PbcastFaultTest.Tally tally = new PbcastFaultTest.Tally();
        for (long seed = 0; seed < SEEDS; seed++) {
            golden.add("seed " + seed, PbcastFaultTest.run(seed, tally));
        }
        golden.add("all", tally.toString());
        golden.check();
    }
}
