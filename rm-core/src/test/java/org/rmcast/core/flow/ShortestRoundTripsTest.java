package org.rmcast.core.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

/** The shortest round trip to each member. */
class ShortestRoundTripsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final InetSocketAddress NEAR = member(7001);
    private static final InetSocketAddress FAR = member(7002);

    private final ShortestRoundTrips shortest = new ShortestRoundTrips(2);

    private static InetSocketAddress member(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    @Test
    void shouldKeepMembersApart() {
        assertThat(shortest.nanos(NEAR)).isEqualTo(ShortestRoundTrips.UNKNOWN);
        shortest.sample(NEAR, 200, 0);
        shortest.sample(FAR, 90_000, 0);
        shortest.sample(NEAR, 100, 1);
        shortest.sample(NEAR, 300, 2);
        shortest.sample(FAR, 80_000, 3);
        assertThat(shortest.nanos(NEAR)).isEqualTo(100);
        assertThat(shortest.nanos(FAR)).isEqualTo(80_000);
    }

    @Test
    void shouldTakeALongerWayForWhatItIsAfterTwoMinutesAtMost() {
        shortest.sample(NEAR, 100, 0);
        for (int second = 1; second < 120; second++) {
            shortest.sample(NEAR, 500, second * SECOND);
            assertThat(shortest.nanos(NEAR)).as("after %d s", second).isEqualTo(100);
        }
        shortest.sample(NEAR, 500, 120 * SECOND);
        assertThat(shortest.nanos(NEAR)).isEqualTo(500);
    }

    @Test
    void shouldForgetWhatIsOldWhenSomethingIsMeasuredAgain() {
        shortest.sample(NEAR, 100, 0);
        shortest.sample(NEAR, 500, 300 * SECOND);
        assertThat(shortest.nanos(NEAR)).isEqualTo(500);
    }

    @Test
    void shouldForgetWhoWasUsedLeastRecently() {
        shortest.sample(NEAR, 100, 0);
        shortest.sample(FAR, 80_000, 0);
        shortest.nanos(NEAR);
        shortest.sample(member(7003), 300, 0);
        assertThat(shortest.nanos(FAR)).isEqualTo(ShortestRoundTrips.UNKNOWN);
        assertThat(shortest.nanos(NEAR)).isEqualTo(100);
    }

    @Test
    void shouldRefuseToRememberNobody() {
        assertThatThrownBy(() -> new ShortestRoundTrips(0)).hasMessageContaining("was 0");
    }
}
