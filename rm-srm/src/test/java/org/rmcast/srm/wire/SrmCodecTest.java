package org.rmcast.srm.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rmcast.api.Role;
import org.rmcast.core.flow.shared.RateLimit;
import org.rmcast.core.flow.shared.RateReport;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.WireWriter;
import org.rmcast.srm.wire.SrmPacket.Data;
import org.rmcast.srm.wire.SrmPacket.Echo;
import org.rmcast.srm.wire.SrmPacket.Own;
import org.rmcast.srm.wire.SrmPacket.PacketType;
import org.rmcast.srm.wire.SrmPacket.Range;
import org.rmcast.srm.wire.SrmPacket.Rate;
import org.rmcast.srm.wire.SrmPacket.Report;
import org.rmcast.srm.wire.SrmPacket.Request;
import org.rmcast.srm.wire.SrmPacket.Session;

class SrmCodecTest {
    private static final long SESSION = 0x1122334455667788L;
    private static final long MEMBER = 0x0102030405060708L;
    private static final int INCARNATION = 0x0a0b0c0d;
    private static final HexFormat HEX = HexFormat.of();

    /** A packet with the bytes that stand for it: type, flags, and what follows the common header. */
    record Golden(SrmPacket packet, int type, int flags, String body) {
        @Override
        public String toString() {
            return packet.type().name();
        }
    }

    private static Session session(@Nullable Own own, List<Report> reports, List<Echo> echoes) {
        return new Session(7, Role.PEER, false, own != null, 63, -2, 1_000, own, reports, echoes);
    }

    static Stream<Golden> packets() {
        return Stream.of(
                new Golden(
                        session(
                                new Own(2, 300, 77, true),
                                List.of(new Report(5, 290, 311, true, 9, 4, 2), new Report(6, 1, 1, false, 0, 0, 0)),
                                List.of(new Echo(9, 258, 20_000))),
                        3,
                        14,
                        "00000007" + "fffffffffffffffe" + "000003e8" + "3f" + "02" + "0002" + "0001"
                                + ("0000000000000002" + "000000000000012c" + "000000000000004d")
                                + ("0000000000000005" + "a202" + "2b" + "09" + "04" + "02")
                                + ("0000000000000006" + "01" + "00" + "00" + "00")
                                + ("0000000000000009" + "0000000000000102" + "00004e20")),
                new Golden(
                        new Session(1, Role.RECEIVER, true, false, 1, 3, 0, null, List.of(), List.of()),
                        3,
                        1,
                        "00000001" + "0000000000000003" + "00000000" + "01" + "00" + "0000" + "0000"),
                new Golden(
                        new Request(5, 1_500, 2, 15, List.of(new Range(1, 2), new Range(3, 303))),
                        4,
                        0,
                        "0000000000000005" + "000005dc" + "02" + "0f" + "0002" + ("00" + "00") + ("00" + "ab02")),
                new Golden(
                        new Rate(
                                5,
                                new RateReport(MEMBER, RateLimit.DELAY, 1_000_000, 2_000_000, 0x1p-8, 40_000, 5_000)),
                        5,
                        0,
                        "0000000000000005" + "00000000000f4240" + "00000000001e8480" + "01000000" + "00009c40"
                                + "00001388" + "01"));
    }

    @ParameterizedTest
    @MethodSource("packets")
    void shouldHaveTheseBytes(Golden golden) {
        byte[] datagram = wire(golden.packet());
        String hex = HEX.formatHex(datagram);
        assertThat(hex)
                .startsWith("524d" + "02" + "03" + HEX.toHexDigits((byte) golden.type())
                        + HEX.toHexDigits((byte) golden.flags()) + "0000" + "1122334455667788" + "0102030405060708"
                        + "0a0b0c0d");
        assertThat(hex.substring(2 * DatagramHeader.BYTES)).isEqualTo(golden.body());
        assertThat(DatagramHeader.check(datagram, SrmCodec.PROTOCOL, SESSION, 99, 1))
                .isEqualTo(DatagramHeader.Verdict.ACCEPTED);
    }

    @ParameterizedTest
    @MethodSource("packets")
    void shouldReadWhatItWrote(Golden golden) throws DecodeException {
        assertThat(SrmCodec.decode(wire(golden.packet()))).isEqualTo(golden.packet());
    }

    @ParameterizedTest
    @MethodSource("packets")
    void shouldRefuseEveryTruncationAndOneByteMore(Golden golden) {
        byte[] datagram = wire(golden.packet());
        for (int length = DatagramHeader.BYTES; length < datagram.length; length++) {
            byte[] cut = Arrays.copyOf(datagram, length);
            assertThatThrownBy(() -> SrmCodec.decode(cut)).isInstanceOf(DecodeException.class);
        }
        byte[] longer = Arrays.copyOf(datagram, datagram.length + 1);
        assertThatThrownBy(() -> SrmCodec.decode(longer)).isInstanceOf(DecodeException.class);
    }

    @Test
    void shouldSayTheLengthsThatItWrites() {
        Session empty = session(null, List.of(), List.of());
        assertThat(wire(empty)).hasSize(SrmCodec.SESSION_BYTES);
        assertThat(wire(session(new Own(1, 1, 0, false), List.of(), List.of())))
                .hasSize(SrmCodec.SESSION_BYTES + SrmCodec.OWN_BYTES);
        Report report = new Report(5, 290, 311, false, 1_000_000, 200, 3);
        assertThat(wire(session(null, List.of(report), List.of())))
                .hasSize(SrmCodec.SESSION_BYTES + SrmCodec.length(report));
        assertThat(wire(session(null, List.of(), List.of(new Echo(1, 2, 3)))))
                .hasSize(SrmCodec.SESSION_BYTES + SrmCodec.ECHO_BYTES);
        Range first = new Range(1_000, 1_200);
        Range second = new Range(1_201, 1_202);
        assertThat(wire(new Request(5, 0, 0, 1, List.of(first, second))))
                .hasSize(SrmCodec.REQUEST_BYTES + SrmCodec.length(first, 0) + SrmCodec.length(second, 1_200));
    }

    /** What says when it left; its repair says how far it is from who asked in the same place. */
    @Test
    void shouldCarryTheTimeInData() throws DecodeException {
        WireWriter writer =
                SrmCodec.beginData(true, 0xFEDCBA98, MEMBER, INCARNATION, 11, 4, 2, 63, new WireWriter(128));
        byte[] data = complete(writer.writeByte(3).writeShort(1).writeByte(42).toByteArray(), MEMBER);
        assertThat(HEX.formatHex(data, DatagramHeader.BYTES + 36, DatagramHeader.BYTES + 40))
                .isEqualTo("fedcba98");
        Data decoded = (Data) SrmCodec.decode(data);
        assertThat(decoded.timed()).isTrue();
        assertThat(decoded.distanceMicros()).isEqualTo(0xFEDCBA98);
        Data repaired = (Data) SrmCodec.decode(complete(SrmCodec.repair(data, false, 70_000, 3, 15), 42));
        assertThat(repaired.timed()).isFalse();
        assertThat(repaired.distanceMicros()).isEqualTo(70_000);
    }

    @Test
    void shouldCarryDataAndItsRepair() throws DecodeException {
        byte[] data = data(11, 4, 2);
        assertThat(HEX.formatHex(data, DatagramHeader.BYTES, data.length))
                .isEqualTo("0102030405060708" + "000000000000000b" + "0000000000000004" + "0000000000000002"
                        + "0a0b0c0d" + "00000000" + "00" + "3f" + "0000" + ("03" + "0001" + "2a"));
        Data decoded = (Data) SrmCodec.decode(data);
        assertThat(decoded)
                .isEqualTo(new Data(PacketType.DATA, false, false, MEMBER, 11, 4, 2, INCARNATION, 0, 0, 63, data));
        byte[] repair = complete(SrmCodec.repair(data, true, 70_000, 3, 15), 42);
        Data repaired = (Data) SrmCodec.decode(repair);
        assertThat(repaired)
                .isEqualTo(
                        new Data(PacketType.REPAIR, true, false, MEMBER, 11, 4, 2, INCARNATION, 70_000, 3, 15, repair));
        assertThat(DatagramHeader.memberId(repair)).isEqualTo(42);
        assertThat(Arrays.copyOfRange(repair, Data.FRAMES_OFFSET, repair.length))
                .isEqualTo(Arrays.copyOfRange(data, Data.FRAMES_OFFSET, data.length));
    }

    @Test
    void shouldRefuseNewDataOfSomebodyElse() {
        byte[] forged = complete(DatagramHeader.copyAs(data(11, 4, 2), PacketType.DATA.code(), 0), 42);
        assertThatThrownBy(() -> SrmCodec.decode(forged))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("source");
    }

    @Test
    void shouldRefuseWhatCanNotBe() {
        assertThatThrownBy(() -> SrmCodec.decode(data(0, 0, 1))).hasMessageContaining("sequence");
        assertThatThrownBy(() -> SrmCodec.decode(data(3, 0, 4))).hasMessageContaining("low");
        assertThatThrownBy(() -> SrmCodec.decode(data(SrmCodec.POSITIONS / 2, 0, 1)))
                .hasMessageContaining("too high");
        assertThatThrownBy(() -> SrmCodec.decode(wire(session(new Own(9, 2, 0, false), List.of(), List.of()))))
                .hasMessageContaining("low");
        assertThatThrownBy(() ->
                        SrmCodec.decode(wire(session(null, List.of(new Report(5, 3, 3, false, 0, 4, 1)), List.of()))))
                .hasMessageContaining("lost limit");
        assertThatThrownBy(() -> SrmCodec.decode(wire(new Request(5, 0, 0, 1, List.of()))))
                .hasMessageContaining("nothing");
        assertThatThrownBy(() -> SrmCodec.decode(wire(new Session(
                        1, Role.RECEIVER, false, false, 1, 3, 0, new Own(1, 1, 0, false), List.of(), List.of()))))
                .hasMessageContaining("stream");
        assertThatThrownBy(() ->
                        SrmCodec.decode(wire(new Request(5, 0, 0, 1, List.of(new Range(1, SrmCodec.POSITIONS))))))
                .hasMessageContaining("range");
    }

    /** Random bytes, and good datagrams with a few bytes changed, decode or are refused, and nothing else happens. */
    @Test
    void shouldSurviveAnyBytes() {
        long seed = Long.getLong("rm.seed", 20_261_127);
        SplittableRandom random = new SplittableRandom(seed);
        List<byte[]> good = Stream.concat(packets().map(golden -> wire(golden.packet())), datas())
                .toList();
        int decoded = 0;
        long runs = Long.getLong("rm.fuzz.codec", 200_000);
        for (long i = 0; i < runs; i++) {
            byte[] datagram = good.get(random.nextInt(good.size())).clone();
            int changes = 1 + random.nextInt(4);
            for (int change = 0; change < changes; change++) {
                datagram[4 + random.nextInt(datagram.length - 4)] = (byte) random.nextInt();
            }
            try {
                SrmCodec.decode(datagram);
                decoded++;
            } catch (DecodeException e) {
                assertThat(e.getMessage()).isNotEmpty();
            } catch (RuntimeException e) {
                fail("seed " + seed + ", run " + i + ": " + HEX.formatHex(datagram), e);
            }
        }
        assertThat(decoded).isPositive();
    }

    static Stream<byte[]> datas() {
        byte[] data = data(11, 4, 2);
        return Stream.of(data, complete(SrmCodec.repair(data, true, 70_000, 3, 15), 42));
    }

    private static byte[] data(long sequence, long firstMessage, long low) {
        WireWriter writer =
                SrmCodec.beginData(false, 0, MEMBER, INCARNATION, sequence, firstMessage, low, 63, new WireWriter(128));
        return complete(writer.writeByte(3).writeShort(1).writeByte(42).toByteArray(), MEMBER);
    }

    private static byte[] wire(SrmPacket packet) {
        return complete(SrmCodec.encode(packet), MEMBER);
    }

    private static byte[] complete(byte[] packet, long memberId) {
        return DatagramHeader.complete(packet, SrmCodec.PROTOCOL, SESSION, memberId, INCARNATION);
    }
}
