package org.rmcast.core.framing;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;
import org.rmcast.api.MessageHeaders;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.WireWriter;

/** Any run of payloads: first 2 bytes of length, then as many bytes of frames, and so on. */
class FramingJazzerTest {
    private static final long BUDGET_BYTES = 1 << 20;

    /** Numbers ascend, whatever comes in, and each is spoken of once. */
    private static final class Ascending implements MessageAssembler.Output {
        private long next;

        @Override
        public void message(long number, MessageHeaders headers, ByteBuffer content) {
            assertThat(number).isGreaterThanOrEqualTo(next);
            next = number + 1;
        }

        @Override
        public void lost(long first, long limit) {
            assertThat(first).isGreaterThanOrEqualTo(next).isLessThan(limit);
            next = limit;
        }
    }

    static Stream<byte[]> seeds() {
        return Stream.of(packed(16, 3, 0, 40, 1), packed(100, 200, 5), packed(1_000, 10, 10, 10, 2_000));
    }

    private static byte[] packed(int payloadBytes, int... messages) {
        MessagePacker packer = new MessagePacker(payloadBytes, 1 << 20, payloadBytes == 100);
        MessageHeaders headers = MessageHeaders.of("key", "value");
        for (int length : messages) {
            packer.offer(new byte[length]);
            packer.offer(HeaderBlock.join(headers, ByteBuffer.allocate(length)), true);
        }
        WireWriter all = new WireWriter(64);
        while (!packer.isEmpty()) {
            WireWriter payload = new WireWriter(64);
            packer.writePacket(payload);
            all.writeShort(payload.length()).writeBytes(payload.toByteArray(), 0, payload.length());
        }
        return all.toByteArray();
    }

    @MethodSource("seeds")
    @FuzzTest(maxDuration = "60s")
    void shouldAssembleOrRefuse(byte[] payloads) throws DecodeException {
        AssemblyBudget budget = new AssemblyBudget(BUDGET_BYTES);
        MessageAssembler assembler = new MessageAssembler(budget);
        Ascending output = new Ascending();
        long message = 0;
        for (byte[] payload : cut(payloads)) {
            try {
                MessageAssembler.validate(payload, 0);
            } catch (DecodeException refused) {
                assembler.gap();
                continue;
            }
            accept(assembler, message, payload, output);
            message = MessageAssembler.nextMessage(message, payload, 0);
        }
        assembler.finish(message, output);
        assertThat(output.next).isLessThanOrEqualTo(message);
        assertThat(budget.take((int) BUDGET_BYTES)).as("all bytes given back").isTrue();
    }

    private static void accept(MessageAssembler assembler, long message, byte[] payload, Ascending output) {
        try {
            assembler.accept(message, payload, 0, output);
        } catch (DecodeException contradiction) {
            assertThat(contradiction.getMessage()).isNotBlank();
        }
    }

    private static List<byte[]> cut(byte[] payloads) {
        List<byte[]> cut = new ArrayList<>();
        int offset = 0;
        while (payloads.length - offset > 2) {
            int length = (payloads[offset] & 0xff) << 8 | (payloads[offset + 1] & 0xff);
            int limit = Math.min(payloads.length, offset + 2 + length);
            cut.add(Arrays.copyOfRange(payloads, offset + 2, limit));
            offset = limit;
        }
        return cut;
    }
}
