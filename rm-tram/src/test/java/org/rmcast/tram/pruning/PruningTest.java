package org.rmcast.tram.pruning;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rmcast.api.MemberFacts;
import org.rmcast.api.PruningPolicy;

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

    @Test
    void shouldPruneWhoAsksForTooMuchThatWasDropped() {
        PruningPolicy policy = new UnsatisfiedSharePruning(0.08, 320);
        assertThat(policy.reasonToPrune(lagging(319, 300, 1, 0))).isNull();
        assertThat(policy.reasonToPrune(lagging(1_000, 80, 1, 0))).isNull();
        assertThat(policy.reasonToPrune(lagging(1_000, 81, 1, 0)))
                .isEqualTo("81 of 1000 packets (8.10 %) were asked for after the repair head had dropped them,"
                        + " more than 8.00 %");
    }

    @Test
    void shouldPruneWhoTurnsElsewhereTooOften() {
        PruningPolicy policy = new ReaffiliationPruning(5);
        assertThat(policy.reasonToPrune(lagging(1_000, 5, 5, 0))).isNull();
        assertThat(policy.reasonToPrune(lagging(1_000, 6, 6, 0)))
                .contains("6 times")
                .contains("5 allowed");
    }

    @Test
    void shouldPruneWhoTakesLessThanTheMinimumForTooLong() {
        PruningPolicy policy = new MinimumRatePruning(1_000, 2_000_000_000L);
        assertThat(policy.reasonToPrune(lagging(1_000, 0, 0, 1_999_999_999L))).isNull();
        assertThat(policy.reasonToPrune(lagging(1_000, 0, 0, 2_000_000_000L))).contains("at least 1000 bytes/s");
    }

    @Test
    void shouldPruneWhoLosesTooMuchForTooLong() {
        PruningPolicy policy = new LastingLossPruning(0.1, 10 * SECOND);
        assertThat(policy.reasonToPrune(lossy(30, 10 * SECOND - 1))).isNull();
        assertThat(policy.reasonToPrune(lossy(30, 10 * SECOND))).isEqualTo("loses 30.0 %, over 10.0 % for 10.0 s");
    }

    private static MemberFacts lossy(double lossPercent, long lossyNanos) {
        return new WatchedMember(7, lossPercent, 10, 0, 0, -1, false, 1_000, 0, 0, 0, 400, lossyNanos);
    }

    private static MemberFacts lagging(long packets, long unsatisfied, int reaffiliations, long slowNanos) {
        return new WatchedMember(7, 0, 10, 0, 0, -1, false, packets, unsatisfied, reaffiliations, slowNanos, 400, 0);
    }

    private static MemberFacts facts(
            double loss, long behind, long blocking, double rate, double worst, boolean subtree) {
        return new WatchedMember(7, loss, behind, blocking, rate, worst, subtree, 0, 0, 0, 0, 0, 0);
    }
}
