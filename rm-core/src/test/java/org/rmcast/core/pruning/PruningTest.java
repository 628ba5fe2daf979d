package org.rmcast.core.pruning;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PruningTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void shouldPruneWhoBlocksASlowGroupForTooLong() {
        PruningPolicy policy = new BlockingMemberPruning(1_000, 10 * SECOND);
        assertThat(policy.reasonToPrune(facts(0, 5, 11 * SECOND, 500, -1, false)))
                .contains("11.0 s", "5 packets");
        assertThat(policy.reasonToPrune(facts(0, 5, 9 * SECOND, 500, -1, false)))
                .isNull();
        assertThat(policy.reasonToPrune(facts(0, 5, 11 * SECOND, 2_000, -1, false)))
                .isNull();
    }

    @Test
    void shouldPruneTheWorstWhenTheSenderCalls() {
        PruningPolicy policy = new WorstLossPruning();
        assertThat(policy.reasonToPrune(facts(10, 0, 0, 0, 10, false))).contains("10.0 %");
        assertThat(policy.reasonToPrune(facts(9.6, 0, 0, 0, 10, false))).isNotNull();
        assertThat(policy.reasonToPrune(facts(9.5, 0, 0, 0, 10, false))).isNull();
        assertThat(policy.reasonToPrune(facts(10, 0, 0, 0, 10, true))).isNull();
        assertThat(policy.reasonToPrune(facts(10, 0, 0, 0, -1, false))).isNull();
        assertThat(policy.reasonToPrune(facts(0, 0, 0, 0, 0, false))).isNull();
    }

    @Test
    void shouldPruneWhoLagsAndCombine() {
        PruningPolicy policy = new WorstLossPruning().or(new LagPruning(48));
        assertThat(policy.reasonToPrune(facts(0, 49, 0, 0, -1, false))).contains("49 packets behind");
        assertThat(policy.reasonToPrune(facts(0, 48, 0, 0, -1, false))).isNull();
        assertThat(PruningPolicy.NEVER.reasonToPrune(facts(99, 999, SECOND, 0, 1, false)))
                .isNull();
    }

    private static MemberFacts facts(
            double loss, long behind, long blocking, double rate, double worst, boolean subtree) {
        return new MemberFacts(loss, behind, blocking, rate, worst, subtree, 0, 0, 0, 0, 0);
    }
}
