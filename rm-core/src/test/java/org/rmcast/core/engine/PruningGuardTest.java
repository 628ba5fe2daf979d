package org.rmcast.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.api.MemberFacts;
import org.rmcast.api.PruningPolicy;

/** What an application's policy may do wrong. */
class PruningGuardTest {
    private final List<Throwable> reported = new ArrayList<>();

    private record Facts(long memberId) implements MemberFacts {
        @Override
        public double lossPercent() {
            return 0;
        }

        @Override
        public long packetsBehind() {
            return 0;
        }

        @Override
        public long blockingNanos() {
            return 0;
        }

        @Override
        public double groupBytesPerSecond() {
            return 0;
        }

        @Override
        public double bytesPerSecond() {
            return 0;
        }
    }

    @Test
    void shouldKeepTheMemberThatAPolicyThrowsForAndReportItOnce() {
        IllegalStateException planted = new IllegalStateException("planted");
        PruningPolicy policy = new PruningGuard(
                facts -> {
                    if (facts.memberId() < 3) {
                        throw planted;
                    }
                    return facts.memberId() == 3 ? "the third" : null;
                },
                reported::add);
        assertThat(policy.reasonToPrune(new Facts(1))).isNull();
        assertThat(policy.reasonToPrune(new Facts(2))).isNull();
        assertThat(reported).containsExactly(planted);
        assertThat(policy.reasonToPrune(new Facts(3))).isEqualTo("the third");
        assertThat(policy.reasonToPrune(new Facts(4))).isNull();
    }

    @Test
    void shouldMakeReasonsShortAndPrintable() {
        PruningPolicy policy = new PruningGuard(facts -> " a\nb" + "c".repeat(500), reported::add);
        assertThat(policy.reasonToPrune(new Facts(1))).startsWith("a?bcc").hasSize(200);
    }

    @Test
    void shouldAskTheOtherWhereTheFirstOneKeepsTheMember() {
        PruningPolicy broken = new PruningGuard(
                facts -> {
                    throw new AssertionError("planted");
                },
                reported::add);
        assertThat(broken.or(facts -> "the second").reasonToPrune(new Facts(1))).isEqualTo("the second");
        assertThat(PruningPolicy.NEVER.reasonToPrune(new Facts(1))).isNull();
    }
}
