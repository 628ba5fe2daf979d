package org.rmcast.srm;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.rmcast.srm.wire.SrmPacket.Echo;

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

    /** The stamp of who speaks from elsewhere is shown once, and the latest one. */
    @Test
    void shouldShowTheStampOfWhoSpeaksFromElsewhere() {
        assertThat(neighbour.takeRival(1_000)).isNull();
        neighbour.onElsewhere(11, 1_000);
        neighbour.onElsewhere(12, 2_000);

        assertThat(neighbour.takeRival(5_000)).isEqualTo(new Echo(7, 12, 3));
        assertThat(neighbour.takeRival(6_000)).isNull();
    }
}
