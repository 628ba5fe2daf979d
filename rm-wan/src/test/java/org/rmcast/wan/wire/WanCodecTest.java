package org.rmcast.wan.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rmcast.core.engine.PacketKind;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.Wire;
import org.rmcast.core.wire.WireWriter;
import org.rmcast.wan.wire.WanPacket.Ack;
import org.rmcast.wan.wire.WanPacket.AckEntry;
import org.rmcast.wan.wire.WanPacket.AckRow;
import org.rmcast.wan.wire.WanPacket.Began;
import org.rmcast.wan.wire.WanPacket.Cause;
import org.rmcast.wan.wire.WanPacket.Data;
import org.rmcast.wan.wire.WanPacket.Echo;
import org.rmcast.wan.wire.WanPacket.Fence;
import org.rmcast.wan.wire.WanPacket.Install;
import org.rmcast.wan.wire.WanPacket.Link;
import org.rmcast.wan.wire.WanPacket.PacketType;
import org.rmcast.wan.wire.WanPacket.Probe;
import org.rmcast.wan.wire.WanPacket.Promise;
import org.rmcast.wan.wire.WanPacket.Propose;
import org.rmcast.wan.wire.WanPacket.Range;
import org.rmcast.wan.wire.WanPacket.Refuse;
import org.rmcast.wan.wire.WanPacket.Stable;
import org.rmcast.wan.wire.WanPacket.Stamp;
import org.rmcast.wan.wire.WanPacket.Unit;
import org.rmcast.wan.wire.WanPacket.ViewId;
import org.rmcast.wan.wire.WanPacket.WantView;
import org.rmcast.wan.wire.WanPacket.Wants;
import org.rmcast.wan.wire.WanPacket.Way;

class WanCodecTest {
    private static final long SESSION = 0x1122334455667788L;
    private static final long MEMBER = 0x0102030405060708L;
    private static final HexFormat HEX = HexFormat.of();

    private static final Stamp VIEW = new Stamp(300, 0x0a0b0c0d);
    private static final String VIEW_HEX = "ac02" + "0a0b0c0d";
    private static final ViewId ID = new ViewId(2, -2);
    private static final String ID_HEX = "02" + "fffffffffffffffe";

    /** A packet with the bytes that stand for it: type, flags, and what follows the common header. */
    record Golden(WanPacket packet, int type, int flags, String body) {
        @Override
        public String toString() {
            return packet.type().name();
        }
    }

    static Stream<Golden> packets() {
        AckRow row = new AckRow(2, 5, List.of(new AckEntry(0, 300, 298, 5), new AckEntry(1, 0, 0, 0)));
        String rows = "01" + ("02" + "05" + "02") + ("00" + "ac02" + "02" + "05") + ("01" + "00" + "00" + "00");
        return Stream.of(
                new Golden(
                        new Data(
                                PacketType.DATA,
                                VIEW,
                                0,
                                6,
                                3,
                                List.of(row),
                                List.of(begin(List.of(new Cause(0, 8, 5, 12)), 1_000, 0x2a, 0x2b))),
                        1,
                        0,
                        VIEW_HEX + "06" + "03" + rows
                                + ("01" + "05" + "09" + "0d" + ("04" + "05" + "8201") + "07" + "01"
                                        + ("00" + "08" + "02" + "0c") + "e807" + "02" + "2a2b")),
                new Golden(
                        new Data(PacketType.REPAIR, VIEW, -2, 0, 0, List.of(), List.of(end(0x2c))),
                        2,
                        0,
                        VIEW_HEX + "fffffffe" + "00" + "00"
                                + ("01" + "02" + "0a" + "01" + "83" + "01" + "07" + "01" + "2c")),
                new Golden(new Ack(VIEW, List.of(row)), 3, 0, VIEW_HEX + rows),
                new Golden(
                        new Wants(PacketType.NAK, VIEW, 9, 3, 5, List.of(new Range(1, 2), new Range(300, 600))),
                        4,
                        0,
                        VIEW_HEX + "00000009" + "03" + "0000000000000005" + "0002" + ("01" + "01") + ("ac02" + "ac02")),
                new Golden(
                        new Wants(PacketType.LACK, VIEW, 1, 0, -1, List.of(new Range(7, 8))),
                        5,
                        0,
                        VIEW_HEX + "00000001" + "00" + "ffffffffffffffff" + "0001" + ("07" + "01")),
                new Golden(new Stable(VIEW, 300, 299), 6, 0, VIEW_HEX + "ac02" + "01"),
                new Golden(new Link(VIEW, 4, 1, 0, false, true, List.of()), 7, 2, VIEW_HEX + "04" + "01" + "00" + "00"),
                new Golden(
                        new Link(VIEW, 4, 5, 300, true, false, List.of(new Began(3, 7))),
                        7,
                        1,
                        VIEW_HEX + "04" + "05" + "ac02" + "01" + "03" + "07"),
                new Golden(
                        new Fence(VIEW, 5, 7, 300, true, false), 8, 1, VIEW_HEX + "0000000000000005" + "07" + "ac02"),
                new Golden(new Fence(VIEW, 5, 1, 0, false, true), 8, 2, VIEW_HEX + "0000000000000005" + "01" + "00"),
                new Golden(
                        new Probe(VIEW, 7, -2, true, List.of(new Way(1, -3, 1_000))),
                        9,
                        1,
                        VIEW_HEX + "00000007" + "fffffffffffffffe" + "01" + ("01" + "fffffffffffffffd" + "03e8")),
                new Golden(
                        new Echo(VIEW, 7, -2, 258),
                        10,
                        0,
                        VIEW_HEX + "00000007" + "fffffffffffffffe" + "0000000000000102"),
                new Golden(
                        new Propose(3, ID, List.of(-2L, 5L)),
                        11,
                        0,
                        "03" + ID_HEX + "02" + "fffffffffffffffe" + "0000000000000005"),
                new Golden(new Promise(300, ID), 12, 0, "ac02" + ID_HEX),
                new Golden(new Refuse(3, ID), 13, 0, "03" + ID_HEX),
                new Golden(
                        new Install(ID, List.of(new ViewId(1, 5), ID), List.of(-2L, 5L), List.of(1, 0)),
                        14,
                        0,
                        ID_HEX + "02" + ("01" + "0000000000000005") + ID_HEX + "02" + ("fffffffffffffffe" + "01")
                                + ("0000000000000005" + "00")),
                new Golden(new WantView(ID), 15, 0, ID_HEX));
    }

    /** The first of several pieces, with headers, to places 0, 2 and 3. */
    private static Unit begin(List<Cause> causes, int messageBytes, int... payload) {
        return new Unit(
                1,
                9,
                0b1101,
                new long[] {4, 5, 130},
                true,
                false,
                true,
                causes,
                7,
                messageBytes,
                bytes(payload),
                0,
                payload.length);
    }

    /** The last piece, to place 0. */
    private static Unit end(int... payload) {
        return new Unit(
                1, 10, 1, new long[] {131}, false, true, false, List.of(), 7, 0, bytes(payload), 0, payload.length);
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    @ParameterizedTest
    @MethodSource("packets")
    void shouldHaveTheseBytes(Golden golden) {
        byte[] datagram = wire(golden.packet());
        String hex = HEX.formatHex(datagram);
        assertThat(hex)
                .startsWith("524d" + "02" + "06" + HEX.toHexDigits((byte) golden.type())
                        + HEX.toHexDigits((byte) golden.flags()) + "0000" + "1122334455667788" + "0102030405060708"
                        + "00000001");
        assertThat(hex.substring(2 * DatagramHeader.BYTES)).isEqualTo(golden.body());
        assertThat(DatagramHeader.check(datagram, WanCodec.PROTOCOL, SESSION, 99, 1))
                .isEqualTo(DatagramHeader.Verdict.ACCEPTED);
        assertThat(WanPacket.kind(datagram)).isNotEqualTo(PacketKind.UNKNOWN);
    }

    @Test
    void shouldHaveBytesOfEveryType() {
        assertThat(packets().map(golden -> golden.packet().type())).contains(PacketType.values());
    }

    @ParameterizedTest
    @MethodSource("packets")
    void shouldReadWhatItWrote(Golden golden) throws DecodeException {
        assertSame(golden.packet());
    }

    @ParameterizedTest
    @MethodSource("packets")
    void shouldRefuseEveryTruncationAndOneByteMore(Golden golden) {
        byte[] datagram = wire(golden.packet());
        for (int length = DatagramHeader.BYTES; length < datagram.length; length++) {
            byte[] cut = Arrays.copyOf(datagram, length);
            assertThatThrownBy(() -> WanCodec.decode(cut)).isInstanceOf(DecodeException.class);
        }
        byte[] longer = Arrays.copyOf(datagram, datagram.length + 1);
        assertThatThrownBy(() -> WanCodec.decode(longer)).isInstanceOf(DecodeException.class);
    }

    /** Packets of all types with anything that may be in them. */
    @Test
    void shouldReadWhatItWroteOfAnySeed() throws DecodeException {
        for (long seed = 0; seed < 2_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            for (PacketType type : PacketType.values()) {
                WanPacket packet = random(type, random);
                try {
                    assertSame(packet);
                } catch (DecodeException | AssertionError e) {
                    throw new AssertionError("seed " + seed + ": " + packet, e);
                }
            }
        }
    }

    @Test
    void shouldSayTheLengthsThatItWrites() {
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 1_000; i++) {
            Unit unit = unit(random);
            WireWriter writer = new WireWriter(100);
            WanCodec.writeUnit(writer, unit);
            assertThat(WanCodec.unitBytes(unit)).isEqualTo(writer.length() - unit.payloadBytes());
            assertThat(WanCodec.unitBytes(unit))
                    .isLessThanOrEqualTo(WanCodec.unitBytes(
                            unit.links().length, unit.causes().size()));
            List<AckRow> rows = rows(random);
            assertThat(wire(new Ack(new Stamp(1, 0), rows)))
                    .hasSize(DatagramHeader.BYTES + 5 + WanCodec.rowBytes(rows));
        }
        WireWriter writer = new WireWriter(100);
        Stamp longest = new Stamp(WanCodec.NUMBERS - 1, -1);
        WanCodec.beginData(writer, PacketType.REPAIR, longest, -1, everyPlace(), WanCodec.MOST_COPIES, List.of());
        assertThat(writer.length()).isLessThanOrEqualTo(WanCodec.DATA_BYTES);
    }

    /** The cut falls between two units, which leaves a packet with fewer; or it is refused. */
    @Test
    void shouldReadWholeUnitsOnly() {
        Data both = new Data(PacketType.DATA, VIEW, 0, 0, 0, List.of(), List.of(begin(List.of(), 3, 1, 2), end(3)));
        byte[] datagram = wire(both);
        int shorter = 0;
        for (int length = DatagramHeader.BYTES; length < datagram.length; length++) {
            try {
                Data cut = (Data) WanCodec.decode(Arrays.copyOf(datagram, length));
                assertThat(cut.units()).hasSize(1);
                shorter++;
            } catch (DecodeException refused) {
                assertThat(refused.getMessage()).isNotBlank();
            }
        }
        assertThat(shorter).isEqualTo(1);
    }

    @Test
    void shouldRefuseWhatCanNotBe() {
        assertRefused(wire(new Stable(new Stamp(0, 1), 5, 5)), "view");
        assertRefused(wire(new Stable(VIEW, WanCodec.NUMBERS, WanCodec.NUMBERS)), "number");
        assertRefused(wire(new Stable(VIEW, 5, -1)), "taken");
        assertRefused(wire(new Wants(PacketType.NAK, VIEW, 1, 3, 5, List.of())), "ranges");
        assertRefused(wire(new Wants(PacketType.NAK, VIEW, 1, 62, 5, List.of(new Range(1, 2)))), "requester");
        assertRefused(wire(new Wants(PacketType.NAK, VIEW, 1, 3, 0, List.of(new Range(1, 2)))), "source");
        assertRefused(wire(new Wants(PacketType.NAK, VIEW, 1, 3, 5, List.of(new Range(2, 2)))), "length");
        assertRefused(wire(new Wants(PacketType.NAK, VIEW, 1, 3, 5, List.of(new Range(9, WanCodec.NUMBERS)))), "limit");
        assertRefused(wire(new Link(VIEW, 4, 5, 3, false, false, List.of())), "reach");
        assertRefused(wire(new Fence(VIEW, 0, 1, 3, false, false)), "gone");
        assertRefused(wire(new Fence(VIEW, 5, 0, 3, false, false)), "since");
        assertRefused(wire(new Probe(VIEW, 1, 1, false, List.of(new Way(1, 1, 1_001)))), "loss");
        assertRefused(
                wire(new Data(
                        PacketType.DATA,
                        VIEW,
                        0,
                        0,
                        0,
                        List.of(),
                        List.of(begin(List.of(new Cause(0, 8, -1, 12)), 3, 1)))),
                "cause message");
        assertRefused(wire(new Propose(0, ID, List.of(1L))), "number");
        assertRefused(wire(new Propose(3, ID, List.of(5L, 5L))), "ascending");
        assertRefused(wire(new Propose(3, new ViewId(1, 0), List.of(5L))), "coordinator");
        assertRefused(wire(new Install(ID, List.of(ID), List.of(5L), List.of(1))), "index");
        assertRefused(wire(new Install(ID, List.of(ID), List.of(5L, 4L), List.of(0, 0))), "ascending");
        assertRefused(wire(new Data(PacketType.DATA, VIEW, 0, 0, 0, List.of(), List.of())), "origin");
        assertRefused(wire(new Data(PacketType.DATA, VIEW, 0, 1L << 62, 1, List.of(), List.of(end(1)))), "forward");
        assertRefused(wire(new Data(PacketType.DATA, VIEW, 0, 1, 0, List.of(), List.of(end(1)))), "copies");
        assertRefused(wire(new Data(PacketType.DATA, VIEW, 0, 1, 9, List.of(), List.of(end(1)))), "copies");
        assertRefused(unitTo(0b10, 1), "origin");
        assertRefused(unitTo(0, 1), "destinations");
        assertRefused(unitTo(1, 0), "link");
    }

    private static byte[] unitTo(long destinations, long link) {
        Unit unit =
                new Unit(1, 10, destinations, new long[] {link}, false, true, false, List.of(), 7, 0, bytes(1), 0, 1);
        return wire(new Data(PacketType.DATA, VIEW, 0, 0, 0, List.of(), List.of(unit)));
    }

    @Test
    void shouldRefuseUnknownTypesAndFlags() {
        byte[] flagged = wire(new Stable(VIEW, 1, 1));
        flagged[5] = 1;
        assertRefused(flagged, "flags");
        byte[] fence = wire(new Fence(VIEW, 5, 1, 3, true, true));
        fence[5] = 4;
        assertRefused(fence, "flags");
        for (int type : new int[] {0, 16, 255}) {
            byte[] unknown = wire(new Stable(VIEW, 1, 1));
            unknown[4] = (byte) type;
            assertRefused(unknown, "type");
            assertThat(WanPacket.kind(unknown)).isEqualTo(PacketKind.UNKNOWN);
        }
    }

    private static void assertRefused(byte[] datagram, String field) {
        assertThatThrownBy(() -> WanCodec.decode(datagram))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining(field);
    }

    /** Good datagrams with a few bytes changed decode to what can be written again as it was, or are refused, and nothing else happens. */
    @Test
    void shouldSurviveAnyBytes() {
        long seed = Long.getLong("rm.seed", 20_270_106);
        SplittableRandom random = new SplittableRandom(seed);
        List<byte[]> good = Stream.concat(
                        packets().map(golden -> wire(golden.packet())),
                        Arrays.stream(PacketType.values()).map(type -> wire(random(type, random))))
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
                byte[] again = WanCodec.encode(WanCodec.decode(datagram));
                assertThat(HEX.formatHex(again, DatagramHeader.BYTES, again.length))
                        .isEqualTo(HEX.formatHex(datagram, DatagramHeader.BYTES, datagram.length));
                decoded++;
            } catch (DecodeException e) {
                assertThat(e.getMessage()).isNotEmpty();
            } catch (RuntimeException | AssertionError e) {
                fail("seed " + seed + ", run " + i + ": " + HEX.formatHex(datagram), e);
            }
        }
        assertThat(decoded).isPositive();
    }

    static void assertSame(WanPacket packet) throws DecodeException {
        assertThat(detached(WanCodec.decode(wire(packet))))
                .usingRecursiveComparison()
                .isEqualTo(detached(packet));
    }

    /** The same with payloads in arrays of their own. */
    private static WanPacket detached(WanPacket packet) {
        if (!(packet instanceof Data data)) {
            return packet;
        }
        return new Data(
                data.type(),
                data.view(),
                data.request(),
                data.forward(),
                data.copies(),
                data.rows(),
                data.units().stream().map(WanCodecTest::detached).toList());
    }

    private static Unit detached(Unit unit) {
        return new Unit(
                unit.origin(),
                unit.number(),
                unit.destinations(),
                unit.links(),
                unit.first(),
                unit.last(),
                unit.headers(),
                unit.causes(),
                unit.message(),
                unit.messageBytes(),
                Arrays.copyOfRange(unit.payload(), unit.payloadOffset(), unit.payloadOffset() + unit.payloadBytes()),
                0,
                unit.payloadBytes());
    }

    // Anything that may be.

    private static Data data(PacketType type, SplittableRandom random) {
        long forward = mask(random, 0);
        return new Data(
                type,
                stamp(random),
                type == PacketType.REPAIR ? random.nextInt() : 0,
                forward,
                forward == 0 ? 0 : random.nextInt(1, WanCodec.MOST_COPIES + 1),
                rows(random),
                list(random, 1, WanCodecTest::unit));
    }

    private static WanPacket random(PacketType type, SplittableRandom random) {
        return switch (type) {
            case DATA, REPAIR -> data(type, random);
            case ACK -> new Ack(stamp(random), rows(random));
            case NAK, LACK ->
                new Wants(
                        type,
                        stamp(random),
                        random.nextInt(),
                        place(random),
                        member(random),
                        list(random, 1, WanCodecTest::range));
            case STABLE -> stable(stamp(random), number(random, 0), random);
            case LINK -> link(random);
            case FENCE -> fence(random);
            case PROBE ->
                new Probe(
                        stamp(random),
                        random.nextInt(),
                        random.nextLong(),
                        random.nextBoolean(),
                        list(random, 0, WanCodecTest::way));
            case ECHO -> new Echo(stamp(random), random.nextInt(), random.nextLong(), random.nextLong());
            case PROPOSE -> new Propose(number(random, 1), id(random), members(random));
            case PROMISE -> new Promise(number(random, 1), id(random));
            case REFUSE -> new Refuse(number(random, 1), id(random));
            case INSTALL -> install(random);
            case WANT_VIEW -> new WantView(id(random));
        };
    }

    private interface Item<T> {
        T of(SplittableRandom random);
    }

    private static <T> List<T> list(SplittableRandom random, int least, Item<T> item) {
        return IntStream.range(0, least + random.nextInt(4))
                .mapToObj(i -> item.of(random))
                .toList();
    }

    private static Unit unit(SplittableRandom random) {
        int origin = place(random);
        long destinations = mask(random, 1) & ~(1L << origin);
        if (destinations == 0) {
            destinations = 1L << (origin == 0 ? 1 : 0);
        }
        long[] links = LongStream.range(0, Long.bitCount(destinations))
                .map(i -> number(random, 1))
                .toArray();
        boolean first = random.nextBoolean();
        boolean last = random.nextBoolean();
        byte[] payload = new byte[random.nextInt(40)];
        random.nextBytes(payload);
        int messageBytes = last ? payload.length : 1 + random.nextInt(Wire.MAX_MESSAGE_BYTES);
        return new Unit(
                origin,
                number(random, 1),
                destinations,
                links,
                first,
                last,
                random.nextBoolean(),
                first ? list(random, 0, WanCodecTest::cause) : List.of(),
                number(random, 0),
                first ? messageBytes : 0,
                payload,
                0,
                payload.length);
    }

    private static Cause cause(SplittableRandom random) {
        long number = number(random, 1);
        return new Cause(place(random), number, random.nextLong(number), mask(random, 1));
    }

    private static List<AckRow> rows(SplittableRandom random) {
        return list(random, 0, row -> new AckRow(place(row), mask(row, 0), list(row, 0, WanCodecTest::entry)));
    }

    private static AckEntry entry(SplittableRandom random) {
        long received = number(random, 0);
        return new AckEntry(place(random), received, random.nextLong(received + 1), number(random, 0));
    }

    private static Range range(SplittableRandom random) {
        long first = 1 + random.nextLong(WanCodec.NUMBERS - 2);
        return new Range(first, first + 1 + random.nextLong(WanCodec.NUMBERS - 1 - first));
    }

    private static List<Began> began(SplittableRandom random) {
        List<Began> began = new ArrayList<>();
        long view = 0;
        for (int i = random.nextInt(WanCodec.MOST_BEGAN + 1); i > 0; i--) {
            view += 1 + random.nextInt(100);
            began.add(new Began(view, number(random, 1)));
        }
        return began;
    }

    private static Fence fence(SplittableRandom random) {
        return new Fence(
                stamp(random),
                member(random),
                number(random, 1),
                number(random, 0),
                random.nextBoolean(),
                random.nextBoolean());
    }

    private static Stable stable(Stamp view, long number, SplittableRandom random) {
        return new Stable(view, number, random.nextLong(number + 1));
    }

    private static Link link(SplittableRandom random) {
        long first = number(random, 1);
        return new Link(
                stamp(random),
                number(random, 0),
                first,
                first - 1 + random.nextLong(WanCodec.NUMBERS - first + 1),
                random.nextBoolean(),
                random.nextBoolean(),
                began(random));
    }

    private static Way way(SplittableRandom random) {
        return new Way(place(random), random.nextLong(), random.nextInt(1_001));
    }

    private static Install install(SplittableRandom random) {
        List<ViewId> before = list(random, 1, WanCodecTest::id);
        List<Long> members = members(random);
        return new Install(
                id(random),
                before,
                members,
                members.stream().map(id -> random.nextInt(before.size())).toList());
    }

    private static List<Long> members(SplittableRandom random) {
        Set<Long> members = new HashSet<>();
        int count = 1 + random.nextInt(WanCodec.MOST_MEMBERS);
        while (members.size() < count) {
            members.add(member(random));
        }
        return members.stream().sorted().toList();
    }

    private static Stamp stamp(SplittableRandom random) {
        return new Stamp(number(random, 1), random.nextInt());
    }

    private static ViewId id(SplittableRandom random) {
        return new ViewId(number(random, 1), member(random));
    }

    private static int place(SplittableRandom random) {
        return random.nextInt(WanCodec.MOST_MEMBERS);
    }

    private static long member(SplittableRandom random) {
        return random.nextLong() | 1;
    }

    private static long everyPlace() {
        return (1L << WanCodec.MOST_MEMBERS) - 1;
    }

    private static long mask(SplittableRandom random, int least) {
        return Math.max(least, random.nextLong() & everyPlace() >>> random.nextInt(WanCodec.MOST_MEMBERS));
    }

    /** Of any length. */
    private static long number(SplittableRandom random, long least) {
        long bound = WanCodec.NUMBERS >> random.nextInt(58);
        return Math.min(WanCodec.NUMBERS - 1, least + random.nextLong(Math.max(1, bound)));
    }

    static byte[] wire(WanPacket packet) {
        return DatagramHeader.complete(WanCodec.encode(packet), WanCodec.PROTOCOL, SESSION, MEMBER, 1);
    }
}
