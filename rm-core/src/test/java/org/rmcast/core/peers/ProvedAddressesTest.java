package org.rmcast.core.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ProvedAddressesTest {
    private static final long MS = 1_000_000L;
    private static final InetSocketAddress HERE = address(1);

    private final ProvedAddresses addresses =
            new ProvedAddresses(new PeerLimits(3, 3, 2_000, 0, 10_000 * MS, 5_000 * MS), new SplittableRandom(7));

    @Test
    void shouldSendNoMoreThanWasHeardBeforeAProof() {
        assertThat(addresses.spend(HERE, 1, 0)).isFalse();
        addresses.heard(HERE, 100, 0);
        assertThat(addresses.creditBytes(HERE, 0)).isEqualTo(100);
        assertThat(addresses.spend(HERE, 101, 0)).isFalse();
        assertThat(addresses.spend(HERE, 60, 0)).isTrue();
        assertThat(addresses.spend(HERE, 60, 0)).isFalse();
        assertThat(addresses.spend(HERE, 40, 0)).isTrue();
    }

    @Test
    void shouldSendAnythingToWhoHasShownItsCookie() {
        long cookie = addresses.cookie(9, HERE, 0);
        assertThat(addresses.prove(9, HERE, cookie + 2, 0)).isFalse();
        assertThat(addresses.prove(9, address(2), cookie, 0)).isFalse();
        assertThat(addresses.prove(8, HERE, cookie, 0)).isFalse();
        assertThat(addresses.spend(HERE, 1, 0)).isFalse();
        assertThat(addresses.prove(9, HERE, cookie, 0)).isTrue();
        assertThat(addresses.spend(HERE, 1_000_000, 0)).isTrue();
        assertThat(addresses.creditBytes(HERE, 0)).isEqualTo(Integer.MAX_VALUE);
        assertThat(addresses.spend(address(2), 1, 0)).isFalse();
    }

    @Test
    void shouldForgetTheOneThatWasOfNoUseForLongest() {
        for (int host = 1; host <= 3; host++) {
            addresses.prove(address(host));
        }
        addresses.heard(HERE, 10, 0);
        addresses.prove(address(4));
        assertThat(addresses.count()).isEqualTo(3);
        assertThat(addresses.isProved(HERE)).as("heard of late").isTrue();
        assertThat(addresses.isProved(address(2))).isFalse();
    }

    @Test
    void shouldRememberFewAddressesWithoutAProof() {
        for (int host = 1; host <= 100; host++) {
            addresses.heard(address(host), 10, 0);
        }
        assertThat(addresses.unproved()).isEqualTo(3);
        assertThat(addresses.spend(address(100), 10, 0)).isTrue();
        assertThat(addresses.spend(HERE, 10, 0)).isFalse();
    }

    private static InetSocketAddress address(int host) {
        return new InetSocketAddress("10.0.0." + host, 4_000);
    }
}
