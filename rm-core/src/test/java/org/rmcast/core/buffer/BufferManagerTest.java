package org.rmcast.core.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class BufferManagerTest {
    private long needed = Long.MAX_VALUE;
    private final BufferManager buffer = new BufferManager(300, 100, 200, 1, (first, limit, now) -> needed);

    @Test
    void shouldHoldWhatItGotOnce() {
        byte[] packet = {1, 2, 3};
        assertThat(buffer.put(5, packet)).isTrue();
        assertThat(buffer.put(5, packet)).isFalse();
        assertThat(buffer.get(5)).isSameAs(packet);
        assertThat(buffer.get(4)).isNull();
        assertThat(buffer.get(6)).isNull();
        assertThat(buffer.packets()).isEqualTo(1);
        assertThat(buffer.bytes()).isEqualTo(3);
    }

    @Test
    void shouldPurgeFromTheHighMarkToTheLowMark() {
        fill(200);
        assertThat(buffer.purge(0)).isTrue();
        assertThat(buffer.packets()).isEqualTo(200);
        buffer.put(201, new byte[10]);
        assertThat(buffer.purge(0)).isTrue();
        assertThat(buffer.packets()).isEqualTo(100);
        assertThat(buffer.low()).isEqualTo(102);
        assertThat(buffer.bytes()).isEqualTo(1_000);
        assertThat(buffer.get(101)).isNull();
        assertThat(buffer.get(102)).isNotNull();
    }

    @Test
    void shouldKeepWhatThePolicyNeeds() {
        needed = 50;
        fill(210);
        assertThat(buffer.purge(0)).isTrue();
        assertThat(buffer.low()).isEqualTo(50);
        for (int sequence = 211; sequence <= 252; sequence++) {
            buffer.put(sequence, new byte[10]);
        }
        assertThat(buffer.purge(0)).isFalse();
        assertThat(buffer.low()).isEqualTo(50);
    }

    @Test
    void shouldRefuseWhatIsBeyondItsCapacityUntilSomethingGoes() {
        fill(300);
        assertThat(buffer.put(301, new byte[10])).isFalse();
        needed = 11;
        buffer.purgeAll(0);
        assertThat(buffer.room()).isEqualTo(311);
        assertThat(buffer.put(301, new byte[10])).isTrue();
    }

    @Test
    void shouldReleaseUnaskedAndMoveOn() {
        fill(10);
        buffer.releaseBelow(1_000);
        assertThat(buffer.packets()).isZero();
        assertThat(buffer.bytes()).isZero();
        assertThat(buffer.put(999, new byte[1])).isFalse();
        assertThat(buffer.put(1_005, new byte[1])).isTrue();
        assertThat(buffer.limit()).isEqualTo(1_006);
    }

    @Test
    void shouldRefuseMarksOutOfOrder() {
        assertThatThrownBy(() -> new BufferManager(10, 6, 5, 1, (first, limit, now) -> limit))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("6:5 of 10");
    }

    private void fill(int count) {
        for (int sequence = 1; sequence <= count; sequence++) {
            assertThat(buffer.put(sequence, new byte[10])).isTrue();
        }
    }
}
