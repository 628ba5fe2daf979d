package org.rmcast.lab.failover;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rmcast.lab.layout.Layout;
import org.rmcast.lab.perf.Machine;

/** What is seen, and what is said of it. */
class FailoverReportTest {
    private static final long MILLISECOND = 1_000_000;

    private static FailoverResult result(List<String> incomplete, List<String> alarms, Kill... kills) {
        FailoverPlan plan = new FailoverPlan(
                "tram",
                2,
                3,
                210,
                1_000,
                0.05,
                Duration.ofSeconds(10),
                Duration.ofSeconds(6),
                Duration.ofSeconds(5),
                Duration.ZERO,
                Map.of(),
                List.of());
        List<Weight> weights =
                List.of(new Weight(0, 1 << 20, 40), new Weight(5, 5 << 20, 43), new Weight(9, 3 << 20, 41));
        return new FailoverResult(
                plan,
                Layout.LOOPBACK,
                new Machine(2, "Java", "Linux", 0),
                10,
                10_000,
                true,
                incomplete,
                List.of(kills),
                0,
                alarms,
                Map.of("sender", weights));
    }

    @Test
    void shouldSayHowLongWhoWaited() {
        String page = new FailoverReport(result(
                        List.of(),
                        List.of(),
                        new Kill(6, "head 1", 2, 120 * MILLISECOND, 300 * MILLISECOND, 9 * MILLISECOND),
                        new Kill(12, "head 2", 0, 0, 0, 8 * MILLISECOND),
                        new Kill(18, "head 1", 1, 90 * MILLISECOND, -1, 0)))
                .render("./rmcast-lab failover");
        assertThat(page)
                .contains("10,000 messages were sent, 1,000 a second. Each receiver got each of them once")
                .contains("| wait | 90 | 120 | 120 |\n")
                .contains("| new head | 300 | never | never |\n")
                .contains("| pause of the others | 8 | 9 | 9 |\n")
                .contains("| 12 | head 2 | 0 | - | - | 8 |\n", "| 18 | head 1 | 1 | 90 | none | 0 |\n")
                .contains("Nobody left a head that was not killed")
                .contains("| sender | 3 | 1.0 | 3.0 | 5.0 | 40 | 41 | 43 |\n");
    }

    @Test
    void shouldSayWhatWentWrong() {
        FailoverResult result = result(List.of("receiver 1 has 9 of 10"), List.of("head 1 left its head: SILENT"));
        assertThat(result.complete()).isFalse();
        assertThat(new FailoverReport(result).render("./rmcast-lab failover"))
                .contains("**Not everything was delivered and confirmed**: receiver 1 has 9 of 10.")
                .contains("**1**:\n\n- head 1 left its head: SILENT\n")
                .doesNotContain("## Kills");
    }

    @Test
    void shouldSeeWhatIsMissingLateOrTwice() {
        Arrivals arrivals = new Arrivals();
        for (long number : new long[] {0, 1, 4, 4, 2, 5}) {
            ByteBuffer message = ByteBuffer.allocate(20);
            message.putLong(System.nanoTime() - 50 * MILLISECOND)
                    .putLong(number)
                    .putInt(0)
                    .flip();
            arrivals.onMessage(message);
        }
        Arrivals.Seen seen = arrivals.look();
        assertThat(seen.messages()).isEqualTo(4);
        assertThat(seen.missing()).isEqualTo(2);
        assertThat(seen.outOfOrder()).isEqualTo(2);
        assertThat(seen.longestWaitNanos()).isGreaterThanOrEqualTo(50 * MILLISECOND);
    }
}
