package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rmcast.api.EventCause;
import org.rmcast.core.engine.Reason;
import org.rmcast.tram.wire.TramPacket.Asked;

/** A head that may owe a packet for a second. */
class HeadServiceTest {
    private static final long MILLI = 1_000_000L;
    private static final long SECOND = 1_000 * MILLI;
    private static final Asked FIRST = new Asked(1, 0, 5, new byte[] {1});
    private static final Asked LATER = new Asked(1, 0, 6, new byte[] {1});

    private final HeadService service = new HeadService(SECOND);

    @Test
    void shouldLoseItsPatienceWhenAskedOftenAndForLong() {
        for (int i = 0; i < 9; i++) {
            service.onAsked(5, FIRST, i * MILLI);
        }
        assertThat(service.isRefused(5, SECOND)).isFalse();
        assertThat(service.isRefused(5, SECOND + 1)).isTrue();
        assertThat(service.isRefused(6, SECOND + 1)).as("it has come").isFalse();
        assertThat(service.reason(SECOND + 1))
                .isEqualTo(new Reason(EventCause.NOT_IN_TIME, "asked 9 times in 1000 ms for packet 5, in vain"));
        service.begin();
        assertThat(service.isRefused(5, SECOND + 1)).as("another head").isFalse();
    }

    /** Its answers are behind others, in a queue; but who repairs all but one packet does not serve either. */
    @Test
    void shouldHaveMorePatienceWithAHeadThatRepairs() {
        for (int i = 0; i < 100; i++) {
            service.onAsked(5, FIRST, i * SECOND / 20);
            service.onRepair(i * SECOND / 20);
        }
        assertThat(service.isRefused(5, 4 * SECOND)).isFalse();
        assertThat(service.isRefused(5, 4 * SECOND + 1)).isTrue();
    }

    /** A pause of this process is no fault of the head. */
    @Test
    void shouldAskOftenEnough() {
        for (int i = 0; i < 8; i++) {
            service.onAsked(5, FIRST, i * SECOND);
        }
        assertThat(service.isRefused(5, 100 * SECOND)).isFalse();
    }

    @Test
    void shouldBeginAnewWithEachPacketThatCame() {
        for (int i = 0; i < 100; i++) {
            service.onAsked(i, new Asked(1, 0, i, new byte[] {1}), i * SECOND);
            assertThat(service.isRefused(i, i * SECOND)).isFalse();
        }
    }

    @Test
    void shouldCountOnlyWhatTheHeadWasAskedFor() {
        for (int i = 0; i < 100; i++) {
            service.onAsked(5, LATER, i * SECOND);
        }
        assertThat(service.isRefused(5, 100 * SECOND)).isFalse();
    }
}
