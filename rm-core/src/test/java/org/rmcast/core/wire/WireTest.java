package org.rmcast.core.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("AddressSelection") // literal addresses: nothing is looked up
class WireTest {
    @Test
    void shouldReadWhatItWroteWhileGrowing() throws DecodeException {
        InetSocketAddress v4 = new InetSocketAddress("127.0.0.1", 7000);
        InetSocketAddress v6 = new InetSocketAddress("::1", 7001);
        byte[] bytes = new WireWriter(1)
                .writeByte(0xfe)
                .writeShort(0xfedc)
                .writeInt(0x12345678)
                .writeLong(0x123456789abcdef0L)
                .writeBytes(new byte[] {1, 2, 3}, 1, 2)
                .writeAddress(v4)
                .writeAddress(v6)
                .toByteArray();
        assertThat(HexFormat.of().formatHex(bytes))
                .startsWith("fefedc12345678123456789abcdef00203047f0000011b58" + "10");
        WireReader reader = new WireReader(bytes, 0);
        assertThat(reader.readUnsignedByte("byte")).isEqualTo(0xfe);
        assertThat(reader.readUnsignedShort("short")).isEqualTo(0xfedc);
        assertThat(reader.readInt("int")).isEqualTo(0x12345678);
        assertThat(reader.readLong("long")).isEqualTo(0x123456789abcdef0L);
        assertThat(reader.readSlice(2, "slice")).isEqualTo(15);
        assertThat(reader.readAddress("v4")).isEqualTo(v4);
        assertThat(reader.readAddress("v6")).isEqualTo(v6);
        reader.finish();
    }

    @Test
    void shouldNameTheFieldThatIsWrong() {
        assertThatThrownBy(() -> new WireReader(new byte[3], 0).readInt("rate"))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("rate");
        assertThatThrownBy(() -> new WireReader(new byte[] {-1, 0, 0, 0}, 0).readNonNegativeInt("rate"))
                .hasMessageContaining("rate");
        assertThatThrownBy(() -> new WireReader(new byte[] {-1, 0, 0, 0, 0, 0, 0, 0}, 0).readSequence("sequence"))
                .hasMessageContaining("sequence");
        assertThatThrownBy(() -> new WireReader(new byte[] {0, 5, 0}, 0).readCount(8, "members"))
                .hasMessageContaining("members counts 5");
        assertThatThrownBy(() -> new WireReader(new byte[] {3, 0, 0, 0, 0, 0}, 0).readAddress("head"))
                .hasMessageContaining("head");
        assertThatThrownBy(() -> new WireReader(new byte[] {4, 1, 2, 3, 4, 0, 0}, 0).readAddress("head"))
                .hasMessageContaining("port 0");
        assertThatThrownBy(() -> new WireReader(new byte[1], 0).finish()).hasMessageContaining("1 trailing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"239.1.2.3", "0.0.0.0", "255.255.255.255", "ff02::1", "::"})
    void shouldRefuseAnAddressThatCanBeNoMembers(String address) {
        byte[] bytes = new WireWriter(20)
                .writeAddress(new InetSocketAddress(address, 7000))
                .toByteArray();
        assertThatThrownBy(() -> new WireReader(bytes, 0).readAddress("head"))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("head is not that of a host");
    }

    @Test
    void shouldWriteNumbersInAsManyBytesAsTheyTake() throws DecodeException {
        for (int bits = 0; bits < 63; bits++) {
            for (long value : new long[] {(1L << bits) - 1, 1L << bits, (1L << bits) + bits}) {
                byte[] bytes = new WireWriter(4).writeVarint(value).toByteArray();
                assertThat(bytes).hasSize(WireWriter.varintBytes(value));
                WireReader reader = new WireReader(bytes, 0);
                assertThat(reader.readVarint("number")).isEqualTo(value);
                reader.finish();
            }
        }
        byte[] highest = new WireWriter(9).writeVarint(Long.MAX_VALUE).toByteArray();
        assertThat(highest).hasSize(9);
        assertThat(new WireReader(highest, 0).readVarint("number")).isEqualTo(Long.MAX_VALUE);
        assertThat(new WireWriter(2).writeVarint(300).toByteArray()).containsExactly(0xac, 2);
        assertThatThrownBy(() -> new WireWriter(1).writeVarint(-1)).hasMessageContaining("value");
    }

    @ParameterizedTest
    @CsvSource({"80, needs", "8000, longer", "808080808080808080, 63 bits", "ffffffffffffffffff7f, 63 bits"})
    void shouldRefuseNumbersThatAreNotWrittenLikeThat(String hex, String reason) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        assertThatThrownBy(() -> new WireReader(bytes, 0).readVarint("number"))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void shouldTakeValuesUpToTheirBounds() throws DecodeException {
        byte[] bytes = new WireWriter(20)
                .writeInt(0)
                .writeLong(0)
                .writeLong(Wire.MAX_SEQUENCE - 1)
                .toByteArray();
        WireReader reader = new WireReader(bytes, 0);
        assertThat(reader.readNonNegativeInt("rate")).isZero();
        assertThat(reader.readSequence("first")).isZero();
        assertThat(reader.position()).isEqualTo(12);
        assertThat(reader.readSequence("last")).isEqualTo(Wire.MAX_SEQUENCE - 1);
        assertThat(new WireReader(new byte[] {0, 0, 1, 2}, 0).readNonNegativeInt("rate"))
                .isEqualTo(0x0102);
        byte[] beyond = new WireWriter(8).writeLong(Wire.MAX_SEQUENCE).toByteArray();
        assertThatThrownBy(() -> new WireReader(beyond, 0).readSequence("sequence"))
                .hasMessageContaining("out of range");
        assertThat(new WireReader(new byte[] {0, 2, 0, 0, 0, 0}, 0).readCount(2, "members"))
                .isEqualTo(2);
        assertThat(new WireReader(new byte[] {9, 1, 2}, 1).readBytes(2, "bytes"))
                .containsExactly(1, 2);
        assertThatThrownBy(() -> new WireReader(new byte[1], 0).readInt("rate"))
                .hasMessageContaining("4 bytes, 1 left");
    }

    @Test
    void shouldRefuseToReadOutsideOfTheArray() {
        assertThat(new WireReader(new byte[3], 3).remaining()).isZero();
        assertThatThrownBy(() -> new WireReader(new byte[3], -1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> new WireReader(new byte[3], 2, 1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> new WireReader(new byte[3], 0, 4)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> new WireReader(new byte[3], 1).readInt("rate"))
                .hasMessageContaining("4 bytes, 2 left");
        assertThatThrownBy(() -> new WireReader(new byte[3], 1).finish()).hasMessageContaining("2 trailing");
    }

    @Test
    void shouldBeginAnewAfterACopyWasTaken() {
        WireWriter writer = new WireWriter(1);
        assertThat(writer.writeShort(0x0102).takeCopy()).containsExactly(1, 2);
        assertThat(writer.writeByte(3).takeCopy()).containsExactly(3);
    }

    @Test
    void shouldSayWhatAPacketIs() {
        byte[] packet = DatagramHeader.begin(new WireWriter(32), 0xE1, 0x41).toByteArray();
        assertThat(DatagramHeader.type(packet)).isEqualTo(0xE1);
        assertThat(DatagramHeader.flags(packet)).isEqualTo(0x41);
    }

    @Test
    void shouldSortDatagramsByTheirHeader() {
        byte[] datagram = datagram();
        assertThat(DatagramHeader.check(datagram, 1, 7, 2, 1)).isEqualTo(DatagramHeader.Verdict.ACCEPTED);
        assertThat(DatagramHeader.check(datagram, 1, 7, 9, 1)).isEqualTo(DatagramHeader.Verdict.OWN);
        assertThat(DatagramHeader.check(datagram, 1, 8, 2, 1)).isEqualTo(DatagramHeader.Verdict.OTHER_SESSION);
        assertThat(DatagramHeader.check(datagram, 2, 7, 2, 1)).isEqualTo(DatagramHeader.Verdict.OTHER_SESSION);
        assertThat(DatagramHeader.check(changed(0), 1, 7, 2, 1)).isEqualTo(DatagramHeader.Verdict.STRANGER);
        assertThat(DatagramHeader.check(changed(2), 1, 7, 2, 1)).isEqualTo(DatagramHeader.Verdict.UNSUPPORTED);
        assertThat(DatagramHeader.check(new byte[31], 1, 7, 2, 1)).isEqualTo(DatagramHeader.Verdict.STRANGER);
    }

    @Test
    void shouldTellItselfFromATwin() {
        assertThat(DatagramHeader.check(datagram(), 1, 7, 9, 1)).isEqualTo(DatagramHeader.Verdict.OWN);
        assertThat(DatagramHeader.check(datagram(), 1, 7, 9, 2)).isEqualTo(DatagramHeader.Verdict.TWIN);
        byte[] damaged = datagram();
        damaged[damaged.length - 1] ^= 1;
        assertThat(DatagramHeader.check(damaged, 1, 7, 9, 2)).isEqualTo(DatagramHeader.Verdict.DAMAGED);
    }

    @Test
    void shouldRefuseWhoIsNobody() {
        assertThat(DatagramHeader.check(DatagramHeader.complete(plain(), 1, 7, 0, 1), 1, 7, 2, 1))
                .isEqualTo(DatagramHeader.Verdict.STRANGER);
        assertThat(DatagramHeader.check(DatagramHeader.complete(plain(), 1, 7, 9, 0), 1, 7, 2, 1))
                .isEqualTo(DatagramHeader.Verdict.STRANGER);
    }

    @Test
    void shouldRefuseTheReservedFlag() {
        byte[] datagram = datagram();
        datagram[5] |= (byte) 0x80;
        assertThat(DatagramHeader.check(DatagramHeader.seal(datagram), 1, 7, 2, 1))
                .isEqualTo(DatagramHeader.Verdict.UNSUPPORTED);
    }

    @Test
    void shouldFindEveryFlippedBit() {
        byte[] datagram = datagram();
        for (int bit = 0; bit < datagram.length * 8; bit++) {
            byte[] damaged = datagram.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            assertThat(DatagramHeader.check(damaged, 1, 7, 2, 1))
                    .as("bit %d", bit)
                    .isNotEqualTo(DatagramHeader.Verdict.ACCEPTED);
        }
    }

    @Test
    void shouldMakeADatagramOfAPlainPacketInPlaceAgainAndAgain() {
        byte[] packet = plain();
        byte[] datagram = DatagramHeader.complete(packet, 1, 7, 9, 1);
        assertThat(datagram).isSameAs(packet);
        assertThat(HexFormat.of().formatHex(datagram))
                .startsWith("524d" + "02" + "01" + "03" + "02" + "0000" + "0000000000000007" + "0000000000000009"
                        + "00000001")
                .endsWith("0102030405060708");
        byte[] before = datagram.clone();
        assertThat(DatagramHeader.complete(packet, 1, 7, 9, 1)).isEqualTo(before);
    }

    @Test
    void shouldRefuseToSendAnothersDatagramOrNoneAtAll() {
        assertThatThrownBy(() -> DatagramHeader.complete(datagram(), 1, 7, 10, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must be copied");
        assertThatThrownBy(() -> DatagramHeader.complete(new byte[31], 1, 7, 10, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("32 bytes, was 31");
    }

    @Test
    void shouldCopyAnothersDatagramAsAPlainPacket() {
        byte[] original = datagram();
        byte[] before = original.clone();
        byte[] copy = DatagramHeader.copyAs(original, 5, 1);
        assertThat(original).isEqualTo(before);
        assertThat(HexFormat.of().formatHex(copy))
                .isEqualTo("00000000" + "0501" + "00".repeat(26) + "0102030405060708");
        assertThat(DatagramHeader.check(DatagramHeader.complete(copy, 1, 7, 10, 1), 1, 7, 2, 1))
                .isEqualTo(DatagramHeader.Verdict.ACCEPTED);
    }

    private static byte[] datagram() {
        return DatagramHeader.complete(plain(), 1, 7, 9, 1);
    }

    private static byte[] plain() {
        return DatagramHeader.begin(new WireWriter(40), 3, 2)
                .writeLong(0x0102030405060708L)
                .toByteArray();
    }

    private static byte[] changed(int index) {
        byte[] datagram = datagram();
        datagram[index] ^= 0x10;
        return datagram;
    }
}
