package org.rmcast.core.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Numbers within bounds, and ids of members. */
class WireReaderBoundsTest {
    private static WireReader reading(long value) {
        return new WireReader(new WireWriter(8).writeLong(value).toByteArray(), 0);
    }

    private static WireReader readingVarint(long value) {
        return new WireReader(new WireWriter(9).writeVarint(value).toByteArray(), 0);
    }

    @Test
    void shouldReadWhatIsWithinItsBounds() throws DecodeException {
        assertThat(reading(1).readLong("low", 1, 10)).isEqualTo(1);
        assertThat(reading(9).readLong("low", 1, 10)).isEqualTo(9);
        assertThat(readingVarint(9).readVarint("low", 0, 10)).isEqualTo(9);
        assertThat(reading(-5).readMemberId("source")).isEqualTo(-5);
    }

    @Test
    void shouldNameTheFieldThatIsOutOfRange() {
        assertThatThrownBy(() -> reading(0).readLong("low", 1, 10)).hasMessage("low is out of range: 0");
        assertThatThrownBy(() -> reading(10).readLong("low", 1, 10)).isInstanceOf(DecodeException.class);
        assertThatThrownBy(() -> reading(-1).readLong("low", 0, 10)).isInstanceOf(DecodeException.class);
        assertThatThrownBy(() -> readingVarint(10).readVarint("limit", 1, 10)).hasMessage("limit is out of range: 10");
        assertThatThrownBy(() -> reading(0).readMemberId("source")).hasMessage("source is 0");
    }
}
