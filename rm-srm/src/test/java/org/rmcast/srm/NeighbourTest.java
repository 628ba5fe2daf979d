package org.rmcast.srm;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

/** Who of two is the member that both say to be: who is first with what this one has said. */
class NeighbourTest {
    private static final InetSocketAddress ONE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    private static final InetSocketAddress OTHER = new InetSocketAddress(InetAddress.getLoopbackAddress(), 2);

    private final Neighbour neighbour = new Neighbour(7, 0);

    @Test
    void shouldBelieveWhoShowsAStampBeforeWhoHasShownNone() {
        assertThat(neighbour.isRather(ONE, 100, false)).isTrue();
    }

    @Test
    void shouldBelieveTheMemberAgainWhereARecordingWasFirstOnce() {
        neighbour.onShown(100);

        assertThat(neighbour.isRather(ONE, 200, true)).isFalse();
        assertThat(neighbour.isRather(ONE, 300, true)).isFalse();
        assertThat(neighbour.isRather(ONE, 400, true)).isTrue();
    }

    @Test
    void shouldNotBelieveARecordingHoweverOftenItIsHeard() {
        for (int stamp = 1; stamp < 100; stamp++) {
            boolean lost = stamp % 3 == 0;
            if (!lost) {
                neighbour.onShown(stamp);
            }

            assertThat(neighbour.isRather(ONE, stamp, true)).isFalse();
            assertThat(neighbour.isRather(ONE, stamp - 1, true)).isFalse();
        }
    }

    @Test
    void shouldNotAddUpWhatSeveralShow() {
        for (int stamp = 1; stamp < 100; stamp++) {
            assertThat(neighbour.isRather(stamp % 2 == 0 ? ONE : OTHER, stamp, true))
                    .isFalse();
        }
    }
}
