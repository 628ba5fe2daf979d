package org.rmcast.wan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rmcast.core.membership.SwimMembership;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.wan.wire.WanCodec;
import org.rmcast.wan.wire.WanPacket;
import org.rmcast.wan.wire.WanPacket.PacketType;

/** The datagrams written down, that later versions are to read: each type of packet is among them, be it as seldom as it may. */
class CapturedDatagramsTest {
    private static final String RESOURCE = "captured-datagrams.txt";

    private static List<WanPacket> captured() throws IOException, DecodeException {
        List<WanPacket> packets = new ArrayList<>();
        try (InputStream in = CapturedDatagramsTest.class.getResourceAsStream(RESOURCE)) {
            assertThat(in).as(RESOURCE).isNotNull();
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                byte[] datagram = HexFormat.of()
                        .parseHex(line.substring(line.indexOf('=') + 1).strip());
                if (!SwimMembership.owns(DatagramHeader.type(datagram))) {
                    packets.add(WanCodec.decode(datagram));
                }
            }
        }
        return packets;
    }

    @ParameterizedTest
    @EnumSource(PacketType.class)
    void shouldHaveEachType(PacketType type) throws IOException, DecodeException {
        assertThat(captured()).extracting(WanPacket::type).contains(type);
    }
}
