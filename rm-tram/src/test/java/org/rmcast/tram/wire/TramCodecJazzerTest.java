package org.rmcast.tram.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;
import org.rmcast.core.testing.Fuzzed;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.tram.wire.TramPacket.Data;

/** Any type, flags and body behind a true header. */
class TramCodecJazzerTest {
    static Stream<byte[]> seeds() {
        Stream<byte[]> control = TramCodecTest.packets().map(golden -> TramCodec.encode(golden.packet()));
        return Stream.concat(control, data()).map(Fuzzed::seed);
    }

    private static Stream<byte[]> data() {
        byte[] data = TramCodecTest.data();
        return Stream.of(
                data,
                TramCodec.repair(TramPacket.Type.RETRANSMISSION, data, 5),
                TramCodec.repair(TramPacket.Type.UNICAST_DATA, data, 6));
    }

    @MethodSource("seeds")
    @FuzzTest(maxDuration = "60s")
    void shouldDecodeOrRefuse(byte[] typeFlagsAndBody) throws DecodeException {
        byte[] datagram = Fuzzed.packet(typeFlagsAndBody, TramCodec.PROTOCOL);
        TramPacket packet;
        try {
            packet = TramCodec.decode(datagram);
        } catch (DecodeException refused) {
            assertThat(refused.getMessage()).isNotBlank();
            return;
        }
        assertThat(TramCodec.decode(written(packet, datagram)))
                .usingRecursiveComparison()
                .ignoringFields(packet instanceof Data ? new String[] {"datagram", "prune"} : new String[0])
                .isEqualTo(packet);
    }

    /** Data goes on as it came, without flags; everything else is written anew. */
    private static byte[] written(TramPacket packet, byte[] datagram) {
        byte[] plain = packet instanceof Data data
                ? TramCodec.repair(
                        data.type(), datagram, data.retransmission() ? data.request() : data.rateBytesPerSecond())
                : TramCodec.encode(packet);
        return Fuzzed.datagram(plain, TramCodec.PROTOCOL);
    }
}
