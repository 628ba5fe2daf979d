package org.rmcast.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What receipts and messages to some members say of themselves. */
class ReceiptTextTest {
    @Test
    void shouldPrintIdsAsEverywhere() {
        Receipt receipt = new Receipt(
                7,
                List.of(new Receipt.Arrival(0xAB, Duration.ofMillis(12), Receipt.Way.RELAYED)),
                List.of(new Receipt.Missing(0xCD, EventCause.SILENT, "nothing heard for 3 s")));
        assertThat(receipt.complete()).isFalse();
        assertThat(receipt)
                .hasToString("Receipt[message=7, arrivals=[Arrival[memberId=ab, after=PT0.012S, way=RELAYED]],"
                        + " missing=[Missing[memberId=cd, cause=SILENT, reason=nothing heard for 3 s]]]");
        assertThat(new MessageId(0xAB, 3)).hasToString("MessageId[sourceId=ab, sequence=3]");
        assertThat(Recipients.of(0xCD, 0xAB)).hasToString("[ab, cd]");
    }

    @Test
    void shouldRefuseWhatCannotBe() {
        assertThatThrownBy(() -> new Receipt(-1, List.of(), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("message");
        assertThatThrownBy(() -> new Receipt.Arrival(1, Duration.ofNanos(-1), Receipt.Way.DIRECT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("after");
        assertThat(new Receipt(0, List.of(), List.of()).complete()).isTrue();
    }

    @Test
    void shouldKeepForWhomAndAfterWhatAMessageIs() {
        ReceivedMessage plain = new ReceivedMessage(1, 2, ByteBuffer.wrap(new byte[3]));
        assertThat(plain.recipients()).isEqualTo(Recipients.GROUP);
        assertThat(plain.causes()).isEmpty();
        ReceivedMessage some = plain.with(Recipients.of(0xEF), List.of(new MessageId(5, 6)));
        assertThat(some.recipients()).isEqualTo(Recipients.of(0xEF));
        assertThat(some.causes()).containsExactly(new MessageId(5, 6));
        assertThat(some).isEqualTo(plain).hasToString("message 2 of 1 (3 bytes, to [ef])");
        assertThat(some.payload()).isEqualTo(plain.payload());
        assertThat(some.time()).isCloseTo(plain.time(), within(1, ChronoUnit.SECONDS));
    }
}
