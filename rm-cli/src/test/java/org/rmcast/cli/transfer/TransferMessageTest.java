package org.rmcast.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.rmcast.core.wire.DecodeException;

class TransferMessageTest {
    private static final TransferMessage HEADER = new TransferMessage.Header("\u00fc.txt", 258);
    private static final TransferMessage CHUNK = new TransferMessage.Chunk(256, ByteBuffer.wrap(new byte[] {1, 2}));
    private static final TransferMessage TRAILER = new TransferMessage.Trailer(ByteBuffer.wrap(new byte[32]));

    private static void assertRefused(byte[] bytes, String part) {
        assertThatExceptionOfType(DecodeException.class)
                .isThrownBy(() -> TransferMessage.decode(bytes))
                .withMessageContaining(part);
    }

    @Test
    void shouldKeepItsBytes() {
        HexFormat hex = HexFormat.of();
        assertThat(hex.formatHex(HEADER.encode())).isEqualTo("465401010000000000000102" + "0006" + "c3bc2e747874");
        assertThat(hex.formatHex(CHUNK.encode())).isEqualTo("465401020000000000000100" + "0102");
        assertThat(hex.formatHex(TRAILER.encode())).isEqualTo("46540103" + "00".repeat(32));
    }

    @Test
    void shouldReadWhatItWrites() throws Exception {
        for (TransferMessage message : new TransferMessage[] {HEADER, CHUNK, TRAILER}) {
            assertThat(TransferMessage.decode(message.encode())).isEqualTo(message);
        }
    }

    @Test
    void shouldRefuseTruncatedMessages() {
        for (TransferMessage message : new TransferMessage[] {HEADER, TRAILER}) {
            byte[] bytes = message.encode();
            for (int length = 0; length < bytes.length; length++) {
                byte[] truncated = Arrays.copyOf(bytes, length);
                assertThatExceptionOfType(DecodeException.class).isThrownBy(() -> TransferMessage.decode(truncated));
            }
        }
    }

    @Test
    void shouldNameTheFieldThatIsWrong() {
        byte[] bytes = HEADER.encode();
        assertRefused("hello".getBytes(StandardCharsets.UTF_8), "not a file transfer");
        bytes[2] = 9;
        assertRefused(bytes, "version 9");
        byte[] type = HEADER.encode();
        type[3] = 4;
        assertRefused(type, "type is 4");
        byte[] negative = HEADER.encode();
        negative[4] = (byte) 0x80;
        assertRefused(negative, "negative");
        byte[] name = HEADER.encode();
        name[14] = (byte) 0xff;
        assertRefused(name, "not UTF-8");
    }

    @Test
    void shouldThrowNothingElseOnRandomChanges() {
        SplittableRandom random = new SplittableRandom(42);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = (i % 3 == 0 ? HEADER : i % 3 == 1 ? CHUNK : TRAILER).encode();
            for (int changes = random.nextInt(1, 5); changes > 0; changes--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            try {
                TransferMessage.decode(bytes);
            } catch (DecodeException e) {
                assertThat(e.getMessage()).isNotEmpty();
            }
        }
    }
}
