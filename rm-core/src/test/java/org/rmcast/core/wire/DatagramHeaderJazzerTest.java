package org.rmcast.core.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;
import org.rmcast.core.testing.Fuzzed;
import org.rmcast.core.wire.DatagramHeader.Verdict;

/** Any bytes behind a true magic, version, session and checksum: see decision 10. */
class DatagramHeaderJazzerTest {
    private static final int PROTOCOL = 9;
    private static final long READER = 99;

    static Stream<byte[]> seeds() {
        byte[] plain =
                DatagramHeader.begin(new WireWriter(64), 3, 2).writeLong(1).toByteArray();
        byte[] oneField = ExtensionFields.append(plain, 0x70, new byte[] {1, 2, 3});
        return Stream.of(
                plain,
                oneField,
                ExtensionFields.append(oneField, 0x7f, new byte[0]),
                ExtensionFields.append(plain, 0xf0, new byte[255]));
    }

    @MethodSource("seeds")
    @FuzzTest(maxDuration = "60s")
    void shouldSortEveryDatagram(byte[] raw) {
        byte[] datagram = Fuzzed.datagram(raw, PROTOCOL);
        byte[] before = datagram.clone();
        Verdict verdict = DatagramHeader.check(datagram, PROTOCOL, Fuzzed.SESSION, READER, 1);
        assertThat(verdict).isIn(Verdict.ACCEPTED, Verdict.UNSUPPORTED, Verdict.MALFORMED);
        if (verdict == Verdict.ACCEPTED) {
            shouldFindBodyAndFields(datagram);
            assertThat(rewritten(datagram)).isEqualTo(datagram);
        }
        assertThat(datagram).isEqualTo(before);
        shouldSortAnyBytes(raw);
    }

    /** Strangers send what they like. */
    private static void shouldSortAnyBytes(byte[] raw) {
        assertThat(DatagramHeader.check(raw, PROTOCOL, Fuzzed.SESSION, READER, 1))
                .isNotNull();
    }

    private static void shouldFindBodyAndFields(byte[] datagram) {
        byte[] stripped = ExtensionFields.strip(datagram);
        int bodyLimit = datagram.length - ExtensionFields.bytes(datagram);
        assertThat(stripped.length).isEqualTo(bodyLimit).isGreaterThanOrEqualTo(DatagramHeader.BYTES);
        assertThat(Arrays.equals(stripped, DatagramHeader.BYTES, bodyLimit, datagram, DatagramHeader.BYTES, bodyLimit))
                .isTrue();
        assertThat(ExtensionFields.bytes(stripped)).isZero();
    }

    /** The same datagram, written anew from what can be read of it. */
    private static byte[] rewritten(byte[] datagram) {
        byte[] stripped = ExtensionFields.strip(datagram);
        byte[] packet = DatagramHeader.copyAs(stripped, DatagramHeader.type(datagram), DatagramHeader.flags(datagram));
        for (int type = 1; type < ExtensionFields.FIRST_MANDATORY; type++) {
            byte[] value = ExtensionFields.find(datagram, type);
            if (value != null) {
                packet = ExtensionFields.append(packet, type, value);
            }
        }
        return DatagramHeader.complete(
                packet,
                PROTOCOL,
                Fuzzed.SESSION,
                DatagramHeader.memberId(datagram),
                DatagramHeader.incarnation(datagram));
    }
}
