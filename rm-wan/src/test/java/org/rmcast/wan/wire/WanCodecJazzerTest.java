package org.rmcast.wan.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;
import org.rmcast.core.testing.Fuzzed;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;

/** Whatever the bytes are: they are refused, or mean a packet that has the same bytes when it is written. */
class WanCodecJazzerTest {
    static Stream<byte[]> seeds() {
        return WanCodecTest.packets()
                .map(golden -> WanCodec.encode(golden.packet()))
                .map(Fuzzed::seed);
    }

    @MethodSource("seeds")
    @FuzzTest(maxDuration = "60s")
    void shouldDecodeOrRefuse(byte[] typeFlagsAndBody) throws DecodeException {
        byte[] datagram = Fuzzed.packet(typeFlagsAndBody, WanCodec.PROTOCOL);
        WanPacket packet;
        try {
            packet = WanCodec.decode(datagram);
        } catch (DecodeException refused) {
            assertThat(refused.getMessage()).isNotBlank();
            return;
        }
        byte[] again = WanCodec.encode(packet);
        assertThat(Arrays.copyOfRange(again, DatagramHeader.BYTES, again.length))
                .isEqualTo(Arrays.copyOfRange(datagram, DatagramHeader.BYTES, datagram.length));
        WanCodecTest.assertSame(packet);
    }
}
