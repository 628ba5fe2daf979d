package org.rmcast.srm.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;
import org.rmcast.core.testing.Fuzzed;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.srm.wire.SrmPacket.Data;

/** Any type, flags and body behind a true header. */
class SrmCodecJazzerTest {
    static Stream<byte[]> seeds() {
        Stream<byte[]> control = SrmCodecTest.packets().map(golden -> SrmCodec.encode(golden.packet()));
        return Stream.concat(control, SrmCodecTest.datas()).map(Fuzzed::seed);
    }

    @MethodSource("seeds")
    @FuzzTest(maxDuration = "60s")
    void shouldDecodeOrRefuse(byte[] typeFlagsAndBody) throws DecodeException {
        byte[] datagram = Fuzzed.packet(typeFlagsAndBody, SrmCodec.PROTOCOL);
        SrmPacket packet;
        try {
            packet = SrmCodec.decode(datagram);
        } catch (DecodeException refused) {
            assertThat(refused.getMessage()).isNotBlank();
            return;
        }
        if (packet instanceof Data data) {
            byte[] again =
                    SrmCodec.repair(datagram, data.firstStep(), data.distanceMicros(), data.round(), data.scope());
            assertThat(Arrays.copyOfRange(again, DatagramHeader.BYTES, again.length))
                    .isEqualTo(Arrays.copyOfRange(datagram, DatagramHeader.BYTES, datagram.length));
        } else {
            assertThat(SrmCodec.decode(Fuzzed.datagram(SrmCodec.encode(packet), SrmCodec.PROTOCOL)))
                    .isEqualTo(packet);
        }
    }
}
