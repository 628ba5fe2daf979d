package org.rmcast.core.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.rmcast.core.wire.DatagramHeader.Verdict;

class ExtensionFieldsTest {
    private static final long BODY = 0x0102030405060708L;

    @Test
    void shouldWriteFieldsAfterTheBody() {
        byte[] datagram =
                sealed(ExtensionFields.append(ExtensionFields.append(plain(), 0x70, bytes(3)), 0x7f, bytes(0)));
        assertThat(HexFormat.of().formatHex(datagram, 4, 8)).isEqualTo("03020007");
        assertThat(HexFormat.of().formatHex(datagram, DatagramHeader.BYTES, datagram.length))
                .isEqualTo("0102030405060708" + "7003000102" + "7f00");
        assertThat(check(datagram)).isEqualTo(Verdict.ACCEPTED);
        assertThat(ExtensionFields.find(datagram, 0x70)).containsExactly(0, 1, 2);
        assertThat(ExtensionFields.find(datagram, 0x7f)).isEmpty();
        assertThat(ExtensionFields.find(datagram, 0x71)).isNull();
    }

    @Test
    void shouldGiveTheEngineTheDatagramWithoutThem() {
        byte[] without = sealed(plain());
        byte[] with = sealed(ExtensionFields.append(plain(), 0x70, bytes(200)));
        assertThat(ExtensionFields.strip(without)).isSameAs(without);
        byte[] stripped = ExtensionFields.strip(with);
        assertThat(stripped).hasSize(without.length);
        assertThat(DatagramHeader.seal(stripped)).isEqualTo(without);
    }

    @Test
    void shouldRefuseWhatMustBeUnderstood() {
        assertThat(check(sealed(ExtensionFields.append(plain(), 0x80, bytes(1)))))
                .isEqualTo(Verdict.UNSUPPORTED);
        assertThat(check(sealed(
                        ExtensionFields.append(ExtensionFields.append(plain(), 0x70, bytes(1)), 0xff, bytes(9)))))
                .isEqualTo(Verdict.UNSUPPORTED);
    }

    @Test
    void shouldRefuseTypesThatDoNotAscend() {
        byte[] datagram = ExtensionFields.append(ExtensionFields.append(plain(), 0x70, bytes(1)), 0x71, bytes(1));
        for (int type : new int[] {0, 0x6f, 0x70}) {
            byte[] wrong = datagram.clone();
            wrong[wrong.length - 3] = (byte) type;
            assertThat(check(sealed(wrong))).as("type %d after 0x70", type).isEqualTo(Verdict.MALFORMED);
        }
    }

    /** Whatever the header says of their length: either it is refused, or the body lies within the datagram. */
    @Test
    void shouldFindABodyOrNoneForEveryLength() {
        byte[] original = ExtensionFields.append(ExtensionFields.append(plain(), 0x70, bytes(5)), 0x71, bytes(7));
        for (int length = 0; length <= 0xffff; length++) {
            byte[] datagram = original.clone();
            datagram[6] = (byte) (length >> 8);
            datagram[7] = (byte) length;
            if (check(sealed(datagram)) == Verdict.ACCEPTED) {
                byte[] stripped = ExtensionFields.strip(datagram);
                assertThat(stripped.length)
                        .isEqualTo(datagram.length - length)
                        .isGreaterThanOrEqualTo(DatagramHeader.BYTES);
            }
        }
    }

    @Test
    void shouldRefuseEveryTruncation() {
        byte[] whole = ExtensionFields.append(ExtensionFields.append(plain(), 0x70, bytes(5)), 0x71, bytes(7));
        int fields = ExtensionFields.bytes(whole);
        for (int length = DatagramHeader.BYTES; length < whole.length; length++) {
            Verdict verdict = check(sealed(Arrays.copyOf(whole, length)));
            assertThat(verdict)
                    .as("cut to %d with %d bytes of fields", length, fields)
                    .isEqualTo(Verdict.MALFORMED);
        }
    }

    @Test
    void shouldThrowNothingWhateverTheFieldsAre() {
        SplittableRandom random = new SplittableRandom(11);
        int accepted = 0;
        for (int i = 0; i < 200_000; i++) {
            byte[] datagram = Arrays.copyOf(plain(), DatagramHeader.BYTES + random.nextInt(24));
            for (int at = DatagramHeader.BYTES; at < datagram.length; at++) {
                datagram[at] = (byte) random.nextInt(4);
            }
            datagram[7] = (byte) random.nextInt(24);
            if (check(sealed(datagram)) == Verdict.ACCEPTED) {
                accepted++;
                ExtensionFields.find(datagram, 3);
                ExtensionFields.strip(datagram);
            }
        }
        assertThat(accepted).isBetween(1_000, 199_000);
    }

    @Test
    void shouldRefuseToWriteWhatNobodyCouldRead() {
        byte[] with = ExtensionFields.append(plain(), 0x70, bytes(1));
        assertThatThrownBy(() -> ExtensionFields.append(with, 0x70, bytes(1))).hasMessageContaining("above 112");
        assertThatThrownBy(() -> ExtensionFields.append(with, 256, bytes(1))).hasMessageContaining("was 256");
        assertThatThrownBy(() -> ExtensionFields.append(plain(), 1, bytes(256))).hasMessageContaining("256 bytes");
        byte[] full = plain();
        for (int type = 1; type <= 3; type++) {
            full = ExtensionFields.append(full, type, bytes(255));
        }
        byte[] three = full;
        assertThatThrownBy(() -> ExtensionFields.append(three, 4, bytes(255))).hasMessageContaining("1024 of all");
    }

    private static Verdict check(byte[] datagram) {
        return DatagramHeader.check(datagram, 1, 7, 2, 1);
    }

    private static byte[] sealed(byte[] packet) {
        return DatagramHeader.complete(packet, 1, 7, 9, 1);
    }

    private static byte[] plain() {
        return DatagramHeader.begin(new WireWriter(40), 3, 2).writeLong(BODY).toByteArray();
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) i;
        }
        return bytes;
    }
}
