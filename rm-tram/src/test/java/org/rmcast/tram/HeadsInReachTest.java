package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

class HeadsInReachTest {
    private static final long MEMORY = 1_000;

    private final HeadsInReach heads = new HeadsInReach(MEMORY);

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
        assertThat(heads.count(1_650)).isEqualTo(1);
        assertThat(heads.count(1_701)).isZero();
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
