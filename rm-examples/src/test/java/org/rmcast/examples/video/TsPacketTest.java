package org.rmcast.examples.video;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TsPacketTest {
    @ParameterizedTest
    @ValueSource(longs = {0, 299, 300, 27_000_000, (1L << 32) * 300 + 256, TsPacket.PCR_MODULUS - 1})
    void shouldReadTheClockReference(long ticks) {
        byte[] packet = new TsBytes().pcr(ticks).toByteArray();
        assertThat(TsPacket.hasPcr(packet, 0)).isTrue();
        assertThat(TsPacket.pcr(packet, 0)).isEqualTo(ticks);
        assertThat(TsPacket.isDiscontinuous(packet, 0)).isFalse();
    }

    @Test
    void shouldReadTheFieldsOfALaterPacket() {
        byte[] packets = new TsBytes().plain(1).pcr(0x1abc, 600, true).toByteArray();
        assertThat(TsPacket.pid(packets, 0)).isEqualTo(TsBytes.PID);
        assertThat(TsPacket.hasPcr(packets, 0)).isFalse();
        assertThat(TsPacket.pid(packets, TsPacket.BYTES)).isEqualTo(0x1abc);
        assertThat(TsPacket.pcr(packets, TsPacket.BYTES)).isEqualTo(600);
        assertThat(TsPacket.isDiscontinuous(packets, TsPacket.BYTES)).isTrue();
    }

    @Test
    void shouldNotReadAClockFromAnAdaptationFieldTooShortForIt() {
        byte[] packet = new TsBytes().pcr(600).toByteArray();
        packet[4] = 6;
        assertThat(TsPacket.hasPcr(packet, 0)).isFalse();
        packet[4] = 0;
        assertThat(TsPacket.isDiscontinuous(packet, 0)).isFalse();
    }
}
