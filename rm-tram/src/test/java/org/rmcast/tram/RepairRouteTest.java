package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.rmcast.core.flow.EchoedRequests;
import org.rmcast.tram.wire.TramPacket.Cookie;
import org.rmcast.tram.wire.TramPacket.NotRepaired;

class RepairRouteTest {
    private static final InetSocketAddress HEAD = address(1);
    private static final InetSocketAddress ABOVE = address(2);
    private static final InetSocketAddress SENDER = address(3);

    private final RepairRoute route = new RepairRoute(TramConfig.defaults(), new Random(1));

    @Test
    void shouldAskTheOwnHeadFirst() {
        route.begin(HEAD, 4 * Parts.MILLI);
        assertThat(route.stationFor(1)).isZero();
        assertThat(route.address(0)).isEqualTo(HEAD);
    }

    @Test
    void shouldClimbAsFarAsPacketsWereDropped() {
        route.begin(HEAD, 4 * Parts.MILLI);
        assertThat(named(HEAD, dropped(500, ABOVE))).isTrue();
        assertThat(named(ABOVE, dropped(200, SENDER))).isTrue();
        assertThat(route.stationFor(100)).isEqualTo(2);
        assertThat(route.stationFor(200)).isEqualTo(1);
        assertThat(route.stationFor(499)).isEqualTo(1);
        assertThat(route.stationFor(500)).isZero();
        assertThat(route.address(2)).isEqualTo(SENDER);
    }

    @Test
    void shouldAskTheOwnHeadWhileNobodyAboveIsKnown() {
        route.begin(HEAD, 4 * Parts.MILLI);
        route.onHeadLow(500);
        assertThat(route.stationFor(100)).isZero();
    }

    @Test
    void shouldNotListenToStrangers() {
        route.begin(HEAD, 4 * Parts.MILLI);
        assertThat(route.onNotRepaired(SENDER, dropped(500, ABOVE))).isFalse();
        assertThat(route.knows(ABOVE)).isFalse();
    }

    @Test
    void shouldForgetAHeadThatNeverAnswers() {
        route.begin(HEAD, 4 * Parts.MILLI);
        named(HEAD, dropped(500, ABOVE));
        for (int i = 0; i < 8; i++) {
            route.onAsked(1);
        }
        route.onHeard(ABOVE);
        for (int i = 0; i < 8; i++) {
            route.onAsked(1);
        }
        assertThat(route.stationFor(100)).isEqualTo(1);
        route.onAsked(1);
        assertThat(route.stationFor(100)).isZero();
        assertThat(route.address(1)).isNull();
    }

    @Test
    void shouldFollowTheHeadToAnotherGrandRepairHead() {
        route.begin(HEAD, 4 * Parts.MILLI);
        named(HEAD, dropped(500, ABOVE));
        named(ABOVE, dropped(200, SENDER));
        InetSocketAddress other = address(4);
        named(HEAD, dropped(600, other));
        assertThat(route.address(1)).isEqualTo(other);
        assertThat(route.stationFor(100)).isEqualTo(1);
    }

    @Test
    void shouldNotGoInCircles() {
        route.begin(HEAD, 4 * Parts.MILLI);
        named(HEAD, dropped(500, ABOVE));
        named(ABOVE, dropped(500, HEAD));
        assertThat(route.address(2)).isNull();
        assertThat(route.stationFor(1)).isEqualTo(1);
    }

    @Test
    void shouldAskAHeadAboveOnlyWhenItHasGivenItsCookie() {
        route.begin(HEAD, 4 * Parts.MILLI);
        route.onNotRepaired(HEAD, dropped(500, ABOVE));
        assertThat(route.stationFor(100)).isZero();
        assertThat(route.unproved()).isEqualTo(ABOVE);
        long nonce = route.nonce(ABOVE, 0);
        assertThat(route.onCookie(ABOVE, new Cookie(nonce + 1, 33), 0))
                .as("made up")
                .isFalse();
        assertThat(route.onCookie(SENDER, new Cookie(nonce, 33), 0))
                .as("not asked")
                .isFalse();
        assertThat(route.stationFor(100)).isZero();
        assertThat(route.onCookie(ABOVE, new Cookie(nonce, 33), 80 * Parts.MILLI))
                .isTrue();
        EchoedRequests requests = Objects.requireNonNull(route.requests(1));
        assertThat(requests.estimate().smoothedNanos()).isEqualTo(80 * Parts.MILLI);
        assertThat(route.stationFor(100)).isEqualTo(1);
        assertThat(route.cookie(1)).isEqualTo(33);
        assertThat(route.unproved()).isNull();
        assertThat(route.onCookie(ABOVE, new Cookie(nonce, 34), 0))
                .as("once more")
                .isFalse();
    }

    /** It may be further away than the time until it is named again. */
    @Test
    void shouldTakeTheAnswerThoughTheHeadWasAskedAgainMeanwhile() {
        route.begin(HEAD, 4 * Parts.MILLI);
        route.onNotRepaired(HEAD, dropped(500, ABOVE));
        assertThat(route.onCookie(ABOVE, new Cookie(0, 33), 0))
                .as("nothing was asked")
                .isFalse();
        long nonce = route.nonce(ABOVE, 0);
        route.onNotRepaired(HEAD, dropped(500, ABOVE));
        assertThat(route.nonce(ABOVE, 50 * Parts.MILLI)).isNotEqualTo(nonce);
        assertThat(route.onCookie(ABOVE, new Cookie(nonce, 33), 80 * Parts.MILLI))
                .isTrue();
        assertThat(Objects.requireNonNull(route.requests(1)).estimate().smoothedNanos())
                .isEqualTo(80 * Parts.MILLI);
    }

    /** A head names another one, which gives its cookie. */
    private boolean named(InetSocketAddress by, NotRepaired answer) {
        boolean heard = route.onNotRepaired(by, answer);
        InetSocketAddress next = route.unproved();
        if (next != null) {
            assertThat(route.onCookie(next, new Cookie(route.nonce(next, 0), 33), 0))
                    .isTrue();
        }
        return heard;
    }

    private static NotRepaired dropped(long low, @Nullable InetSocketAddress next) {
        return new NotRepaired(9, 1, low, next, new byte[] {1});
    }

    private static InetSocketAddress address(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 7_000 + port);
    }
}
