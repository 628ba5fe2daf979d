package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

class HeadsInReachTest {
    private final TramConfig config = TramConfig.defaults();
    private final long memory = config.livenessNanos();
    private final HeadsInReach heads = new HeadsInReach(config);

    /** Somebody at a host of its own. */
    static InetSocketAddress memberAt(int number) {
        return new InetSocketAddress(host(number), 6_000);
    }

    private static InetAddress host(int number) {
        try {
            return InetAddress.getByAddress(new byte[] {10, 0, (byte) (number >> 8), (byte) number});
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldCountHostsHeardOfLate() {
        heads.onHello(host(1), 0);
        heads.onHello(host(2), 600);
        heads.onHello(host(1), 700);
        assertThat(heads.count(800)).isEqualTo(2);
        assertThat(heads.count(memory + 650)).isEqualTo(1);
        assertThat(heads.count(memory + 701)).isZero();
    }

    /** Of a hundred heads each speaks all the more rarely: they are not forgotten between two hellos, nor when some are lost. */
    @Test
    void shouldRememberForLongerWhereThereAreMany() {
        long interval = HelloPace.intervalNanos(config, 100);
        assertThat(interval).isGreaterThan(10 * memory);
        for (int i = 0; i < 100; i++) {
            heads.onHello(host(i), i * interval / 100);
        }
        assertThat(heads.count(5 * interval)).isEqualTo(100);
        assertThat(heads.count(7 * interval)).isZero();
    }

    /** Who has just come has heard of few, and forgets soon; of what all say in that time more are new to it than it forgets. */
    @Test
    void shouldCountAllHoweverFewItHasHeardOfAtFirst() {
        int all = 200;
        long interval = HelloPace.intervalNanos(config, all);
        int counted = 0;
        for (int hello = 0; hello < 5 * all; hello++) {
            long now = hello * interval / all;
            heads.onHello(host(hello % all), now);
            assertThat(heads.count(now)).isGreaterThanOrEqualTo(Math.min(counted, all));
            counted = heads.count(now);
        }
        assertThat(counted).isEqualTo(all);
    }

    @Test
    void shouldBeBounded() {
        for (int i = 0; i < 10_000; i++) {
            heads.onHello(host(i), 0);
        }
        assertThat(heads.count(0)).isEqualTo(1_024);
    }

    @Test
    void shouldTakeAShareOfTheMembersOnlyAmongOtherHeads() {
        assertThat(RepairService.requestersForGroup(2, 64, 0)).isEqualTo(2);
        assertThat(RepairService.requestersForGroup(2, 64, 1)).isEqualTo(20);
        assertThat(RepairService.requestersForGroup(2, 4, 3)).isEqualTo(2);
        assertThat(RepairService.requestersForGroup(2, 4, 4)).isEqualTo(Integer.MAX_VALUE);
        assertThat(RepairService.requestersForGroup(30, 64, 5)).isEqualTo(30);
        assertThat(RepairService.requestersForGroup(1, 64, 100)).isEqualTo(1);
    }
}
