package org.rmcast.pbcast.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.SequenceMask;
import org.rmcast.core.wire.WireWriter;
import org.rmcast.pbcast.wire.PbcastPacket.Data;
import org.rmcast.pbcast.wire.PbcastPacket.Digest;
import org.rmcast.pbcast.wire.PbcastPacket.Entry;
import org.rmcast.pbcast.wire.PbcastPacket.Info;
import org.rmcast.pbcast.wire.PbcastPacket.Link;
import org.rmcast.pbcast.wire.PbcastPacket.PacketType;
import org.rmcast.pbcast.wire.PbcastPacket.Poll;
import org.rmcast.pbcast.wire.PbcastPacket.Position;
import org.rmcast.pbcast.wire.PbcastPacket.Request;
import org.rmcast.pbcast.wire.PbcastPacket.Want;

class PbcastCodecTest {
    private static final long SESSION = 0x1122334455667788L;
    private static final long MEMBER = 0x0102030405060708L;
    private static final HexFormat HEX = HexFormat.of();

    /** A packet with the bytes that stand for it: type, flags, and what follows the common header. */
    record Golden(PbcastPacket packet, int type, int flags, String body) {
        @Override
        public String toString() {
            return packet.type().name();
        }
    }

    private static Entry whole() {
        return new Entry(5, 290, 297, 300, 311, 4, true, 77, 303, new byte[] {(byte) 0x81}, 298, new byte[] {3});
    }

    private static Entry plain() {
        return new Entry(5, 6, 9, 9, 0, false, 3, 9, SequenceMask.EMPTY, 6, SequenceMask.EMPTY);
    }

    static Stream<Golden> packets() {
        String want = "0000000000000005" + "0000000000000009" + "0002" + "0180";
        return Stream.of(
                new Golden(
                        new Digest(PacketType.GOSSIP, true, 258, new int[] {7, -1}, List.of(whole(), plain())),
                        4,
                        1,
                        "00000102" + "0002" + "02" + "00000007" + "ffffffff"
                                + ("0000000000000005" + "3f" + "ac02" + "03" + "0b" + "4d" + "07" + "04" + "03" + "0001"
                                        + "81" + "01" + "0001" + "03")
                                + ("0000000000000005" + "00" + "09" + "03" + "00" + "03")),
                new Golden(new Digest(PacketType.LACK, false, 1, List.of()), 5, 0, "00000001" + "0000" + "00"),
                new Golden(
                        new Request(PacketType.REQUEST, true, 0, List.of(new Want(5, 9, new byte[] {1, (byte) 0x80}))),
                        6,
                        1,
                        "00000000" + "0001" + want),
                new Golden(
                        new Info(address(), 3, List.of(new Want(5, 9, new byte[] {1, (byte) 0x80}))),
                        7,
                        0,
                        "00000003" + "04" + "0a000007" + "1b58" + "0001" + want),
                new Golden(
                        new Request(PacketType.MCAST, false, 3, List.of(new Want(5, 9, new byte[] {1, (byte) 0x80}))),
                        8,
                        0,
                        "00000003" + "0001" + want),
                new Golden(
                        new Poll(true, 7, 2, 9, true, 5),
                        9,
                        3,
                        "00000007" + "0000000000000002" + "0000000000000009" + "0000000000000005" + "0000000000000000"),
                new Golden(
                        new Position(7, 2, 9, 1, 8),
                        10,
                        0,
                        "00000007" + "0000000000000002" + "0000000000000009" + "0000000000000001" + "0000000000000008"),
                new Golden(new Link(true), 11, 1, ""),
                new Golden(new Link(false), 11, 0, ""));
    }

    private static InetSocketAddress address() {
        try {
            return new InetSocketAddress(InetAddress.getByAddress(new byte[] {10, 0, 0, 7}), 7000);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @MethodSource("packets")
    void shouldHaveTheseBytes(Golden golden) {
        byte[] datagram = wire(golden.packet());
        String header =
                "524d" + "02" + "02" + HEX.toHexDigits((byte) golden.type()) + HEX.toHexDigits((byte) golden.flags())
                        + "0000" + "1122334455667788" + "0102030405060708" + "00000001";
        String hex = HEX.formatHex(datagram);
        assertThat(hex).startsWith(header);
        assertThat(hex.substring(2 * DatagramHeader.BYTES)).isEqualTo(golden.body());
        assertThat(DatagramHeader.check(datagram, PbcastCodec.PROTOCOL, SESSION, 99, 1))
                .isEqualTo(DatagramHeader.Verdict.ACCEPTED);
    }

    @ParameterizedTest
    @MethodSource("packets")
    void shouldReadWhatItWrote(Golden golden) throws DecodeException {
        assertThat(PbcastCodec.decode(wire(golden.packet())))
                .usingRecursiveComparison()
                .isEqualTo(golden.packet());
    }

    @ParameterizedTest
    @MethodSource("packets")
    void shouldRefuseEveryTruncationAndOneByteMore(Golden golden) {
        byte[] datagram = wire(golden.packet());
        for (int length = DatagramHeader.BYTES; length < datagram.length; length++) {
            byte[] cut = Arrays.copyOf(datagram, length);
            assertThatThrownBy(() -> PbcastCodec.decode(cut)).isInstanceOf(DecodeException.class);
        }
        byte[] longer = Arrays.copyOf(datagram, datagram.length + 1);
        assertThatThrownBy(() -> PbcastCodec.decode(longer)).isInstanceOf(DecodeException.class);
    }

    @Test
    void shouldSayTheLengthsThatItWrites() {
        int empty = wire(new Digest(PacketType.GOSSIP, false, 1, List.of())).length;
        assertThat(empty).isEqualTo(PbcastCodec.ENTRIES_OFFSET);
        assertThat(wire(new Digest(PacketType.GOSSIP, false, 1, new int[4], List.of())).length)
                .isEqualTo(PbcastCodec.ENTRIES_OFFSET + 16);
        for (Entry entry : List.of(whole(), plain())) {
            int length = wire(new Digest(PacketType.GOSSIP, false, 1, List.of(entry))).length;
            assertThat(length - empty).isEqualTo(PbcastCodec.length(entry));
        }
        Want want = new Want(5, 9, new byte[3]);
        assertThat(wire(new Request(PacketType.REQUEST, false, 1, List.of(want))).length)
                .isEqualTo(PbcastCodec.LIST_OFFSET + PbcastCodec.length(want));
    }

    @Test
    void shouldNotAnswerAPollWithMoreThanItself() {
        assertThat(wire(new Position(1, 1, 1, 0, 0)).length)
                .isLessThanOrEqualTo(wire(new Poll(true, 1, 1, 1, false, 0)).length);
    }

    @Test
    void shouldCarryDataAndItsRepair() throws DecodeException {
        byte[] data = data(11, 4, 2);
        assertThat(HEX.formatHex(data, DatagramHeader.BYTES, data.length))
                .isEqualTo("0102030405060708" + "000000000000000b" + "0000000000000004" + "0000000000000002" + "03"
                        + "0001" + "2a");
        Data decoded = (Data) PbcastCodec.decode(data);
        assertThat(decoded.sequence()).isEqualTo(11);
        assertThat(decoded.firstMessage()).isEqualTo(4);
        assertThat(decoded.low()).isEqualTo(2);
        byte[] repair = complete(PbcastCodec.again(PacketType.RETRANSMISSION, data), 42);
        Data repaired = (Data) PbcastCodec.decode(repair);
        assertThat(repaired.type()).isEqualTo(PacketType.RETRANSMISSION);
        assertThat(repaired.source()).isEqualTo(MEMBER);
        assertThat(DatagramHeader.memberId(repair)).isEqualTo(42);
        assertThat(DatagramHeader.check(repair, PbcastCodec.PROTOCOL, SESSION, 99, 1))
                .isEqualTo(DatagramHeader.Verdict.ACCEPTED);
    }

    @Test
    void shouldRefuseNewDataOfSomebodyElse() {
        byte[] forged = complete(PbcastCodec.again(PacketType.DATA, data(11, 4, 2)), 42);
        assertThatThrownBy(() -> PbcastCodec.decode(forged))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("source");
    }

    @Test
    void shouldRefuseWhatCanNotBe() {
        assertThatThrownBy(() -> PbcastCodec.decode(data(0, 0, 1))).hasMessageContaining("sequence");
        assertThatThrownBy(() -> PbcastCodec.decode(data(3, 0, 4))).hasMessageContaining("low");
        assertThatThrownBy(() -> PbcastCodec.decode(wire(new Poll(true, 1, 9, 2, false, 0))))
                .hasMessageContaining("low");
        Entry beyond = new Entry(5, 6, 9, 10, 0, false, 0, 9, new byte[2], 6, SequenceMask.EMPTY);
        assertThatThrownBy(() -> PbcastCodec.decode(wire(new Digest(PacketType.GOSSIP, false, 1, List.of(beyond)))))
                .hasMessageContaining("mask");
        Digest wants = new Digest(PacketType.LACK, false, 1, List.of(beyond));
        assertThatCode(() -> PbcastCodec.decode(wire(wants)))
                .as("more may be wanted than is known to exist")
                .doesNotThrowAnyException();
        assertThatThrownBy(() ->
                        PbcastCodec.decode(wire(new Digest(PacketType.GOSSIP, false, 1, new int[3], List.of(plain())))))
                .hasMessageContaining("number of sums");
    }

    /** Finding H12: a number that was taken, and those computed from it, are taken by whoever is told of them. */
    @Test
    void shouldRefuseNumbersThatLeaveNoRoom() {
        long highest = PbcastCodec.POSITIONS;
        assertThatThrownBy(() -> PbcastCodec.decode(data(highest / 2, 0, 1))).hasMessageContaining("too high");
        assertThatThrownBy(() -> PbcastCodec.decode(data(1, highest / 2, 1))).hasMessageContaining("too high");
        assertThatThrownBy(() -> PbcastCodec.decode(wire(new Poll(true, 1, 1, highest, false, 0))))
                .hasMessageContaining("limit");
        Entry high = new Entry(
                5,
                highest - 2,
                highest - 1,
                highest,
                0,
                false,
                0,
                highest - 1,
                SequenceMask.EMPTY,
                6,
                SequenceMask.EMPTY);
        assertThatThrownBy(() -> PbcastCodec.decode(wire(new Digest(PacketType.GOSSIP, false, 1, List.of(high)))))
                .hasMessageContaining("limit");
    }

    @Test
    void shouldReadAnEmptySetOfRepairedPacketsAsNone() throws DecodeException {
        byte[] datagram = wire(new Digest(PacketType.GOSSIP, false, 1, List.of(whole())));
        byte[] empty = Arrays.copyOf(datagram, datagram.length - 1);
        empty[empty.length - 1] = 0;
        Entry read = ((Digest) PbcastCodec.decode(empty)).entries().get(0);
        assertThat(read.repaired()).isEmpty();
        assertThat(read.repairedStart()).isEqualTo(read.low());
    }

    /** Random bytes, and good datagrams with a few bytes changed, decode or are refused, and nothing else happens. */
    @Test
    void shouldSurviveAnyBytes() {
        long seed = Long.getLong("rm.seed", 20_240_607);
        SplittableRandom random = new SplittableRandom(seed);
        List<byte[]> good = Stream.concat(packets().map(golden -> wire(golden.packet())), Stream.of(data(11, 4, 2)))
                .toList();
        int decoded = 0;
        for (int i = 0; i < 200_000; i++) {
            byte[] datagram = good.get(random.nextInt(good.size())).clone();
            int changes = 1 + random.nextInt(4);
            for (int change = 0; change < changes; change++) {
                int at = 4 + random.nextInt(datagram.length - 4);
                datagram[at] = (byte) random.nextInt();
            }
            try {
                PbcastCodec.decode(datagram);
                decoded++;
            } catch (DecodeException e) {
                assertThat(e.getMessage()).isNotEmpty();
            } catch (RuntimeException e) {
                fail("seed " + seed + ", run " + i + ": " + HEX.formatHex(datagram), e);
            }
        }
        assertThat(decoded).isPositive();
    }

    static byte[] data(long sequence, long firstMessage, long low) {
        WireWriter writer = PbcastCodec.beginData(MEMBER, sequence, firstMessage, low, new WireWriter(64));
        return complete(writer.writeByte(3).writeShort(1).writeByte(42).toByteArray(), MEMBER);
    }

    private static byte[] wire(PbcastPacket packet) {
        return complete(PbcastCodec.encode(packet), MEMBER);
    }

    private static byte[] complete(byte[] packet, long memberId) {
        return DatagramHeader.complete(packet, PbcastCodec.PROTOCOL, SESSION, memberId, 1);
    }
}
