package org.rmcast.core.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.core.flow.EchoedRequests.Echo;

/** Round trips: the estimate, its back-off, and requests that are answered by number. */
class RoundTripTest {
    private static final long MS = 1_000_000L;
    /** Clocks may begin anywhere, below zero as well. */
    private static final long START = -123_456_789_012L;

    @Test
    void shouldEstimateRoundTripsAsTheStandardSays() {
        RoundTripEstimate estimate = new RoundTripEstimate(100, 10, 100_000);
        assertThat(estimate.isSampled()).isFalse();
        assertThat(estimate.timeoutNanos()).isEqualTo(300);
        estimate.sample(1_000);
        assertThat(estimate.isSampled()).isTrue();
        assertThat(estimate.smoothedNanos()).isEqualTo(1_000);
        assertThat(estimate.timeoutNanos()).isEqualTo(3_000);
        estimate.sample(2_000);
        assertThat(estimate.smoothedNanos()).isEqualTo(1_125);
        assertThat(estimate.timeoutNanos()).isEqualTo(1_125 + 4 * 625);
    }

    @Test
    void shouldKeepTheTimeoutWithinItsBounds() {
        RoundTripEstimate estimate = new RoundTripEstimate(100, 50, 1_000);
        estimate.sample(1);
        assertThat(estimate.timeoutNanos()).isEqualTo(50);
        estimate.sample(1_000_000);
        assertThat(estimate.timeoutNanos()).isEqualTo(1_000);
    }

    @Test
    void shouldWaitAtLeastTheGranularityLongerThanARoundTrip() {
        RoundTripEstimate estimate = new RoundTripEstimate(MS, MS / 2, 0, 1_000 * MS);
        for (int i = 0; i < 100; i++) {
            estimate.sample(10 * MS);
        }
        assertThat(estimate.timeoutNanos()).isEqualTo(10 * MS + MS / 2);
    }

    @Test
    void shouldKeepTheTimeoutDoubledUntilThereIsASample() {
        RoundTripEstimate estimate = new RoundTripEstimate(MS, MS, 100 * MS);
        estimate.backOff();
        assertThat(estimate.timeoutNanos()).isEqualTo(6 * MS);
        estimate.backOff();
        assertThat(estimate.timeoutNanos()).isEqualTo(12 * MS);
        for (int i = 0; i < 200; i++) {
            estimate.backOff();
            assertThat(estimate.timeoutNanos()).isBetween(12 * MS, 100 * MS);
        }
        assertThat(estimate.timeoutNanos()).isEqualTo(100 * MS);
        estimate.sample(20 * MS);
        assertThat(estimate.isBackedOff()).isFalse();
        assertThat(estimate.timeoutNanos()).isEqualTo(60 * MS);
    }

    @Test
    void shouldRefuseBoundsThatMakeNoSense() {
        assertThatThrownBy(() -> new RoundTripEstimate(0, 1, 2)).hasMessageContaining("firstNanos");
        assertThatThrownBy(() -> new RoundTripEstimate(1, -1, 1, 2)).hasMessageContaining("granularityNanos");
        assertThatThrownBy(() -> new RoundTripEstimate(1, 3, 2)).hasMessageContaining("3 and 2");
        assertThatThrownBy(() -> new EchoedRequests(new RoundTripEstimate(1, 1, 2), 3, 1))
                .hasMessageContaining("capacity");
    }

    @Test
    void shouldTakeTheNarrowestBounds() {
        RoundTripEstimate estimate = new RoundTripEstimate(5, 0, 0, 0);
        assertThat(estimate.timeoutNanos()).isZero();
        assertThat(new EchoedRequests(estimate, 2, 1).estimate()).isSameAs(estimate);
        assertThat(new EchoedRequests(estimate, 1 << 16, 1).ask(START)).isEqualTo(1);
        assertThatThrownBy(() -> new EchoedRequests(estimate, 1, 1)).hasMessageContaining("capacity");
        assertThatThrownBy(() -> new EchoedRequests(estimate, 1 << 17, 1)).hasMessageContaining("capacity");
    }

    @Test
    void shouldNotBackOffBeyondTheLongestTimeout() {
        RoundTripEstimate estimate = new RoundTripEstimate(1, 3, 7);
        estimate.backOff();
        assertThat(estimate.timeoutNanos()).isEqualTo(6);
        estimate.backOff();
        assertThat(estimate.timeoutNanos()).isEqualTo(7);
        RoundTripEstimate longest = new RoundTripEstimate(1, 7, 7);
        longest.backOff();
        assertThat(longest.isBackedOff()).as("it waits no longer than before").isFalse();
    }

    @Test
    void shouldTakeOneSampleOfEachFlight() {
        RoundTripEstimate estimate = new RoundTripEstimate(4 * MS, MS, 10_000 * MS);
        EchoedRequests requests = new EchoedRequests(estimate, 16, 77);
        int first = requests.ask(START);
        int second = requests.ask(START + MS);
        requests.onEcho(first, START + 10 * MS);
        assertThat(estimate.smoothedNanos()).isEqualTo(10 * MS);
        requests.onEcho(second, START + 90 * MS);
        assertThat(estimate.smoothedNanos()).as("of the same flight").isEqualTo(10 * MS);
        int third = requests.ask(START + 10 * MS);
        requests.onEcho(third, START + 28 * MS);
        assertThat(estimate.smoothedNanos()).as("of the next flight").isEqualTo(11 * MS);
        int fourth = requests.ask(START + 29 * MS);
        requests.onTimeout(fourth, START + 50 * MS);
        requests.onEcho(fourth, START + 80 * MS);
        assertThat(estimate.smoothedNanos()).as("backed off: any sample").isEqualTo(16 * MS);
    }

    @Test
    void shouldBackOffForWhatWasAskedAtTheTimeOfTheLastBackOff() {
        EchoedRequests requests = new EchoedRequests(new RoundTripEstimate(4 * MS, MS, 10_000 * MS), 16, 77);
        assertThat(requests.onTimeout(requests.ask(START), START + 12 * MS)).isTrue();
        int again = requests.ask(START + 12 * MS);
        assertThat(requests.onTimeout(again, START + 36 * MS)).isTrue();
    }

    @Test
    void shouldMeasureWhatWasAskedForTwice() {
        RoundTripEstimate estimate = new RoundTripEstimate(4 * MS, MS, 10_000 * MS);
        EchoedRequests requests = new EchoedRequests(estimate, 16, 77);
        int first = requests.ask(START);
        requests.onTimeout(first, START + 12 * MS);
        int second = requests.ask(START + 12 * MS);
        assertThat(requests.onEcho(first, START + 100 * MS)).isEqualTo(Echo.FIRST);
        assertThat(estimate.smoothedNanos()).isEqualTo(100 * MS);
        assertThat(requests.onEcho(second, START + 112 * MS)).isEqualTo(Echo.FIRST);
        assertThat(estimate.smoothedNanos()).as("on its way at the same time").isEqualTo(100 * MS);
        assertThat(requests.onEcho(second, START + 500 * MS)).isEqualTo(Echo.AGAIN);
        assertThat(estimate.smoothedNanos()).isEqualTo(100 * MS);
        assertThat(requests.sentNanos(second) - requests.sentNanos(first)).isEqualTo(12 * MS);
    }

    @Test
    void shouldBackOffOncePerFlight() {
        RoundTripEstimate estimate = new RoundTripEstimate(4 * MS, MS, 10_000 * MS);
        EchoedRequests requests = new EchoedRequests(estimate, 16, -3);
        List<Integer> flight = List.of(requests.ask(START), requests.ask(START + 1), requests.ask(START + 2));
        for (int number : flight) {
            requests.onTimeout(number, START + 12 * MS + number);
        }
        assertThat(estimate.timeoutNanos()).isEqualTo(24 * MS);
        int again = requests.ask(START + 13 * MS);
        assertThat(requests.onTimeout(again, START + 40 * MS)).isTrue();
        assertThat(estimate.timeoutNanos()).isEqualTo(48 * MS);
    }

    /** Or at 20 % loss time-outs are the longest nearly always, though the round trip has not changed. */
    @Test
    void shouldNotBackOffWhereOtherAnswersCome() {
        RoundTripEstimate estimate = new RoundTripEstimate(4 * MS, MS, 10_000 * MS);
        EchoedRequests requests = new EchoedRequests(estimate, 16, 77);
        int first = requests.ask(START);
        int lost = requests.ask(START + MS);
        requests.onEcho(first, START + 4 * MS);
        assertThat(requests.onTimeout(lost, START + 13 * MS)).isFalse();
        int lostToo = requests.ask(START + 13 * MS);
        requests.onAnswer(START + 14 * MS);
        assertThat(requests.onTimeout(lostToo, START + 30 * MS)).isFalse();
        int silence = requests.ask(START + 30 * MS);
        assertThat(requests.onTimeout(silence, START + 50 * MS)).isTrue();
        requests.onAnswer(START + 51 * MS);
        assertThat(estimate.isBackedOff()).isFalse();
    }

    @Test
    void shouldLearnNothingFromNumbersThatWereNotAsked() {
        RoundTripEstimate estimate = new RoundTripEstimate(4 * MS, MS, 10_000 * MS);
        EchoedRequests requests = new EchoedRequests(estimate, 4, Integer.MAX_VALUE - 1);
        assertThat(requests.onEcho(Integer.MAX_VALUE - 1, START)).isEqualTo(Echo.UNKNOWN);
        int first = requests.ask(START);
        assertThat(requests.onEcho(first + 1, START + MS)).isEqualTo(Echo.UNKNOWN);
        assertThat(requests.onEcho(first - 1, START + MS)).isEqualTo(Echo.UNKNOWN);
        for (int i = 0; i < 4; i++) {
            requests.ask(START);
        }
        assertThat(requests.onEcho(first, START + MS)).as("forgotten").isEqualTo(Echo.UNKNOWN);
        assertThat(requests.onTimeout(first, START + MS)).isFalse();
        assertThat(estimate.isSampled()).isFalse();
        assertThatThrownBy(() -> requests.sentNanos(first)).hasMessageContaining(Integer.toString(first));
    }

    @Test
    void shouldNeverUseZero() {
        EchoedRequests requests = new EchoedRequests(new RoundTripEstimate(MS, MS, 10 * MS), 8, -2);
        assertThat(List.of(requests.ask(START), requests.ask(START), requests.ask(START)))
                .containsExactly(-2, -1, 1);
        assertThat(requests.onEcho(0, START)).isEqualTo(Echo.UNKNOWN);
        assertThat(requests.onEcho(-1, START + MS)).isEqualTo(Echo.FIRST);
    }

    /** A peer far away, lost answers, answers out of order: the estimate finds the round trip all the same. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldFindAnyRoundTripWhateverIsLost(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long roundTrip = (1 + random.nextInt(600)) * MS;
        RoundTripEstimate estimate = new RoundTripEstimate(4 * MS, 4 * MS, 60_000 * MS);
        EchoedRequests requests = new EchoedRequests(estimate, 256, random.nextInt());
        record Answer(int number, long atNanos) {}
        List<Answer> onTheWay = new ArrayList<>();
        long now = START;
        int number = requests.ask(now);
        long dueNanos = now + estimate.timeoutNanos();
        int spurious = 0;
        for (int step = 0; step < 400; step++) {
            if (random.nextInt(10) != 0) {
                onTheWay.add(new Answer(number, now + roundTrip + random.nextLong(1 + roundTrip / 10)));
            }
            now = dueNanos;
            boolean came = false;
            for (Answer answer : List.copyOf(onTheWay)) {
                if (answer.atNanos() - now <= 0) {
                    onTheWay.remove(answer);
                    requests.onEcho(answer.number(), answer.atNanos());
                    came |= answer.number() == number;
                }
            }
            if (!came) {
                spurious += onTheWay.isEmpty() ? 0 : 1;
                requests.onTimeout(number, now);
            }
            number = requests.ask(now);
            dueNanos = now + estimate.timeoutNanos();
        }
        assertThat((double) estimate.smoothedNanos())
                .as("seed %d", seed)
                .isCloseTo(roundTrip * 1.05, within(roundTrip * 0.1));
        assertThat(spurious)
                .as("seed %d: asked again though the answer was on its way", seed)
                .isLessThan(20);
    }
}
