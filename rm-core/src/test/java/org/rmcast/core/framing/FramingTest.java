package org.rmcast.core.framing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.MessageHeaders;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.WireWriter;

/** Messages into packets and back. */
class FramingTest {
    private static final int PAYLOAD = 100;

    private MessagePacker packer = new MessagePacker(PAYLOAD, Long.MAX_VALUE);
    private final MessageAssembler assembler = new MessageAssembler();
    private final List<String> out = new ArrayList<>();
    private final MessageAssembler.Output output = new MessageAssembler.Output() {
        @Override
        public void message(long number, MessageHeaders headers, ByteBuffer content) {
            out.add(number + ":" + content.remaining() + (headers.isEmpty() ? "" : headers));
            for (int i = 0; i < content.remaining(); i++) {
                assertThat(content.get(content.position() + i)).isEqualTo(byteAt(number, i));
            }
        }

        @Override
        public void lost(long first, long limit) {
            out.add("lost " + first + "-" + limit);
        }
    };

    /** A packet and the number of its first message. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Packet(long firstMessage, byte[] bytes) {}

    @Test
    void shouldSayWhatKeepsAPacketInMemory() throws DecodeException {
        List<Integer> capacities = new ArrayList<>();
        MessageAssembler.Output keep = new MessageAssembler.Output() {
            @Override
            public void message(long number, MessageHeaders headers, ByteBuffer content) {
                capacities.add(content.capacity());
            }

            @Override
            public void lost(long first, long limit) {}
        };
        List<Packet> packets = pack(10, 0, 20, 150, 1);
        for (Packet packet : packets) {
            assembler.accept(packet.firstMessage(), packet.bytes(), 0, keep);
        }
        int last = packets.get(packets.size() - 1).bytes().length;
        assertThat(capacities)
                .as("the packet once, then slices; a copy is its own; one byte keeps the rest of a large message")
                .containsExactly(packets.get(0).bytes().length, 0, 20, 150, last);
        assertThat(last).isGreaterThan(20);
    }

    @Test
    void shouldFillPacketsWithTheBeginningsOfMessages() throws DecodeException {
        fillPackets();
        List<Packet> packets = pack(70, 70, 70, 70, 70);
        assertThat(packets).extracting(packet -> packet.bytes().length).containsExactly(PAYLOAD, PAYLOAD, PAYLOAD, 86);
        accept(packets);
        assertThat(out).containsExactly("0:70", "1:70", "2:70", "3:70", "4:70");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 4, 6, 7})
    void shouldLeaveRoomOnlyWhereNoByteOfTheNextMessageFits(int room) throws DecodeException {
        fillPackets();
        int first = PAYLOAD - MessagePacker.FRAME_HEADER_BYTES - room;
        List<Packet> packets = pack(first, 60);
        assertThat(packets.get(0).bytes()).hasSize(PAYLOAD - room);
        accept(packets);
        assertThat(out).containsExactly("0:" + first, "1:60");
    }

    @Test
    void shouldBeginAMessageForTheSakeOfOneByte() throws DecodeException {
        fillPackets();
        List<Packet> packets = pack(PAYLOAD - 11, 60);
        assertThat(packets).extracting(packet -> packet.bytes().length).containsExactly(PAYLOAD, 62);
        accept(packets);
        assertThat(out).containsExactly("0:89", "1:60");
    }

    @Test
    void shouldPutSmallMessagesIntoOnePacket() throws DecodeException {
        List<Packet> packets = pack(10, 0, 20);
        assertThat(packets).hasSize(1);
        accept(packets);
        assertThat(out).containsExactly("0:10", "1:0", "2:20");
    }

    @Test
    void shouldSpreadALargeMessageOverPackets() throws DecodeException {
        List<Packet> packets = pack(1_000);
        assertThat(packets).hasSize(11);
        accept(packets);
        assertThat(out).containsExactly("0:1000");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldGiveBackAnyMessagesInOrder(long seed) throws DecodeException {
        SplittableRandom random = new SplittableRandom(seed);
        if (seed % 2 == 0) {
            fillPackets();
        }
        int[] lengths = random.ints(500, 0, random.nextBoolean() ? 60 : 400).toArray();
        accept(pack(lengths));
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < lengths.length; i++) {
            expected.add(i + ":" + lengths[i]);
        }
        assertThat(out).as("seed %d", seed).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldReportExactlyTheMessagesThatLostPacketsCarried(long seed) throws DecodeException {
        SplittableRandom random = new SplittableRandom(seed);
        if (seed % 2 == 0) {
            fillPackets();
        }
        int[] lengths = random.ints(300, 0, 250).toArray();
        List<Packet> packets = pack(lengths);
        assembler.startAt(0);
        for (Packet packet : packets) {
            if (random.nextInt(10) == 0) {
                assembler.gap();
            } else {
                assembler.accept(packet.firstMessage(), packet.bytes(), 0, output);
            }
        }
        assembler.finish(lengths.length, output);
        long next = 0;
        for (String line : out) {
            if (line.startsWith("lost")) {
                String[] range = line.substring(5).split("-", -1);
                assertThat(Long.parseLong(range[0])).as("seed %d", seed).isEqualTo(next);
                next = Long.parseLong(range[1]);
            } else {
                assertThat(Long.parseLong(line.substring(0, line.indexOf(':'))))
                        .as("seed %d", seed)
                        .isEqualTo(next);
                next++;
            }
        }
        assertThat(next).as("seed %d", seed).isEqualTo(lengths.length);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void shouldGiveBackHeadersWithTheirMessages(long seed) throws DecodeException {
        SplittableRandom random = new SplittableRandom(seed);
        if (seed % 2 == 0) {
            fillPackets();
        }
        List<String> expected = new ArrayList<>();
        packer.allowTakeBack();
        for (int i = 0; i < 400; i++) {
            byte[] content = content(i, random.nextInt(150));
            boolean plain = random.nextBoolean();
            MessageHeaders headers = MessageHeaders.of("k" + i, "v".repeat(random.nextInt(200)));
            packer.offer(plain ? content : HeaderBlock.join(headers, ByteBuffer.wrap(content)), !plain);
            expected.add(i + ":" + content.length + (plain ? "" : headers));
        }
        while (!packer.isEmpty()) {
            long first = packer.nextMessage();
            byte[] packet = writePacket();
            if (random.nextInt(4) == 0) {
                packer.takeBack();
            } else {
                MessageAssembler.validate(packet, 0);
                assembler.accept(first, packet, 0, output);
            }
        }
        assertThat(out).as("seed %d", seed).isEqualTo(expected);
    }

    /** The bytes on the wire, as other versions send and read them. */
    @Test
    void shouldHaveHeadersBeforeTheContent() throws DecodeException {
        byte[] packet = HexFormat.of().parseHex("07000b0006016b00027676" + "000102");
        packer.offer(HeaderBlock.join(MessageHeaders.of("k", "vv"), ByteBuffer.wrap(new byte[] {0, 1, 2})), true);
        assertThat(writePacket()).isEqualTo(packet);
        assembler.accept(0, packet, 0, output);
        assertThat(out).containsExactly("0:3{k=vv}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "07 0001 00", // no room for the length
                "07 0003 0004 00", // longer than the message
                "07 0004 0002 05 61", // a name that is cut off
                "07 0005 0003 00 00 00", // no name
                "07 0006 0004 01 ff 0000", // a name that is no text
                "07 000a 0008 01 61 0000 01 61 0000", // the same name twice
                "06 0004 0002 0161", // headers in the midst of a message
                "08 0001 00", // a flag that is not known
            })
    void shouldRefuseWhatIsNoHeaders(String hex) {
        byte[] packet = HexFormat.of().parseHex(hex.replace(" ", ""));
        assertThatThrownBy(() -> MessageAssembler.validate(packet, 0)).isInstanceOf(DecodeException.class);
    }

    @Test
    void shouldLoseAMessageOfSeveralPacketsWhoseHeadersAreNone() throws DecodeException {
        packer.offer(new byte[] {0, 9, 1}, true);
        packer.writePacket(new WireWriter(PAYLOAD));
        byte[] large = new byte[150];
        large[1] = 10;
        packer.offer(large, true);
        packer.offer(content(2, 10));
        assembler.startAt(1);
        assembler.accept(packer.nextMessage(), writePacket(), 0, output);
        assertThatThrownBy(() -> assembler.accept(packer.nextMessage(), writePacket(), 0, output))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("header");
        assembler.finish(3, output);
        assertThat(out).containsExactly("lost 1-3");
    }

    @Test
    void shouldJoinSilentlyAtTheFirstMessageThatBegins() throws DecodeException {
        List<Packet> packets = pack(250, 10, 10);
        accept(packets.subList(1, packets.size()));
        assertThat(out).containsExactly("1:10", "2:10");
    }

    @Test
    void shouldRefuseMoreThanMayWaitButAlwaysTakeOne() {
        MessagePacker bounded = new MessagePacker(PAYLOAD, 100);
        assertThat(bounded.offer(new byte[1_000])).isTrue();
        assertThat(bounded.offer(new byte[0])).isFalse();
        MessagePacker small = new MessagePacker(PAYLOAD, 100);
        assertThat(small.offer(new byte[40])).isTrue();
        assertThat(small.offer(new byte[40])).isTrue();
        assertThat(small.offer(new byte[40])).isFalse();
    }

    @Test
    void shouldNotSplitAMessageThatFitsTheNextPacket() {
        List<Packet> packets = pack(60, 60);
        assertThat(packets).hasSize(2);
        assertThat(packets.get(1).firstMessage()).isEqualTo(1);
    }

    @Test
    void shouldRefuseFramesThatContradictOneAnother() {
        assertThatThrownBy(() -> MessageAssembler.validate(new byte[] {4, 0, 0}, 0))
                .isInstanceOf(DecodeException.class);
        assertThatThrownBy(() -> MessageAssembler.validate(new byte[] {3, 0, 2, 1}, 0))
                .isInstanceOf(DecodeException.class);
        assertThatThrownBy(() -> MessageAssembler.validate(new byte[] {3, 0, 0, 2, 0, 0}, 0))
                .isInstanceOf(DecodeException.class);
        assertThatThrownBy(() -> MessageAssembler.validate(new byte[] {1, 0, 1, 0x7f, 0, 0, 0, 9}, 0))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("message length");
    }

    @Test
    void shouldSayWhichMessagesAPacketBeginsAndEnds() throws DecodeException {
        List<Packet> packets = pack(60, 150, 20);
        assertThat(packets).hasSize(3);
        byte[] begins = packets.get(1).bytes();
        assertThat(MessageAssembler.firstWholeMessage(1, begins, 0)).isEqualTo(1);
        assertThat(MessageAssembler.nextMessage(1, begins, 0)).isEqualTo(1);
        byte[] ends = packets.get(2).bytes();
        assertThat(MessageAssembler.firstWholeMessage(1, ends, 0)).isEqualTo(2);
        assertThat(MessageAssembler.nextMessage(1, ends, 0)).isEqualTo(3);
    }

    @Test
    void shouldKnowWhatWaits() {
        assertThat(packer.isEmpty()).isTrue();
        packer.offer(new byte[PAYLOAD - 4]);
        assertThat(packer.hasFullPacket()).isFalse();
        packer.offer(new byte[40]);
        assertThat(packer.hasFullPacket()).isTrue();
        assertThat(packer.nextWholeMessage()).isZero();
        packer.writePacket(new WireWriter(PAYLOAD));
        assertThat(packer.nextMessage()).isEqualTo(1);
        packer.offer(new byte[200]);
        packer.writePacket(new WireWriter(PAYLOAD));
        packer.writePacket(new WireWriter(PAYLOAD));
        assertThat(packer.nextMessage()).isEqualTo(2);
        assertThat(packer.nextWholeMessage()).as("message 2 has begun").isEqualTo(3);
    }

    @Test
    void shouldGiveBackWhatItTookOfTheBudget() throws DecodeException {
        AssemblyBudget budget = new AssemblyBudget(300);
        MessageAssembler bounded = new MessageAssembler(budget);
        List<Packet> packets = pack(300, 10, 301, 10);
        for (Packet packet : packets) {
            bounded.accept(packet.firstMessage(), packet.bytes(), 0, output);
        }
        bounded.finish(4, output);
        assertThat(out).containsExactly("0:300", "1:10", "lost 2-3", "3:10");
        assertThat(bounded.nextMessage()).isEqualTo(4);
        assertThat(budget.take(301)).isFalse();
        assertThat(budget.take(300)).isTrue();
        assertThat(budget.take(1)).isFalse();
    }

    @Test
    void shouldGiveTheBudgetBackWhateverInterruptsAMessage() throws DecodeException {
        AssemblyBudget budget = new AssemblyBudget(300);
        MessageAssembler bounded = new MessageAssembler(budget);
        Packet first = pack(300).get(0);
        bounded.accept(0, first.bytes(), 0, output);
        assertThat(budget.take(1)).isFalse();
        bounded.gap();
        bounded.accept(1, first.bytes(), 0, output);
        bounded.startAt(5);
        bounded.accept(5, first.bytes(), 0, output);
        bounded.accept(6, first.bytes(), 0, output);
        bounded.finish(7, output);
        assertThat(out).containsExactly("lost 0-1", "lost 5-6", "lost 6-7");
        assertThat(budget.take(300)).isTrue();
    }

    /** Nobody gets 16 MiB for a word. */
    @Test
    void shouldMakeRoomForWhatHasComeNotForWhatIsAnnounced() throws DecodeException {
        AssemblyBudget budget = new AssemblyBudget(200_000);
        MessageAssembler bounded = new MessageAssembler(budget);
        List<Packet> packets = pack(200_000);
        bounded.accept(0, packets.get(0).bytes(), 0, output);
        assertThat(budget.take(200_000 - 65_536)).isTrue();
        budget.give(200_000 - 65_536);
        for (Packet packet : packets.subList(1, packets.size())) {
            bounded.accept(0, packet.bytes(), 0, output);
        }
        assertThat(out).containsExactly("0:200000");
        assertThat(budget.take(200_000)).as("given back").isTrue();
    }

    @Test
    void shouldLoseAMessageForWhichThereIsNoFurtherRoom() throws DecodeException {
        AssemblyBudget budget = new AssemblyBudget(100_000);
        MessageAssembler bounded = new MessageAssembler(budget);
        for (Packet packet : pack(200_000, 10)) {
            bounded.accept(packet.firstMessage(), packet.bytes(), 0, output);
        }
        assertThat(out).containsExactly("lost 0-1", "1:10");
        assertThat(budget.take(100_000)).as("given back").isTrue();
    }

    @Test
    void shouldNotPutOutAMessageAgain() throws DecodeException {
        List<Packet> packets = pack(10, 20);
        accept(packets);
        accept(packets);
        assertThat(out).containsExactly("0:10", "1:20");
    }

    @Test
    void shouldWriteAPacketAgainThatDidNotLeave() throws DecodeException {
        packer.allowTakeBack();
        List<Packet> packets = new ArrayList<>();
        for (int length : new int[] {10, 250, 0, 20, 30, 40}) {
            byte[] content = new byte[length];
            for (int i = 0; i < length; i++) {
                content[i] = byteAt(List.of(10, 250, 0, 20, 30, 40).indexOf(length), i);
            }
            packer.offer(content);
        }
        while (!packer.isEmpty()) {
            long first = packer.nextMessage();
            WireWriter writer = new WireWriter(8);
            packer.writePacket(writer);
            packer.takeBack();
            assertThat(packer.nextMessage()).isEqualTo(first);
            WireWriter again = new WireWriter(8);
            packer.writePacket(again);
            assertThat(again.toByteArray()).isEqualTo(writer.toByteArray());
            packets.add(new Packet(first, again.toByteArray()));
        }
        accept(packets);
        assertThat(out).containsExactly("0:10", "1:250", "2:0", "3:20", "4:30", "5:40");
        assertThat(packer.hasFullPacket()).isFalse();
    }

    @Test
    void shouldTakeTheNarrowestPayload() {
        assertThat(new MessagePacker(16, 1).offer(new byte[1])).isTrue();
        assertThat(new MessagePacker(65_507, 1).isEmpty()).isTrue();
        assertThatThrownBy(() -> new MessagePacker(15, 1)).hasMessageContaining("payloadBytes");
        assertThatThrownBy(() -> new MessagePacker(65_508, 1)).hasMessageContaining("payloadBytes");
    }

    private void fillPackets() {
        packer = new MessagePacker(PAYLOAD, Long.MAX_VALUE, true);
    }

    private List<Packet> pack(int... lengths) {
        for (int number = 0; number < lengths.length; number++) {
            packer.offer(content(number, lengths[number]));
        }
        List<Packet> packets = new ArrayList<>();
        while (!packer.isEmpty()) {
            long first = packer.nextMessage();
            packets.add(new Packet(first, writePacket()));
        }
        return packets;
    }

    private byte[] writePacket() {
        WireWriter writer = new WireWriter(8);
        packer.writePacket(writer);
        assertThat(writer.length()).isBetween(1, PAYLOAD);
        return writer.toByteArray();
    }

    private static byte[] content(int number, int length) {
        byte[] content = new byte[length];
        for (int i = 0; i < length; i++) {
            content[i] = byteAt(number, i);
        }
        return content;
    }

    private void accept(List<Packet> packets) throws DecodeException {
        for (Packet packet : packets) {
            MessageAssembler.validate(packet.bytes(), 0);
            assembler.accept(packet.firstMessage(), packet.bytes(), 0, output);
        }
    }

    private static byte byteAt(long number, int index) {
        return (byte) (number * 31 + index);
    }
}
