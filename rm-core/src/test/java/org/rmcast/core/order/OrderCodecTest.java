package org.rmcast.core.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.rmcast.core.wire.DecodeException;

class OrderCodecTest {
    private static final Ballot BALLOT = new Ballot(3, 7);
    private static final byte[] CONTENT = {1, 2, 3};
    private static final List<OrderPacket> PACKETS = List.of(
            new OrderPacket.Submit(5, CONTENT),
            new OrderPacket.Prepare(BALLOT, List.of(1L, 2L, 3L)),
            new OrderPacket.Prepare(BALLOT, List.of()),
            new OrderPacket.Promise(BALLOT, Ballot.NONE, 9, 4, List.of(1L, 2L), Map.of(6L, List.of(2L, 3L))),
            new OrderPacket.Refuse(BALLOT),
            new OrderPacket.Append(
                    BALLOT,
                    0,
                    1,
                    2,
                    3,
                    List.of(
                            new Entry.Message(8, 1, null),
                            new Entry.Message(8, 2, CONTENT),
                            new Entry.Voters(List.of(1L)))),
            new OrderPacket.Accept(BALLOT, 12),
            new OrderPacket.Fetch(BALLOT, 7, 11),
            new OrderPacket.State(BALLOT, 7, 20, Map.of(8L, 3L), List.of(1L, 2L, 3L), CONTENT));

    @Test
    void shouldHaveTheseBytes() {
        assertThat(HexFormat.of().formatHex(OrderCodec.encode(9, new OrderPacket.Submit(5, CONTENT))))
                .isEqualTo("4f000000000000000009" + "0000000000000005" + "00000003" + "010203");
        assertThat(HexFormat.of().formatHex(OrderCodec.encode(9, new OrderPacket.Accept(BALLOT, 12))))
                .isEqualTo("4f050000000000000009" + "0000000000000003" + "0000000000000007" + "000000000000000c");
    }

    @Test
    void shouldReadWhatItWrote() throws DecodeException {
        for (OrderPacket packet : PACKETS) {
            byte[] bytes = OrderCodec.encode(9, packet);
            OrderCodec.Grouped read = OrderCodec.decode(bytes);
            assertThat(read.group()).isEqualTo(9);
            assertThat(read.packet().type()).isEqualTo(packet.type());
            assertThat(OrderCodec.encode(9, read.packet())).isEqualTo(bytes);
        }
    }

    @Test
    void shouldRefuseWhatIsCutOrLonger() {
        for (OrderPacket packet : PACKETS) {
            byte[] bytes = OrderCodec.encode(9, packet);
            for (int length = 0; length < bytes.length; length++) {
                byte[] cut = Arrays.copyOf(bytes, length);
                assertThatThrownBy(() -> OrderCodec.decode(cut)).isInstanceOf(DecodeException.class);
            }
            byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
            assertThatThrownBy(() -> OrderCodec.decode(longer)).isInstanceOf(DecodeException.class);
        }
    }

    @Test
    void shouldRefuseGarbageWithoutMore() {
        SplittableRandom random = new SplittableRandom(4);
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = OrderCodec.encode(9, PACKETS.get(random.nextInt(PACKETS.size())));
            for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            try {
                assertThat(OrderCodec.decode(bytes)).isNotNull();
            } catch (DecodeException e) {
                refused++;
            }
        }
        assertThat(refused).isPositive();
    }
}
