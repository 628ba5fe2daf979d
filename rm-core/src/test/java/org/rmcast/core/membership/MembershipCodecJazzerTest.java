package org.rmcast.core.membership;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;
import org.rmcast.core.testing.Fuzzed;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.Wire;

/** Any type, flags and body behind a true header. */
class MembershipCodecJazzerTest {
    private static final int PROTOCOL = 9;
    private static final MembershipCodec CODEC = new MembershipCodec(Wire.DEFAULT_DATAGRAM_BYTES);

    static Stream<byte[]> seeds() {
        return MembershipCodecTest.packets().map(packet -> Fuzzed.seed(CODEC.encode(packet)));
    }

    @MethodSource("seeds")
    @FuzzTest(maxDuration = "60s")
    void shouldDecodeOrRefuse(byte[] typeFlagsAndBody) throws DecodeException {
        MembershipPacket packet;
        try {
            packet = CODEC.decode(Fuzzed.packet(typeFlagsAndBody, PROTOCOL));
        } catch (DecodeException refused) {
            assertThat(refused.getMessage()).isNotBlank();
            return;
        }
        byte[] again = Fuzzed.datagram(CODEC.encode(packet), PROTOCOL);
        assertThat(CODEC.decode(again)).isEqualTo(packet);
    }
}
