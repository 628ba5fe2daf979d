package org.rmcast.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class MessageHeadersTest {
    @Test
    void shouldGiveBackWhatWasPutIn() {
        byte[] raw = {0, -1, 7};
        MessageHeaders headers = MessageHeaders.of("type", "quote")
                .with("raw", raw)
                .with("größe", "")
                .with("type", "trade");
        raw[0] = 1;
        assertThat(headers.names()).containsExactly("raw", "größe", "type");
        assertThat(headers.text("type")).contains("trade");
        assertThat(headers.text("größe")).contains("");
        assertThat(headers.bytes("raw"))
                .hasValueSatisfying(value -> assertThat(value).containsExactly(0, -1, 7));
        assertThat(headers.text("none")).isEmpty();
        assertThat(headers).hasToString("{raw=0x00ff07, größe=, type=trade}");
        assertThat(headers.byteCount()).isEqualTo(3 + 3 + 3 + 3 + 7 + 3 + 4 + 5);
        assertThat(MessageHeaders.ofBytes(ByteBuffer.wrap(headers.toBytes())))
                .isEqualTo(headers)
                .hasSameHashCodeAs(headers);
        assertThat(MessageHeaders.NONE.isEmpty()).isTrue();
        assertThat(MessageHeaders.ofBytes(ByteBuffer.allocate(0))).isSameAs(MessageHeaders.NONE);
    }

    @Test
    void shouldTakeAsMuchAsThereIsRoomFor() {
        String longest = "n".repeat(255);
        MessageHeaders full = MessageHeaders.of(longest, "v".repeat(MessageHeaders.MAX_BYTES - 255 - 3));
        assertThat(full.byteCount()).isEqualTo(MessageHeaders.MAX_BYTES);
        assertThat(full.with(longest, "short").byteCount()).isEqualTo(255 + 3 + 5);
        assertThatThrownBy(() -> full.with("a", ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("header a")
                .hasMessageContaining("1028 bytes, at most 1024")
                .hasMessageContaining("content");
        assertThatThrownBy(() -> MessageHeaders.of("n".repeat(256), "")).hasMessageContaining("1 to 255 bytes");
        assertThatThrownBy(() -> MessageHeaders.of("", "")).hasMessageContaining("1 to 255 bytes");
        assertThatThrownBy(() -> MessageHeaders.of("a", "\uD800")).hasMessageContaining("surrogate");
        assertThatThrownBy(() -> MessageHeaders.ofBytes(ByteBuffer.allocate(1_025)))
                .hasMessageContaining("at most 1024");
    }

    @Test
    void shouldNotFallForBytesThatAreNoText() {
        MessageHeaders headers = MessageHeaders.NONE.with("a", new byte[] {(byte) 0xC3});
        assertThat(headers.text("a")).contains("\uFFFD");
        assertThat(headers.text("a").orElseThrow().getBytes(UTF_8)).hasSize(3);
    }

    @Test
    void shouldTellOfAMessageWithoutItsContent() {
        ReceivedMessage message = new ReceivedMessage(
                0xAB, 7, MessageHeaders.of("type", "quote"), ByteBuffer.wrap(new byte[3]), System.nanoTime());
        assertThat(message).hasToString("message 7 of ab (3 bytes, {type=quote})");
        assertThat(message).isNotEqualTo(new ReceivedMessage(0xAB, 7, ByteBuffer.wrap(new byte[3])));
        assertThat(message.heldBytes()).isEqualTo(3 + 12);
    }
}
