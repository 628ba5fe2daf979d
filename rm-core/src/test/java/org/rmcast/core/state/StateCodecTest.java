package org.rmcast.core.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.core.driver.StateApplication;
import org.rmcast.core.engine.StateVector;
import org.rmcast.core.state.StatePacket.Chunk;
import org.rmcast.core.state.StatePacket.Need;
import org.rmcast.core.state.StatePacket.Offer;
import org.rmcast.core.state.StatePacket.Progress;
import org.rmcast.core.state.StatePacket.Query;
import org.rmcast.core.state.StatePacket.Range;
import org.rmcast.core.state.StatePacket.Read;
import org.rmcast.core.state.StatePacket.Readiness;
import org.rmcast.core.state.StatePacket.Status;
import org.rmcast.core.state.StatePacket.Take;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;

/** The bytes of state transfer. */
class StateCodecTest {
    private static final List<StatePacket> PACKETS = List.of(
            new Query(1),
            new Status(2, Readiness.LOSSY, 77),
            new Take(3, List.of(new Need(9, -1, 4), new Need(-8, 5, 0))),
            new Offer(4, Progress.READY, true, 5, 100_000, 48, 1_300),
            new Offer(4, Progress.REFUSED, false, 0, 0, 0, 0),
            new Read(5, List.of(new Range(0, 10), new Range(40, 1))));

    @Test
    void shouldReadWhatItWrote() throws Exception {
        for (StatePacket packet : PACKETS) {
            assertThat(StateCodec.decode(StateCodec.encode(packet))).isEqualTo(packet);
        }
    }

    @Test
    void shouldRefuseWhatIsCutOff() {
        for (StatePacket packet : PACKETS) {
            byte[] whole = StateCodec.encode(packet);
            for (int length = DatagramHeader.BYTES; length < whole.length; length++) {
                byte[] cut = Arrays.copyOf(whole, length);
                assertThatThrownBy(() -> StateCodec.decode(cut))
                        .as("%s", packet)
                        .isInstanceOf(DecodeException.class);
            }
        }
    }

    @Test
    void shouldAnswerWithNoMoreThanItWasAsked() {
        assertThat(StateCodec.encode(PACKETS.get(1))).hasSize(StateCodec.STATUS_BYTES);
        assertThat(StateCodec.encode(new Query(1)).length).isGreaterThanOrEqualTo(StateCodec.STATUS_BYTES);
        assertThat(StateCodec.encode(PACKETS.get(3))).hasSize(StateCodec.OFFER_BYTES);
        assertThat(StateCodec.encode(new Take(1, List.of())).length).isGreaterThanOrEqualTo(StateCodec.OFFER_BYTES);
    }

    @Test
    void shouldHaveTheBytesThatAreDocumented() {
        byte[] read = StateCodec.encode(new Read(5, List.of(new Range(0x0102, 3))));
        assertThat(DatagramHeader.type(read)).isEqualTo(0xD4);
        assertThat(HexFormat.of().formatHex(read, DatagramHeader.BYTES, read.length))
                .isEqualTo("0000000000000005" + "0001" + "00000102" + "0003");
    }

    @Test
    void shouldCutChunksOfVectorAndContent() throws Exception {
        byte[] vector = StateCodec.encode(new StateVector(new long[] {-3, 4}, new long[] {1, 2}, new long[] {0, 9}));
        byte[] content = new byte[100];
        for (int i = 0; i < content.length; i++) {
            content[i] = (byte) i;
        }
        byte[] all = new byte[vector.length + content.length];
        int chunkBytes = 30;
        for (int index = 0; index * chunkBytes < all.length; index++) {
            int count = Math.min(chunkBytes, all.length - index * chunkBytes);
            Chunk chunk = (Chunk) StateCodec.decode(StateCodec.chunk(
                    7, index, vector, StateApplication.content(content), (long) index * chunkBytes, count));
            assertThat(chunk.index()).isEqualTo(index);
            assertThat(chunk.length()).isEqualTo(count);
            System.arraycopy(chunk.datagram(), chunk.offset(), all, index * chunkBytes, count);
        }
        StateVector read = StateCodec.decodeVector(Arrays.copyOf(all, vector.length));
        assertThat(read.next(-3)).isEqualTo(1);
        assertThat(read.next(4)).isEqualTo(2);
        assertThat(read.packet(1)).isEqualTo(9);
        assertThat(read.next(5)).isZero();
        assertThat(Arrays.copyOfRange(all, vector.length, all.length)).isEqualTo(content);
    }

    @Test
    void shouldRefuseAVectorThatIsNotAscending() {
        byte[] vector = StateCodec.encode(new StateVector(new long[] {3, 4}, new long[] {1, 2}, new long[2]));
        System.arraycopy(vector, 0, vector, StateCodec.ENTRY_BYTES, StateCodec.ENTRY_BYTES);
        assertThatThrownBy(() -> StateCodec.decodeVector(vector)).isInstanceOf(DecodeException.class);
    }
}
