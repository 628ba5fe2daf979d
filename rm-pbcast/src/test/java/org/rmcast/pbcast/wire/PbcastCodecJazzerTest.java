package org.rmcast.pbcast.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;
import org.rmcast.core.testing.Fuzzed;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.pbcast.wire.PbcastPacket.Data;
import org.rmcast.pbcast.wire.PbcastPacket.PacketType;

/** Any type, flags and body behind a true header. */
class PbcastCodecJazzerTest {
    static Stream<byte[]> seeds() {
        Stream<byte[]> control = PbcastCodecTest.packets().map(golden -> PbcastCodec.encode(golden.packet()));
        return Stream.concat(control, data()).map(Fuzzed::seed);
    }

    private static Stream<byte[]> data() {
        byte[] data = PbcastCodecTest.data(11, 4, 2);
        return Stream.of(
                data, PbcastCodec.again(PacketType.RETRANSMISSION, data), PbcastCodec.again(PacketType.FORWARD, data));
    }

    @MethodSource("seeds")
    @FuzzTest(maxDuration = "60s")
    void shouldDecodeOrRefuse(byte[] typeFlagsAndBody) throws DecodeException {
        byte[] datagram = Fuzzed.packet(typeFlagsAndBody, PbcastCodec.PROTOCOL);
        PbcastPacket packet;
        try {
            packet = PbcastCodec.decode(datagram);
        } catch (DecodeException refused) {
            assertThat(refused.getMessage()).isNotBlank();
            return;
        }
        assertThat(PbcastCodec.decode(written(packet, datagram)))
                .usingRecursiveComparison()
                .ignoringFields(packet instanceof Data ? new String[] {"datagram"} : new String[0])
                .isEqualTo(packet);
    }

    /** Data goes on as it came; everything else is written anew. */
    private static byte[] written(PbcastPacket packet, byte[] datagram) {
        byte[] plain = packet instanceof Data ? PbcastCodec.again(packet.type(), datagram) : PbcastCodec.encode(packet);
        return Fuzzed.datagram(plain, PbcastCodec.PROTOCOL);
    }
}
