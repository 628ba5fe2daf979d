package org.rmcast.core.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rmcast.api.Role;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.membership.MemberUpdate.Kind;
import org.rmcast.core.membership.MembershipPacket.Ack;
import org.rmcast.core.membership.MembershipPacket.Announcement;
import org.rmcast.core.membership.MembershipPacket.IndirectAck;
import org.rmcast.core.membership.MembershipPacket.Join;
import org.rmcast.core.membership.MembershipPacket.Leave;
import org.rmcast.core.membership.MembershipPacket.News;
import org.rmcast.core.membership.MembershipPacket.Page;
import org.rmcast.core.membership.MembershipPacket.Ping;
import org.rmcast.core.membership.MembershipPacket.PingRequest;
import org.rmcast.core.membership.MembershipPacket.Pull;
import org.rmcast.core.membership.MembershipPacket.Sender;
import org.rmcast.core.membership.MembershipPacket.Welcome;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.Wire;

class MembershipCodecTest {
    private static final MembershipCodec CODEC = new MembershipCodec(Wire.DEFAULT_DATAGRAM_BYTES);
    private static final InetSocketAddress V4 = new InetSocketAddress("10.1.2.3", 4000);
    private static final InetSocketAddress V6 = new InetSocketAddress("2001:db8::5", 4001);
    private static final EngineContext CONTEXT =
            new EngineContext(0x0102030405060708L, 0x11, Role.PEER, V4, V4, 8, new SplittableRandom(1));
    private static final Sender SENDER = new Sender(0x11, 7, Role.PEER, true, false, 0xA1A2A3A4A5A6A7A8L);
    private static final MemberUpdate ALIVE = new MemberUpdate(Kind.ALIVE, 0x22, 3, Role.RECEIVER, V4);
    private static final MemberUpdate FAILED = new MemberUpdate(Kind.FAILED, 0x33, 4, Role.SENDER, V6);

    private static final MemberUpdate FRESH = new MemberUpdate(Kind.ALIVE, 0x22, 3, Role.RECEIVER, V4, true, 0);
    private static final MemberUpdate SUSPECT = new MemberUpdate(Kind.SUSPECT, 0x22, 3, Role.RECEIVER, V4, false, 0x55);

    /** The common header up to the packet type, and from there up to the checksum; then the sender's part. */
    private static final String HEADER = "524d0209";

    private static final String HEADER_REST = "000000" + "0102030405060708" + "0000000000000011";
    private static final String SENDER_HEX = "14" + "00000007" + "a1a2a3a4a5a6a7a8";
    private static final String ALIVE_HEX = "02" + "0000000000000022" + "00000003" + "040a010203" + "0fa0";
    private static final String FAILED_HEX =
            "21" + "0000000000000033" + "00000004" + "1020010db8000000000000000000000005" + "0fa1";

    private static final String FRESH_HEX = "8" + ALIVE_HEX.substring(1);
    private static final String SUSPECT_HEX = "1" + ALIVE_HEX.substring(1) + "0000000000000055";

    private record Golden(MembershipPacket packet, String type, String body) {}

    private static List<Golden> golden() {
        return List.of(
                new Golden(
                        new Ping(SENDER, 0x77, 0x22, 0x99, List.of(ALIVE, FAILED)),
                        "e0",
                        "0000000000000077" + "0000000000000022" + "0000000000000099" + "0002" + ALIVE_HEX + FAILED_HEX),
                new Golden(
                        new Ack(SENDER, 0x77, 0x88, List.of(FAILED, SUSPECT)),
                        "e1",
                        "0000000000000077" + "0000000000000088" + "0002" + FAILED_HEX + SUSPECT_HEX),
                new Golden(
                        new PingRequest(SENDER, 0x77, 0x22, V4),
                        "e2",
                        "0000000000000077" + "0000000000000022" + "040a0102030fa0" + "000c" + "00".repeat(12)),
                new Golden(
                        new IndirectAck(SENDER, 0x77, 0x22, true, 5),
                        "e3",
                        "0000000000000077" + "0000000000000022" + "01" + "00000005"),
                new Golden(
                        new Join(SENDER, 0x77, 2, true, List.of(FRESH)),
                        "e4",
                        "0000000000000077" + "02" + "01" + "0001" + FRESH_HEX + "0461" + "00".repeat(1_121)),
                new Golden(
                        new Welcome(SENDER, 0x77, 0x88),
                        "e5",
                        "0000000000000077" + "0000000000000088" + "0008" + "00".repeat(8)),
                new Golden(
                        new Pull(SENDER, 0x77, 0x88, true, -5),
                        "e6",
                        "0000000000000077" + "0000000000000088" + "01" + "fffffffffffffffb"),
                new Golden(
                        new Page(SENDER, 0x77, true, 0x44, List.of(ALIVE)),
                        "e7",
                        "0000000000000077" + "01" + "0000000000000044" + "0001" + ALIVE_HEX),
                new Golden(new Leave(SENDER), "e8", ""),
                new Golden(new Announcement(SENDER), "e9", "00fd" + "00".repeat(253)),
                new Golden(new News(SENDER, List.of(ALIVE)), "ea", "0001" + ALIVE_HEX));
    }

    static Stream<MembershipPacket> packets() {
        return golden().stream().map(Golden::packet);
    }

    @ParameterizedTest
    @MethodSource("golden")
    void shouldWriteTheBytesOfTheDocumentation(Golden golden) {
        byte[] datagram = wire(golden.packet());
        byte[] expected = HexFormat.of()
                .parseHex(HEADER + golden.type() + HEADER_REST + "00000001" + "00000000" + SENDER_HEX + golden.body());
        assertThat(DatagramHeader.seal(expected)).isEqualTo(datagram);
        assertThat(DatagramHeader.check(datagram, 9, CONTEXT.sessionId(), 0x12, 1))
                .isEqualTo(DatagramHeader.Verdict.ACCEPTED);
    }

    @ParameterizedTest
    @MethodSource("packets")
    void shouldReadWhatItWrote(MembershipPacket packet) throws DecodeException {
        assertThat(CODEC.decode(wire(packet))).isEqualTo(packet);
    }

    @ParameterizedTest
    @MethodSource("packets")
    void shouldRefuseEveryTruncationAndExtension(MembershipPacket packet) {
        byte[] datagram = wire(packet);
        for (int length = DatagramHeader.BYTES; length < datagram.length; length++) {
            byte[] cut = Arrays.copyOf(datagram, length);
            assertThatThrownBy(() -> CODEC.decode(cut)).isInstanceOf(DecodeException.class);
        }
        byte[] longer = Arrays.copyOf(datagram, datagram.length + 1);
        assertThatThrownBy(() -> CODEC.decode(longer)).isInstanceOf(DecodeException.class);
    }

    @Test
    void shouldThrowNothingButDecodeExceptionWhateverIsChanged() {
        List<MembershipPacket> packets = packets().toList();
        for (long seed = 0; seed < 20_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            byte[] datagram = wire(packets.get(random.nextInt(packets.size())));
            datagram[4] = (byte) (0xE0 + random.nextInt(16));
            for (int change = random.nextInt(6); change > 0; change--) {
                datagram[random.nextInt(DatagramHeader.BYTES, datagram.length)] = (byte) random.nextInt();
            }
            try {
                CODEC.decode(datagram);
            } catch (DecodeException expected) {
                assertThat(expected.getMessage()).isNotEmpty();
            } catch (RuntimeException e) {
                fail("seed " + seed, e);
            }
        }
    }

    @Test
    void shouldRefuseWhatNoMemberCanBe() {
        assertRefused(new Ping(SENDER, 1, 2, 0, List.of(at("0.0.0.0", 4000))), "not that of a host");
        assertRefused(new Ping(SENDER, 1, 2, 0, List.of(at("239.1.1.1", 4000))), "not that of a host");
        assertRefused(new Ping(SENDER, 1, 2, 0, List.of(at("10.0.0.1", 0))), "port 0");
        assertRefused(new Ping(SENDER, 1, 0, 0, List.of()), "target id is 0");
        assertRefused(
                new Ack(SENDER, 1, 2, List.of(ALIVE.as(Kind.ALIVE, MemberUpdate.MAX_INCARNATION + 1))),
                "incarnation is out of range");
        assertRefused(new Leave(new Sender(0x11, -1, Role.PEER, true, false, 0)), "incarnation is negative");
    }

    @Test
    void shouldRefuseQuestionsShorterThanTheirAnswers() {
        byte[] request = unpadded(wire(new PingRequest(SENDER, 1, 2, V4)), DatagramHeader.BYTES + 13 + 8 + 8 + 7);
        assertThatThrownBy(() -> CODEC.decode(request)).hasMessageContaining("shorter than the answers");
        byte[] join = unpadded(wire(new Join(SENDER, 1, 0, true, List.of())), DatagramHeader.BYTES + 13 + 8 + 4);
        assertThatThrownBy(() -> CODEC.decode(join)).hasMessageContaining("shorter than the answers");
        byte[] announcement = unpadded(wire(new Announcement(SENDER)), DatagramHeader.BYTES + 13);
        assertThatThrownBy(() -> CODEC.decode(announcement)).hasMessageContaining("shorter than the answers");
        int ping = wire(new Ping(SENDER, 1, 2, 0, List.of())).length;
        int welcome = wire(new Welcome(SENDER, 1, 2)).length;
        assertThat(welcome).isLessThanOrEqualTo(wire(new Join(SENDER, 1, 0, false, List.of())).length);
        assertThat(ping).isLessThanOrEqualTo(welcome);
        assertThat(wire(new Pull(SENDER, 1, 2, false, 3)).length).isLessThanOrEqualTo(welcome);
        assertThat(wire(new Ack(SENDER, 1, 2, List.of())).length).isLessThanOrEqualTo(ping);
        assertThat(10 * welcome).isLessThanOrEqualTo(wire(new Join(SENDER, 1, 0, true, List.of())).length);
        assertThat(4 * ping).isLessThanOrEqualTo(wire(new Announcement(SENDER)).length);
    }

    private static byte[] unpadded(byte[] datagram, int paddingAt) {
        byte[] cut = Arrays.copyOf(datagram, paddingAt + 2);
        cut[paddingAt] = 0;
        cut[paddingAt + 1] = 0;
        return cut;
    }

    private static MemberUpdate at(String host, int port) {
        return new MemberUpdate(Kind.ALIVE, 5, 0, Role.PEER, new InetSocketAddress(host, port));
    }

    private static void assertRefused(MembershipPacket packet, String why) {
        assertThatThrownBy(() -> CODEC.decode(wire(packet)))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining(why);
    }

    /** A packet as it comes from its sender. */
    private static byte[] wire(MembershipPacket packet) {
        return DatagramHeader.complete(
                CODEC.encode(packet), 9, CONTEXT.sessionId(), packet.sender().id(), 1);
    }
}
