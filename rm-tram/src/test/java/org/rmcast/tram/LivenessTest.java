package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LivenessTest {
    private static final long MILLI = 1_000_000;
    private static final long HELLO = 200 * MILLI;

    private final TramConfig config = TramConfig.defaults();
    private final Liveness head = new Liveness(config, 3 * HELLO / 2, MILLI, 0);
    private long now;

    /** Looks whenever it is time to, until a time; returns how often the head was probed, negative if it was found to be gone. */
    private int lookUntil(long nanos) {
        int probes = 0;
        for (long next = head.nextLookNanos(now); next <= nanos; next = head.nextLookNanos(now)) {
            now = next;
            head.onLook(now);
            if (head.isProbeDue(now)) {
                if (head.isGone(0, now)) {
                    return -probes;
                }
                head.onProbe(now);
                probes++;
            }
        }
        now = nanos;
        return probes;
    }

    private void hearEach(long interval, int times) {
        for (int i = 0; i < times; i++) {
            lookUntil(now + interval);
            head.onHeard(now);
        }
    }

    @Test
    void shouldProbeAndGiveUpAfterTheShortestSilence() {
        hearEach(20 * MILLI, 50);
        long heard = now;
        assertThat(lookUntil(now + 10_000 * MILLI)).isNegative();
        assertThat(now - heard).isBetween(500 * MILLI, 530 * MILLI);
    }

    @Test
    void shouldNotTakeASilenceForUnusualThatIsNone() {
        hearEach(HELLO, 20);
        assertThat(lookUntil(now + 290 * MILLI)).isZero();
        assertThat(lookUntil(now + 80 * MILLI)).isPositive();
    }

    @Test
    void shouldForgetTheProbesWhenItIsHeard() {
        hearEach(20 * MILLI, 50);
        for (int i = 0; i < 20; i++) {
            assertThat(lookUntil(now + 480 * MILLI)).isPositive();
            head.onHeard(now);
        }
        assertThat(head.unanswered()).isZero();
    }

    /** It has not looked for three seconds: it cannot say what the other one has done. */
    @Test
    void shouldForgiveTheTimeOfItsOwnPause() {
        hearEach(20 * MILLI, 50);
        lookUntil(now + 400 * MILLI);
        long next = head.nextLookNanos(now);
        now = next + 3_000 * MILLI;
        head.onLook(now);
        assertThat(head.isGone(0, now)).isFalse();
        assertThat(lookUntil(now + 10_000 * MILLI)).isNegative();
    }

    /** A machine that has no time for anything: it takes longer, and comes to an end. */
    @Test
    void shouldGiveUpThoughEachLookIsLate() {
        hearEach(20 * MILLI, 50);
        long heard = now;
        int looks = 0;
        do {
            now = head.nextLookNanos(now) + 100 * MILLI;
            head.onLook(now);
            if (head.isProbeDue(now)) {
                head.onProbe(now);
            }
            looks++;
        } while (!head.isGone(0, now) && looks < 1_000);
        assertThat(now - heard).isBetween(1_000 * MILLI, 5_000 * MILLI);
    }

    @Test
    void shouldBePatientAsTheWayIsLong() {
        head.onRoundTrip(600 * MILLI);
        hearEach(20 * MILLI, 50);
        long heard = now;
        assertThat(lookUntil(now + 10_000 * MILLI)).isEqualTo(-config.missedHellos);
        assertThat(now - heard).isGreaterThanOrEqualTo(8 * 300 * MILLI);
    }

    @Test
    void shouldProbeWithHellosWhereMuchIsLost() {
        head.onLoss(0.15, true);
        assertThat(lookUntil(now + 10_000 * MILLI)).isLessThan(-config.missedHellos);
        head.onHeard(now);
        head.onLoss(0.3, true);
        long heard = now;
        assertThat(lookUntil(now + 20_000 * MILLI)).isNegative();
        assertThat(now - heard).isGreaterThan(2_000 * MILLI);
    }

    @Test
    void shouldGiveUpSoonWhoseHostSaysThatItIsGone() {
        hearEach(20 * MILLI, 50);
        long heard = now;
        lookUntil(now + 30 * MILLI);
        head.onRefused(now);
        assertThat(head.isProbeDue(now)).isTrue();
        head.onProbe(now);
        lookUntil(now + 20 * MILLI);
        head.onRefused(now);
        assertThat(lookUntil(now + 10_000 * MILLI)).isNegative();
        assertThat(now - heard).isBetween(100 * MILLI, 110 * MILLI);
        assertThat(head.describe(now)).contains("nobody has its port");
    }

    @Test
    void shouldNotGiveUpForOneAnswerOfAHost() {
        hearEach(20 * MILLI, 50);
        long heard = now;
        head.onRefused(now);
        head.onRefused(now + MILLI / 2);
        assertThat(lookUntil(now + 10_000 * MILLI)).isNegative();
        assertThat(now - heard).as("as if nothing had been said").isBetween(500 * MILLI, 530 * MILLI);
    }

    @Test
    void shouldBelieveNothingMoreOfAHostThatWasWrong() {
        hearEach(20 * MILLI, 50);
        long wait = HELLO;
        for (int time = 0; time < 4; time++) {
            head.onRefused(now);
            assertThat(head.isProbeDue(now)).isTrue();
            head.onProbe(now);
            head.onHeard(now + MILLI);
            head.onRefused(now + wait - MILLI);
            assertThat(head.isProbeDue(now + 2 * MILLI)).isFalse();
            hearEach(20 * MILLI, (int) (wait / (20 * MILLI)) + 1);
            wait *= 2;
        }
    }

    @Test
    void shouldNotCareForHostsWherePortsAreNotWatched() {
        Liveness other = new Liveness(config.with("watchPorts", false), 3 * HELLO / 2, MILLI, 0);
        other.onRefused(now);
        assertThat(other.isProbeDue(now)).isFalse();
    }

    @Test
    void shouldProbeAtOnceWhomItSuspects() {
        hearEach(20 * MILLI, 50);
        head.suspect(now);
        assertThat(head.isProbeDue(now)).isTrue();
        head.onProbe(now);
        head.onHeard(now + MILLI);
        head.suspect(now + 2 * MILLI);
        assertThat(head.isProbeDue(now + 2 * MILLI))
                .as("it was wrong a moment ago")
                .isFalse();
    }
}
