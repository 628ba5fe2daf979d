package org.rmcast.rmtp.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rmcast.core.flow.shared.RateLimit;
import org.rmcast.core.flow.shared.RateReport;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.rmtp.wire.RmtpPacket.Ack;
import org.rmcast.rmtp.wire.RmtpPacket.Answer;
import org.rmcast.rmtp.wire.RmtpPacket.Busy;
import org.rmcast.rmtp.wire.RmtpPacket.ConnectionAck;
import org.rmcast.rmtp.wire.RmtpPacket.ConnectionRequest;
import org.rmcast.rmtp.wire.RmtpPacket.Data;
import org.rmcast.rmtp.wire.RmtpPacket.End;
import org.rmcast.rmtp.wire.RmtpPacket.MonitorReport;
import org.rmcast.rmtp.wire.RmtpPacket.Nack;
import org.rmcast.rmtp.wire.RmtpPacket.Poll;
import org.rmcast.rmtp.wire.RmtpPacket.Rate;
import org.rmcast.rmtp.wire.RmtpPacket.RateTaken;
import org.rmcast.rmtp.wire.RmtpPacket.ReceiveReady;
import org.rmcast.rmtp.wire.RmtpPacket.Release;
import org.rmcast.rmtp.wire.RmtpPacket.ReleaseAck;
import org.rmcast.rmtp.wire.RmtpPacket.Token;

class RmtpCodecTest {
    private static final long SESSION = 0x1122334455667788L;
    private static final long MEMBER = 0x0102030405060708L;
    private static final int TRANSFER = 0x0a0b0c0d;
    private static final HexFormat HEX = HexFormat.of();

    /** A packet with the bytes that stand for it: type, flags, and what follows the transfer. */
    record Golden(RmtpPacket packet, int type, int flags, String body) {
        int reasonBytes() {
            String reason = packet instanceof Busy busy
                    ? busy.reason()
                    : packet instanceof ConnectionAck ack
                            ? ack.reason()
                            : packet instanceof ReleaseAck release ? release.reason() : "";
            return reason.getBytes(StandardCharsets.UTF_8).length;
        }

        @Override
        public String toString() {
            return packet.type().name();
        }
    }

    private static String number(long value) {
        return HEX.toHexDigits(value);
    }

    static Stream<Golden> packets() {
        return Stream.of(
                new Golden(
                        new ConnectionRequest(TRANSFER, true, 7, 1_000_000, 1_024, 12_000, new byte[] {1, 2}),
                        1,
                        1,
                        number(7) + number(1_000_000) + "0400" + "00002ee0" + "0002" + "0102"),
                new Golden(
                        new ConnectionAck(TRANSFER, 0, 9, Answer.YES, 0, 0),
                        2,
                        0,
                        number(0) + number(9) + "01" + "00000000" + number(0)),
                new Golden(
                        new ConnectionAck(TRANSFER, 5, 9, Answer.NO, 256, 3, "why"),
                        2,
                        0,
                        number(5) + number(9) + "02" + "00000100" + number(3) + "776879"),
                new Golden(
                        new ConnectionAck(TRANSFER, 0, 9, Answer.ASKS, 0, 0),
                        2,
                        0,
                        number(0) + number(9) + "03" + "00000000" + number(0)),
                new Golden(new Token(TRANSFER, 9, 5, true), 3, 1, number(9) + number(5)),
                new Golden(new Poll(TRANSFER, 3, 12_000, 70_000), 5, 0, "0003" + "00002ee0" + number(70_000)),
                new Golden(
                        new Nack(TRANSFER, 5, 3, 12, 100, 1_000, new long[] {105, 106, 300, 311}),
                        6,
                        0,
                        number(5) + "0003" + number(12) + number(100) + number(1_000) + "05" + "00" + "c201" + "14"),
                new Golden(new Ack(TRANSFER, 5, 3), 7, 0, number(5) + "0003"),
                new Golden(
                        new Busy(TRANSFER, 5, "voll, weil größer"),
                        8,
                        0,
                        number(5) + "766f6c6c2c207765696c206772c3b6c39f6572"),
                new Golden(new ReceiveReady(TRANSFER, 5), 9, 0, number(5)),
                new Golden(
                        new Release(TRANSFER, 3, 12_000, new byte[] {4}), 10, 0, "0003" + "00002ee0" + "0001" + "04"),
                new Golden(new ReleaseAck(TRANSFER, 5, true), 11, 0, number(5)),
                new Golden(new ReleaseAck(TRANSFER, 5, false, "bad"), 11, 1, number(5) + "626164"),
                new Golden(new MonitorReport(TRANSFER, 5, 2, 99), 12, 0, number(5) + "0002" + "00000063"),
                new Golden(new End(TRANSFER, true), 13, 1, ""),
                new Golden(
                        new Rate(
                                TRANSFER,
                                5,
                                -7,
                                new RateReport(MEMBER, RateLimit.LOSS, 1_000_000, 900_000, 0.25, 40_000, 2_000)),
                        14,
                        0,
                        number(5) + "fffffff9" + number(1_000_000) + number(900_000) + "40000000" + "00009c40"
                                + "000007d0" + "03"),
                new Golden(new RateTaken(TRANSFER, -7, 40_000), 15, 0, "fffffff9" + "00009c40"));
    }

    @ParameterizedTest
    @MethodSource("packets")
    void shouldHaveTheseBytes(Golden golden) {
        byte[] datagram = wire(golden.packet());
        String header =
                "524d" + "02" + "05" + HEX.toHexDigits((byte) golden.type()) + HEX.toHexDigits((byte) golden.flags())
                        + "0000" + "1122334455667788" + "0102030405060708" + "00000001";
        String hex = HEX.formatHex(datagram);
        assertThat(hex).startsWith(header);
        assertThat(hex.substring(2 * DatagramHeader.BYTES)).isEqualTo("0a0b0c0d" + golden.body());
    }

    @ParameterizedTest
    @MethodSource("packets")
    void shouldReadWhatItWrote(Golden golden) throws DecodeException {
        assertThat(RmtpCodec.decode(wire(golden.packet())))
                .usingRecursiveComparison()
                .isEqualTo(golden.packet());
    }

    /** The entries of a NACK, and reasons, end with the packet: where one ends it may be cut off, and a reason anywhere. */
    @ParameterizedTest
    @MethodSource("packets")
    void shouldRefuseEveryTruncationAndOneByteMore(Golden golden) {
        byte[] datagram = wire(golden.packet());
        int end = golden.packet() instanceof Nack ? RmtpCodec.ENTRIES_OFFSET : datagram.length - golden.reasonBytes();
        for (int length = DatagramHeader.BYTES; length < end; length++) {
            byte[] cut = Arrays.copyOf(datagram, length);
            assertThatThrownBy(() -> RmtpCodec.decode(cut)).isInstanceOf(DecodeException.class);
        }
        byte[] longer = Arrays.copyOf(datagram, datagram.length + (golden.reasonBytes() > 0 ? 201 : 1));
        assertThatThrownBy(() -> RmtpCodec.decode(longer)).isInstanceOf(DecodeException.class);
    }

    @Test
    void shouldCarryData() throws DecodeException {
        byte[] datagram = data();
        assertThat(HEX.formatHex(datagram, DatagramHeader.BYTES, datagram.length))
                .isEqualTo("0a0b0c0d" + number(77) + "0003" + "0004" + "00002ee0" + "2a2b");
        Data data = (Data) RmtpCodec.decode(datagram);
        assertThat(data.sequence()).isEqualTo(77);
        assertThat(data.has(Data.REPAIR)).isTrue();
        assertThat(data.has(Data.START)).isFalse();
        assertThat(data.payloadBytes()).isEqualTo(2);
    }

    /** A number in place of the period, a time, which may be anything, in place of the back-off. */
    @Test
    void shouldCarryDataThatSaysWhenItLeft() throws DecodeException {
        byte[] datagram = complete(RmtpCodec.beginData(TRANSFER, Data.NUMBERED | Data.TIMED, 77, 3, 65_535, -2, 1)
                .writeByte(42)
                .toByteArray());
        assertThat(datagram[5]).isEqualTo((byte) 0x60);
        assertThat(HEX.formatHex(datagram, DatagramHeader.BYTES, datagram.length))
                .isEqualTo("0a0b0c0d" + number(77) + "0003" + "ffff" + "fffffffe" + "2a");
        Data data = (Data) RmtpCodec.decode(datagram);
        assertThat(data.monitor()).isEqualTo(65_535);
        assertThat(data.backoffMicros()).isEqualTo(-2);
        assertRefused(
                complete(RmtpCodec.beginData(TRANSFER, Data.TIMED, 77, 3, 0, 1, 1)
                        .writeByte(42)
                        .toByteArray()),
                "flags");
        assertRefused(
                complete(RmtpCodec.beginData(TRANSFER, Data.NUMBERED, 77, 3, 0, -2, 1)
                        .writeByte(42)
                        .toByteArray()),
                "back-off");
    }

    @Test
    void shouldNotAnswerACackWithMoreThanItself() {
        assertThat(wire(new Token(TRANSFER, 1, 1, false)).length)
                .isEqualTo(RmtpCodec.TOKEN_BYTES)
                .isLessThanOrEqualTo(wire(new ConnectionAck(TRANSFER, 0, 1, Answer.YES, 0, 0)).length);
        ConnectionRequest shortest = new ConnectionRequest(TRANSFER, false, 1, 1, 100, 0, new byte[0]);
        assertThat(wire(shortest).length).isEqualTo(RmtpCodec.DESCRIPTION_OFFSET);
    }

    @Test
    void shouldRefuseWhatCanNotBe() {
        assertRefused(wire(new Ack(0, 1, 1)), "transfer");
        assertRefused(wire(new Ack(1, 0, 1)), "token");
        assertRefused(wire(new ConnectionRequest(1, true, 1, -1, 100, 0, new byte[0])), "total bytes");
        assertRefused(wire(new ConnectionRequest(1, true, 1, 1, 0, 0, new byte[0])), "packet bytes");
        assertRefused(wire(new ConnectionRequest(1, true, 1, 1L << 50, 1, 0, new byte[0])), "packet bytes");
        assertRefused(wire(new Nack(1, 1, 1, 1, 10, 10, new long[0])), "limit");
        assertRefused(wire(new Nack(1, 1, 1, 1, 10, 20, new long[] {15, 25})), "names packets");
        assertRefused(wire(new Nack(1, 1, 1, 0, 10, 20, new long[0])), "missing");
        assertRefused(wire(new Poll(1, 1, -1, 0)), "back-off");
        assertRefused(wire(new RateTaken(1, 0, 1)), "number");
        assertRefused(wire(new RateTaken(1, 1, -1)), "pause");
        assertRefused(wire(new Rate(1, 0, 1, new RateReport(1, RateLimit.START, 1, 1, 0, 1, 0))), "token");
        byte[] flagged = wire(new Busy(1, 1));
        flagged[5] = 1;
        assertRefused(flagged, "flags");
        flagged[4] = 16;
        assertRefused(flagged, "type");
    }

    /** Reasons are for people: as much of them as there is room for, and nothing that a terminal would obey. */
    @Test
    void shouldCarryReasonsThatPrint() throws DecodeException {
        String longer = "ä".repeat(300);
        assertThat(((Busy) RmtpCodec.decode(wire(new Busy(1, 1, longer)))).reason())
                .isEqualTo("ä".repeat(100));
        byte[] escape = wire(new Busy(1, 1, "a_b"));
        escape[escape.length - 2] = 27;
        assertThat(((Busy) RmtpCodec.decode(escape)).reason()).isEqualTo("a?b");
        byte[] noise = Arrays.copyOf(wire(new Busy(1, 1)), DatagramHeader.BYTES + 12 + 200);
        Arrays.fill(noise, DatagramHeader.BYTES + 12, noise.length, (byte) 0xFF);
        assertThat(((Busy) RmtpCodec.decode(noise)).reason()).isEqualTo("\uFFFD".repeat(66));
        assertRefused(Arrays.copyOf(noise, noise.length + 1), "reason");
        assertRefused(Arrays.copyOf(wire(new ReleaseAck(1, 1, true)), DatagramHeader.BYTES + 13), "trailing");
    }

    private static void assertRefused(byte[] datagram, String field) {
        assertThatThrownBy(() -> RmtpCodec.decode(datagram))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining(field);
    }

    /** Whatever the bytes are, they are decoded, to what is the same when it is written and read again, or refused. */
    @Test
    void shouldDecodeOrRefuseMutations() {
        SplittableRandom random = new SplittableRandom(4);
        List<byte[]> originals = Stream.concat(packets().map(golden -> wire(golden.packet())), Stream.of(data()))
                .toList();
        for (int i = 0; i < 300_000; i++) {
            byte[] mutated = originals.get(random.nextInt(originals.size())).clone();
            for (int change = random.nextInt(4); change >= 0; change--) {
                int at = 4 + random.nextInt(mutated.length - 4);
                mutated[at] = (byte) random.nextInt(256);
            }
            try {
                RmtpPacket decoded = RmtpCodec.decode(mutated);
                if (!(decoded instanceof Data)) {
                    RmtpPacket again = RmtpCodec.decode(RmtpCodec.encode(decoded));
                    // Who reports is in the common header.
                    assertThat(again)
                            .usingRecursiveComparison()
                            .ignoringFields("report.memberId")
                            .isEqualTo(decoded);
                }
            } catch (DecodeException refused) {
                assertThat(refused.getMessage()).isNotBlank();
            } catch (RuntimeException thrown) {
                fail("mutation " + i + " of " + HEX.formatHex(mutated), thrown);
            }
        }
    }

    private static byte[] data() {
        return complete(RmtpCodec.beginData(TRANSFER, Data.REPAIR, 77, 3, 4, 12_000, 2)
                .writeByte(42)
                .writeByte(43)
                .toByteArray());
    }

    private static byte[] wire(RmtpPacket packet) {
        return complete(RmtpCodec.encode(packet));
    }

    private static byte[] complete(byte[] plain) {
        return DatagramHeader.complete(plain, RmtpCodec.PROTOCOL, SESSION, MEMBER, 1);
    }
}
