package org.rmcast.nak.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;
import org.rmcast.core.testing.Fuzzed;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.nak.wire.NakPacket.Data;

/** Whatever the bytes are: they are refused, or mean a packet that is the same when it is written and read again. */
class NakCodecJazzerTest {
    static Stream<byte[]> seeds() {
        byte[] data = NakCodecTest.data(11, 4);
        return Stream.concat(
                        NakCodecTest.packets().map(golden -> NakCodec.encode(golden.packet())),
                        Stream.of(data, NakCodec.repair(data, 7)))
                .map(Fuzzed::seed);
    }

    @MethodSource("seeds")
    @FuzzTest(maxDuration = "60s")
    void shouldDecodeOrRefuse(byte[] typeFlagsAndBody) throws DecodeException {
        byte[] datagram = Fuzzed.packet(typeFlagsAndBody, NakCodec.PROTOCOL);
        NakPacket packet;
        try {
            packet = NakCodec.decode(datagram);
        } catch (DecodeException refused) {
            assertThat(refused.getMessage()).isNotBlank();
            return;
        }
        if (packet instanceof Data) {
            return;
        }
        assertThat(NakCodec.decode(Fuzzed.datagram(NakCodec.encode(packet), NakCodec.PROTOCOL)))
                .usingRecursiveComparison()
                .isEqualTo(packet);
    }
}
