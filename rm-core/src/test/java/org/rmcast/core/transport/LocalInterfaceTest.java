package org.rmcast.core.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.Channel;

class LocalInterfaceTest {
    private static final InetAddress GROUP = literal("239.192.0.1");

    @ParameterizedTest
    @ValueSource(strings = {Channel.LOOPBACK, "127.0.0.1", "127.0.0.0/8", "127.0.0.0/30"})
    void shouldFindLoopbackByAnyOfItsNames(String wanted) throws Exception {
        LocalInterface found = LocalInterface.resolve(wanted, GROUP);
        assertThat(found.networkInterface().isLoopback()).isTrue();
        assertThat(found.address()).isEqualTo(literal("127.0.0.1"));
    }

    @Test
    void shouldFindAnInterfaceByItsName() throws Exception {
        NetworkInterface loopback = NetworkInterface.getByInetAddress(literal("127.0.0.1"));
        assertThat(LocalInterface.resolve(loopback.getName(), GROUP).networkInterface())
                .isEqualTo(loopback);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nonesuch0", "198.51.100.7", "198.51.100.0/24"})
    void shouldListTheInterfacesThereAreIfNoneMatches(String wanted) {
        assertThatThrownBy(() -> LocalInterface.resolve(wanted, GROUP))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(wanted)
                .hasMessageContaining("127.0.0.1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.0/33", "127.0.0.0/x", "127.0.0.0/-1"})
    void shouldRefuseAPrefixOutOfRange(String wanted) {
        assertThatThrownBy(() -> LocalInterface.resolve(wanted, GROUP))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0 to 32");
    }

    private static InetAddress literal(String address) {
        try {
            return InetAddress.getByName(address);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
