package org.rmcast.core.flow.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Packets of 1,000 bytes. */
class WindowRateTest {
    private static final double PACKET_BYTES = 1_000;
    private static final long MILLISECOND = 1_000_000L;

    private final WindowRate window = new WindowRate();
    private long nowNanos;

    /** The window in packets, after a packet that came when so many packets came in each round trip. */
    private double after(long events, double received, long roundTripNanos) {
        double rate = received * PACKET_BYTES * 1e9 / roundTripNanos;
        window.onPacket(events, rate, PACKET_BYTES, roundTripNanos, nowNanos);
        return packets(roundTripNanos);
    }

    private double packets(long roundTripNanos) {
        return window.bytesPerSecond(PACKET_BYTES, roundTripNanos) * roundTripNanos / 1e9 / PACKET_BYTES;
    }

    /** Whatever it may send comes, for so many round trips. */
    private double used(long events, int roundTrips, long roundTripNanos) {
        for (int i = 0; i < roundTrips; i++) {
            nowNanos += roundTripNanos;
            after(events, packets(roundTripNanos), roundTripNanos);
        }
        return packets(roundTripNanos);
    }

    @Test
    void shouldSayNothingWithoutLosses() {
        assertThat(after(0, 100, MILLISECOND)).isZero();
        assertThat(used(0, 10, MILLISECOND)).isZero();
    }

    /** RFC 9438, section 4.6: beta is 0.7. */
    @Test
    void shouldKeepSevenTenths() {
        assertThat(after(1, 100, MILLISECOND)).isCloseTo(70, within(1e-6));
        assertThat(after(2, 0.1, MILLISECOND)).as("never less than a packet").isCloseTo(1, within(1e-6));
    }

    /** Section 4.3: 9/17 of a packet each round trip up to where the loss was, which takes 57 of them from 70 to 100, and one each after that. */
    @Test
    void shouldGrowAsRenoOnShortWays() {
        after(1, 100, 10 * MILLISECOND);
        assertThat(used(1, 17, 10 * MILLISECOND)).isCloseTo(79, within(1e-6));
        assertThat(used(1, 39, 10 * MILLISECOND)).isCloseTo(70 + 56 * 9 / 17.0, within(1e-6));
        double there = used(1, 1, 10 * MILLISECOND);
        assertThat(used(1, 10, 10 * MILLISECOND)).isCloseTo(there + 10, within(1e-6));
    }

    /**
     * Section 4.2: 1,000 packets at 200 ms. K is the cubic root of 300 / 0.4, 9.086 s; after 9.2 s, and a round trip more, W is 1,000 + 0.4 * 0.314^3 = 1,000.01, where Reno would have
     * 724; after 15.2 s 1,000 + 0.4 * 6.314^3 = 1,100.7.
     */
    @Test
    void shouldGrowAlongCubicsFunctionOnLongWays() {
        after(1, 1_000, 200 * MILLISECOND);
        assertThat(used(1, 46, 200 * MILLISECOND)).isCloseTo(1_000.01, within(0.01));
        assertThat(used(1, 30, 200 * MILLISECOND)).isCloseTo(1_100.7, within(0.1));
    }

    /** Section 4.7: who is cut below where it was aims at 0.85 of that; 100 packets then 80 give an aim of 68, reached after the cubic root of (68 - 56) / 0.4, 3.1 s. */
    @Test
    void shouldLeaveRoomToOthersWhoCome() {
        after(1, 100, 100 * MILLISECOND);
        nowNanos += MILLISECOND;
        assertThat(after(2, 80, 100 * MILLISECOND)).isCloseTo(56, within(1e-6));
        assertThat(used(2, 30, 100 * MILLISECOND))
                .as("as Reno, 56 + 30 * 9/17 = 71.9, which is more than the plateau")
                .isCloseTo(56 + 30 * 9 / 17.0, within(1e-6));
        nowNanos += MILLISECOND;
        after(3, 1_000, 400 * MILLISECOND);
        nowNanos += MILLISECOND;
        assertThat(after(4, 800, 400 * MILLISECOND)).isCloseTo(560, within(1e-6));
        assertThat(used(4, 16, 400 * MILLISECOND)).as("6.4 s, K 6.69 s").isCloseTo(680, within(0.1));
    }

    @Test
    void shouldNotGrowWhileItIsNotUsed() {
        after(1, 100, MILLISECOND);
        for (int i = 0; i < 100; i++) {
            nowNanos += MILLISECOND;
            assertThat(after(1, 50, MILLISECOND)).isCloseTo(70, within(1e-6));
        }
    }

    /** A loss that was none, as the packet was only late. */
    @Test
    void shouldForgetLossesThatWereNone() {
        after(1, 100, MILLISECOND);
        assertThat(after(0, 100, MILLISECOND)).isZero();
    }
}
