package org.rmcast.nak.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rmcast.api.Role;
import org.rmcast.core.flow.shared.RateLimit;
import org.rmcast.core.flow.shared.RateReport;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.WireWriter;
import org.rmcast.nak.wire.NakPacket.Data;
import org.rmcast.nak.wire.NakPacket.Heard;
import org.rmcast.nak.wire.NakPacket.Hello;
import org.rmcast.nak.wire.NakPacket.Leave;
import org.rmcast.nak.wire.NakPacket.PacketType;
import org.rmcast.nak.wire.NakPacket.Position;
import org.rmcast.nak.wire.NakPacket.Proof;
import org.rmcast.nak.wire.NakPacket.Rate;
import org.rmcast.nak.wire.NakPacket.RateTaken;
import org.rmcast.nak.wire.NakPacket.Reach;
import org.rmcast.nak.wire.NakPacket.Request;
import org.rmcast.nak.wire.NakPacket.Session;
import org.rmcast.nak.wire.NakPacket.Want;
import org.rmcast.nak.wire.NakPacket.Welcome;

class NakCodecTest {
    private static final long SESSION = 0x1122334455667788L;
    private static final long MEMBER = 0x0102030405060708L;
    private static final HexFormat HEX = HexFormat.of();

    /** A packet with the bytes that stand for it: type, flags, and what follows the common header. */
    record Golden(NakPacket packet, int type, int flags, String body) {
        @Override
        public String toString() {
            return packet.type().name();
        }
    }

    private static String number(int value) {
        return HEX.toHexDigits((long) value);
    }

    static Stream<Golden> packets() {
        Reach reach = new Reach(2, 300, 77, true);
        return Stream.of(
                new Golden(
                        new Session(Role.PEER, 250, 9, true, reach, List.of(new Heard(5, 300, 7), new Heard(6, 1, 0))),
                        3,
                        3,
                        "03" + "000000fa" + "00000009" + number(2) + number(300) + number(77) + "0002" + number(5)
                                + "ac02" + "07" + number(6) + "01" + "00"),
                new Golden(
                        new Session(Role.RECEIVER, 1_000, 0, false, Reach.NOTHING, List.of()),
                        3,
                        0,
                        "02" + "000003e8" + "00000000" + number(1) + number(1) + number(0) + "0000"),
                new Golden(
                        new Request(-2, List.of(new Want(9, new byte[] {1, (byte) 0x80}), new Want(70, new byte[] {1
                        }))),
                        4,
                        0,
                        "fffffffe" + "0002" + number(9) + "0002" + "0180" + number(70) + "0001" + "01"),
                new Golden(new Request(1, List.of()), 4, 0, "00000001" + "0000"),
                new Golden(new Position(9, 300, 4, 2, true), 5, 1, "00000009" + number(300) + number(4) + number(2)),
                new Golden(new Hello(5, 6, Role.SENDER), 6, 0, number(5) + number(6) + "01"),
                new Golden(new Welcome(6, 8), 7, 0, number(6) + number(8)),
                new Golden(
                        new Proof(8, 9, true, reach),
                        8,
                        5,
                        number(8) + number(9) + number(2) + number(300) + number(77)),
                new Golden(new Leave(), 9, 0, ""),
                new Golden(
                        new Rate(
                                7, new RateReport(MEMBER, RateLimit.LOSS, 1_000_000, 2_000_000, 0x1p-8, 40_000, 5_000)),
                        10,
                        0,
                        "00000007" + number(1_000_000) + number(2_000_000) + "01000000" + "00009c40" + "00001388"
                                + "03"),
                new Golden(new RateTaken(7, 40_000), 11, 0, "00000007" + "00009c40"));
    }

    @ParameterizedTest
    @MethodSource("packets")
    void shouldHaveTheseBytes(Golden golden) {
        byte[] datagram = wire(golden.packet());
        String header =
                "524d" + "02" + "04" + HEX.toHexDigits((byte) golden.type()) + HEX.toHexDigits((byte) golden.flags())
                        + "0000" + "1122334455667788" + "0102030405060708" + "00000001";
        String hex = HEX.formatHex(datagram);
        assertThat(hex).startsWith(header);
        assertThat(hex.substring(2 * DatagramHeader.BYTES)).isEqualTo(golden.body());
        assertThat(DatagramHeader.check(datagram, NakCodec.PROTOCOL, SESSION, 99, 1))
                .isEqualTo(DatagramHeader.Verdict.ACCEPTED);
    }

    @ParameterizedTest
    @MethodSource("packets")
    void shouldReadWhatItWrote(Golden golden) throws DecodeException {
        assertThat(NakCodec.decode(wire(golden.packet())))
                .usingRecursiveComparison()
                .isEqualTo(golden.packet());
    }

    @ParameterizedTest
    @MethodSource("packets")
    void shouldRefuseEveryTruncationAndOneByteMore(Golden golden) {
        byte[] datagram = wire(golden.packet());
        for (int length = DatagramHeader.BYTES; length < datagram.length; length++) {
            byte[] cut = Arrays.copyOf(datagram, length);
            assertThatThrownBy(() -> NakCodec.decode(cut)).isInstanceOf(DecodeException.class);
        }
        byte[] longer = Arrays.copyOf(datagram, datagram.length + 1);
        assertThatThrownBy(() -> NakCodec.decode(longer)).isInstanceOf(DecodeException.class);
    }

    @Test
    void shouldNotAnswerAHelloWithMoreThanItself() {
        int welcome = wire(new Welcome(1, 1)).length;
        assertThat(welcome).isEqualTo(NakCodec.WELCOME_BYTES);
        assertThat(welcome).isLessThanOrEqualTo(wire(new Hello(1, 1, Role.PEER)).length);
    }

    @Test
    void shouldSayTheLengthsThatItWrites() {
        Session empty = new Session(Role.PEER, 1, 0, false, Reach.NOTHING, List.of());
        assertThat(wire(empty).length).isEqualTo(NakCodec.OTHERS_OFFSET);
        Session one = new Session(
                Role.PEER,
                1,
                0,
                false,
                Reach.NOTHING,
                List.of(new Heard(-1, NakCodec.POSITIONS - 1, NakCodec.POSITIONS - 1)));
        assertThat(wire(one).length).isLessThanOrEqualTo(NakCodec.OTHERS_OFFSET + NakCodec.MOST_HEARD_BYTES);
        assertThat(wire(new Request(1, List.of(new Want(9, new byte[3])))).length)
                .isEqualTo(NakCodec.WANTS_OFFSET + NakCodec.WANT_BYTES + 3);
    }

    @Test
    void shouldCarryDataAndItsRepair() throws DecodeException {
        byte[] data = data(11, 4);
        assertThat(HEX.formatHex(data, DatagramHeader.BYTES, data.length))
                .isEqualTo(number(11) + number(4) + "00000000" + "03" + "0001" + "2a");
        Data decoded = (Data) NakCodec.decode(data);
        assertThat(decoded.sequence()).isEqualTo(11);
        assertThat(decoded.firstMessage()).isEqualTo(4);
        byte[] repair = complete(NakCodec.repair(data, 0x01020304));
        Data repaired = (Data) NakCodec.decode(repair);
        assertThat(repaired.type()).isEqualTo(PacketType.REPAIR);
        assertThat(repaired.number()).isEqualTo(0x01020304);
        assertThat(repaired.sequence()).isEqualTo(11);
        assertThat(HEX.formatHex(data)).as("the packet that is kept").contains("00000000" + "03" + "0001" + "2a");
    }

    /** What says when it left is one more reading of the same bytes; its repair has the number of the request there. */
    @Test
    void shouldCarryTheTimeInData() throws DecodeException {
        WireWriter writer = NakCodec.beginTimedData(11, 4, 0xFEDCBA98, new WireWriter(100));
        byte[] data = complete(writer.writeByte(3).writeShort(1).writeByte(42).toByteArray());
        assertThat(HEX.formatHex(data, DatagramHeader.BYTES, data.length))
                .isEqualTo(number(11) + number(4) + "fedcba98" + "03" + "0001" + "2a");
        assertThat(data[5]).isEqualTo((byte) 1);
        Data decoded = (Data) NakCodec.decode(data);
        assertThat(decoded.timed()).isTrue();
        assertThat(decoded.number()).isEqualTo(0xFEDCBA98);
        Data repaired = (Data) NakCodec.decode(complete(NakCodec.repair(data, 9)));
        assertThat(repaired.timed()).isFalse();
        assertThat(repaired.number()).isEqualTo(9);
    }

    /** The answer costs the network no more than what it answers. */
    @Test
    void shouldNotAnswerARateWithMoreThanItself() {
        RateReport report = new RateReport(MEMBER, RateLimit.START, 1, 1, 0, 1, 0);
        assertThat(wire(new RateTaken(1, 1)).length).isLessThan(wire(new Rate(1, report)).length);
    }

    @Test
    void shouldRefuseWhatCanNotBe() {
        assertRefused(data(0, 0), "sequence");
        assertRefused(wire(new Request(0, List.of())), "number");
        assertRefused(wire(new Hello(0, 1, Role.PEER)), "target");
        assertRefused(wire(new Hello(1, 0, Role.PEER)), "nonce");
        assertRefused(wire(new Proof(0, 1, true, Reach.NOTHING)), "cookie");
        assertRefused(wire(new Session(Role.PEER, 1, 0, false, new Reach(9, 2, 0, false), List.of())), "low");
        assertRefused(wire(new Session(Role.RECEIVER, 1, 0, false, new Reach(1, 2, 0, false), List.of())), "RECEIVER");
        assertRefused(wire(new Position(1, NakCodec.POSITIONS, 0, 0, false)), "next");
        byte[] flagged = wire(new Leave());
        flagged[5] = 1;
        assertRefused(flagged, "flags");
        flagged[4] = 12;
        assertRefused(flagged, "type");
        RateReport report = new RateReport(MEMBER, RateLimit.START, 1, 1, 0, 1, 0);
        assertRefused(wire(new Rate(0, report)), "number");
        byte[] rate = wire(new Rate(1, report));
        rate[DatagramHeader.BYTES + 4 + 28] = 4;
        assertRefused(rate, "limit of the rate is 4");
        rate[DatagramHeader.BYTES + 4] = (byte) 0x80;
        assertRefused(rate, "rate wanted");
    }

    private static void assertRefused(byte[] datagram, String field) {
        assertThatThrownBy(() -> NakCodec.decode(datagram))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining(field);
    }

    /** Found by no seed so far: whatever the bytes are, they are decoded or refused. */
    @Test
    void shouldDecodeOrRefuseMutations() {
        SplittableRandom random = new SplittableRandom(4);
        List<byte[]> originals = Stream.concat(packets().map(golden -> wire(golden.packet())), Stream.of(data(3, 1)))
                .toList();
        for (int i = 0; i < 100_000; i++) {
            byte[] mutated = originals.get(random.nextInt(originals.size())).clone();
            for (int change = random.nextInt(4); change >= 0; change--) {
                int at = 4 + random.nextInt(mutated.length - 4);
                mutated[at] = (byte) random.nextInt(256);
            }
            try {
                assertThat(NakCodec.decode(mutated)).isNotNull();
            } catch (DecodeException refused) {
                assertThat(refused.getMessage()).isNotBlank();
            } catch (RuntimeException thrown) {
                fail("mutation " + i + " of " + HEX.formatHex(mutated), thrown);
            }
        }
    }

    static byte[] data(long sequence, long firstMessage) {
        WireWriter writer = NakCodec.beginData(sequence, firstMessage, new WireWriter(100));
        return complete(writer.writeByte(3).writeShort(1).writeByte(42).toByteArray());
    }

    private static byte[] wire(NakPacket packet) {
        return complete(NakCodec.encode(packet));
    }

    private static byte[] complete(byte[] plain) {
        return DatagramHeader.complete(plain, NakCodec.PROTOCOL, SESSION, MEMBER, 1);
    }
}
