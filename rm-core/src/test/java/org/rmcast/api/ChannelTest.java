package org.rmcast.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChannelTest {
    private static Channel.Builder video() {
        return Channel.builder("video").group("239.192.7.1").port(7000);
    }

    @Test
    void shouldStayOnThisMachineUnlessToldOtherwise() {
        Channel channel = video().build();
        assertThat(channel.networkInterface()).isEqualTo(Channel.LOOPBACK);
        assertThat(channel.ttl()).isZero();
        assertThat(channel.maxDatagramBytes()).isEqualTo(1_400);
        assertThat(channel.protocol()).isEqualTo("tram");
        assertThat(channel.parameters()).isEqualTo(Parameters.none());
    }

    @Test
    void shouldUseOneHopOnANamedInterface() {
        assertThat(video().networkInterface("eth7").build().ttl()).isEqualTo(1);
        assertThat(video().networkInterface("eth7").ttl(0).build().ttl()).isZero();
    }

    @Test
    void shouldTakeIpv6Groups() {
        Channel channel = video().group("ff15::7:1").build();
        assertThat(channel.groupAddress().getAddress().isMulticastAddress()).isTrue();
        assertThat(channel.groupAddress().getPort()).isEqualTo(7000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.1.2.3", "::1", "255.255.255.255"})
    void shouldRefuseGroupsThatAreNotMulticast(String address) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> video().group(address).build())
                .withMessageContaining("is not a multicast address")
                .withMessageContaining("224.0.0.0 to 239.255.255.255");
    }

    @ParameterizedTest
    @ValueSource(strings = {"example.org", "239.192.7.300", "239.1", "239.192.7.1.1", "", "ff15::7::1", "0239.1.1.1"})
    void shouldRefuseGroupsThatAreNoLiteralAddressWithoutAskingANameServer(String address) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> video().group(address))
                .withMessageContaining("\"" + address + "\" is not an IP address");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 65_536})
    void shouldRefusePortsOutOfRange(int port) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> video().port(port).build())
                .withMessage("channel port must be 1 to 65535, was " + port);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 256, 300})
    void shouldRefuseTimesToLiveOutOfRange(int ttl) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> video().ttl(ttl).build())
                .withMessage("channel ttl must be 0 to 255, was " + ttl);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 255, 65_508})
    void shouldRefuseLargestDatagramsOutOfRange(int bytes) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> video().maxDatagramBytes(bytes).build())
                .withMessage("channel maxDatagramBytes must be 256 to 65507, was " + bytes);
    }

    @Test
    void shouldRefuseEmptyTexts() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> video().name(" ").build())
                .withMessageContaining("name");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> video().name("x".repeat(129)).build())
                .withMessageContaining("name");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> video().networkInterface("").build())
                .withMessageContaining("interface");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> video().protocol("").build())
                .withMessageContaining("protocol");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Channel.builder("video").port(7000).build())
                .withMessageContaining("group is missing");
    }

    @Test
    void shouldTellChannelsApartByNameGroupPortAndProtocolOnly() {
        Channel channel = video().build();
        assertThat(channel.toBuilder().build()).isEqualTo(channel);
        assertThat(video().ttl(5)
                        .networkInterface("eth7")
                        .parameter("a", 1)
                        .build()
                        .sessionId())
                .isEqualTo(channel.sessionId());
        assertThat(video().name("audio").build().sessionId()).isNotEqualTo(channel.sessionId());
        assertThat(video().group("239.192.7.2").build().sessionId()).isNotEqualTo(channel.sessionId());
        assertThat(video().port(7001).build().sessionId()).isNotEqualTo(channel.sessionId());
        assertThat(video().protocol("srm").build().sessionId()).isNotEqualTo(channel.sessionId());
    }

    @Test
    void shouldKeepTheSessionIdOfTheFirstRelease() {
        assertThat(video().build().sessionId()).isEqualTo(SESSION_ID);
    }

    /** Members of different versions must meet: the first 8 bytes of {@code printf 'video\nefc00701\n7000\ntram\n' | sha256sum}. */
    private static final long SESSION_ID = 0x8746ef71dd961adcL;

    @Test
    void shouldTakeAnAddressObject() throws Exception {
        InetAddress group = InetAddress.getByName("239.192.7.1");
        assertThat(video().group(group).build()).isEqualTo(video().build());
    }
}
