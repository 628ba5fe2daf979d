package org.rmcast.tram.wire;

import static org.assertj.core.api.Assertions.assertThat;
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
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.EventCause;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.flow.shared.RateLimit;
import org.rmcast.core.flow.shared.RateReport;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.WireWriter;
import org.rmcast.tram.wire.TramPacket.AcceptMember;
import org.rmcast.tram.wire.TramPacket.Ack;
import org.rmcast.tram.wire.TramPacket.Asked;
import org.rmcast.tram.wire.TramPacket.Beacon;
import org.rmcast.tram.wire.TramPacket.CodedRepair;
import org.rmcast.tram.wire.TramPacket.Cookie;
import org.rmcast.tram.wire.TramPacket.CookieRequest;
import org.rmcast.tram.wire.TramPacket.Data;
import org.rmcast.tram.wire.TramPacket.DisownReason;
import org.rmcast.tram.wire.TramPacket.HeadAdvertisement;
import org.rmcast.tram.wire.TramPacket.HeadBind;
import org.rmcast.tram.wire.TramPacket.HeadState;
import org.rmcast.tram.wire.TramPacket.Hello;
import org.rmcast.tram.wire.TramPacket.Laggard;
import org.rmcast.tram.wire.TramPacket.LanState;
import org.rmcast.tram.wire.TramPacket.MemberFate;
import org.rmcast.tram.wire.TramPacket.MemberReport;
import org.rmcast.tram.wire.TramPacket.MemberRole;
import org.rmcast.tram.wire.TramPacket.MemberSolicitation;
import org.rmcast.tram.wire.TramPacket.NotRepaired;
import org.rmcast.tram.wire.TramPacket.Referral;
import org.rmcast.tram.wire.TramPacket.RejectMember;
import org.rmcast.tram.wire.TramPacket.RejectReason;
import org.rmcast.tram.wire.TramPacket.ReportTaken;
import org.rmcast.tram.wire.TramPacket.Standing;
import org.rmcast.tram.wire.TramPacket.UnicastHello;

class TramCodecTest {
    private static final long SESSION = 0x1122334455667788L;
    private static final long MEMBER = 0x0102030405060708L;

    /** A packet with the bytes that stand for it: type, flags, and what follows the common header. */
    record Golden(TramPacket packet, int type, int flags, String body) {
        @Override
        public String toString() {
            return packet.type().name();
        }
    }

    static Stream<Golden> packets() {
        return Stream.of(
                new Golden(
                        new Beacon(true, true, true, 9, 8, 7, 2000, 64000, 250),
                        3,
                        7,
                        "0000000000000009" + "0000000000000008" + "0000000000000007" + "000007d0" + "0000fa00"
                                + "00fa"),
                new Golden(
                        new Hello(
                                4,
                                HeadState.RESIGNING,
                                MemberRole.RELUCTANT_HEAD,
                                new TreePlace(0xa1, 2),
                                3,
                                5,
                                6,
                                7,
                                List.of(0xaL, 0xbL)),
                        4,
                        0,
                        "04" + "04" + "01" + "02" + "00000000000000a1" + "0003" + "0000000000000005"
                                + "0000000000000006" + "0000000000000007" + "0002" + "000000000000000a"
                                + "000000000000000b"),
                new Golden(
                        new Hello(
                                4,
                                HeadState.INIT,
                                MemberRole.EAGER_HEAD,
                                new TreePlace(0xa1, 2),
                                3,
                                5,
                                6,
                                7,
                                List.of(0xaL),
                                40_000),
                        4,
                        1,
                        "04" + "00" + "00" + "02" + "00000000000000a1" + "0003" + "0000000000000005"
                                + "0000000000000006" + "0000000000000007" + "0001" + "000000000000000a"
                                + "00009c40"),
                new Golden(
                        new HeadAdvertisement(
                                true,
                                1,
                                HeadState.ACCEPTING_MEMBERS,
                                MemberRole.EAGER_HEAD,
                                LanState.VOLUNTEER,
                                new TreePlace(0xa1, 2),
                                3,
                                64,
                                5,
                                6),
                        5,
                        1,
                        "01" + "01" + "00" + "01" + "02" + "00000000000000a1" + "0003" + "0040" + "0000000000000005"
                                + "0000000000000006" + "0000000000000000" + "0000000000000000"),
                new Golden(
                        new MemberSolicitation(true, 9, MemberRole.MEMBER_ONLY, new TreePlace(0xa1, 4), 5, 6),
                        6,
                        1,
                        "09" + "02" + "04" + "00000000000000a1" + "0000000000000005" + "0000000000000006"
                                + "0000000000000000" + "0000000000000000" + "0000000000000000"),
                new Golden(
                        new HeadBind(true, 9, MemberRole.RELUCTANT_HEAD, new TreePlace(0xa1, 3), 2, 17, 8, 5, 6, 0xb1),
                        7,
                        1,
                        "09" + "01" + "03" + "00000000000000a1" + "0002" + "0000000000000011" + "00000008"
                                + "0000000000000005" + "0000000000000006" + "00000000000000b1"),
                new Golden(
                        new AcceptMember(new TreePlace(0xa1, 1), 6, -1, 0xb1, 0xc1),
                        8,
                        0,
                        "01" + "00000000000000a1" + "0000000000000006" + "0000000000000000" + "00000000000000b1"
                                + "00000000000000c1"),
                new Golden(
                        new RejectMember(RejectReason.DATA_GONE, 6, 0xb1),
                        9,
                        0,
                        "06" + "0000000000000006" + "00000000000000b1"),
                new Golden(
                        new RejectMember(
                                RejectReason.FULL,
                                6,
                                0xb1,
                                new Referral(7, new InetSocketAddress(address(10, 0, 0, 7), 7000), 3)),
                        9,
                        1,
                        "01" + "0000000000000006" + "00000000000000b1" + "0000000000000007" + "03" + "04" + "0a000007"
                                + "1b58" + "00".repeat(16)),
                new Golden(
                        new RejectMember(
                                RejectReason.HEADS_ONLY,
                                6,
                                0xb1,
                                new Referral(
                                        7,
                                        new InetSocketAddress(
                                                address(0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7), 7000),
                                        3)),
                        9,
                        1,
                        "00" + "0000000000000006" + "00000000000000b1" + "0000000000000007" + "03" + "10"
                                + "20010db8000000000000000000000007" + "1b58" + "00".repeat(4)),
                new Golden(new CookieRequest(0xb1), 16, 0, "00000000000000b1" + "0000000000000000"),
                new Golden(new Cookie(0xb1, 0xc1), 17, 0, "00000000000000b1" + "00000000000000c1"),
                new Golden(
                        new UnicastHello(DisownReason.PRUNED, 2, 6, new Reason(EventCause.TOO_SLOW, "slow")),
                        10,
                        0,
                        "03" + "02" + "0000000000000006" + "00000000" + "03" + "04" + "736c6f77"),
                new Golden(
                        new UnicastHello(DisownReason.NONE, 2, 6, 0x5678, Reason.NONE),
                        10,
                        0,
                        "00" + "02" + "0000000000000006" + "00005678" + "00" + "00"),
                new Golden(
                        new NotRepaired(
                                5, 6, 9, new InetSocketAddress(address(10, 0, 0, 7), 7000), new byte[] {(byte) 0x81}),
                        12,
                        1,
                        "0000000000000005" + "0000000000000006" + "0000000000000009" + "0001" + "81" + "04" + "0a000007"
                                + "1b58"),
                new Golden(
                        new NotRepaired(5, 6, 9, null, new byte[] {1}),
                        12,
                        0,
                        "0000000000000005" + "0000000000000006" + "0000000000000009" + "0001" + "01"),
                new Golden(
                        new MemberReport(
                                MemberFate.LAGGING,
                                5,
                                6,
                                3,
                                7,
                                9,
                                new InetSocketAddress(address(10, 0, 0, 8), 7001),
                                true,
                                4,
                                11,
                                40,
                                39,
                                90,
                                new Reason(EventCause.LOSES_TOO_MUCH, "why")),
                        14,
                        1,
                        "02" + "0000000000000005" + "0000000000000006" + "00000003" + "0000000000000007" + "00000009"
                                + "00000004" + "000000000000000b" + "0000000000000028" + "0000000000000027"
                                + "000000000000005a" + "04" + "0a000008" + "1b59" + "02"
                                + "03" + "776879"),
                new Golden(new ReportTaken(6, 3), 15, 0, "0000000000000006" + "00000003"),
                new Golden(
                        new ReportTaken(6, 3, new Standing(7, 1_500, 2)),
                        15,
                        1,
                        "0000000000000006" + "00000003" + "0000000000000007" + "000005dc" + "02"),
                new Golden(
                        new Ack(
                                true,
                                true,
                                0x5678,
                                true,
                                false,
                                true,
                                true,
                                true,
                                0xc1,
                                5,
                                6,
                                4,
                                70,
                                17,
                                3,
                                14,
                                123,
                                9,
                                10,
                                List.of(new Laggard(0xcL, 4)),
                                new Asked(0x1234, 40_000, 9, new byte[] {5, (byte) 0x80})),
                        11,
                        127,
                        "0000000000000005" + "0000000000000006" + "0000000000000004" + "0000000000000046" + "00000011"
                                + "0003" + "0000000e" + "007b" + "00000009" + "0000000a" + "00000000000000c1" + "0001"
                                + "000000000000000c"
                                + "0000000000000004"
                                + "0002" + "0580" + "00001234" + "00009c40" + "00000003" + "00005678"),
                new Golden(
                        new Ack(
                                false,
                                false,
                                0,
                                false,
                                false,
                                false,
                                false,
                                false,
                                0xc1,
                                5,
                                6,
                                4,
                                70,
                                17,
                                3,
                                14,
                                123,
                                9,
                                10,
                                List.of(),
                                Asked.NOTHING,
                                new RateReport(0xd, RateLimit.LOSS, 1_000_000, 900_000, 0.25, 40_000, 5_000)),
                        11,
                        0,
                        "0000000000000005" + "0000000000000006" + "0000000000000004" + "0000000000000046" + "00000011"
                                + "0003" + "0000000e" + "007b" + "00000009" + "0000000a" + "00000000000000c1" + "01"
                                + "00" + "0000"
                                + "000000000000000d" + "00000000000f4240" + "00000000000dbba0" + "40000000"
                                + "00009c40" + "00001388" + "03"));
    }

    @ParameterizedTest
    @MethodSource("packets")
    void shouldWriteTheBytesThatTheLayoutSays(Golden golden) {
        byte[] datagram = wire(golden.packet());
        String hex = HexFormat.of().formatHex(datagram);
        assertThat(hex.substring(0, 56))
                .isEqualTo(String.format(
                        "524d0201%02x%02x0000" + "1122334455667788" + "0102030405060708" + "00000001",
                        golden.type(), golden.flags()));
        assertThat(hex.substring(2 * DatagramHeader.BYTES)).isEqualTo(golden.body());
        assertThat(DatagramHeader.check(datagram, TramCodec.PROTOCOL, SESSION, 1, 1))
                .isEqualTo(DatagramHeader.Verdict.ACCEPTED);
    }

    /** Who is refused can make a head send no more than it sent, and sends no more to whom it is told of. */
    @Test
    void shouldBeAsLongAsABindWhereSomebodyElseIsNamed() {
        packets()
                .filter(golden -> golden.packet() instanceof RejectMember reject && reject.referral() != null)
                .forEach(golden -> assertThat(wire(golden.packet())).hasSize(TramCodec.HEAD_BIND_BYTES));
    }

    @ParameterizedTest
    @MethodSource("packets")
    void shouldReadWhatItWrote(Golden golden) throws DecodeException {
        TramPacket read = TramCodec.decode(wire(golden.packet()));
        assertThat(read).usingRecursiveComparison().isEqualTo(golden.packet());
    }

    @ParameterizedTest
    @MethodSource("packets")
    void shouldRefuseEveryTruncationAndTrailingByte(Golden golden) {
        refuseTruncations(wire(golden.packet()));
    }

    @Test
    void shouldWriteAndReadData() throws DecodeException {
        byte[] datagram = data();
        assertThat(HexFormat.of().formatHex(datagram, DatagramHeader.BYTES, datagram.length))
                .isEqualTo("0102030405060708" + "0000000000000009" + "0000000000000004" + "0000000000000002"
                        + "000f4240" + "0040" + "0007" + "03" + "0002" + "6869");
        Data data = (Data) TramCodec.decode(datagram);
        assertThat(data.sequence()).isEqualTo(9);
        assertThat(data.firstMessage()).isEqualTo(4);
        assertThat(data.datagram()).isSameAs(datagram);
        assertThat(data.retransmission()).isFalse();
        refuseTruncations(datagram);
    }

    @Test
    void shouldSayWhenDataLeftInPlaceOfTheRate() throws DecodeException {
        Data header = new Data(
                TramPacket.Type.DATA, false, MEMBER, 9, 4, 2, 1_000_000, 0xfedc_ba98, 64, 7, true, new byte[0]);
        WireWriter writer = TramCodec.beginData(header, new WireWriter(64));
        writer.writeByte(3).writeShort(2).writeBytes(new byte[] {'h', 'i'}, 0, 2);
        byte[] datagram = complete(writer.toByteArray(), MEMBER);
        assertThat(HexFormat.of().formatHex(datagram, DatagramHeader.BYTES, datagram.length))
                .isEqualTo("0102030405060708" + "0000000000000009" + "0000000000000004" + "0000000000000002"
                        + "fedcba98" + "0040" + "0007" + "03" + "0002" + "6869");
        Data data = (Data) TramCodec.decode(datagram);
        assertThat(data.timed()).isTrue();
        assertThat(data.sentMicros()).isEqualTo(0xfedc_ba98);
        assertThat(data.rateBytesPerSecond()).isZero();
        refuseTruncations(datagram);
        byte[] repair = complete(TramCodec.repair(TramPacket.Type.RETRANSMISSION, datagram, 0x77), 77);
        assertThat(((Data) TramCodec.decode(repair)).timed()).isFalse();
    }

    @Test
    void shouldRepeatDataUnderTheRepairersName() throws DecodeException {
        byte[] original = data();
        byte[] before = original.clone();
        byte[] repair = complete(TramCodec.repair(TramPacket.Type.RETRANSMISSION, original, 0x77), 77);
        Data data = (Data) TramCodec.decode(repair);
        assertThat(original).isEqualTo(before);
        assertThat(data.retransmission()).isTrue();
        assertThat(data.source()).isEqualTo(MEMBER);
        assertThat(data.request()).isEqualTo(0x77);
        assertThat(DatagramHeader.memberId(repair)).isEqualTo(77);
        assertThat(DatagramHeader.check(repair, TramCodec.PROTOCOL, SESSION, 1, 1))
                .isEqualTo(DatagramHeader.Verdict.ACCEPTED);
        // Where the rate was is the number of the request.
        System.arraycopy(original, Data.REQUEST_OFFSET, repair, Data.REQUEST_OFFSET, Integer.BYTES);
        assertThat(Arrays.copyOfRange(repair, DatagramHeader.BYTES, repair.length))
                .isEqualTo(Arrays.copyOfRange(original, DatagramHeader.BYTES, original.length));
    }

    /** A packet with one message of this length. */
    private static byte[] data(long sequence, int length) {
        Data header = new Data(TramPacket.Type.DATA, true, MEMBER, sequence, 4, 2, 1_000_000, 0, 64, 7, new byte[0]);
        WireWriter writer = TramCodec.beginData(header, new WireWriter(64));
        byte[] content = new byte[length];
        Arrays.fill(content, (byte) sequence);
        writer.writeByte(3).writeShort(length).writeBytes(content, 0, length);
        return complete(writer.toByteArray(), MEMBER);
    }

    private static byte[] code(int maxBytes) {
        long[] sequences = {9, 11, 264};
        List<byte[]> packets = List.of(data(9, 2), data(11, 1), data(264, 0));
        byte[] code = TramCodec.codedRepair(sequences, packets, new int[] {0x55, 0x66}, maxBytes);
        return code == null ? new byte[0] : complete(code, 77);
    }

    @Test
    void shouldSendSeveralPacketsAsOne() throws DecodeException {
        byte[] datagram = code(1_400);
        assertThat(HexFormat.of().formatHex(datagram, DatagramHeader.BYTES, datagram.length))
                .isEqualTo("0102030405060708" + "0000000000000009" + "004a" + "02" + "02" + "02ff" + "00000055"
                        + "00000066" + "0000000000000004" + "03" + "0003" + "0209");
        CodedRepair code = (CodedRepair) TramCodec.decode(datagram);
        assertThat(code.source()).isEqualTo(MEMBER);
        assertThat(code.sequences()).containsExactly(9, 11, 264);
        assertThat(code.requests()).containsExactly(0x55, 0x66);
    }

    @Test
    void shouldEchoAsManyRequestsAsThereIsRoomFor() throws DecodeException {
        int whole = code(1_400).length;
        assertThat(((CodedRepair) TramCodec.decode(code(whole - 1))).requests()).containsExactly(0x55);
        assertThat(((CodedRepair) TramCodec.decode(code(whole - 8))).requests()).isEmpty();
        assertThat(code(whole - 9)).isEmpty();
    }

    /** As long as the longest packet may be a code of eight of them is, and has room for a request. */
    @Test
    void shouldJoinEightOfTheLongestPackets() {
        long[] sequences = {1, 2, 3, 4, 5, 6, 7, 8};
        List<byte[]> packets =
                Arrays.stream(sequences).mapToObj(one -> data(one, 1_325)).toList();
        assertThat(packets.get(0)).hasSize(1_400);
        assertThat(TramCodec.codedRepair(sequences, packets, new int[8], 1_400)).hasSize(1_399);
    }

    @Test
    void shouldMakeOfWhatIsTakenOutTheRepairThatItStandsFor() throws DecodeException {
        byte[] original = data();
        byte[] coded = new byte[CodedRepair.PART.codedBytes(original.length)];
        CodedRepair.PART.xorInto(original, coded, 0);
        byte[] repair = TramCodec.repairOf(MEMBER, 9, CodedRepair.PART.packetOf(coded, coded.length));
        Data data = (Data) TramCodec.decode(repair);
        assertThat(data.type()).isEqualTo(TramPacket.Type.RETRANSMISSION);
        assertThat(data.source()).isEqualTo(MEMBER);
        assertThat(data.sequence()).isEqualTo(9);
        assertThat(data.firstMessage()).isEqualTo(4);
        assertThat(data.request()).isZero();
        assertThat(Arrays.copyOfRange(repair, Data.FRAMES_OFFSET, repair.length))
                .isEqualTo(Arrays.copyOfRange(original, Data.FRAMES_OFFSET, original.length));
    }

    /** Byte 50 says how many more packets there are, 52 and 53 which. What is cut off later shows when the code is taken apart. */
    @Test
    void shouldRefuseCodesThatAreNone() {
        byte[] datagram = code(1_400);
        for (int length = DatagramHeader.BYTES; length < datagram.length - 5; length++) {
            byte[] cut = Arrays.copyOf(datagram, length);
            assertThatThrownBy(() -> TramCodec.decode(cut)).isInstanceOf(DecodeException.class);
        }
        refuse(50, 0, "further packets are 0");
        refuse(50, 16, "further packets are 16");
        refuse(52, 0, "do not ascend");
        refuse(53, 2, "do not ascend");
        refuse(47, 0, "sequence is 0");
    }

    private static void refuse(int offset, int value, String reason) {
        byte[] datagram = code(1_400);
        datagram[offset] = (byte) value;
        assertThatThrownBy(() -> TramCodec.decode(datagram))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void shouldRefuseDataThatSomeoneElseSendsAsNew() {
        byte[] forged = data();
        forged[23] ^= 1;
        assertThatThrownBy(() -> TramCodec.decode(forged))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("source");
    }

    @Test
    void shouldThrowNothingButDecodeExceptionForMutatedDatagrams() {
        long seed = 4711;
        SplittableRandom random = new SplittableRandom(seed);
        List<byte[]> originals = Stream.concat(
                        packets().map(golden -> wire(golden.packet())), Stream.of(data(), code(1_400)))
                .toList();
        for (int i = 0; i < 300_000; i++) {
            byte[] datagram = originals.get(random.nextInt(originals.size())).clone();
            for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
                datagram[random.nextInt(datagram.length)] = (byte) random.nextInt(256);
            }
            datagram = Arrays.copyOf(datagram, DatagramHeader.BYTES + random.nextInt(datagram.length));
            try {
                TramCodec.decode(datagram);
            } catch (DecodeException expected) {
                assertThat(expected.getMessage()).isNotBlank();
            } catch (RuntimeException e) {
                fail("seed " + seed + ", datagram " + HexFormat.of().formatHex(datagram), e);
            }
        }
    }

    @Test
    void shouldCutTextThatIsTooLongAndReplaceWhatIsNotPrintable() throws DecodeException {
        String text = "line\n" + "x".repeat(300);
        UnicastHello read =
                (UnicastHello) TramCodec.decode(wire(new UnicastHello(DisownReason.PRUNED, 2, 6, slow(text))));
        assertThat(read.why().text()).isEqualTo("line?" + "x".repeat(TramCodec.MAX_TEXT_BYTES - 5));
    }

    /** Each byte that is no UTF-8 would be three when it is passed on, and the text be cut at every hop. */
    @Test
    void shouldPassTextOnAsItWasRead() throws DecodeException {
        byte[] datagram = wire(new UnicastHello(DisownReason.PRUNED, 2, 6, slow("x".repeat(TramCodec.MAX_TEXT_BYTES))));
        Arrays.fill(datagram, datagram.length - 100, datagram.length, (byte) 0xff);
        UnicastHello read = (UnicastHello) TramCodec.decode(datagram);
        assertThat(read.why().text()).isEqualTo("x".repeat(TramCodec.MAX_TEXT_BYTES - 100) + "?".repeat(100));
        assertThat(TramCodec.decode(wire(read))).isEqualTo(read);
    }

    /** Or a stranger writes lines of its own into the logs of others. */
    @ParameterizedTest
    @ValueSource(strings = {"\u001b", "\u0085", "\u202e", "\u2028", "\u200f"})
    void shouldShowNothingOfATextThatIsNotPrintable(String character) throws DecodeException {
        byte[] datagram = wire(new UnicastHello(DisownReason.PRUNED, 2, 6, slow("slow" + character + "link")));
        assertThat(((UnicastHello) TramCodec.decode(datagram)).why().text()).isEqualTo("slow?link");
    }

    /** Byte 46 of a UNICAST_HELLO. */
    @ParameterizedTest
    @ValueSource(ints = {0, 7, 255})
    void shouldReadACauseThatALaterVersionNamesAsAnother(int code) throws DecodeException {
        byte[] datagram = wire(new UnicastHello(DisownReason.PRUNED, 2, 6, slow("slow")));
        datagram[DatagramHeader.BYTES + 14] = (byte) code;
        assertThat(TramCodec.decode(datagram))
                .isEqualTo(new UnicastHello(DisownReason.PRUNED, 2, 6, new Reason(EventCause.OTHER, "slow")));
    }

    @ParameterizedTest
    @EnumSource(
            value = EventCause.class,
            names = {"SILENT", "LOSES_TOO_MUCH", "TOO_SLOW", "ASKS_ELSEWHERE", "NOT_HELD", "BY_APPLICATION"})
    void shouldTellEachCauseForWhichMembersArePrunedOrLag(EventCause cause) throws DecodeException {
        UnicastHello told = new UnicastHello(DisownReason.PRUNED, 2, 6, new Reason(cause, "why"));
        assertThat(TramCodec.decode(wire(told))).isEqualTo(told);
    }

    private static Reason slow(String text) {
        return new Reason(EventCause.TOO_SLOW, text);
    }

    private static InetAddress address(int... bytes) {
        byte[] raw = new byte[bytes.length];
        for (int i = 0; i < raw.length; i++) {
            raw[i] = (byte) bytes[i];
        }
        try {
            return InetAddress.getByAddress(raw);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    static byte[] data() {
        Data header = new Data(TramPacket.Type.DATA, false, MEMBER, 9, 4, 2, 1_000_000, 0, 64, 7, new byte[0]);
        WireWriter writer = TramCodec.beginData(header, new WireWriter(64));
        writer.writeByte(3).writeShort(2).writeBytes(new byte[] {'h', 'i'}, 0, 2);
        return complete(writer.toByteArray(), MEMBER);
    }

    private static byte[] wire(TramPacket packet) {
        return complete(TramCodec.encode(packet), MEMBER);
    }

    private static byte[] complete(byte[] packet, long memberId) {
        return DatagramHeader.complete(packet, TramCodec.PROTOCOL, SESSION, memberId, 1);
    }

    private static void refuseTruncations(byte[] datagram) {
        for (int length = DatagramHeader.BYTES; length <= datagram.length + 1; length++) {
            if (length != datagram.length) {
                byte[] cut = Arrays.copyOf(datagram, length);
                assertThatThrownBy(() -> TramCodec.decode(cut))
                        .as("%d of %d bytes", length, datagram.length)
                        .isInstanceOf(DecodeException.class);
            }
        }
    }
}
